// The game as this seat knows it. Pure: messages are folded into a state, and what the page shows is computed from it.
import {
  other,
  type Entry,
  type Game,
  type Heard,
  type Now,
  type Phantoms,
  type ServerMessage,
} from '../base/protocol';
import { readBoard, type Men } from '../ui/men';

export interface State {
  game: Game | null;
  now: Now | null;
  log: Entry[];
  phantoms: Phantoms;
  /** The try, or "any", that was sent and not answered yet. */
  pending: string | null;
  /** What the server refused to do, in words for the player. */
  complaint: string | null;
  /** When `now` came, for the clocks. */
  heardAt: number;
}

export const nothingKnown: State = {
  game: null,
  now: null,
  log: [],
  phantoms: {},
  pending: null,
  complaint: null,
  heardAt: 0,
};

const complaints: Record<string, string> = {
  stale: 'The referee has announced something new. Look at the board and try again.',
  'not-now': 'That is not possible right now.',
  'too-often': 'Too many requests. Please slow down.',
  'too-much-nonsense': 'Too many impossible tries. Wait a moment.',
  gone: 'The server closed the connection.',
};

export function fold(state: State, message: ServerMessage, at: number): State {
  switch (message.type) {
    case 'view': {
      const fresh = message.game !== undefined && message.phantoms !== undefined;
      const log = [...state.log.slice(0, message.from), ...message.log];
      return {
        game: message.game ?? state.game,
        now: message.now,
        log,
        phantoms: message.phantoms ?? state.phantoms,
        // The first view after connecting tells everything there is: an answer to an older try will never come. Later ones have
        // the entry of the try before its answer comes.
        pending: fresh || isAnswered(state, message.log) ? null : state.pending,
        complaint: null,
        heardAt: at,
      };
    }
    case 'answer': {
      const { ask, heard } = message;
      const phantoms = heard.answer === 'ok' ? withoutTaken(state.phantoms, ask, heard) : state.phantoms;
      return { ...state, pending: null, phantoms };
    }
    case 'phantoms':
      return { ...state, phantoms: message.phantoms };
    case 'error':
      return { ...state, pending: null, complaint: complaints[message.code] ?? message.message };
  }
}

const isAnswered = ({ game, pending }: State, added: Entry[]): boolean =>
  added.some(({ by, ask }) => by === game?.side && ask === pending);

/** A lost connection loses the try that was not answered: whether it was heard is seen after connecting again. */
export const unlink = (state: State): State => ({ ...state, pending: null });

/** No phantom stays where an own man has arrived or where one was taken. */
function withoutTaken(phantoms: Phantoms, ask: string, heard: Heard): Phantoms {
  const left = { ...phantoms };
  delete left[ask.slice(2, 4)];
  if (heard.capture) delete left[heard.capture.square];
  return left;
}

export const samePhantoms = (a: Phantoms, b: Phantoms): boolean => {
  const squares = Object.keys(a);
  return squares.length === Object.keys(b).length && squares.every((square) => a[square] === b[square]);
};

export const ownTurn = ({ game, now }: State): boolean =>
  game !== null && now !== null && now.status === 'playing' && now.turn === game.side;

/** The own men, with a pending try shown as if it had been made. */
export function ownMen(state: State): Men {
  const men = readBoard(state.now?.board ?? '');
  const { pending } = state;
  if (pending === null || pending === 'any') return men;
  const man = men.get(pending.slice(0, 2));
  if (man) {
    men.delete(pending.slice(0, 2));
    men.set(pending.slice(2, 4), man);
  }
  return men;
}

/** What happens now, in a few words. */
export function statusText(state: State): string {
  const { game, now } = state;
  if (!game || !now) return 'Loading …';
  if (now.end) return now.end.phrase;
  if (now.status === 'waiting') return 'Waiting for your opponent';
  if (state.pending) return state.pending === 'any' ? 'Asking “Any?” …' : 'Waiting for the referee …';
  if (now.turn !== game.side) {
    return game[other(game.side)]?.kind === 'bot' ? 'The bot is thinking' : 'Your opponent’s turn';
  }
  return now.capture_duty ? 'Your turn: try a pawn capture' : 'Your turn';
}

