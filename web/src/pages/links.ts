// /join/TOKEN and /device/TOKEN: a link was opened, and a button takes the seat.
import { account } from '../base/account';
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { capital, playerTag } from '../ui/names';
import { loading } from '../ui/words';
import { failed, notFound } from './not-found';
import type { Frame, Page } from './page';
import { signInLink } from './sign-in';
import { clockName } from './words';

function seatButton(label: string, take: () => Promise<{ game: string }>, frame: Frame): HTMLElement {
  const problem = h('p', { class: 'complaint', role: 'alert' });
  const button = h('button', { type: 'button', class: 'primary large' }, label);
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      frame.go(`/game/${(await take()).game}`);
    } catch (error) {
      problem.textContent = (error as Error).message;
      button.disabled = false;
    }
  });
  return h('div', {}, button, problem);
}

const colours = {
  white: 'You play White and move first.',
  black: 'You play Black.',
};

export function joinPage(token: string, frame: Frame): Page {
  const element = h('main', {}, h('p', { class: 'loading' }, loading));
  Promise.all([api.invitation(token), api.options()]).then(
    ([offered, options]) => {
      const summary = options.rules.find(({ name }) => name === offered.rules)?.summary;
      fill(
        element,
        h(
          'div',
          { class: 'sheet' },
          h('h1', {}, 'A game of Kriegspiel'),
          h(
            'p',
            { class: 'lead' },
            offered.yours
              ? 'This is your own invitation. Send its link to someone else.'
              : [playerTag(offered.by), ' invites you to play.'],
          ),
          h(
            'dl',
            { class: 'offer' },
            h('dt', {}, 'Rules'),
            h('dd', {}, capital(offered.rules), summary && h('small', {}, summary)),
            h('dt', {}, 'Colour'),
            h('dd', {}, colours[offered.colour]),
            h('dt', {}, 'Clock'),
            h('dd', {}, clockName(offered.clock)),
            h('dt', {}, 'Rating'),
            h('dd', {}, offered.rated ? 'The game is rated.' : 'The game is casual: no rating changes.'),
          ),
          !offered.yours &&
            (offered.rated && !account.value
              ? signInLink('primary large')
              : seatButton('Accept and play', () => api.acceptInvitation(token), frame)),
          h('p', {}, h('a', { href: '/rules' }, 'How is Kriegspiel played?')),
        ),
      );
    },
    (error: api.ApiError) =>
      fill(
        element,
        error.status === 404
          ? notFound('This invitation does not exist, or it was already accepted.')
          : failed(error.message),
      ),
  );
  return { title: 'Invitation', element };
}

export function devicePage(token: string, frame: Frame): Page {
  const element = h(
    'main',
    {},
    h(
      'div',
      { class: 'sheet' },
      h('h1', {}, 'Play on this device'),
      h('p', { class: 'lead' }, 'Continue your game on this device. You can still play on the other one too.'),
      seatButton('Play here', () => api.takeDevice(token), frame),
    ),
  );
  return { title: 'Play on this device', element };
}
