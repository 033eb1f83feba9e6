// What each side could have known, as the server tells it bit by bit. Pure.
import { sides, title, type Moment, type Plan, type ReviewMessage, type Side } from '../base/protocol';
import type { MateMark } from '../replay/moves';
import type { Step } from '../replay/steps';

interface SideKnown {
  /** How many moments there will be; 0 while that is not known. */
  of: number;
  moments: Moment[];
  /** Indices of the moments with a mate that was missed; null until all moments are there. */
  missed: number[] | null;
  /** How many moments this connection has told. */
  told: number;
}
export type Knowledge = Record<Side, SideKnown>;

const nothing: SideKnown = { of: 0, moments: [], missed: null, told: 0 };
export const nothingKnown: Knowledge = { white: nothing, black: nothing };

export function fold(known: Knowledge, message: ReviewMessage): Knowledge {
  const { side } = message;
  const before = known[side];
  if (message.type === 'reviewed') return { ...known, [side]: { ...before, missed: message.missed } };
  const moments = [...before.moments];
  moments[before.told] = message.moment;
  return { ...known, [side]: { ...before, of: message.of, moments, told: before.told + 1 } };
}

/** A new connection tells everything again from the start; what is known already stays until then. */
export const toldAnew = (known: Knowledge): Knowledge => ({
  white: { ...known.white, told: 0 },
  black: { ...known.black, told: 0 },
});

export const isComplete = (known: Knowledge): boolean => sides.every((side) => known[side].missed !== null);

/**
 * For each step the last moment after as many moves and at most as many own questions; null where none is told yet. Where
 * nothing was asked since the move, it is the first one: there can be another, of what was heard after the last move.
 */
export function momentsAt(steps: Step[], moments: Moment[], side: Side): (Moment | null)[] {
  let last = -1;
  return steps.map(({ ply, asked, by }) => {
    const own = by === side ? asked : 0;
    const isTime = (next: Moment): boolean =>
      next.ply < ply || (next.ply === ply && next.asked <= own && (asked > 0 || moments[last]?.ply !== ply));
    while (last + 1 < moments.length && isTime(moments[last + 1]!)) last += 1;
    const moment = moments[last];
    return moment?.ply === ply ? moment : null;
  });
}

export interface Mate extends MateMark {
  states: number;
  plan: Plan | null;
}

/** The guaranteed mates, by the number of moves made before. */
export function matesOf(known: Knowledge): Map<number, Mate> {
  const mates = new Map<number, Mate>();
  for (const side of sides) {
    const { moments, missed } = known[side];
    moments.forEach(({ ply, states, mate }, index) => {
      if (!mate) return;
      const moves = (mate.length + 1) / 2;
      mates.set(ply, { side, moves, states, plan: mate.plan, missed: missed && missed.includes(index) });
    });
  }
  return mates;
}

/** Counting positions: White 34 of 83 · Black 33 of 80 */
export const progressText = (known: Knowledge): string =>
  `Counting positions: ${sides.map((side) => `${title(side)} ${known[side].moments.length} of ${known[side].of || '…'}`).join(' · ')}`;
