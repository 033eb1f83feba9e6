// Walking over the squares of a board with the arrow keys. Pure.
import type { Side, Square } from '../base/protocol';
import { fileOf, rankOf, squareAt } from './men';

const ways: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

const within = (n: number): number => Math.max(0, Math.min(7, n));

/** Where an arrow key leads on a board seen from a side, the first one to `first`; null for other keys. */
export function squareAfter(key: string, from: Square | null, seenFrom: Side, first: Square): Square | null {
  const way = ways[key];
  if (!way) return null;
  if (!from) return first;
  const turn = seenFrom === 'white' ? 1 : -1;
  return squareAt(within(fileOf(from) + turn * way[0]), within(rankOf(from) + turn * way[1]));
}
