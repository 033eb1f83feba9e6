// The two bars beside the board: who plays, who is to move, the clock, and what is left of the opponent's men.
import { fill, h, say, show } from '../base/dom';
import { other, title, type Player, type Side } from '../base/protocol';
import { clockText, leftOf } from '../ui/clock';
import { menOf, readBoard } from '../ui/men';
import { playerName, playerTag } from '../ui/names';
import { askText } from '../ui/referee';
import type { State } from './state';

export interface PlayerBar {
  element: HTMLElement;
  update(state: State): void;
  tick(state: State, at: number): void;
}

function menLeft(state: State): string {
  const { total, pawns, pieces } = state.now!.opponent_men;
  const split = pawns !== null && pieces !== null ? ` (${pawns} pawns, ${pieces} pieces)` : '';
  return `${total} ${total === 1 ? 'man' : 'men'} left${split}`;
}

function ownDetail(state: State): string {
  const { game, now } = state;
  const count = menOf(readBoard(now!.board), game!.side).size;
  const last = now!.last_own_move ? `, last move ${askText(now!.last_own_move)}` : '';
  return `${count} ${count === 1 ? 'man' : 'men'}${last}`;
}

export function makePlayerBar(which: 'own' | 'opponent'): PlayerBar {
  const dot = h('span', { class: 'dot', 'aria-hidden': 'true' });
  const name = h('strong');
  let named = '';
  const presence = h('span', { class: 'presence' });
  const detail = h('span', { class: 'detail' });
  const clock = h('span', { class: 'clock', role: 'timer' });
  const element = h(
    'div',
    { class: `player ${which}` },
    dot,
    h('div', { class: 'player-text' }, name, h('div', { class: 'player-details' }, presence, detail)),
    clock,
  );

  const nameOf = (player: Player): string =>
    player.account === null && player.kind === 'person' ? (which === 'own' ? 'You' : 'Opponent') : playerName(player);

  function presenceText(state: State, player: Player | null): string {
    const now = state.now!;
    const words = [title(sideOf(state))];
    if (which === 'own' && player?.account) words.push('you');
    if (which === 'opponent' && now.status === 'playing') {
      if (!now.opponent_here) words.push('away');
      else if (player?.kind === 'person') words.push('online');
    }
    return words.join(' · ');
  }

  const sideOf = (state: State): Side => (which === 'own' ? state.game!.side : other(state.game!.side));

  function tick(state: State, at: number): void {
    if (!state.now?.clock || !state.game) return;
    const left = leftOf(state.now.clock, sideOf(state), at - state.heardAt);
    say(clock, clockText(left));
    clock.classList.toggle('low', left < 20_000);
  }

  return {
    element,
    tick,
    update(state) {
      const { game, now } = state;
      if (!game || !now) return;
      const side = sideOf(state);
      const player = game[side];
      dot.className = `dot ${side}`;
      element.classList.toggle('to-move', now.status === 'playing' && now.turn === side);
      const key = JSON.stringify(player);
      // Drawn only when somebody else sits there, so that focus stays.
      if (key !== named) fill(name, player ? playerTag(player, nameOf(player), true) : 'No opponent yet');
      named = key;
      fill(presence, presenceText(state, player));
      presence.classList.toggle('away', which === 'opponent' && !now.opponent_here && now.status === 'playing');
      say(detail, which === 'own' ? ownDetail(state) : player ? menLeft(state) : '');
      show(clock, now.clock !== null);
      clock.classList.toggle('running', now.clock?.running === side);
      clock.setAttribute('aria-label', which === 'own' ? 'Your clock' : 'Opponent’s clock');
      tick(state, Date.now());
    },
  };
}
