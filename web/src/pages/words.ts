// Small phrases that several pages say.
import type { ClockSetting, Player, Summary } from '../protocol';
import { other } from '../protocol';
import { verdict } from '../game/review';

export function clockName(clock: ClockSetting | null): string {
  return clock ? `${clock.minutes} min + ${clock.increment} s` : 'No clock';
}

export function opponentName(summary: Summary): string {
  const player: Player | null = summary.side ? summary[other(summary.side)] : null;
  if (!player) return 'Waiting for somebody';
  return player.kind === 'bot' ? player.name : 'A person';
}

export function statusName(summary: Summary): string {
  if (summary.end) return verdict(summary.end, summary.side);
  if (summary.status === 'waiting') return 'Waiting';
  return summary.your_turn ? 'Your turn' : "Opponent's turn";
}
