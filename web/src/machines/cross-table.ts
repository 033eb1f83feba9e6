// Who has scored what against whom. Pure.
import type { Tournament } from '../base/protocol';

export interface Result {
  won: number;
  drawn: number;
  lost: number;
}

const none: Result = { won: 0, drawn: 0, lost: 0 };

export function against({ pairs }: Pick<Tournament, 'pairs'>, row: string, column: string): Result {
  return pairs.reduce((sum, { a, b, won, drawn, lost }) => {
    if (a === row && b === column) return { won: sum.won + won, drawn: sum.drawn + drawn, lost: sum.lost + lost };
    if (a === column && b === row) return { won: sum.won + lost, drawn: sum.drawn + drawn, lost: sum.lost + won };
    return sum;
  }, none);
}

/** Between 0 and 1, or null when they have not met. */
export function scoreOf({ won, drawn, lost }: Result): number | null {
  const games = won + drawn + lost;
  return games === 0 ? null : (won + drawn / 2) / games;
}

export const percent = (score: number): string => `${Math.round(100 * score)}%`;

export const resultText = ({ won, drawn, lost }: Result): string => `${won} won, ${drawn} drawn, ${lost} lost`;
