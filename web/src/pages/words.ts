// Small phrases that several pages say.
import { other, sides, type ClockSetting, type Player, type Side, type Summary } from '../base/protocol';
import { verdict } from '../replay/result';
import { capital, playerName } from '../ui/names';

export function clockName(clock: ClockSetting | null): string {
  return clock ? `${clock.minutes} min + ${clock.increment} s` : 'No clock';
}

/** What a game is played by: rules, clock, and whether it counts. */
export const termsName = (terms: { rules: string; clock: ClockSetting | null; rated: boolean }): string =>
  [capital(terms.rules), clockName(terms.clock).toLowerCase(), terms.rated ? 'rated' : 'casual'].join(' · ');

export function opponentName(summary: Summary): string {
  const player = summary.side && summary[other(summary.side)];
  return player ? playerName(player) : 'Waiting for an opponent';
}

/** Club, medium – Random, easy */
export const playersText = (game: Record<Side, Player | null>): string =>
  sides
    .map((side) => game[side])
    .map((player) => (player ? playerName(player) : 'Nobody'))
    .join(' – ');

export function statusName(summary: Summary): string {
  if (summary.end) return verdict(summary.end, summary.side);
  if (summary.status === 'waiting') return 'Waiting';
  return summary.your_turn ? 'Your turn' : 'Opponent’s turn';
}
