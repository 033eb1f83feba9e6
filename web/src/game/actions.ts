// The buttons of a running game beside the tries: Any?, draw, resign, abort, claim, another device.
import * as api from '../base/api';
import { fill, h, say as write } from '../base/dom';
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

type Say = (message: ClientMessage) => void;

const button = (label: string, act: () => void, style?: string): HTMLButtonElement =>
  h('button', { type: 'button', class: style, onclick: act }, label);

const notice = (text: string, ...more: HTMLElement[]): HTMLElement =>
  h('div', { class: 'notice' }, h('p', {}, text), more);

const drawNotice = (say: Say): HTMLElement =>
  notice(
    'Your opponent offers a draw.',
    h(
      'div',
      { class: 'row' },
      button('Accept', () => say({ type: 'draw', action: 'accept' }), 'primary'),
      button('Decline', () => say({ type: 'draw', action: 'decline' })),
    ),
  );

function noticesOf({ game, now }: State, say: Say): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (game?.invitation && now?.status === 'waiting')
    parts.push(
      notice(
        'Send this link to your opponent. The game starts when they accept.',
        linkBox('Invitation link', game.invitation),
      ),
    );
  if (now?.status !== 'playing') return parts;
  if (now.draw_offer === 'opponent') parts.push(drawNotice(say));
  if (now.draw_offer === 'own') parts.push(notice('You offered a draw.'));
  if (!now.opponent_here && now.claim_in_ms !== null)
    parts.push(
      h(
        'div',
        { class: 'notice' },
        h('p', { class: 'claim-text' }),
        button('Claim victory', () => say({ type: 'claim' }), 'claim'),
      ),
    );
  return parts;
}

/** Drawn only when something differs, so that focus and a half-selected link stay. */
function makeNotices(say: Say) {
  const element = h('div', { class: 'notices' });
  let drawn = '';

  function tick({ now, heardAt }: State, at: number): void {
    const claim = element.querySelector<HTMLButtonElement>('.claim');
    const text = element.querySelector('.claim-text');
    if (!claim || !text || !now || now.claim_in_ms === null) return;
    const left = Math.ceil(Math.max(0, now.claim_in_ms - (at - heardAt)) / 1000);
    claim.disabled = left > 0;
    write(text, `Your opponent is away. You can claim victory${left > 0 ? ` in ${left} s` : ''}.`);
  }

  return {
    element,
    tick,
    update(state: State): void {
      const { game, now } = state;
      const key = JSON.stringify([
        now?.status,
        now?.draw_offer,
        now?.opponent_here,
        now?.claim_in_ms === null,
        game?.invitation,
      ]);
      if (key !== drawn) fill(element, noticesOf(state, say));
      drawn = key;
      tick(state, Date.now());
    },
  };
}

export function makeActions(id: string, say: Say, complain: (text: string) => void): Actions {
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
  const notices = makeNotices(say);
  return {
    element: h('div', { class: 'actions row' }, offer, resign, abort, device),
    notices: notices.element,
    tick: notices.tick,
    update(state) {
      const { game, now } = state;
      if (!now || !game) return;
      const playing = now.status === 'playing';
      offer.hidden = !playing;
      offer.disabled = !now.may_offer_draw || now.draw_offer !== null;
      resign.hidden = !playing || now.may_abort;
      abort.hidden = !now.may_abort || now.status === 'ended';
      device.hidden = now.status === 'ended' || game.rated;
      notices.update(state);
    },
  };
}
