// A game of two bots as far as it has come, and the step that the viewer looks at. Pure.
import { title, type Exhibition, type ExhibitionMessage } from '../base/protocol';
import { stepsOf, type Step } from '../replay/steps';

export interface Watching {
  game: Exhibition;
  steps: Step[];
  at: number;
  /** Whether the viewer wants to see the newest step, even if he is on the way to it. */
  following: boolean;
}

const lastOf = ({ steps }: Watching): number => steps.length - 1;
export const isNewest = (state: Watching): boolean => state.at === lastOf(state);

/** Null before the first message. A game that is told anew leaves the viewer where he was. */
export function fold(before: Watching | null, message: ExhibitionMessage): Watching | null {
  if (message.type === 'exhibition') return before ? grown(before, message.transcript) : opened(message.transcript);
  // A turn after one that is missing: the whole game comes with the next connection.
  if (!before || message.number > before.game.turns.length) return before;
  const turns = [...before.game.turns];
  turns[message.number] = message.turn;
  return grown(before, { ...before.game, turns, end: message.end });
}

function opened(game: Exhibition): Watching {
  const steps = stepsOf(game);
  return { game, steps, at: steps.length - 1, following: true };
}

function grown(before: Watching, game: Exhibition): Watching {
  const steps = stepsOf(game);
  return { ...before, game, steps, at: Math.min(before.at, steps.length - 1) };
}

/** Who goes back stays there; who comes to the newest step follows the game again. */
export function goTo(state: Watching, index: number): Watching {
  const last = lastOf(state);
  const at = Math.max(0, Math.min(last, index));
  return { ...state, at, following: at === last };
}

export const follow = (state: Watching): Watching => goTo(state, lastOf(state));

/** One step nearer to the newest one, without leaving out what was refused on the way. */
export const advance = (state: Watching): Watching => ({ ...state, at: Math.min(lastOf(state), state.at + 1) });

/** How long a step is seen while others wait to be shown. */
export const paceOf = (state: Watching): number => Math.max(80, 600 / Math.max(1, lastOf(state) - state.at));

export function statusText(state: Watching): string {
  const { game, steps, at, following } = state;
  const behind = lastOf(state) - at;
  if (!following) return behind === 1 ? 'One step behind.' : `${behind} steps behind.`;
  if (game.end) return behind === 0 ? game.end.phrase : '';
  const { toMove } = steps[at]!;
  return toMove ? `${title(toMove)} is thinking.` : '';
}
