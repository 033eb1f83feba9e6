// A finished game as a row of steps: every refused try, every question and every move is one. Pure.
import { other, title, type Heard, type Side, type TimeLeft, type Transcript, type Turn } from '../base/protocol';

export interface Step {
  /** Moves made so far, by both sides. */
  ply: number;
  /** What was refused or asked since then. */
  asked: number;
  /** The turn it belongs to: that of the move that makes `turn` + 1 moves. */
  turn: number;
  number: number;
  by: Side | null;
  /** Whose turn it is then; null when the referee has ended the game. */
  toMove: Side | null;
  /** The true position that is shown. */
  fen: string;
  move: string | null;
  /** The refused tries of this turn so far, in order: drawn as arrows. */
  tried: string[];
  label: string;
  answer: Heard['answer'] | null;
  phrase: string;
  /** What both have left at the beginning of the turn that it is then. */
  clock: TimeLeft | null;
}

/** What steps are made of; the game need not have ended. */
export type Course = Pick<Transcript, 'start' | 'clock' | 'turns'>;

function fullClocks(setting: Transcript['clock']): TimeLeft | null {
  const ms = (setting?.minutes ?? 0) * 60_000;
  return setting && { white_ms: ms, black_ms: ms };
}

function askedPhrase(by: Side, san: string, answer: Heard['answer']): string {
  if (answer === 'any-yes') return `${title(by)} asks “Any?”: yes, a pawn can capture.`;
  if (answer === 'any-no') return `${title(by)} asks “Any?”: no pawn can capture.`;
  return `${title(by)} tries ${san}: ${answer === 'nonsense' ? 'nonsense' : 'no'}.`;
}

const startOf = ({ start, clock }: Course, first: Side): Step => ({
  ply: 0,
  asked: 0,
  turn: -1,
  number: 0,
  by: null,
  toMove: first,
  fen: start,
  move: null,
  tried: [],
  label: 'Start',
  answer: null,
  phrase: 'Start of the game.',
  clock: fullClocks(clock),
});

/** What was refused or asked in a turn that begins after `before`. */
const askedSteps = ({ by, asked }: Turn, turn: number, number: number, before: Step): Step[] =>
  asked.map(({ san, answer }, index) => ({
    ply: turn,
    asked: index + 1,
    turn,
    number,
    by,
    toMove: by,
    fen: before.fen,
    move: null,
    tried: asked
      .slice(0, index + 1)
      .map(({ ask }) => ask)
      .filter((ask) => ask !== 'any'),
    label: san,
    answer,
    phrase: askedPhrase(by, san, answer),
    clock: before.clock,
  }));

/** The move that ends a turn; none while it is not made. */
function moveSteps({ by, move, san, fen, phrase, heard, clock }: Turn, turn: number, number: number): Step[] {
  if (move === null || fen === null) return [];
  const who = title(by);
  const said = (phrase ?? '').replace(`${who} has moved.`, '');
  return [
    {
      ply: turn + 1,
      asked: 0,
      turn,
      number,
      by,
      toMove: heard?.end ? null : other(by),
      fen,
      move,
      tried: [],
      label: san ?? move,
      answer: 'ok',
      phrase: `${who} plays ${san ?? move}.${said}`,
      clock,
    },
  ];
}

export function stepsOf(course: Course): Step[] {
  const first = course.turns[0]?.by ?? 'white';
  const steps = [startOf(course, first)];
  let number = 0;
  course.turns.forEach((turn, index) => {
    if (turn.by === first) number += 1;
    steps.push(...askedSteps(turn, index, number, steps.at(-1)!), ...moveSteps(turn, index, number));
  });
  return steps;
}
