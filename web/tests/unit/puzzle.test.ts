import { describe, expect, it } from 'vitest';
import type { PuzzleEnd, PuzzleMessage, PuzzleNow, Solver } from '../../src/base/protocol';
import * as to from '../../src/puzzle/screen';
import { numberOf } from '../../src/puzzle/start';
import * as solving from '../../src/puzzle/state';
import { checkText, endText, endTitle, leftText, puzzleTitle } from '../../src/puzzle/words';
import { writeBoard } from '../../src/ui/men';
import { heard } from './samples';

const now = (more: Partial<PuzzleNow> = {}): PuzzleNow => ({
  ply: 3,
  states: 2,
  own: '8/8/6K1/8/8/8/8/R7',
  men: {},
  fens: [],
  askable: ['a1a8', 'a1a7'],
  may_ask_any: false,
  check: [],
  refused: [],
  ...more,
});
const puzzle: PuzzleMessage & { type: 'puzzle' } = {
  type: 'puzzle',
  puzzle: 'p',
  rules: 'berkeley',
  side: 'white',
  ply: 3,
  size: 'small',
  origin: null,
  rating: 1400,
  counts: true,
  now: now(),
};
const you = (rating: number): Solver => ({
  rating,
  deviation: 200,
  provisional: true,
  solved: 1,
  failed: 0,
  graph: [],
});
const end = (more: Partial<PuzzleEnd> = {}): PuzzleMessage & { type: 'ended' } => ({
  type: 'ended',
  solved: true,
  reason: 'checkmate',
  position: null,
  plan: { try: 'a1a8', refused: null, played: [] },
  puzzle_rating: 1390,
  you: you(1520.4),
  ...more,
});
const hear = (state: solving.State, ...messages: PuzzleMessage[]) => messages.reduce(solving.fold, state);
const begun = hear(solving.nothing, puzzle);

describe('a puzzle', () => {
  it('begins anew with nothing heard', () => {
    expect(begun).toMatchObject({ log: [], pending: null, ended: null, now: { ply: 3 } });
    const again = hear(begun, end(), puzzle);
    expect(again).toMatchObject({ log: [], ended: null, before: { rating: 1520.4 } });
    expect(solving.isRunning(again)).toBe(true);
    expect(again.complaint).toBeNull();
  });

  it('says why it begins anew while it is being solved', () => {
    expect(hear(begun, puzzle).complaint).toMatch(/starts again/);
    expect(hear(begun, { ...puzzle, puzzle: 'another' }).complaint).toBeNull();
  });

  it('shows a try that is not answered yet as made', () => {
    expect(writeBoard(solving.ownMen(solving.asking(begun, 'a1a8')))).toBe('R7/8/6K1/8/8/8/8/8');
    expect(writeBoard(solving.ownMen(solving.asking(begun, 'any')))).toBe('8/8/6K1/8/8/8/8/R7');
  });

  it('writes down what was said to tries, and of replies', () => {
    const refusal = { type: 'answered', ask: 'a1a7', heard: heard('no'), phrase: 'White tries: no.' } as const;
    const refused = hear(solving.asking(begun, 'a1a7'), { ...refusal, reply: null, now: now({ refused: ['a1a7'] }) });
    expect(refused).toMatchObject({ pending: null, lastMove: null, now: { refused: ['a1a7'] } });
    const reply = { heard: heard(), phrase: 'Black has moved.' };
    const answer = { type: 'answered', ask: 'a1a8', heard: heard(), phrase: 'White has moved.' } as const;
    const moved = hear(refused, { ...answer, reply, now: now({ ply: 1 }) });
    expect(moved.log.map(({ by, ask }) => [by, ask])).toEqual([
      ['white', 'a1a7'],
      ['white', 'a1a8'],
      ['black', null],
    ]);
    expect(moved).toMatchObject({ lastMove: 'a1a8', now: { ply: 1 } });
  });

  it('changes the rating when it counts', () => {
    const known = { ...solving.nothing, you: you(1480) };
    expect(solving.ratingChange(hear(known, puzzle, end()))).toBe(40);
    expect(solving.ratingChange(hear(solving.nothing, puzzle, end()))).toBe(20);
    expect(solving.ratingChange(hear(known, { ...puzzle, counts: false }, end()))).toBeNull();
    expect(solving.ratingChange(hear(known, puzzle, end({ you: null })))).toBeNull();
    expect(solving.ratingChange(begun)).toBeNull();
  });

  it('goes on after an error', () => {
    const told = hear(solving.asking(begun, 'a1a8'), { type: 'error', code: 'too-often', message: 'Slowly.' });
    expect(told).toMatchObject({ pending: null, complaint: 'Slowly.' });
    expect(solving.isRunning(told)).toBe(true);
  });
});

describe('a puzzle on the screen', () => {
  const told = (state: solving.State, before = to.firstScreen) => to.told(before, state, true);
  const running = told(begun);
  const lost = hear(begun, end({ solved: false, reason: 'no-mate-left', position: '8/8/6K1/8/8/8/8/R5k1 w - - 0 1' }));

  it('takes tries while it is being solved and nothing is pending', () => {
    expect(to.boardOf(running)).toMatchObject({ askable: ['a1a8', 'a1a7'], pending: null, arrow: null });
    expect(to.boardOf(told(solving.asking(begun, 'a1a8')))).toMatchObject({ askable: [], pending: 'a1a8' });
    expect(to.boardOf(to.choosing(running, 'a1a8'))).toMatchObject({ askable: [], pending: 'a1a8' });
    expect(to.boardOf(to.told(running, begun, false)).askable).toEqual([]);
    expect(to.triesAlong(running, 'a1a7')).toEqual(['a1a7']);
  });

  it('shows a possible position that is looked at, without tries and heat map', () => {
    const looking = to.atPosition(running, '6k1/8/6K1/8/8/8/8/R7 w - - 0 1');
    expect(to.boardOf(looking).men.get('g8')).toEqual({ side: 'black', kind: 'k' });
    expect(to.boardOf(looking).askable).toEqual([]);
    expect([to.sharesAt(looking, 'any'), to.sharesAt(running, null)]).toEqual([null, null]);
    expect(to.sharesAt(running, 'any')).toEqual(new Map());
  });

  it('shows the lost position at the end, then the plan where it is walked to', () => {
    const ended = told(lost, running);
    expect(to.hasEnded(begun, lost)).toBe(true);
    expect(to.boardOf(ended).men.get('g1')).toEqual({ side: 'black', kind: 'k' });
    const walking = to.walkTo(ended, []);
    expect(to.boardOf(walking)).toMatchObject({ arrow: 'a1a8', askable: [] });
    expect(to.boardOf(to.lookAt(walking, 'end')).arrow).toBeNull();
    expect(told(hear(lost, puzzle), walking)).toMatchObject({ look: 'end', path: [] });
    expect(told(lost, walking)).toMatchObject({ look: 'plan' });
  });

  it('says what is left and whose turn it is', () => {
    expect(to.factsOf(hear(begun)).map(({ text }) => text)).toEqual(['2 moves left (3 ply)', '2 positions']);
    expect(to.factsOf(lost)).toEqual([]);
    expect([begun, solving.asking(begun, 'a1a8'), lost].map(to.statusText)).toEqual([
      'Your turn',
      'Waiting for the referee …',
      'Failed',
    ]);
    expect(to.voiceIn(begun).text).toMatch(/worst for you/);
    expect(to.voiceIn(lost).text).toBe('');
  });
});

describe('words of puzzles', () => {
  it('name the task and its end', () => {
    expect(puzzleTitle(puzzle)).toBe('White to move and mate in 2');
    expect([leftText(1), leftText(5)]).toEqual(['One move left (1 ply)', '3 moves left (5 ply)']);
    expect(checkText(['file', 'knight'])).toBe('You are in check on the file and by a knight');
    expect(endTitle(end())).toBe('Solved');
    expect(endText(end({ solved: false, reason: 'stalemate', position: 'fen' }))).toBe(
      'In one of the positions that is stalemate. The board shows a position in which the mate is lost.',
    );
  });

  it('count puzzles of a kind', () => {
    const puzzles = [
      { ply: 3, size: 'small', classic: false, number: 2 },
      { ply: 3, size: 'large', classic: false, number: 4 },
      { ply: 5, size: 'small', classic: true, number: 8 },
    ] as const;
    const count = (ply: number | null, size: 'small' | null, classic = false) =>
      numberOf({ puzzles: [...puzzles], you: null }, { ply, size, classic });
    expect([count(null, null), count(3, null), count(null, 'small'), count(5, 'small')]).toEqual([14, 6, 10, 8]);
    expect([count(null, null, true), count(3, null, true)]).toEqual([8, 0]);
  });
});
