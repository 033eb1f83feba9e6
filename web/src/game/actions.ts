// The buttons of a running game beside the tries: Any?, draw, resign, abort, claim, another device.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import type { ClientMessage } from '../base/protocol';
import { confirmed, linkBox, linkDialog } from '../ui/dialog';
import type { State } from './state';

export interface Actions {
  element: HTMLElement;
  /** What needs an answer of the player: an offer, a claim, the link to send. */
  notices: HTMLElement;
  update(state: State): void;
  tick(state: State, at: number): void;
}

export function makeActions(
  id: string,
  say: (message: ClientMessage) => void,
  complain: (text: string) => void,
): Actions {
  const button = (label: string, act: () => void, style?: string) =>
    h('button', { type: 'button', class: style, onclick: act }, label);

  const offer = button('Offer draw', () => say({ type: 'draw', action: 'offer' }));
  const resign = button('Resign', async () => {
    if (await confirmed('Resign this game?', 'Resign', 'Keep playing')) say({ type: 'resign' });
  });
  const abort = button('Abort', () => say({ type: 'abort' }));
  const device = button('Play on another device', async () => {
    try {
      const { link } = await api.deviceLink(id);
      linkDialog('Play on another device', 'Anyone who opens this link can play as you, so keep it secret.', link);
    } catch (error) {
      complain((error as Error).message);
    }
  });
  const element = h('div', { class: 'actions row' }, offer, resign, abort, device);
  const notices = h('div', { class: 'notices' });
  let drawn = '';

  function draw(state: State): void {
    const { game, now } = state;
    const parts: HTMLElement[] = [];
    if (game && now?.status === 'waiting' && game.invitation) {
      parts.push(
        h(
          'div',
          { class: 'notice' },
          h('p', {}, 'Send this link to your opponent. The game starts when they accept.'),
          linkBox('Invitation link', game.invitation),
        ),
      );
    }
    if (now?.status === 'playing' && now.draw_offer === 'opponent') {
      parts.push(
        h(
          'div',
          { class: 'notice' },
          h('p', {}, 'Your opponent offers a draw.'),
          h(
            'div',
            { class: 'row' },
            button('Accept', () => say({ type: 'draw', action: 'accept' }), 'primary'),
            button('Decline', () => say({ type: 'draw', action: 'decline' })),
          ),
        ),
      );
    }
    if (now?.status === 'playing' && now.draw_offer === 'own')
      parts.push(h('div', { class: 'notice' }, h('p', {}, 'You offered a draw.')));
    if (now?.status === 'playing' && !now.opponent_here && now.claim_in_ms !== null) {
      parts.push(
        h(
          'div',
          { class: 'notice' },
          h('p', { class: 'claim-text' }, 'Your opponent is away.'),
          h('button', { type: 'button', class: 'claim', onclick: () => say({ type: 'claim' }) }, 'Claim victory'),
        ),
      );
    }
    fill(notices, parts);
  }

  function tick(state: State, at: number): void {
    const claim = notices.querySelector<HTMLButtonElement>('.claim');
    const text = notices.querySelector('.claim-text');
    const { now } = state;
    if (!claim || !text || !now || now.claim_in_ms === null) return;
    const left = Math.ceil(Math.max(0, now.claim_in_ms - (at - state.heardAt)) / 1000);
    claim.disabled = left > 0;
    text.textContent =
      left > 0
        ? `Your opponent is away. You can claim victory in ${left} s.`
        : 'Your opponent is away. You can claim victory.';
  }

  return {
    element,
    notices,
    tick,
    update(state) {
      const { now } = state;
      if (!now || !state.game) return;
      const playing = now.status === 'playing';
      offer.hidden = !playing;
      offer.disabled = !now.may_offer_draw || now.draw_offer !== null;
      resign.hidden = !playing || now.may_abort;
      abort.hidden = !now.may_abort || now.status === 'ended';
      device.hidden = now.status === 'ended' || state.game.rated;
      const key = JSON.stringify([
        now.status,
        now.draw_offer,
        now.opponent_here,
        now.claim_in_ms === null,
        state.game.invitation,
      ]);
      // Drawn only when something differs, so that focus and a half-selected link stay.
      if (key !== drawn) draw(state);
      drawn = key;
      tick(state, Date.now());
    },
  };
}

