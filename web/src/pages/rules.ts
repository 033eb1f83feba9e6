// /rules: Kriegspiel for a stranger in two minutes, with a board to try, and what the rule sets differ in.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { lessonBoard } from '../rules/lesson';
import { ruleSetTable } from '../rules/rule-sets';
import { loading } from '../ui/words';
import type { Page } from './page';

const points: [string, string][] = [
  [
    'Chess, but blind',
    'Men move as in chess, and checkmate wins. Each player sees only their own men.',
  ],
  [
    'You try, the referee answers',
    'Try a move. If it is legal on the true board, it is played at once. If not, the referee says “no” and you try another. A refusal costs nothing, and it tells you something.',
  ],
  [
    'Captures',
    'The referee announces the square of a capture to both players. The player who lost the man sees which one it was. The other learns at most whether it was a pawn or a piece.',
  ],
  [
    'Checks',
    'The referee announces the direction of a check, as seen from the king: file, rank, long diagonal, short diagonal, or knight. The long diagonal is the longer of the two through the king.',
  ],
  [
    'Pawns are your eyes',
    'Pawns capture diagonally, so the try succeeds only if something stands there. In some rule sets you can ask “Any?” first, or the referee announces pawn tries: the legal captures by your pawns.',
  ],
  [
    'Phantoms',
    'Place translucent men where you think the opponent’s men are. They are private notes: nobody else sees them, and they do not affect the game.',
  ],
];

/** The table comes from the server. Without it, the rest of the page is enough to play. */
function ruleSets(): HTMLElement {
  const place = h('div', {}, h('p', { class: 'hint' }, loading));
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
