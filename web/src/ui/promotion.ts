// Asks what a pawn becomes.
import type { Kind, Side } from '../base/protocol';
import { chooseOne } from './dialog';
import { kindNames, picture } from './men';

/** "queen" for e7e8q. */
export const promotionName = (move: string): string => kindNames[move[4] as Kind];

const order = ['queen', 'rook', 'bishop', 'knight'];

/** `moves` are the tries that differ in the promotion only; null when the pawn is taken back. */
export function choosePromotion(moves: string[], side: Side): Promise<string | null> {
  const choices = moves
    .map((move) => ({ move, name: promotionName(move) }))
    .sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map(({ move, name }) => ({
      label: name[0]!.toUpperCase() + name.slice(1),
      value: move,
      picture: picture(side, name),
    }));
  return chooseOne('Promote to', choices, 'Cancel', 'promotion');
}
