// A game as a line of a list.
import { h } from '../base/dom';
import type { Side, Summary } from '../base/protocol';
import { termsName } from './words';

interface Row {
  /** Whose game it is in this list, if anybody's. */
  side: Side | null;
  names: string;
  details: string[];
  state: string;
  /** Where it is, if not at the table. */
  path?: string;
}

export function gameRow(game: Summary, { side, names, details, state, path }: Row): HTMLElement {
  const date = new Date(game.created_ms).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
  return h(
    'li',
    {},
    h(
      'a',
      { href: path ?? `/game/${game.id}`, class: game.your_turn && 'yours' },
      side && h('span', { class: `dot ${side}`, 'aria-hidden': 'true' }),
      h('span', { class: 'who' }, names, h('small', {}, [termsName(game), ...details, date].join(' · '))),
      h('span', { class: 'state' }, state),
    ),
  );
}
