// How a game has ended, and who has played it.
import * as api from '../api';
import { h } from '../dom';
import { changeText, playerName, playerTag } from '../names';
import { sides, title, type End, type Side, type Transcript } from '../protocol';

const reasons: Record<string, string> = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  'insufficient-material': 'Too few men',
  repetition: 'Repetition',
  'fifty-moves': 'Fifty moves',
  resignation: 'Resignation',
  agreement: 'Agreed draw',
  time: 'Out of time',
  abandonment: 'Left the game',
  abort: 'Aborted',
};

const reasonName = (reason: string): string => reasons[reason] ?? reason;

export function verdict(end: End, own: Side | null): string {
  if (end.reason === 'abort') return 'The game was aborted';
  if (!end.winner) return 'A draw';
  if (own) return end.winner === own ? 'You have won' : 'You have lost';
  return `${title(end.winner)} has won`;
}

/** The same about a player of whom one speaks. */
export function verdictFor(end: End, side: Side): string {
  if (end.reason === 'abort') return 'Aborted';
  if (!end.winner) return 'Draw';
  return end.winner === side ? 'Won' : 'Lost';
}

function playerLine(transcript: Transcript, side: Side, own: Side | null): HTMLElement {
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

/** `footer` has what else can be done: rematch, a new game. */
export function endCard(transcript: Transcript, own: Side | null, footer: HTMLElement): HTMLElement {
  const { id, end, rules, rated } = transcript;
  return h(
    'div',
    { class: 'end-card' },
    h('h1', {}, verdict(end, own)),
    h('p', {}, `${reasonName(end.reason)}. Rules: ${rules.name}. ${rated ? 'Rated.' : 'Casual.'}`),
    h(
      'ul',
      { class: 'end-players' },
      sides.map((side) => playerLine(transcript, side, own)),
    ),
    footer,
    h('a', { href: api.pgnAddress(id), download: `blindmate-${id}.pgn` }, 'Download PGN'),
  );
}
