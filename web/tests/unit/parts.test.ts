import { describe, expect, it } from 'vitest';
import { clockText, leftOf } from '../../src/game/clock';
import { shortPhrase } from '../../src/game/log';
import { readBoard, writeBoard } from '../../src/game/men';
import { canBeThere, move, openingSetUp, place, remove } from '../../src/game/phantoms';
import { stepsOf } from '../../src/game/steps';
import type { Transcript } from '../../src/protocol';
import { entry, game, heard, now } from './samples';

describe('men', () => {
  it('reads and writes boards', () => {
    const fen = 'r3k2r/8/8/3pP3/8/5N2/PPP2PPP/R1BQKB1R';
    expect(writeBoard(readBoard(`${fen} w KQkq - 0 1`))).toBe(fen);
    expect(readBoard(fen).get('e5')).toEqual({ side: 'white', kind: 'p' });
    expect(readBoard('')).toEqual(new Map());
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

describe('steps', () => {
  const after = (fen: string) => ({ heard: heard(), phrase: 'White has moved. Check on the rank.', fen });
  const transcript: Transcript = {
    id: 'g',
    rules: 'berkeley',
    start: 'start',
    white: null,
    black: null,
    clock: null,
    end: { reason: 'resignation', winner: 'black', phrase: 'Black wins (resignation).' },
    turns: [
      { by: 'white', asked: [{ ask: 'e2d3', san: 'exd3', answer: 'no' }], move: 'e2e4', san: 'e4', ...after('one') },
      { by: 'black', asked: [{ ask: 'any', san: 'Any?', answer: 'any-no' }], move: 'e7e5', san: 'e5', ...after('two') },
      {
        by: 'white',
        asked: [{ ask: 'e4d5', san: 'exd5', answer: 'no' }],
        move: null,
        san: null,
        heard: null,
        phrase: null,
        fen: null,
      },
    ],
  };

  it('makes a step of every try, question and move', () => {
    expect(
      stepsOf(transcript).map(({ number, by, fen, move: made, tried, label }) => [number, by, fen, made, tried, label]),
    ).toEqual([
      [0, null, 'start', null, null, 'Start'],
      [1, 'white', 'start', null, 'e2d3', 'exd3'],
      [1, 'white', 'one', 'e2e4', null, 'e4'],
      [1, 'black', 'one', null, null, 'Any?'],
      [1, 'black', 'two', 'e7e5', null, 'e5'],
      [2, 'white', 'two', null, 'e4d5', 'exd5'],
    ]);
    expect(stepsOf(transcript)[2]!.phrase).toBe('White plays e4. Check on the rank.');
  });
});
