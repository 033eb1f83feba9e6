// Walking through a plan: where a row of steps leads, and what the referee can say there. Pure.
import type { Plan, PlanBranch, PlanStep, Side } from '../base/protocol';
import type { Men } from '../ui/men';
import { afterReply, afterTry, branchText, replyText, tryText } from './plan';

interface Standing {
  /** The attacker's men. */
  men: Men;
}
export type Place =
  /** The attacker asks what the plan says. */
  | (Standing & { kind: 'ask'; plan: Plan })
  /** A move is made, and it is the defender's turn. */
  | (Standing & { kind: 'wait'; branch: PlanBranch })
  | (Standing & { kind: 'mate' });

export interface Saying {
  step: PlanStep;
  text: string;
  mate: boolean;
}

const start = (plan: Plan, men: Men): Place => ({ kind: 'ask', plan, men });

const placeAfter = (branch: PlanBranch, men: Men): Place =>
  branch.mate ? { kind: 'mate', men } : { kind: 'wait', branch, men };

function next(place: Place, step: PlanStep): Place | null {
  const [word, number] = step.split(' ');
  const { men } = place;
  if (place.kind === 'wait') {
    const reply = word === 'reply' ? place.branch.replies?.[Number(number)] : undefined;
    return reply ? start(reply.plan, afterReply(men, reply.announced)) : null;
  }
  if (place.kind === 'mate') return null;
  const { plan } = place;
  if ('ask' in plan) {
    const answered = word === 'yes' ? plan.yes : word === 'no' ? plan.no : null;
    return answered ? start(answered, men) : null;
  }
  if (word === 'refused') return plan.refused ? start(plan.refused, men) : null;
  const branch = word === 'played' ? plan.played[Number(number)] : undefined;
  return branch ? placeAfter(branch, afterTry(men, plan.try)) : null;
}

/** Null where the plan has no such way. */
export const placeAt = (plan: Plan, men: Men, path: PlanStep[]): Place | null =>
  path.reduce<Place | null>((place, step) => place && next(place, step), start(plan, men));

/** The try or the question of a place, as a coordinate move or "any". */
export function askAt(place: Place): string | null {
  if (place.kind !== 'ask') return null;
  return 'ask' in place.plan ? place.plan.ask : place.plan.try;
}

export function askWords(place: Place): string {
  const ask = askAt(place);
  if (ask === null) return '';
  return ask === 'any' ? 'Ask “Any?”' : `Try ${tryText(ask, place.men)}`;
}

/** Everything that the referee can say next. */
export function sayingsAt(place: Place, side: Side): Saying[] {
  if (place.kind === 'mate') return [];
  if (place.kind === 'wait')
    return (place.branch.replies ?? []).map(({ announced }, index) => ({
      step: `reply ${index}`,
      text: replyText(announced, side),
      mate: false,
    }));
  const { plan } = place;
  if ('ask' in plan)
    return [
      ...(plan.yes ? [{ step: 'yes', text: 'Yes, a pawn can capture', mate: false }] : []),
      ...(plan.no ? [{ step: 'no', text: 'No pawn can capture', mate: false }] : []),
    ];
  return [
    ...plan.played.map((branch, index) => ({
      step: `played ${index}`,
      text: branchText(branch),
      mate: branch.mate === true,
    })),
    ...(plan.refused ? [{ step: 'refused', text: 'Refused', mate: false }] : []),
  ];
}

/** The way to here in words, one for each step. */
export function wayText(plan: Plan, men: Men, side: Side, path: PlanStep[]): string[] {
  return path.map((step, index) => {
    const place = placeAt(plan, men, path.slice(0, index));
    const saying = place && sayingsAt(place, side).find((one) => one.step === step);
    if (!place || !saying) return step;
    const ask = askAt(place);
    if (ask === null) return saying.text;
    return `${ask === 'any' ? 'Any?' : tryText(ask, place.men)}: ${saying.text.replace('Referee: ', '').toLowerCase()}`;
  });
}
