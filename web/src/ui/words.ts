// Small phrases that several topics say. Pure.
import type { Moment, Origin } from '../base/protocol';

export const loading = 'Loading …';
export const reconnecting = 'Connection lost. Reconnecting …';
export const notConnected = 'Not connected. Try again in a moment.';
export const planTooLong = 'The plan is too long to show.';

const count = new Intl.NumberFormat('en');

/** The largest number with two digits and zeros that is less: 20,000 for 20,001. */
function roundBelow(number: number): number {
  const unit = 10 ** Math.max(0, String(number - 1).length - 2);
  return unit * Math.floor((number - 1) / unit);
}

export function positionsText(moment: Pick<Moment, 'states' | 'exact'> | null | undefined): string {
  if (!moment) return 'not counted yet';
  const { states, exact } = moment;
  if (!exact) return `more than ${count.format(roundBelow(states))} positions`;
  return `${count.format(states)} ${states === 1 ? 'position' : 'positions'}`;
}

/** Own moves that a mate within so many ply takes. */
export const movesOf = (ply: number): number => (ply + 1) / 2;

export const originText = ({ author, source }: Origin): string => (author ? `${author}, ${source}` : source);
