// A plan as a tree of sentences: what to try, what the referee can say, and what then. Pure.
import { menOf, readBoard, type Men } from '../game/men';
import { askText } from '../game/state';
import { other, title, type Announced, type Plan, type PlanBranch, type Side } from '../protocol';

export interface PlanNode {
  text: string;
  /** Whether this line ends with mate here. */
  mate: boolean;
  children(): PlanNode[];
}

const ways: Record<string, string> = {
  file: 'on the file',
  rank: 'on the rank',
  long: 'on the long diagonal',
  short: 'on the short diagonal',
  knight: 'by a knight',
};

/** What is announced, without who has moved; null when nothing is said. */
export function announcedText({ capture, check, en_passant, promotion, pawn_tries }: Announced): string | null {
  const words: string[] = [];
  if (capture) {
    const kind = capture.kind ? ` of a ${capture.kind}` : '';
    words.push(en_passant ? `en passant on ${capture.square}` : `capture${kind} on ${capture.square}`);
  }
  if (promotion) words.push('a pawn was promoted');
  if (check?.length) words.push(`check ${check.map((way) => ways[way]).join(' and ')}`);
  if (Array.isArray(pawn_tries)) words.push(`pawn tries: ${pawn_tries.join(', ') || 'none'}`);
  else if (typeof pawn_tries === 'boolean') words.push(pawn_tries ? 'pawn tries' : 'no pawn tries');
  else if (typeof pawn_tries === 'number') words.push(`${pawn_tries} pawn ${pawn_tries === 1 ? 'try' : 'tries'}`);
  return words.length > 0 ? words.join(', ') : null;
}

/** Qd1–a4; the own men are known all along. */
function tryText(ask: string, men: Men): string {
  const kind = men.get(ask.slice(0, 2))?.kind ?? 'p';
  return `${kind === 'p' ? '' : kind.toUpperCase()}${askText(ask)}`;
}

function afterTry(men: Men, ask: string): Men {
  const moved = new Map(men);
  const man = moved.get(ask.slice(0, 2));
  moved.delete(ask.slice(0, 2));
  if (man) moved.set(ask.slice(2, 4), ask[4] ? { ...man, kind: ask[4] as typeof man.kind } : man);
  return moved;
}

function branchNode(branch: PlanBranch, men: Men, side: Side): PlanNode {
  const said = announcedText(branch.announced);
  const mate = branch.mate === true;
  return {
    text: `${said ? `Referee: ${said}` : 'Played, nothing else is said'}${mate ? ': mate' : ''}`,
    mate,
    children: () => (branch.replies ?? []).map((reply) => replyNode(reply, men, side)),
  };
}

function replyNode({ announced, plan }: { announced: Announced; plan: Plan }, men: Men, side: Side): PlanNode {
  const left = new Map(men);
  if (announced.capture) left.delete(announced.capture.square);
  const said = announcedText(announced);
  return {
    text: `${title(other(side))} moves${said ? `: ${said}` : ', nothing else is said'}`,
    mate: false,
    children: () => tries(plan, left, side, ''),
  };
}

/** One node a try: each is for the case that those before were refused. */
function tries(plan: Plan | null, men: Men, side: Side, before: string): PlanNode[] {
  if (!plan) return [];
  if ('ask' in plan)
    return [
      {
        text: `${before}ask “Any?”`.replace(/^a/, 'A'),
        mate: false,
        children: () => [...tries(plan.yes, men, side, 'If yes: '), ...tries(plan.no, men, side, 'If no: ')],
      },
    ];
  const { try: ask, played, refused } = plan;
  const first: PlanNode = {
    text: `${before}try ${tryText(ask, men)}`.replace(/^t/, 'T'),
    mate: false,
    children: () => played.map((branch) => branchNode(branch, afterTry(men, ask), side)),
  };
  return [first, ...tries(refused, men, side, 'If refused: ')];
}

/** `fen` is the position in which `side` begins. */
export const planNodes = (plan: Plan, fen: string, side: Side): PlanNode[] =>
  tries(plan, menOf(readBoard(fen), side), side, '');
