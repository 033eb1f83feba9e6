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

const nameHint = '2 to 20 letters, digits, - and _. Everyone can see it.';

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
      h('h2', {}, 'Sign in'),
      serverForm(
        'Sign in',
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
        'Get a name, a rating, and your games on all your devices. Games that you have already played here stay yours.',
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
    h('h2', {}, 'Profile'),
    h('p', {}, `Rating ${ratingText(who)} after ${games}. `, h('a', { href: playerPath(who.name) }, 'Your public page')),
    h(
      'div',
      { class: 'row' },
      serverForm('Sign out', undefined, [], leave(false)),
      serverForm('Sign out everywhere', undefined, [], leave(true)),
    ),
  );
}

const passwordCard = (who: Account): HTMLElement =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Password'),
    serverForm(
      'Change password',
      undefined,
      [
        // So that a password manager knows whose password it is.
        h('input', { type: 'text', autocomplete: 'username', value: who.name, readonly: true, hidden: true }),
        oldPassword('Old password'),
        newPassword('New password', 'new_password'),
      ],
      async ({ password, new_password }) => {
        await api.changePassword(password!, new_password!);
        return 'Password changed. All other browsers are signed out.';
      },
    ),
  );

const endCard = (frame: Frame): HTMLElement =>
  h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Delete account'),
    h(
      'p',
      {},
      'This deletes your name, password, rating and bots for good. Your games stay, without your name, because they are your opponents’ games too.',
    ),
    serverForm('Delete account', 'danger', [oldPassword()], async ({ password }) => {
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
