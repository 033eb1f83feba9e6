import { describe, expect, it } from 'vitest';
import type { RatingChanges } from '../../src/base/protocol';
import { inShort, settingsOf, whyCasual, type Chosen } from '../../src/pages/choices';
import { inWords, pathOf, places, ratingTicks, timeTicks, type Points } from '../../src/ui/graph';
import { changeText, differenceText, playerName, playerPath, ratingText } from '../../src/ui/names';
import { guest, machine } from './samples';

describe('names', () => {
  it('are those of accounts and bots', () => {
    expect(playerName(guest)).toBe('A guest');
    expect(playerName({ ...guest, name: 'Anna' })).toBe('Anna');
    expect(playerName(machine)).toBe('Club, medium');
    expect(playerPath('club, medium')).toBe('/player/club%2C%20medium');
  });

  it('come with ratings in whole numbers', () => {
    expect(ratingText({ rating: 1511.6, provisional: false })).toBe('1512');
    expect(ratingText({ rating: 1500, provisional: true })).toBe('1500?');
    expect(ratingText(guest)).toBe('');
    const changes: RatingChanges = { white: [1500, 1512.3], black: [1480.4, 1467.7] };
    expect(changeText(changes, 'white')).toBe('1500 → 1512 (+12)');
    expect(changeText(changes, 'black')).toBe('1480 → 1468 (−12)');
    expect(differenceText({ ...changes, white: [1500.2, 1499.8] }, 'white')).toBe('±0');
  });
});

describe('a game that counts', () => {
  it('needs an account, a clock, and no private link', () => {
    expect(whyCasual('anyone', true, true)).toBeNull();
    expect(whyCasual('machine', true, true)).toBeNull();
    expect(whyCasual('named', true, true)).toBeNull();
    expect(whyCasual('machine', false, true)).toContain('clock');
    expect(whyCasual('person', true, true)).toContain('private link');
    expect(whyCasual('anyone', true, false)).toContain('Sign in');
  });

  it('is casual where it cannot be rated, whatever was chosen', () => {
    const chosen: Chosen = {
      against: 'anyone',
      player: 'club',
      level: 2,
      rules: 'rand',
      colour: 'random',
      clocked: true,
      minutes: 5,
      increment: 3,
      rated: true,
    };
    expect(settingsOf(chosen, 'named', { name: 'anna' }, true)).toEqual({
      rules: 'rand',
      colour: 'random',
      clock: { minutes: 5, increment: 3 },
      opponent: { name: 'anna' },
      rated: true,
    });
    expect(settingsOf({ ...chosen, clocked: false }, 'anyone', 'anyone', true)).toMatchObject({
      clock: null,
      rated: false,
    });
    expect(settingsOf(chosen, 'person', 'person', true).rated).toBe(false);
    expect(inShort('anna', settingsOf(chosen, 'named', { name: 'anna' }, true))).toBe(
      'anna · Rand rules · random colour · 5 min + 3 s · rated',
    );
  });
});

describe('the graph', () => {
  it.each([
    [1500, 1500, [1440, 1460, 1480, 1500, 1520, 1540, 1560]],
    [1432, 1618, [1400, 1450, 1500, 1550, 1600, 1650]],
    [800, 2400, [500, 1000, 1500, 2000, 2500]],
  ])('has round numbers around %d and %d', (low, high, ticks) => expect(ratingTicks(low, high, 7)).toEqual(ticks));

  it('names moments by the time between them', () => {
    const start = new Date(2026, 9, 3, 12).getTime();
    const labels = (days: number, most: number) =>
      timeTicks(start, start + days * 86_400_000, most, 'en-GB').map(({ label }) => label);
    expect(labels(0.25, 3)).toEqual(['12:00', '15:00', '18:00']);
    expect(labels(10, 2)).toEqual(['3 Oct', '13 Oct']);
    expect(labels(730, 3)).toEqual(['Oct 2026', 'Oct 2027', 'Oct 2028']);
    expect(labels(0, 3)).toEqual(['12:00']);
    expect(labels(2, 5)).toEqual(['3 Oct', '4 Oct', '5 Oct']);
  });

  it('fills its box', () => {
    const points: Points = [
      [1000, 1500],
      [2000, 1600],
      [3000, 1400],
    ];
    const box = { left: 40, right: 240, top: 10, bottom: 110 };
    const at = places(points, [1400, 1500, 1600], box);
    expect(points.map(([time, rating]) => at(time, rating))).toEqual([
      [40, 60],
      [140, 10],
      [240, 110],
    ]);
    expect(pathOf([at(1000, 1500), at(2000, 1600)])).toBe('M40.0 60.0L140.0 10.0');
    expect(places([[1000, 1500]], [1450, 1550], box)(1000, 1500)).toEqual([140, 60]);
  });

  it('can be told', () => {
    const day = (number: number) => new Date(2026, 9, number, 12).getTime();
    const points: Points = [
      [day(3), 1500],
      [day(4), 1433.4],
      [day(5), 1590.2],
    ];
    expect(inWords(points, 'en-GB')).toBe(
      'Rating over time: 1500 on 3 October 2026, 1590 on 5 October 2026, lowest 1433, highest 1590.',
    );
    expect(inWords(points.slice(0, 1), 'en-GB')).toBe('Rating 1500 on 3 October 2026.');
  });
});
