// Small phrases about positions and problems that several topics say. Pure.
import type { Moment, Origin } from '../base/protocol';

const count = new Intl.NumberFormat('en');

export function positionsText(moment: Pick<Moment, 'states' | 'exact'> | null | undefined): string {
  if (!moment) return 'not counted yet';
  const { states, exact } = moment;
  return `${exact ? '' : 'at least '}${count.format(states)} ${states === 1 ? 'position' : 'positions'}`;
}

/** Own moves that a mate within so many ply takes. */
export const movesOf = (ply: number): number => (ply + 1) / 2;

export const originText = ({ author, source }: Origin): string => (author ? `${author}, ${source}` : source);
