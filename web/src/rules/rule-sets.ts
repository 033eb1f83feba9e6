// The rule sets of the server as a table: a column for each of them, a row for each thing in which they differ.
import { h } from '../base/dom';
import type { RuleSet } from '../base/protocol';
import { capital } from '../ui/names';

const none = '–';
const yesNo = (is: boolean): string => (is ? 'yes' : none);

const pawnTries: Record<RuleSet['pawn_tries'], string> = {
  untold: none,
  whether: 'whether there are any',
  number: 'how many',
  squares: 'from which squares',
};
const nonsense: Record<RuleSet['nonsense'], string> = {
  mover: 'heard by you only',
  both: 'heard by both players',
  refusal: 'sounds like a refusal',
};
const duties: Record<NonNullable<RuleSet['any_duty']>, string> = {
  'capture-until-legal': 'pawn captures until one is legal',
  'one-capture-try': 'at least one pawn capture',
};

const differences: [string, (rules: RuleSet) => string][] = [
  ['Refusals', ({ refusals_heard }) => (refusals_heard ? 'heard by both players' : 'heard by you only')],
  ['Impossible tries', (rules) => nonsense[rules.nonsense]],
  ['“Any?”', ({ any }) => (any ? 'once a turn' : none)],
  ['You must try after “yes”', ({ any_duty }) => (any_duty ? duties[any_duty] : none)],
  ['Pawn tries announced', (rules) => pawnTries[rules.pawn_tries]],
  ['Captures', ({ captured }) => (captured === 'square' ? 'square' : 'square, and pawn or piece')],
  ['En passant announced', ({ names_en_passant }) => yesNo(names_en_passant)],
  ['Promotion announced', ({ tells_promotion }) => yesNo(tells_promotion)],
  ['Stalemate', ({ stalemate_loses }) => (stalemate_loses ? 'loses' : 'draw')],
  ['Repetition, fifty moves', ({ chess_draws }) => (chess_draws ? 'draw' : none)],
  [
    'Insufficient material',
    ({ lack_of_material }) => (lack_of_material === 'as-in-chess' ? 'as in chess' : 'one minor piece each'),
  ],
];

/** What they differ in, and how each of them has it. What is the same in all of them is left out. */
export const ruleSetRows = (ruleSets: RuleSet[]): [string, string[]][] =>
  differences
    .map(([what, tell]): [string, string[]] => [what, ruleSets.map(tell)])
    .filter(([, cells]) => new Set(cells).size > 1);

const tableRow = ([what, cells]: [string, string[]]): HTMLElement =>
  h(
    'tr',
    {},
    h('th', { scope: 'row' }, what),
    cells.map((cell) => h('td', { class: cell === none && 'none' }, cell)),
  );

export function ruleSetTable(ruleSets: RuleSet[]): HTMLElement {
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, h('span', { class: 'unseen' }, 'Difference')),
    ruleSets.map(({ name }) => h('th', { scope: 'col' }, capital(name))),
  );
  return h(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Table of rule sets' },
    h('table', {}, h('thead', {}, head), h('tbody', {}, ruleSetRows(ruleSets).map(tableRow))),
  );
}
