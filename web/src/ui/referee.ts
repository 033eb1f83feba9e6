// What the referee has said, as it is written beside a board. Pure.
import type { Entry, Now, PawnTries, Side } from '../base/protocol';

export interface LogTurn {
  /** 1 for the first turns of White and Black, 2 for the second ones, ... */
  number: number;
  by: Side;
  entries: Entry[];
  /** Whether a move ended it. */
  complete: boolean;
}

export function turnsOf(log: Entry[], first: Side = 'white'): LogTurn[] {
  const turns: LogTurn[] = [];
  for (const entry of log) {
    let turn = turns.at(-1);
    if (!turn || turn.complete || turn.by !== entry.by) {
      const number = turn ? turn.number + (entry.by === first ? 1 : 0) : 1;
      turn = { number, by: entry.by, entries: [], complete: false };
      turns.push(turn);
    }
    turn.entries.push(entry);
    if (entry.heard.answer === 'ok') turn.complete = true;
  }
  return turns;
}

export function pawnTriesText(tries: PawnTries): string | null {
  if (tries === null) return null;
  if (Array.isArray(tries)) return tries.length === 0 ? 'No pawn tries' : `Pawn tries from ${tries.join(', ')}`;
  if (tries === true) return 'You have pawn tries';
  if (tries === false || tries === 0) return 'No pawn tries';
  return tries === 1 ? 'One pawn try' : `${tries} pawn tries`;
}

/** What was asked, as a player writes it: e2–e4, e7–e8=Q. */
export function askText(ask: string): string {
  if (ask === 'any') return 'Any?';
  const promotion = ask[4] ? `=${ask[4].toUpperCase()}` : '';
  return `${ask.slice(0, 2)}–${ask.slice(2, 4)}${promotion}`;
}

/** Whether a phrase needs smaller letters to leave the board in its place. */
export const isLong = (phrase: string): boolean => phrase.length > 64;

/** The referee's last word, as it is shown beside the board. */
export function voiceOf(log: Entry[], status?: Now['status']): { text: string; tone: 'plain' | 'no' | 'alert' } {
  const last = log.at(-1);
  if (!last) {
    const text = status === 'playing' ? 'You see only your own men. White begins.' : '';
    return { text, tone: 'plain' };
  }
  const { ask, heard, phrase } = last;
  const refused = heard.answer === 'no' || heard.answer === 'nonsense';
  const named = refused && ask ? phrase.replace(' tries:', ` tries ${askText(ask)}:`) : phrase;
  return {
    text: named,
    tone: refused ? 'no' : heard.check.length > 0 ? 'alert' : 'plain',
  };
}
