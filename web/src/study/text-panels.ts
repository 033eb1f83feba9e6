// Problems that are written or come from elsewhere: positions, a game, a problem line, a classic.
import * as api from '../base/api';
import { fill, h, show } from '../base/dom';
import type { Side } from '../base/protocol';
import { amount, area, line, picks, select } from '../ui/fields';
import { readGame, readPgn, readPositions, readProblem, type GameMoment, type Reading } from './texts';
import { classicText } from './words';

export interface TextPanel {
  element: HTMLElement;
  read(): Reading;
}

export interface PositionsPanel extends TextPanel {
  write(fens: string[]): void;
}

export function makePositionsPanel(changed: () => void): PositionsPanel {
  const text = area(
    'Positions, one FEN on each line',
    '6k1/8/6K1/8/8/8/8/R7 w - - 0 1',
    '.fen,.txt,text/plain',
    changed,
  );
  return {
    element: h(
      'div',
      { class: 'stacked fen-lines' },
      text.element,
      h('p', { class: 'hint' }, 'The side to move is the attacker. Its men must be the same in every position.'),
    ),
    read: () => readPositions(text.value),
    write(fens) {
      text.value = fens.join('\n');
    },
  };
}

export interface GameWish extends GameMoment {
  game: string;
}

export const noGame: GameWish = { game: '', side: 'white', ply: 0, asked: 0 };

const sideChoices = [
  { value: 'white' as const, label: 'White' },
  { value: 'black' as const, label: 'Black' },
];

export function makeGamePanel(first: GameWish, changed: () => void): TextPanel {
  let wish = first;
  let from: 'link' | 'pgn' = 'link';
  const alter = (part: Partial<GameWish>) => {
    wish = { ...wish, ...part };
    changed();
  };
  const game = line('Link or ID of a finished game', { value: wish.game, required: false });
  const field = game.querySelector('input')!;
  field.addEventListener('input', () => alter({ game: field.value }));
  const pgn = area('Kriegspiel PGN', '1. e4 {:} ?? {:} 2. d4 {:} …', '.pgn,text/plain', changed);
  const byLink = h(
    'div',
    { class: 'stacked' },
    game,
    h(
      'div',
      { class: 'fields' },
      amount('After ply', wish.ply, 9999, 0, (ply) => alter({ ply })),
      amount('Refused tries', wish.asked, 9999, 0, (asked) => alter({ asked })),
    ),
    h(
      'p',
      { class: 'hint' },
      'What this side could know on its turn, after that many moves of both sides and refused tries of its own. “Any?” counts as one.',
    ),
  );
  const byText = h(
    'div',
    { class: 'stacked' },
    pgn.element,
    h('p', { class: 'hint' }, 'What this side could know at the end of the PGN, with this side to move.'),
  );
  function draw(): void {
    show(byLink, from === 'link');
    show(byText, from === 'pgn');
  }
  draw();
  return {
    element: h(
      'div',
      { class: 'stacked wide' },
      picks(
        'From',
        [
          { value: 'link', label: 'Game played here' },
          { value: 'pgn', label: 'PGN' },
        ],
        from,
        (value) => {
          from = value as typeof from;
          draw();
          changed();
        },
      ),
      picks('Point of view', sideChoices, wish.side, (side: Side) => alter({ side })),
      byLink,
      byText,
    ),
    read: () => (from === 'link' ? readGame(wish.game, wish) : readPgn(pgn.value, wish.side)),
  };
}

export function makeProblemPanel(first: string, changed: () => void): TextPanel {
  const text = area(
    'Problem as JSON, or link to a saved problem',
    '{"rules":"berkeley","ply":3,"states":["…"]}',
    '.json,.jsonl,.txt,application/json',
    changed,
  );
  text.value = first;
  const choice = h('div');
  void api.classics().then(
    (classics) =>
      fill(
        choice,
        select(
          'Classic problems',
          [{ value: '', label: 'Choose one' }, ...classics.map((one) => ({ value: one.id, label: classicText(one) }))],
          text.value,
          (id) => {
            text.value = id;
            changed();
          },
        ),
      ),
    () => {}, // the rest of the page does without them
  );
  return {
    element: h('div', { class: 'stacked' }, choice, text.element),
    read: () => readProblem(text.value),
  };
}
