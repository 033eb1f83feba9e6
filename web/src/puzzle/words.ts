// What is said about puzzles. Pure.
import type { Direction, Puzzle, PuzzleEnd, PuzzleSize } from '../base/protocol';
import { checkWords } from '../plan/plan';
import { capital, ratingText, signed } from '../ui/names';
import { movesOf, originText } from '../ui/words';
import { ratingChange, type State } from './state';

export const sizeNames: Record<PuzzleSize, string> = { small: 'Small', medium: 'Medium', large: 'Large' };
export const sizeHints: Record<PuzzleSize, string> = {
  small: 'up to 5 possible positions',
  medium: 'up to 25 possible positions',
  large: 'more than 25 possible positions',
};

export function leftText(ply: number): string {
  const moves = movesOf(ply);
  return `${moves === 1 ? 'One move' : `${moves} moves`} left (${ply} ply)`;
}

export const puzzleTitle = ({ ply, side }: Puzzle): string =>
  `${side === 'white' ? 'White' : 'Black'} to move and mate in ${movesOf(ply)}`;

const reasons: Record<PuzzleEnd['reason'], string> = {
  checkmate: 'Checkmate in every possible position.',
  'no-mate-left': 'That lets the mate slip.',
  stalemate: 'In one of the positions that is stalemate.',
  'too-long': 'You have no moves left.',
  'given-up': 'You gave up.',
};

export const endTitle = ({ solved }: PuzzleEnd): string => (solved ? 'Solved' : 'Failed');
export const endText = ({ reason, position }: PuzzleEnd): string =>
  `${reasons[reason]}${position && reason !== 'given-up' ? ' The board shows a position in which the mate is lost.' : ''}`;

export const checkText = (check: Direction[]): string => `You are in ${checkWords(check)}`;

/** Where it comes from, its rules, and whether this attempt counts. */
export function termsText({ puzzle, ended }: State): string {
  const { origin, rules, rating, counts } = puzzle!;
  return [
    origin && `${originText(origin)}.`,
    `Rules: ${capital(rules)}.`,
    `Rating ${Math.round(rating)}.`,
    !ended && (counts ? 'This attempt counts.' : 'This attempt does not count.'),
  ]
    .filter(Boolean)
    .join(' ');
}

export function ratingChangeText(state: State): string {
  const { you, ended } = state;
  const change = ratingChange(state);
  if (change === null || !you || !ended) return 'This attempt did not count for your rating.';
  return `Your puzzle rating: ${ratingText(you)} (${signed(change)}). The puzzle is now rated ${Math.round(ended.puzzle_rating)}.`;
}
