import { describe, expect, it } from 'vitest';
import { soundOf } from '../../src/game/sounds';
import { fold, nothingKnown, ownMen, ownTurn, statusText, unlink } from '../../src/game/state';
import { pawnTriesText, turnsOf, voiceOf } from '../../src/ui/referee';
import { entry, firstView, game, heard, now } from './samples';

const opened = fold(nothingKnown, firstView(), 1000);

describe('fold', () => {
  it('replaces the log from an index on', () => {
    const one = fold(opened, { type: 'view', from: 0, log: [entry('white', 'e2d3', 'no')], now: now() }, 2);
    const two = fold(one, { type: 'view', from: 1, log: [entry('white', 'e2e4')], now: now({ turn: 'black' }) }, 3);
    expect(two.log.map(({ ask }) => ask)).toEqual(['e2d3', 'e2e4']);
    const again = fold(two, { type: 'view', from: 1, log: [], now: now() }, 4);
    expect(again.log).toHaveLength(1);
    expect(again.heardAt).toBe(4);
  });

  it('keeps the game and the notes where a view has none', () => {
    const noted = fold(opened, { type: 'phantoms', phantoms: { e5: 'p' } }, 2);
    const next = fold(noted, { type: 'view', from: 0, log: [], now: now() }, 3);
    expect(next.game).toEqual(game());
    expect(next.phantoms).toEqual({ e5: 'p' });
  });

  it('shows a pending try until it is answered', () => {
    const asked = { ...opened, pending: 'e2d3' };
    expect(ownMen(asked).get('d3')?.kind).toBe('p');
    const viewed = fold(
      asked,
      { type: 'view', from: 0, log: [entry('white', 'e2d3', 'no')], now: now({ refused: ['e2d3'] }) },
      2,
    );
    expect(viewed.pending).toBeNull();
    const other = fold(asked, { type: 'view', from: 0, log: [entry('black', null)], now: now() }, 2);
    expect(other.pending).toBe('e2d3');
    const answered = fold(viewed, { type: 'answer', ask: 'e2d3', heard: heard('no'), phrase: 'White tries: no.' }, 3);
    expect(answered.pending).toBeNull();
    expect(ownMen(answered).has('d3')).toBe(false);
    expect(answered.now?.refused).toEqual(['e2d3']);
  });

  it('forgets a pending try when everything is told anew, and when the connection is lost', () => {
    expect(fold({ ...opened, pending: 'e2e4' }, firstView(), 5).pending).toBeNull();
    expect(unlink({ ...opened, pending: 'e2e4' }).pending).toBeNull();
  });

  it('complains and stops waiting after an error', () => {
    const failed = fold({ ...opened, pending: 'e2e4' }, { type: 'error', code: 'stale', message: 'x' }, 5);
    expect(failed.pending).toBeNull();
    expect(failed.complaint).toMatch(/something new/);
    expect(fold(failed, { type: 'error', code: 'unheard-of', message: 'as is' }, 5).complaint).toBe('as is');
  });

  it('takes a phantom off where an own man has captured or arrived', () => {
    const noted = { ...opened, phantoms: { d5: 'n', e6: 'p', f6: 'p' } as const };
    const took = fold(
      noted,
      { type: 'answer', ask: 'e5f6', heard: heard('ok', { capture: { square: 'd5', kind: null } }), phrase: '' },
      2,
    );
    expect(took.phantoms).toEqual({ e6: 'p' });
    const refused = fold(noted, { type: 'answer', ask: 'e5f6', heard: heard('no'), phrase: '' }, 2);
    expect(refused.phantoms).toEqual(noted.phantoms);
  });
});

describe('turnsOf', () => {
  it('groups tries with the move that ends the turn', () => {
    const log = [
      entry('white', 'e2d3', 'no'),
      entry('white', 'e2e4'),
      entry('black', null, 'no'),
      entry('black', null),
      entry('white', 'e4d5', 'no'),
    ];
    const turns = turnsOf(log);
    expect(turns.map(({ number, by, entries, complete }) => [number, by, entries.length, complete])).toEqual([
      [1, 'white', 2, true],
      [1, 'black', 2, true],
      [2, 'white', 1, false],
    ]);
  });

  it('has nothing to group at first', () => expect(turnsOf([])).toEqual([]));
});

describe('words', () => {
  it('names what was refused', () => {
    const state = fold(opened, { type: 'view', from: 0, log: [entry('white', 'e2d3', 'no')], now: now() }, 2);
    expect(voiceOf(state.log)).toEqual({ text: 'White tries e2–d3: no.', tone: 'no' });
  });

  it('says whose turn it is', () => {
    expect(statusText(opened)).toBe('Your turn');
    expect(ownTurn(opened)).toBe(true);
    const theirs = fold(opened, { type: 'view', from: 0, log: [], now: now({ turn: 'black' }) }, 2);
    expect(statusText(theirs)).toBe('The bot is thinking');
    expect(statusText({ ...opened, pending: 'e2e4' })).toMatch(/referee/);
  });

  it('tells pawn tries in every form', () => {
    expect([null, true, false, 0, 1, 3, [], ['e4', 'g5']].map((tries) => pawnTriesText(tries as never))).toEqual([
      null,
      'You have pawn tries',
      'No pawn tries',
      'No pawn tries',
      'One pawn try',
      '3 pawn tries',
      'No pawn tries',
      'Pawn tries from e4, g5',
    ]);
  });
});

describe('soundOf', () => {
  const after = (log: ReturnType<typeof entry>[], more = {}) =>
    fold(opened, { type: 'view', from: 0, log, now: now(more) }, 2);

  it('is silent when the game is opened', () => expect(soundOf(nothingKnown, opened)).toBeNull());
  it('tells refusal, capture, check and end apart', () => {
    expect(soundOf(opened, after([entry('white', 'e2d3', 'no')]))).toBe('no');
    expect(soundOf(opened, after([entry('black', null, 'no')]))).toBeNull();
    expect(soundOf(opened, after([entry('black', null)]))).toBe('opponent-moved');
    expect(soundOf(opened, after([entry('black', null, 'ok', { check: ['file'] })]))).toBe('check');
    expect(soundOf(opened, after([entry('black', null, 'ok', { capture: { square: 'd5', kind: null } })]))).toBe(
      'capture',
    );
    expect(soundOf(opened, after([], { end: { reason: 'time', winner: null, phrase: '' } }))).toBe('end');
  });
});
