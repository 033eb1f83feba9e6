// /rules: Kriegspiel for a stranger in two minutes, with a board to try, and what the rule sets differ in.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { lessonBoard } from '../rules/lesson';
import { ruleSetTable } from '../rules/rule-sets';
import type { Page } from './page';

const points: [string, string][] = [
  [
    'Chess, but blind',
    'Men move as in chess, and checkmate wins. You see only your own men, and so does your opponent.',
  ],
  [
    'You try, the referee answers',
    'Try a move. If it is possible on the true board, it is made at once. If not, the referee says “no”, and you try another. A refusal costs nothing but tells you something.',
  ],
  [
    'Captures',
    'The referee names the square of a capture to both. Whoever lost the man sees which one; the other learns at most whether it was a pawn.',
  ],
  [
    'Checks',
    'He names the direction as the king sees it: the file, the rank, the long or the short diagonal, or a knight. The long diagonal is the longer one of the two through the king.',
  ],
  [
    'Pawns are your eyes',
    'A pawn captures sideways only where something stands. So you may try it, and a “no” costs nothing. In some rule sets you can ask “Any?” first, or you are told about pawn tries.',
  ],
  [
    'Phantoms',
    'Put translucent men on the board where you believe the opponent to be. They are your notes: the referee does not mind them, and nobody else sees them.',
  ],
];

/** The table comes from the server. Without it, the rest of the page is enough to play. */
function ruleSets(): HTMLElement {
  const place = h('div', {}, h('p', { class: 'hint' }, 'Loading …'));
  api.options().then(
    ({ rules }) => fill(place, ruleSetTable(rules)),
    (error: Error) => fill(place, h('p', { class: 'problem' }, error.message)),
  );
  return h(
    'section',
    { class: 'rule-sets' },
    h('h2', {}, 'Rule sets'),
    h(
      'p',
      {},
      'Clubs and servers have played Kriegspiel by different rules. They differ mostly in what the referee announces. If in doubt, choose Berkeley.',
    ),
    place,
  );
}

export function rulesPage(): Page {
  const lesson = lessonBoard();
  const element = h(
    'main',
    { class: 'rules' },
    h(
      'header',
      { class: 'intro' },
      h('h1', {}, 'Kriegspiel in two minutes'),
      h('p', { class: 'lead' }, 'Two players, two boards, and a referee who sees everything and says little.'),
    ),
    h(
      'ol',
      { class: 'points' },
      points.map(([head, text]) => h('li', {}, h('h2', {}, head), h('p', {}, text))),
    ),
    lesson.element,
    ruleSets(),
    h('p', { class: 'to-play' }, h('a', { class: 'button primary large', href: '/' }, 'Play')),
  );
  return { title: 'Rules', element, close: lesson.close };
}
