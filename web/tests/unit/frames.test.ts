// The guard itself: what the browser tests call a leak.
import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../src/base/protocol';
import { checkFrames } from '../browser/frames';
import { entry, firstView, heard, now } from './samples';

const next = (message: object): ServerMessage[] => [
  firstView(),
  { type: 'view', from: 0, log: [], now: now(), ...message } as ServerMessage,
];

describe('checkFrames', () => {
  it('lets pass what the contract allows', () => {
    const capture = { square: 'd5', kind: null };
    const log = [
      entry('white', 'e2e4'),
      { ...entry('black', null, 'ok', { capture }), phrase: 'Black has moved. Capture on d5.' },
    ];
    expect(() => checkFrames(next({ log, now: now({ capture: 'd5', last_own_move: 'e2e4' }) }))).not.toThrow();
  });

  it.each<[string, object]>([
    ['a man of the opponent', { now: now({ board: '8/8/4p3/8/8/8/PPPPPPPP/RNBQKBNR' }) }],
    ["the opponent's try", { log: [entry('black', 'e7e5')] }],
    ['a square in a phrase', { log: [{ ...entry('black', null), phrase: 'Black has moved. e7e5.' }] }],
    ['a field more in now', { now: { ...now(), fen: 'x' } }],
    ['a field more in heard', { log: [{ ...entry('black', null), heard: { ...heard(), from: 'e7' } }] }],
    ['a field more in the view', { position: 'x' }],
    ["another's move as one's own", { now: now({ last_own_move: 'e7e5' }) }],
    ['a capture that was not announced', { now: now({ capture: 'e5' }) }],
    ['check squares without a check', { now: now({ check_squares: ['e1'] }) }],
    ['tries of men that are not there', { now: now({ askable: ['e7e5'] }) }],
  ])('finds %s', (_, message) => expect(() => checkFrames(next(message))).toThrow());
});
