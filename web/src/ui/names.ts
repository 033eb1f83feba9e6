// How players, rule sets and ratings are written, and where players' pages are.
import { h } from '../base/dom';
import type { Account, Player, RatingChanges, Side } from '../base/protocol';

/** An ID of the server as a name: Berkeley for berkeley. */
export const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

interface Rated {
  rating: number | null;
  provisional: boolean;
}

/** 1512, or 1512? while it is provisional. */
export const ratingText = ({ rating, provisional }: Rated): string =>
  rating === null ? '' : `${Math.round(rating)}${provisional ? '?' : ''}`;

/** 1500 → 1512 (+12) */
export function changeText(ratings: RatingChanges, side: Side): string {
  const [before, after] = ratings[side].map(Math.round) as [number, number];
  return `${before} → ${after} (${differenceText(ratings, side)})`;
}

/** +12, −12 or ±0, as the rounded numbers have it. */
export function differenceText(ratings: RatingChanges, side: Side): string {
  const [before, after] = ratings[side].map(Math.round) as [number, number];
  return signed(after - before);
}

export const signed = (difference: number): string =>
  `${difference > 0 ? '+' : difference < 0 ? '−' : '±'}${Math.abs(difference)}`;

export const playerPath = (name: string): string => `/player/${encodeURIComponent(name)}`;

const isGuest = ({ kind, account, name }: Player): boolean => kind === 'person' && account === null && name === 'guest';

/** Names of accounts are letters, digits, - and _; those of built-in bots have more, as in "club, medium". */
const isBuiltIn = ({ kind, name }: Player): boolean => kind === 'bot' && /[ ,(]/.test(name);

/** People of imported games have names without accounts. */
export function playerName(player: Player): string {
  if (isGuest(player)) return 'A guest';
  return isBuiltIn(player) ? capital(player.name) : player.name;
}

/** Accounts say themselves what they are. */
export const accountName = ({ kind, name }: Pick<Account, 'kind' | 'name'>): string =>
  kind === 'house' ? capital(name) : name;

/** The name, which leads to the player's page if there is one, and the rating. In a game the page opens beside it. */
export function playerTag(player: Player, name = playerName(player), beside = false): HTMLElement {
  const rating = ratingText(player);
  return h(
    'span',
    { class: 'player-tag' },
    player.account === null ? name : h('a', { href: playerPath(player.account), target: beside && '_blank' }, name),
    rating && h('span', { class: 'rating' }, rating),
  );
}

const kinds: Record<Account['kind'], string | null> = { person: null, bot: 'bot', house: 'built-in bot' };

export const kindMark = (kind: Account['kind']): HTMLElement | null =>
  kinds[kind] === null ? null : h('span', { class: 'mark' }, kinds[kind]);
