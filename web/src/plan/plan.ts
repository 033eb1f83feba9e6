// A plan as a tree of sentences: what to try, what the referee can say, and what then. Pure.
import { other, title, type Announced, type Direction, type Plan, type PlanBranch, type Side } from '../base/protocol';
import { fileOf, menOf, rankOf, readBoard, squareAt, type Men } from '../ui/men';
import { askText } from '../ui/referee';

export interface PlanNode {
  text: string;
  /** Whether this line ends with mate here. */
  mate: boolean;
  children(): PlanNode[];
}

const ways: Record<Direction, string> = {
  file: 'on the file',
  rank: 'on the rank',
  long: 'on the long diagonal',
  short: 'on the short diagonal',
  knight: 'by a knight',
};

export const checkWords = (check: Direction[]): string => `check ${check.map((way) => ways[way]).join(' and ')}`;

/** What is announced, without who has moved; null when nothing is said. */
export function announcedText({ capture, check, en_passant, promotion, pawn_tries }: Announced): string | null {
  const words: string[] = [];
  if (capture) {
    const kind = capture.kind ? ` of a ${capture.kind}` : '';
    words.push(en_passant ? `en passant on ${capture.square}` : `capture${kind} on ${capture.square}`);
  }
  if (promotion) words.push('a pawn was promoted');
  if (check?.length) words.push(checkWords(check));
  if (Array.isArray(pawn_tries)) words.push(`pawn tries: ${pawn_tries.join(', ') || 'none'}`);
  else if (typeof pawn_tries === 'boolean') words.push(pawn_tries ? 'pawn tries' : 'no pawn tries');
  else if (typeof pawn_tries === 'number') words.push(`${pawn_tries} pawn ${pawn_tries === 1 ? 'try' : 'tries'}`);
  return words.length > 0 ? words.join(', ') : null;
}

/** Qd1–a4; the own men are known all along. */
export function tryText(ask: string, men: Men): string {
  const kind = men.get(ask.slice(0, 2))?.kind ?? 'p';
  return `${kind === 'p' ? '' : kind.toUpperCase()}${askText(ask)}`;
}

export function afterTry(men: Men, ask: string): Men {
  const [from, to] = [ask.slice(0, 2), ask.slice(2, 4)];
  const moved = new Map(men);
  const man = moved.get(from);
  if (!man) return moved;
  moved.delete(from);
  moved.set(to, ask[4] ? { ...man, kind: ask[4] as typeof man.kind } : man);
  const way = fileOf(to) - fileOf(from);
  if (man.kind === 'k' && Math.abs(way) === 2) {
    moved.delete(squareAt(way > 0 ? 7 : 0, rankOf(from)));
    moved.set(squareAt(fileOf(from) + way / 2, rankOf(from)), { ...man, kind: 'r' });
  }
  return moved;
}

/** What is left of the attacker's men after the defender's move. */
export function afterReply(men: Men, { capture }: Announced): Men {
  const left = new Map(men);
  if (capture) left.delete(capture.square);
  return left;
}

export function branchText({ announced, mate }: PlanBranch): string {
  const said = announcedText(announced);
  return `${said ? `Referee: ${said}` : 'Played, no announcement'}${mate ? ': mate' : ''}`;
}

export function replyText(announced: Announced, attacker: Side): string {
  const said = announcedText(announced);
  return `${title(other(attacker))} moves${said ? `: ${said}` : ', no announcement'}`;
}

function branchNode(branch: PlanBranch, men: Men, side: Side): PlanNode {
  return {
    text: branchText(branch),
    mate: branch.mate === true,
    children: () => (branch.replies ?? []).map((reply) => replyNode(reply, men, side)),
  };
}

function replyNode({ announced, plan }: { announced: Announced; plan: Plan }, men: Men, side: Side): PlanNode {
  return {
    text: replyText(announced, side),
    mate: false,
    children: () => tries(plan, afterReply(men, announced), side, ''),
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
