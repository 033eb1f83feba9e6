// Clocks: what is left at a moment, and how it is written.
import type { Clock, Side } from '../base/protocol';

export function leftOf(clock: Clock, side: Side, sinceMs: number): number {
  const ms = side === 'white' ? clock.white_ms : clock.black_ms;
  return Math.max(0, clock.running === side ? ms - sinceMs : ms);
}

export function clockText(ms: number): string {
  const tenths = Math.floor(ms / 100);
  const seconds = Math.floor(tenths / 10);
  const two = (n: number) => String(n).padStart(2, '0');
  if (seconds >= 3600)
    return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (seconds >= 20) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return `0:${two(seconds)}.${tenths % 10}`;
}
