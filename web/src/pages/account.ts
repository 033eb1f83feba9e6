// /account: signing up and logging in for guests; name, password, bots and the end of it for accounts.
import { account, isNow } from '../base/account';
import * as api from '../base/api';
import { h } from '../base/dom';
import type { Account } from '../base/protocol';
import { line, newName } from '../ui/fields';
import { serverForm } from '../ui/form';
import { playerPath, ratingText } from '../ui/names';
import { botsCard } from './bots';
import type { Frame, Page } from './page';
import { wayBack } from './sign-in';

const nameHint = '2 to 20 letters, digits, - and _. Everybody sees it.';

const oldPassword = (label = 'Password') =>
  line(label, { type: 'password', name: 'password', autocomplete: 'current-password' });
const newPassword = (label: string, name: string) =>
  line(label, { type: 'password', name, autocomplete: 'new-password', minlength: 8 }, 'At least 8 characters.');

function guestCards(frame: Frame): HTMLElement[] {
  const back = wayBack();
  const enter = (who: Account) => {
    isNow(who);
    if (back) frame.go(back);
  };
  return [
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Log in'),
      serverForm(
        'Log in',
        'primary',
        [line('Name', { name: 'name', autocomplete: 'username' }), oldPassword()],
        async ({ name, password }) => enter((await api.logIn(name!, password!)).account),
      ),
    ),
    h(
      'section',
      { class: 'card' },
      h('h2', {}, 'Sign up'),
      h(
        'p',
        {},
        'A name, a rating, and the same games on all your devices. The games you have played here stay yours.',
      ),
      serverForm(
        'Sign up',
        'primary',
        [line('Name', { ...newName, autocomplete: 'username' }, nameHint), newPassword('Password', 'password')],
        async ({ name, password }) => enter((await api.signUp(name!, password!)).account),
      ),
    ),
  ];
}

function overview(who: Account): HTMLElement {
  const leave = (everywhere: boolean) => async () => {
    await api.logOut(everywhere);
    isNow(null);
  };
  const games = who.rated_games === 1 ? 'one rated game' : `${who.rated_games} rated games`;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'You'),
    h('p', {}, `Rating ${ratingText(who)}, after ${games}. `, h('a', { href: playerPath(who.name) }, 'Your page')),
    h(
      'div',
      { class: 'row' },
      serverForm('Log out', undefined, [], leave(false)),
      serverForm('Log out everywhere', undefined, [], leave(true)),
    ),
  );
}

const passwordCard = (who: Account): HTMLElement =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Password'),
    serverForm(
      'Change the password',
      undefined,
      [
        // So that a password manager knows whose password it is.
        h('input', { type: 'text', autocomplete: 'username', value: who.name, readonly: true, hidden: true }),
        oldPassword('Old password'),
        newPassword('New password', 'new_password'),
      ],
      async ({ password, new_password }) => {
        await api.changePassword(password!, new_password!);
        return 'Your password is changed. All other browsers are logged out.';
      },
    ),
  );

const endCard = (frame: Frame): HTMLElement =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Delete the account'),
    h(
      'p',
      {},
      'Your name, your password, your rating and your bots go for good. The games stay, because your opponents have played them too, but without your name.',
    ),
    serverForm('Delete the account', 'danger', [oldPassword()], async ({ password }) => {
      await api.deleteAccount(password!);
      isNow(null);
      frame.go('/');
    }),
  );

export function accountPage(frame: Frame): Page {
  const who = account.value;
  const element = h(
    'main',
    { class: 'account' },
    h('header', { class: 'intro' }, h('h1', {}, who?.name ?? 'Your account')),
    h(
      'div',
      { class: 'cards' },
      who
        ? [
            h('div', { class: 'column' }, overview(who), passwordCard(who)),
            h('div', { class: 'column' }, botsCard(), endCard(frame)),
          ]
        : guestCards(frame),
    ),
  );
  return { title: who?.name ?? 'Your account', element };
}
