// A puzzle as the server tells it, folded. Pure.
import {
  other,
  type Entry,
  type Puzzle,
  type PuzzleEnd,
  type PuzzleMessage,
  type PuzzleNow,
  type Solver,
} from '../base/protocol';
import { afterTry } from '../plan/plan';
import { readBoard, type Men } from '../ui/men';

export interface State {
  puzzle: Puzzle | null;
  now: PuzzleNow | null;
  log: Entry[];
  /** What was asked and is not answered yet. */
  pending: string | null;
  lastMove: string | null;
  ended: PuzzleEnd | null;
  /** Who solves, before this puzzle and, at its end, after it. */
  you: Solver | null;
  before: Solver | null;
  complaint: string | null;
}

export const nothing: State = {
  puzzle: null,
  now: null,
  log: [],
  pending: null,
  lastMove: null,
  ended: null,
  you: null,
  before: null,
  complaint: null,
};

export function fold(state: State, message: PuzzleMessage): State {
  switch (message.type) {
    case 'puzzle': {
      const { type, ...puzzle } = message;
      // Asked for by a new connection, because the old one was lost.
      const isAgain = isRunning(state) && state.puzzle?.puzzle === puzzle.puzzle;
      const complaint = isAgain ? 'The connection was lost. The puzzle starts again.' : null;
      return { ...nothing, you: state.you, before: state.you, puzzle, now: puzzle.now, complaint };
    }
    case 'answered': {
      const { ask, heard, phrase, reply, now } = message;
      if (!state.puzzle) return state;
      const { side } = state.puzzle;
      const own: Entry = { by: side, ask, heard, times: 1, phrase };
      const heardOfReply: Entry[] = reply ? [{ by: other(side), ask: null, times: 1, ...reply }] : [];
      return {
        ...state,
        now,
        log: [...state.log, own, ...heardOfReply],
        pending: null,
        lastMove: heard.answer === 'ok' ? ask : state.lastMove,
        complaint: null,
      };
    }
    case 'ended': {
      const { type, ...ended } = message;
      return { ...state, ended, pending: null, you: ended.you ?? state.you };
    }
    case 'error':
      return { ...state, pending: null, complaint: message.message };
  }
}

export const asking = (state: State, ask: string): State => ({ ...state, pending: ask, complaint: null });

export const isRunning = ({ puzzle, ended }: State): boolean => puzzle !== null && ended === null;

/** The own men, with a pending try shown as if it had been made. */
export function ownMen({ now, pending }: State): Men {
  const men = readBoard(now?.own ?? '');
  return pending && pending !== 'any' ? afterTry(men, pending) : men;
}

const firstRating = 1500;

/** How this puzzle has changed the rating; null when it does not count. */
export function ratingChange({ puzzle, ended, before }: State): number | null {
  if (!puzzle?.counts || !ended?.you) return null;
  return Math.round(ended.you.rating) - Math.round(before?.rating ?? firstRating);
}
