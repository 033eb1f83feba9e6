// Where the opponent's men could have been: shares of the possible positions. Pure.
import { title, type Kind, type Shares, type Side, type Square } from '../base/protocol';
import { kindNames, kinds, type Men } from './men';

export type HeatKind = Kind | 'any';

/** In the order of the buttons. */
export const heatKinds: HeatKind[] = ['any', ...[...kinds].reverse()];
export const heatName = (kind: HeatKind): string => (kind === 'any' ? 'any man' : kindNames[kind]);

/** By square; what is not in it is 0. A square has one man at most, so shares can be added. */
export function sharesOf(men: Shares, kind: HeatKind): Map<Square, number> {
  const shares = new Map<Square, number>();
  for (const [letter, squares] of Object.entries(men)) {
    if (kind !== 'any' && letter.toLowerCase() !== kind) continue;
    for (const [square, share] of Object.entries(squares))
      shares.set(square, Math.min(1, (shares.get(square) ?? 0) + share));
  }
  return shares;
}

/** How strongly a square is coloured: little is seen well, and more is always stronger. */
export const shade = (share: number): number => (share > 0 ? 0.08 + 0.72 * Math.sqrt(share) : 0);

export function percentText(share: number): string {
  if (share === 0 || share === 1) return `${100 * share}%`;
  return share < 0.0005 ? 'less than 0.1%' : `${(100 * share).toFixed(1)}%`;
}

export const heatText = (square: Square, kind: HeatKind, share: number): string =>
  `${square}: ${kind === 'any' ? 'a man' : heatName(kind)} in ${percentText(share)} of the positions`;

/** What is told of the square that is pointed at, on the board of a side. */
export function heatNote(
  pointed: Square | null,
  men: Men,
  side: Side,
  kind: HeatKind | null,
  shares: Map<Square, number> | null,
): string {
  if (!pointed) return kind && shares ? 'Point at a square to see its percentage.' : '';
  const man = men.get(pointed);
  if (man?.side === side) return `${pointed}: ${title(side)}’s own ${kindNames[man.kind]}`;
  return shares && kind ? heatText(pointed, kind, shares.get(pointed) ?? 0) : pointed;
}
