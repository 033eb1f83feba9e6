// Who uses this browser, at the top of every page: leads to the account, or to signing in.
import { account } from '../base/account';
import { fill, h } from '../base/dom';
import type { Account } from '../base/protocol';
import { ratingText } from './names';

export function accountLink(): HTMLElement {
  const link = h('a', { class: 'account-link', href: '/account' });
  const draw = (who: Account | null) => {
    if (who) fill(link, h('span', { class: 'name' }, who.name), h('span', { class: 'rating' }, ratingText(who)));
    else fill(link, 'Sign in');
  };
  account.watch(draw);
  draw(account.value);
  return link;
}
