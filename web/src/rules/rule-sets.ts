// The table of rule sets on the page of rules; docs/rules.md has all the details.
import { h } from '../base/dom';

const names = ['berkeley', 'berkeley-any', 'cincinnati', 'wild16', 'rand', 'english'];

const rows: [string, string[]][] = [
  ['A refusal is heard by', ['both', 'both', 'both', 'only you', 'both', 'both']],
  ['“Any?” may be asked', ['–', 'once a turn', '–', '–', '–', 'once a turn']],
  ['After a “yes”', ['–', 'pawn captures until one works', '–', '–', '–', 'one pawn capture must be tried']],
  ['Pawn tries told each turn', ['–', '–', 'whether there are any', 'how many', 'from which squares', '–']],
  [
    'Of a capture is told',
    [
      'the square',
      'the square',
      'square, pawn or piece',
      'square, pawn or piece',
      'square, pawn or piece',
      'the square',
    ],
  ],
  ['A promotion is told', ['no', 'no', 'no', 'no', 'yes', 'no']],
  ['Stalemate', ['draw', 'draw', 'draw', 'draw', 'loses', 'draw']],
  ['Repetition, fifty moves', ['no end', 'no end', 'draw', 'draw', 'draw', 'draw']],
];

export function ruleSetTable(): HTMLElement {
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Table of rule sets' },
    h(
      'table',
      {},
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'What')),
          names.map((name) => h('th', { scope: 'col' }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(([what, cells]) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, what),
            cells.map((cell) => h('td', { class: cell === '–' || cell === 'no' ? 'none' : undefined }, cell)),
          ),
        ),
      ),
    ),
  );
}
