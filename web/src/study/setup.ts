// What is put on the board of a study: the attacker's men, and brushes for those of the defender. Pure.
import { other, title, type Kind, type Side, type Source, type Square } from '../base/protocol';
import { allSquares, kindNames, kinds, writeBoard, type Men } from '../ui/men';

/** A kind of man, or that it is not there at all. */
export type BrushKind = Kind | '-';
/** What a man can be that is not the king. */
export const brushKinds: BrushKind[] = [...kinds.filter((kind) => kind !== 'k'), '-'];

export interface Brush {
  /** Its colour, and what it is told apart by. */
  number: number;
  kinds: BrushKind[];
  squares: Square[];
}

export type Wing = 'king' | 'queen';

export interface Setup {
  side: Side;
  own: Record<Square, Kind>;
  castling: Wing[];
  /** The first one is the king's. */
  brushes: Brush[];
}

export const mostBrushes = 8;

export const emptySetup: Setup = {
  side: 'white',
  own: {},
  castling: ['king', 'queen'],
  brushes: [{ number: 0, kinds: ['k'], squares: [] }],
};

export function putMan(setup: Setup, square: Square, kind: Kind): Setup {
  if (setup.own[square] === kind) return takeMan(setup, square);
  const own = { ...setup.own, [square]: kind };
  // There is one king.
  if (kind === 'k') for (const other of allSquares) if (other !== square && own[other] === 'k') delete own[other];
  return { ...setup, own };
}

export function takeMan(setup: Setup, square: Square): Setup {
  const own = { ...setup.own };
  delete own[square];
  return { ...setup, own };
}

export function moveMan(setup: Setup, from: Square, to: Square): Setup {
  const kind = setup.own[from];
  return kind && from !== to ? { ...setup, own: { ...takeMan(setup, from).own, [to]: kind } } : setup;
}

const homes: Record<Wing, string> = { king: 'h', queen: 'a' };

/** Whether king and rook are where they began. */
export function mayCastle({ side, own }: Setup, wing: Wing): boolean {
  const rank = side === 'white' ? '1' : '8';
  return own[`e${rank}`] === 'k' && own[`${homes[wing]}${rank}`] === 'r';
}

export function setCastling(setup: Setup, wing: Wing, on: boolean): Setup {
  const rest = setup.castling.filter((one) => one !== wing);
  return { ...setup, castling: on ? [...rest, wing] : rest };
}

function castlingText(setup: Setup): string {
  const letters = (['king', 'queen'] as const)
    .filter((wing) => setup.castling.includes(wing) && mayCastle(setup, wing))
    .map((wing) => (wing === 'king' ? 'K' : 'Q'))
    .join('');
  return (setup.side === 'white' ? letters : letters.toLowerCase()) || '-';
}

const withBrush = (setup: Setup, number: number, change: (brush: Brush) => Brush): Setup => ({
  ...setup,
  brushes: setup.brushes.map((brush) => (brush.number === number ? change(brush) : brush)),
});

export function addBrush(setup: Setup): Setup {
  const used = new Set(setup.brushes.map(({ number }) => number));
  const number = [...Array(mostBrushes).keys()].find((free) => !used.has(free));
  if (number === undefined) return setup;
  return { ...setup, brushes: [...setup.brushes, { number, kinds: ['q'], squares: [] }] };
}

export const removeBrush = (setup: Setup, number: number): Setup => ({
  ...setup,
  brushes: setup.brushes.filter((brush, index) => index === 0 || brush.number !== number),
});

export const toggleKind = (setup: Setup, number: number, kind: BrushKind): Setup =>
  withBrush(setup, number, (brush) => ({
    ...brush,
    kinds: brushKinds.filter((one) => brush.kinds.includes(one) !== (one === kind)),
  }));

export const paint = (setup: Setup, number: number, square: Square, on: boolean): Setup =>
  withBrush(setup, number, (brush) => ({
    ...brush,
    squares: allSquares.filter((one) => (one === square ? on : brush.squares.includes(one))),
  }));

export const wipe = (setup: Setup, number: number): Setup =>
  withBrush(setup, number, (brush) => ({ ...brush, squares: [] }));

export const brushName = ({ kinds: all }: Brush): string => {
  const names = all.filter((kind) => kind !== '-').map((kind) => kindNames[kind as Kind]);
  const name = names.join(' or ') || 'nothing';
  return all.includes('-') && names.length > 0 ? `${name}, or not there` : name;
};

export const ownMen = ({ side, own }: Setup): Men =>
  new Map(Object.entries(own).map(([square, kind]) => [square, { side, kind }]));

/** What is still missing; null when the problem is complete. */
export function missing({ side, own, brushes }: Setup): string | null {
  if (!Object.values(own).includes('k')) return `Place ${title(side)}’s king on the board.`;
  const empty = brushes.find(({ squares }) => squares.length === 0);
  if (empty === brushes[0]) return `Paint the squares where ${title(other(side))}’s king can be.`;
  if (empty) return `Paint the squares of the ${brushName(empty)}.`;
  if (brushes.some((brush) => brush.kinds.every((kind) => kind === '-'))) return 'Choose what each man can be.';
  return null;
}

export const setupSource = (setup: Setup): Source => ({
  own: writeBoard(ownMen(setup)),
  side: setup.side,
  castling: castlingText(setup),
  men: setup.brushes.map((brush) => ({ kinds: brush.kinds.join(''), squares: brush.squares })),
});
