import { describe, expect, it } from 'vitest';
import { canBeThere, move, openingSetUp, place, remove } from '../../src/game/phantoms';
import { clockText, leftOf } from '../../src/ui/clock';
import { shortPhrase } from '../../src/ui/log';
import { materialText, readBoard, writeBoard } from '../../src/ui/men';
import { entry, game, heard, now } from './samples';

describe('men', () => {
  it('reads and writes boards', () => {
    const fen = 'r3k2r/8/8/3pP3/8/5N2/PPP2PPP/R1BQKB1R';
    expect(writeBoard(readBoard(`${fen} w KQkq - 0 1`))).toBe(fen);
    expect(readBoard(fen).get('e5')).toEqual({ side: 'white', kind: 'p' });
    expect(readBoard('')).toEqual(new Map());
  });

  it('weighs them', () => {
    expect(materialText(readBoard('4k3/8/8/8/8/8/8/4K3'))).toBe('Material: even');
    expect(materialText(readBoard('4k2r/8/8/8/8/8/8/Q3K3'))).toBe('Material: White +4');
    expect(materialText(readBoard('4k3/p7/8/8/8/8/8/4K3'))).toBe('Material: Black +1');
  });
});

describe('phantoms', () => {
  it('places, replaces, removes and moves', () => {
    expect(place({}, 'e5', 'p')).toEqual({ e5: 'p' });
    expect(place({ e5: 'p' }, 'e5', 'p')).toEqual({});
    expect(place({ e5: 'p' }, 'e5', 'n')).toEqual({ e5: 'n' });
    expect(remove({ e5: 'p' }, 'e5')).toEqual({});
    expect(move({ e5: 'p', d6: 'q' }, 'e5', 'd6')).toEqual({ d6: 'p' });
    expect(move({ e5: 'p' }, 'a1', 'a2')).toEqual({ e5: 'p' });
  });

  it('sets up the opening where no own man stands', () => {
    const set = openingSetUp(game(), readBoard('8/4P3/8/8/8/8/8/4K3'));
    expect(Object.keys(set)).toHaveLength(15);
    expect(set['e7']).toBeUndefined();
    expect(set['d8']).toBe('q');
  });

  it('counts what can still be there', () => {
    expect(canBeThere(game(), now())).toEqual({ k: 1, q: 1, r: 2, b: 2, n: 2, p: 8 });
    const told = now({ opponent_men: { total: 4, pawns: 1, pieces: 3 } });
    expect(canBeThere(game(), told)).toEqual({ k: 1, q: 1, r: 2, b: 2, n: 2, p: 1 });
    const untold = now({ opponent_men: { total: 2, pawns: null, pieces: null } });
    expect(canBeThere(game(), untold)).toEqual({ k: 1, q: 1, r: 1, b: 1, n: 1, p: 1 });
  });
});

describe('clocks', () => {
  it('runs for the side that is to move only', () => {
    const clock = { white_ms: 60_000, black_ms: 30_000, running: 'white' as const };
    expect(leftOf(clock, 'white', 1500)).toBe(58_500);
    expect(leftOf(clock, 'black', 1500)).toBe(30_000);
    expect(leftOf(clock, 'white', 100_000)).toBe(0);
  });

  it.each([
    [3_725_000, '1:02:05'],
    [300_000, '5:00'],
    [61_900, '1:01'],
    [9_950, '0:09.9'],
    [0, '0:00.0'],
  ])('writes %d ms as %s', (ms, text) => expect(clockText(ms)).toBe(text));
});

describe('log', () => {
  it('leaves out what the heading says', () => {
    expect(shortPhrase(entry('white', 'e2e4'))).toBe('has moved');
    expect(shortPhrase({ ...entry('black', null, 'no'), times: 3 })).toBe('no, 3 times');
    expect(shortPhrase({ ...entry('black', null), phrase: 'Black has moved. Capture on d5.' })).toBe('Capture on d5.');
    expect(
      shortPhrase({
        ...entry('black', null),
        heard: heard('any-no'),
        phrase: 'Black asks "Any?": no pawn can capture.',
      }),
    ).toBe('no pawn can capture.');
  });
});
