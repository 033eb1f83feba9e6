// A running game on the screen: what this seat knows, and what the player has in hand. Pure: what the server says and the
// player does are transitions, and what is drawn is computed from the result.
import type { Kind, Phantoms, ServerMessage, Square } from '../base/protocol';
import type { Link } from '../base/socket';
import type { Shown, Tool } from '../ui/board';
import { pawnTriesText } from '../ui/referee';
import * as notes from './phantoms';
import { fold, nothingKnown, ownMen, ownTurn, samePhantoms, unlink, type State } from './state';

export interface Screen {
  state: State;
  link: Link;
  /** In hand while phantoms are edited, otherwise null. */
  tool: Tool | null;
  lastTool: Tool;
  /** The way of a pawn while the player chooses what it becomes. */
  choosing: string | null;
}

export const firstScreen: Screen = {
  state: nothingKnown,
  link: 'connecting',
  tool: null,
  lastTool: 'p',
  choosing: null,
};

const withState = (screen: Screen, part: Partial<State>): Screen => ({
  ...screen,
  state: { ...screen.state, ...part },
});

export const hear = (screen: Screen, message: ServerMessage, at: number): Screen => ({
  ...screen,
  state: fold(screen.state, message, at),
});

export const linked = (screen: Screen, link: Link): Screen => ({
  ...screen,
  link,
  state: link === 'lost' ? unlink(screen.state) : screen.state,
});

export const complain = (screen: Screen, complaint: string): Screen => withState(screen, { complaint });

export const mayAsk = ({ state }: Screen): boolean => ownTurn(state) && state.pending === null;
export const mayAskAny = (screen: Screen): boolean => mayAsk(screen) && screen.state.now!.may_ask_any;

/** A try, or "any", was sent. */
export const asked = (screen: Screen, what: string): Screen => withState(screen, { pending: what, complaint: null });

/** The tries along a way, which differ in the promotion only. */
export const triesAlong = ({ state }: Screen, way: string): string[] =>
  state.now?.askable.filter((move) => move.startsWith(way)) ?? [];

export const choosing = (screen: Screen, way: string | null): Screen => ({ ...screen, choosing: way });

/** No phantom stands where an own man does. */
export function setPhantoms(screen: Screen, next: Phantoms): Screen {
  const men = ownMen(screen.state);
  const kept = Object.entries(next).filter(([square]) => !men.has(square));
  return withState(screen, { phantoms: Object.fromEntries(kept) as Record<Square, Kind> });
}

/** A square was tapped with the tool in hand. */
export function tapped(screen: Screen, square: Square): Screen {
  const { tool, state } = screen;
  if (tool === null || tool === 'move') return screen;
  const { phantoms } = state;
  return setPhantoms(screen, tool === 'erase' ? notes.remove(phantoms, square) : notes.place(phantoms, square, tool));
}

export const editPhantoms = (screen: Screen, on: boolean): Screen => ({
  ...screen,
  tool: on ? screen.lastTool : null,
});

export const chooseTool = (screen: Screen, tool: Tool): Screen => ({
  ...screen,
  lastTool: tool,
  tool: screen.tool === null ? null : tool,
});

export const haveOtherPhantoms = (a: Screen, b: Screen): boolean => !samePhantoms(a.state.phantoms, b.state.phantoms);

/** What is drawn of a screen. When it was heard does not matter, and the clocks run by themselves. */
function drawn({ state, ...screen }: Screen): string {
  const { heardAt, now, ...known } = state;
  const lasting = now && { ...now, clock: now.clock?.running, claim_in_ms: now.claim_in_ms === null };
  return JSON.stringify([screen, known, lasting]);
}

/** Whether there is nothing new to draw. */
export const looksLike = (a: Screen, b: Screen): boolean => drawn(a) === drawn(b);

export interface Fact {
  text: string;
  alert: boolean;
}

export function factsOf({ state }: Screen): Fact[] {
  const { game, now } = state;
  if (!game || !now) return [];
  const mine = ownTurn(state);
  const tries = mine ? pawnTriesText(now.pawn_tries) : null;
  const plain = (text: string | false | null): Fact[] => (text ? [{ text, alert: false }] : []);
  return [
    ...plain(game.rated && 'Rated'),
    ...(mine && now.check.length > 0 ? [{ text: 'You are in check', alert: true }] : []),
    ...plain(now.capture && `Capture on ${now.capture}`),
    ...plain(tries),
  ];
}

/** The board of a game that the server has told of. */
export function boardOf({ state, link, tool, choosing: way }: Screen): Shown {
  const now = state.now!;
  const mine = ownTurn(state);
  const held = way ?? (state.pending === 'any' ? null : state.pending);
  return {
    side: state.game!.side,
    men: ownMen({ ...state, pending: held }),
    askable: link === 'open' && way === null && state.pending === null ? now.askable : [],
    phantoms: state.phantoms,
    tool,
    lastMove: held ? null : now.last_own_move,
    checkSquares: mine ? now.check_squares : [],
    capture: now.capture,
    pawnTries: mine && Array.isArray(now.pawn_tries) ? now.pawn_tries : [],
    refused: mine ? now.refused : [],
    pending: held,
  };
}
