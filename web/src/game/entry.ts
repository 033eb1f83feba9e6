// Reading a typed try: coordinates (e2e4, e7e8q) or short notation (Nf3, exd5, O-O, e8=Q). Only what the server calls askable
// can come out, and only the own board is looked at.
import type { Kind, Square } from '../base/protocol';
import { fileOf, rankOf, type Men } from '../ui/men';

export type Reading = { found: string } | { any: true } | { promotions: string[] } | { problem: string };

export interface Known {
  men: Men;
  askable: string[];
  refused: string[];
  mayAskAny: boolean;
}

const origin = (move: string): Square => move.slice(0, 2);
const target = (move: string): Square => move.slice(2, 4);

export function readTry(typed: string, known: Known): Reading {
  const text = typed
    .trim()
    .replace(/[+#!?]+$/, '')
    .replace(/\s+/g, '');
  if (text === '') return { problem: 'Type a move such as e2e4 or Nf3.' };
  if (/^any$/i.test(text)) {
    return known.mayAskAny ? { any: true } : { problem: 'You can’t ask “Any?” now.' };
  }
  const readings = readingsOf(text, known.men);
  if (readings.length === 0) {
    return { problem: `I can’t read “${typed.trim()}”. Type a move such as e2e4 or Nf3.` };
  }
  const found = readings.map((fits) => known.askable.filter(fits)).find((moves) => moves.length > 0) ?? [];
  if (found.length === 0) {
    return readings.some((fits) => known.refused.some(fits))
      ? { problem: `${typed.trim()} was already refused this turn.` }
      : { problem: `You can’t try ${typed.trim()} now.` };
  }
  const ways = new Set(found.map((move) => move.slice(0, 4)));
  if (ways.size > 1) {
    return { problem: `${typed.trim()} can be ${[...ways].join(' or ')}. Type the one you mean.` };
  }
  return found.length === 1 ? { found: found[0]! } : { promotions: found };
}

type Fits = (move: string) => boolean;

/** What the text can mean, the likeliest first: a small b is the file b, and the bishop only where no pawn is meant. */
function readingsOf(text: string, men: Men): Fits[] {
  const coordinates = /^([a-h][1-8])[-x]?([a-h][1-8])=?([qrbn])?$/i.exec(text);
  if (coordinates) {
    const wanted = `${coordinates[1]}${coordinates[2]}`.toLowerCase();
    return [(move) => move.startsWith(wanted) && promotesTo(move, coordinates[3])];
  }
  const castling = /^[o0]-?[o0](-?[o0])?$/i.exec(text);
  if (castling) {
    const file = castling[1] ? 'c' : 'g';
    return [
      (move) =>
        men.get(origin(move))?.kind === 'k' &&
        target(move)[0] === file &&
        Math.abs(fileOf(origin(move)) - fileOf(target(move))) === 2,
    ];
  }
  const pawn = /^([a-h])?x?([a-h][1-8])=?([qrbn])?$/i.exec(text);
  const piece = /^([kqrbn])([a-h])?([1-8])?x?([a-h][1-8])$/i.exec(text);
  const readings: Fits[] = [];
  if (pawn && !/^B/.test(text)) readings.push(pawnMove(pawn, men));
  if (piece) readings.push(pieceMove(piece, men));
  return readings;
}

function pawnMove([, file, square, promotion]: RegExpExecArray, men: Men): Fits {
  const wanted = square!.toLowerCase();
  const from = (file ?? wanted[0]!).toLowerCase();
  return (move) =>
    men.get(origin(move))?.kind === 'p' &&
    origin(move)[0] === from &&
    target(move) === wanted &&
    promotesTo(move, promotion);
}

function pieceMove([, letter, file, rank, square]: RegExpExecArray, men: Men): Fits {
  const kind = letter!.toLowerCase() as Kind;
  return (move) =>
    men.get(origin(move))?.kind === kind &&
    target(move) === square!.toLowerCase() &&
    (!file || origin(move)[0] === file.toLowerCase()) &&
    (!rank || rankOf(origin(move)) === Number(rank) - 1);
}

const promotesTo = (move: string, letter: string | undefined): boolean => !letter || move[4] === letter.toLowerCase();
