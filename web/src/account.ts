// Who uses this browser: an account, or a guest.
import * as api from './api';
import { fill, h } from './dom';
import { ratingText } from './names';
import type { Account } from './protocol';
import { watched } from './watched';

export const account = watched<Account | null>(null);

let checks = 0;

export function isNow(who: Account | null): void {
  checks += 1;
  account.set(who);
}

/** Another window, or the account's owner elsewhere, may have changed it. */
export async function checkAccount(): Promise<void> {
  const check = ++checks;
  try {
    const answer = await api.account();
    // Who has signed in meanwhile knows better.
    if (check === checks) account.set(answer.account);
  } catch {
    // Whatever is asked of the server next will tell.
  }
}

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
