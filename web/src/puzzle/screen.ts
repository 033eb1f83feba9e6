// A puzzle on the screen: what the server has told, and what the solver looks at. Pure.
import type { PlanStep, Square } from '../base/protocol';
import { askAt, placeAt } from '../plan/walk';
import type { Shown } from '../ui/board';
import { sharesOf, type HeatKind } from '../ui/heat';
import { readBoard, type Men } from '../ui/men';
import { isLong, voiceOf } from '../ui/referee';
import { positionsText } from '../ui/words';
import { isRunning, nothing, ownMen, type State } from './state';
import { checkText, endTitle, leftText } from './words';

/** What the board shows after the end. */
export type Look = 'end' | 'plan';

export interface Screen {
  state: State;
  isOpen: boolean;
  /** The way of a pawn while the solver chooses what it becomes. */
  choosing: string | null;
  look: Look;
  /** Where the plan was walked to. */
  path: PlanStep[];
  /** The possible position that is looked at. */
  position: string | null;
}

export const firstScreen: Screen = {
  state: nothing,
  isOpen: false,
  choosing: null,
  look: 'end',
  path: [],
  position: null,
};

export const hasEnded = (before: State, after: State): boolean => after.ended !== null && before.ended !== after.ended;

/** Another puzzle, or the end of this one, is looked at from the beginning. */
export function told(screen: Screen, state: State, isOpen: boolean): Screen {
  const isOther = hasEnded(screen.state, state) || screen.state.puzzle !== state.puzzle;
  return { ...screen, state, isOpen, ...(isOther && { path: [], look: 'end' as const }) };
}

export const choosing = (screen: Screen, way: string | null): Screen => ({ ...screen, choosing: way });
export const lookAt = (screen: Screen, look: Look): Screen => ({ ...screen, look });
export const walkTo = (screen: Screen, path: PlanStep[]): Screen => ({ ...screen, path, look: 'plan' });
export const atPosition = (screen: Screen, position: string | null): Screen => ({ ...screen, position });

/** The tries along a way, which differ in the promotion only. */
export const triesAlong = ({ state }: Screen, way: string): string[] =>
  state.now?.askable.filter((move) => move.startsWith(way)) ?? [];

const heldBy = ({ choosing: way, state: { pending } }: Screen): string | null =>
  way ?? (pending === 'any' ? null : pending);

/** During the puzzle the own men, afterwards the position that was lost, or a place of the plan. */
function standing(screen: Screen): { men: Men; arrow: string | null } {
  const { state, look, path, position } = screen;
  const { ended, now, puzzle } = state;
  if (position) return { men: readBoard(position), arrow: null };
  if (!ended) return { men: ownMen({ ...state, pending: heldBy(screen) }), arrow: null };
  if (look === 'end') return { men: readBoard(ended.position ?? now!.fens[0] ?? now!.own), arrow: null };
  const here = placeAt(ended.plan, readBoard(puzzle!.now.own), path)!;
  const ask = askAt(here);
  return { men: here.men, arrow: ask === 'any' ? null : ask };
}

/** The heat map; null where there is none to show. */
export const sharesAt = ({ state, position }: Screen, kind: HeatKind | null): Map<Square, number> | null =>
  state.now && kind && isRunning(state) && !position ? sharesOf(state.now.men, kind) : null;

/** The board of a puzzle that has begun. */
export function boardOf(screen: Screen): Shown {
  const { state, isOpen, position } = screen;
  const running = isRunning(state);
  const held = heldBy(screen);
  const mayTry = running && isOpen && state.pending === null && screen.choosing === null && !position;
  return {
    side: state.puzzle!.side,
    askable: mayTry ? state.now!.askable : [],
    phantoms: {},
    tool: null,
    lastMove: held || !running ? null : state.lastMove,
    checkSquares: [],
    capture: null,
    pawnTries: [],
    refused: running ? state.now!.refused : [],
    pending: held,
    ...standing(screen),
  };
}

const hint = 'You see only your own men. The referee always gives the answer that is worst for you.';

/** What the referee has said last, and how it is written. */
export function voiceIn({ log, ended }: State): { text: string; style: string } {
  const { text: said, tone } = voiceOf(log);
  const text = said || (ended ? '' : hint);
  return { text, style: `voice-text ${tone}${isLong(text) ? ' long' : ''}` };
}

export function statusText({ ended, pending }: State): string {
  if (ended) return endTitle(ended);
  return pending ? 'Waiting for the referee …' : 'Your turn';
}

/** While it is being solved. */
export function factsOf(state: State): { text: string; alert: boolean }[] {
  const { now } = state;
  if (!now || !isRunning(state)) return [];
  return [
    { text: leftText(now.ply), alert: false },
    { text: positionsText({ states: now.states, exact: true }), alert: false },
    ...(now.check.length > 0 ? [{ text: checkText(now.check), alert: true }] : []),
  ];
}
