// What is said about puzzles. Pure.
import type { Direction, Puzzle, PuzzleEnd, PuzzleSize } from '../base/protocol';
import { checkWords } from '../plan/plan';
import { movesOf } from '../ui/words';

export const sizeNames: Record<PuzzleSize, string> = { small: 'Small', medium: 'Medium', large: 'Large' };
export const sizeHints: Record<PuzzleSize, string> = {
  small: 'up to 5 positions',
  medium: 'up to 25 positions',
  large: 'more than 25 positions',
};

export function leftText(ply: number): string {
  const moves = movesOf(ply);
  return `${moves === 1 ? 'One move' : `${moves} moves`} left (${ply} ply)`;
}

export const puzzleTitle = ({ ply, side }: Puzzle): string =>
  `${side === 'white' ? 'White' : 'Black'} to move and mate in ${movesOf(ply)}`;

const reasons: Record<PuzzleEnd['reason'], string> = {
  checkmate: 'Checkmate, whatever the position was.',
  'no-mate-left': 'After this no mate is guaranteed any more.',
  stalemate: 'In one of the positions this is stalemate.',
  'too-long': 'There are no moves left.',
  'given-up': 'You have given it up.',
};

export const endTitle = ({ solved }: PuzzleEnd): string => (solved ? 'Solved' : 'Failed');
export const endText = ({ reason, position }: PuzzleEnd): string =>
  `${reasons[reason]}${position && reason !== 'given-up' ? ' The board shows a position in which it is lost.' : ''}`;

export const checkText = (check: Direction[]): string => `You are in ${checkWords(check)}`;
