// A finished game as a row of steps: every refused try, every question and every move is one. Pure.
import { other, title, type Heard, type Side, type TimeLeft, type Transcript } from '../base/protocol';

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

export function stepsOf(course: Course): Step[] {
  const first = course.turns[0]?.by ?? 'white';
  let clock = fullClocks(course.clock);
  const steps: Step[] = [
    {
      ply: 0,
      asked: 0,
      turn: -1,
      number: 0,
      by: null,
      toMove: first,
      fen: course.start,
      move: null,
      tried: [],
      label: 'Start',
      answer: null,
      phrase: 'Start of the game.',
      clock,
    },
  ];
  let fen = course.start;
  let number = 0;
  course.turns.forEach((turn, index) => {
    if (turn.by === first) number += 1;
    turn.asked.forEach(({ san, answer }, asked) => {
      const asks = turn.asked.slice(0, asked + 1).map(({ ask }) => ask);
      steps.push({
        ply: index,
        asked: asked + 1,
        turn: index,
        number,
        by: turn.by,
        toMove: turn.by,
        fen,
        move: null,
        tried: asks.filter((ask) => ask !== 'any'),
        label: san,
        answer,
        phrase: askedPhrase(turn.by, san, answer),
        clock,
      });
    });
    if (turn.move === null || turn.fen === null) return;
    fen = turn.fen;
    clock = turn.clock;
    const who = title(turn.by);
    const phrase = `${who} plays ${turn.san ?? turn.move}.${(turn.phrase ?? '').replace(`${who} has moved.`, '')}`;
    steps.push({
      ply: index + 1,
      asked: 0,
      turn: index,
      number,
      by: turn.by,
      toMove: turn.heard?.end ? null : other(turn.by),
      fen,
      move: turn.move,
      tried: [],
      label: turn.san ?? turn.move,
      answer: 'ok',
      phrase,
      clock,
    });
  });
  return steps;
}
