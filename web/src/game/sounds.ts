// Which sound a change of the state makes.
import type { Sound } from '../ui/sound';
import type { State } from './state';

export function soundOf(before: State, after: State): Sound | null {
  // The first view tells what happened earlier: nothing to be heard.
  if (!before.now || !after.now || !after.game) return null;
  if (!before.now.end && after.now.end) return 'end';
  const last = after.log.at(-1);
  const earlier = before.log.at(-1);
  if (!last || (after.log.length === before.log.length && last.times === earlier?.times)) return null;
  const { heard, by } = last;
  if (heard.answer === 'no' || heard.answer === 'nonsense') return by === after.game.side ? 'no' : null;
  if (heard.check.length > 0) return 'check';
  if (heard.capture) return 'capture';
  if (heard.answer !== 'ok') return 'own-move';
  return by === after.game.side ? 'own-move' : 'opponent-moved';
}
