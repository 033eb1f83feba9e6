// What a study says: how many positions, how the search goes, and its verdict. Pure.
import type { Belief, Classic, Posed, Progress, Report, Solution } from '../base/protocol';
import { movesOf, originText, positionsText } from '../ui/words';

const count = new Intl.NumberFormat('en');
const whole = (number: number): string => count.format(Math.round(number));

export const keyText = ({ one_key }: Report): string =>
  one_key ? 'One key: the problem is sound.' : 'Several keys: the problem is not sound.';

export function dualsText({ duals, turns, turns_examined }: Report): string {
  if (turns === 0) return 'There are no later turns.';
  const where = turns === turns_examined ? `${turns}` : `${turns_examined} (of ${turns})`;
  return duals.length === 0
    ? `No duals in ${where} later turns.`
    : `Duals: ${duals.length} of ${where} later turns have other tries that win.`;
}

export function shortVerdict({ verdict, length }: Pick<Solution, 'verdict' | 'length'>): string {
  if (verdict === 'unknown') return 'unknown (time limit)';
  return verdict === 'mate' ? `mate in ${length} ply` : 'no mate';
}

export function classicText({ origin, ply, states }: Classic): string {
  return `${originText(origin)}: mate in ${movesOf(ply)}${states > 1 ? `, ${states} positions` : ''}`;
}

/** `here` is what is known where the plan was walked to. */
export function posedText({ states, dropped, duty }: Posed, here: Belief | null): string {
  if (here && here.states !== states)
    return `${positionsText({ states: here.states, exact: true })} at this point of the plan.`;
  const left = dropped > 0 ? ` ${whole(dropped)} impossible ${dropped === 1 ? 'one is' : 'ones are'} left out.` : '';
  const owed = duty ? ' A pawn capture must be tried.' : '';
  return `${positionsText({ states, exact: true })}.${left}${owed}`;
}

export function progressText(progress: Progress | null): string {
  if (!progress) return 'Starting …';
  if ('waiting' in progress)
    return progress.waiting === 1
      ? '1 search is ahead in the queue.'
      : `${whole(progress.waiting)} searches are ahead in the queue.`;
  const { states, seconds } = progress;
  const speed = seconds > 0 ? `, ${whole(states / seconds)} per second` : '';
  return `${whole(states)} states${speed}`;
}

const limits: Record<NonNullable<Solution['limit']>, string> = {
  time: 'time limit reached',
  states: 'state limit reached',
  memory: 'memory limit reached',
  interrupted: 'stopped',
};

const movesText = (length: number): string => {
  const moves = (length + 1) / 2;
  return `${moves} ${moves === 1 ? 'move' : 'moves'}`;
};

export function verdictText({ verdict, limit, ply, length }: Solution): string {
  if (verdict === 'mate') return `Guaranteed mate in ${length ?? ply} ply`;
  if (verdict === 'no-mate') return `No guaranteed mate in ${ply} ply`;
  return limit ? `Unknown: ${limits[limit]}` : 'Unknown';
}

export function verdictDetails({ verdict, ply, length }: Solution, states: number): string {
  const each = states === 1 ? 'in this position' : `in each of the ${positionsText({ states, exact: true })}`;
  if (verdict === 'mate') return `${movesText(length ?? ply)}, ${each}, whatever the defender does.`;
  if (verdict === 'no-mate') return `No plan mates within ${movesText(ply)} ${each}.`;
  return `The search ended before it was known whether there is a mate in ${ply} ply.`;
}

export const effortText = ({ states, seconds }: Solution): string =>
  `${whole(states)} states in ${seconds < 10 ? seconds.toFixed(2) : whole(seconds)} s`;
