// Problems that are written: positions, a game, a problem line. Each reads as a source, or as what is missing. Pure.
import type { Side, Source } from '../base/protocol';

export type Reading = { source: Source } | { missing: string };

export function readPositions(text: string): Reading {
  const fens = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return fens.length > 0 ? { source: { fens } } : { missing: 'Enter one position on each line.' };
}

/** The last part of a link, or the text itself. */
const idOf = (text: string): string =>
  text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
    .split('/')
    .at(-1) ?? '';

export interface GameMoment {
  side: Side;
  ply: number;
  asked: number;
}

export function readGame(text: string, { side, ply, asked }: GameMoment): Reading {
  const game = idOf(text);
  return game ? { source: { game, side, ply, asked } } : { missing: 'Enter the link of a finished game.' };
}

export const readPgn = (text: string, side: Side): Reading =>
  text.trim() ? { source: { pgn: text, side } } : { missing: 'Paste a Kriegspiel PGN, or open a file.' };

export function readProblem(text: string): Reading {
  const line = text.trim();
  if (!line) return { missing: 'Paste a problem or the link to a saved one, or open a file.' };
  if (!line.startsWith('{')) return { source: { problem: idOf(line) } };
  try {
    return { source: { line: JSON.parse(line.split('\n')[0]!) as object } };
  } catch {
    return { missing: 'This is not a problem: it is not JSON.' };
  }
}
