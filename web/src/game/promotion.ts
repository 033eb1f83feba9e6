// Asks what a pawn becomes.
import type { Side } from '../protocol';
import { chooseOne } from './dialog';
import { promotionName } from './entry';
import { picture } from './men';

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
  return chooseOne('Promote the pawn to', choices, 'Take it back', 'promotion');
}
