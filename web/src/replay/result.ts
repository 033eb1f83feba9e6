// How a game has ended, and who has played it.
import { h } from '../base/dom';
import { sides, title, type End, type Exhibition, type Side } from '../base/protocol';
import { changeText, playerName, playerTag } from '../ui/names';

const reasons: Record<string, string> = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  'insufficient-material': 'Insufficient material',
  repetition: 'Repetition',
  'fifty-moves': 'Fifty-move rule',
  resignation: 'Resignation',
  agreement: 'Draw by agreement',
  time: 'Out of time',
  abandonment: 'Abandoned',
  abort: 'Aborted',
  adjudication: 'Adjudicated',
  unfinished: 'Unfinished',
};

export const reasonName = (reason: string): string => reasons[reason] ?? reason;

export function verdict(end: End, own: Side | null): string {
  if (end.reason === 'abort') return 'Game aborted';
  if (end.reason === 'unfinished') return 'Unfinished';
  if (!end.winner) return 'Draw';
  if (own) return end.winner === own ? 'You won' : 'You lost';
  return `${title(end.winner)} won`;
}

/** The same about a player of whom one speaks. */
export function verdictFor(end: End, side: Side): string {
  if (end.reason === 'abort') return 'Aborted';
  if (!end.winner) return 'Draw';
  return end.winner === side ? 'Won' : 'Lost';
}

function playerLine(transcript: Exhibition, side: Side, own: Side | null): HTMLElement {
  const player = transcript[side];
  const { ratings } = transcript;
  const name = player ? (side === own && player.account === null ? 'You' : playerName(player)) : 'Nobody';
  return h(
    'li',
    {},
    h('span', { class: `dot ${side}`, 'aria-hidden': 'true' }),
    h('span', { class: 'unseen' }, `${title(side)}: `),
    player ? playerTag(ratings ? { ...player, rating: null } : player, name) : name,
    ratings && h('span', { class: 'change' }, changeText(ratings, side)),
  );
}

export const playerList = (transcript: Exhibition, own: Side | null): HTMLElement =>
  h(
    'ul',
    { class: 'end-players' },
    sides.map((side) => playerLine(transcript, side, own)),
  );
