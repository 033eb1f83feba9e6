// Men on squares: reading and writing the first field of a FEN, counting, and a man's picture.
import { h } from '../base/dom';
import type { Kind, Side, Square } from '../base/protocol';

export interface Man {
  side: Side;
  kind: Kind;
}
export type Men = Map<Square, Man>;

export const kinds: Kind[] = ['k', 'q', 'r', 'b', 'n', 'p'];
export const kindNames: Record<Kind, 'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn'> = {
  k: 'king',
  q: 'queen',
  r: 'rook',
  b: 'bishop',
  n: 'knight',
  p: 'pawn',
};

const files = 'abcdefgh';

export const squareAt = (file: number, rank: number): Square => `${files[file]}${rank + 1}`;
export const fileOf = (square: Square): number => files.indexOf(square[0] ?? '');
export const rankOf = (square: Square): number => Number(square[1]) - 1;
export const allSquares: Square[] = [...Array(64).keys()].map((i) => squareAt(i % 8, i >> 3));

export function readBoard(fen: string): Men {
  const men: Men = new Map();
  const rows = (fen.split(' ')[0] ?? '').split('/');
  rows.forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) {
        file += Number(letter);
        continue;
      }
      const kind = letter.toLowerCase() as Kind;
      men.set(squareAt(file, rows.length - 1 - index), { side: letter === kind ? 'black' : 'white', kind });
      file += 1;
    }
  });
  return men;
}

export function writeBoard(men: Men): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = '';
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = men.get(squareAt(file, rank));
      if (!man) {
        empty += 1;
        continue;
      }
      row += (empty || '') + (man.side === 'white' ? man.kind.toUpperCase() : man.kind);
      empty = 0;
    }
    rows.push(row + (empty || ''));
  }
  return rows.join('/');
}

export function menOf(men: Men, side: Side): Men {
  return new Map([...men].filter(([, man]) => man.side === side));
}

export function countKinds(all: Iterable<Kind>): Record<Kind, number> {
  const counts: Record<Kind, number> = { k: 0, q: 0, r: 0, b: 0, n: 0, p: 0 };
  for (const kind of all) counts[kind] += 1;
  return counts;
}

const values: Record<Kind, number> = { k: 0, q: 9, r: 5, b: 3, n: 3, p: 1 };

/** Who has more, in pawns. */
export function materialText(men: Men): string {
  const sum = (side: Side) => [...menOf(men, side).values()].reduce((total, { kind }) => total + values[kind], 0);
  const lead = sum('white') - sum('black');
  return lead === 0 ? 'Material: even' : `Material: ${lead > 0 ? 'White' : 'Black'} +${Math.abs(lead)}`;
}

/** A man beside the board, with the picture that chessground gives to those on it. */
export function picture(side: Side, name: string, className = ''): HTMLElement {
  const piece = document.createElement('piece');
  piece.className = `${side} ${name}`;
  return h('span', { class: `man cg-wrap ${className}`, 'aria-hidden': 'true' }, piece);
}
