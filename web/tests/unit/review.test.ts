import { describe, expect, it } from 'vitest';
import type { Moment, Plan, Player, Side, Transcript } from '../../src/base/protocol';
import { announcedText, planNodes, type PlanNode } from '../../src/plan/plan';
import { mateText } from '../../src/replay/moves';
import { stepsOf } from '../../src/replay/steps';
import { fileName } from '../../src/review/export';
import {
  fold,
  isComplete,
  matesOf,
  momentsAt,
  nothingKnown,
  progressText,
  toldAnew,
  type Mate,
} from '../../src/review/knowledge';
import { placesOf, plotWords, powersTo, runsOf, stepAt } from '../../src/review/plot';
import { studyPath } from '../../src/review/study-link';
import { heatText, percentText, shade, sharesOf } from '../../src/ui/heat';
import { positionsText } from '../../src/ui/words';
import { game, guest, heard, machine } from './samples';

const after = (fen: string, white_ms: number, black_ms: number) => ({
  heard: heard(),
  phrase: 'White has moved. Check on the rank.',
  fen,
  clock: { white_ms, black_ms },
});
const transcript: Transcript = {
  id: 'g',
  rules: game().rules,
  rated: false,
  ratings: null,
  start: 'start',
  white: null,
  black: null,
  clock: { minutes: 5, increment: 0 },
  end: { reason: 'resignation', winner: 'black', phrase: 'Black wins (resignation).' },
  turns: [
    {
      by: 'white',
      asked: [{ ask: 'e2d3', san: 'exd3', answer: 'no' }],
      move: 'e2e4',
      san: 'e4',
      ...after('one', 290_000, 300_000),
    },
    {
      by: 'black',
      asked: [{ ask: 'any', san: 'Any?', answer: 'any-no' }],
      move: 'e7e5',
      san: 'e5',
      ...after('two', 290_000, 280_000),
    },
    {
      by: 'white',
      asked: [
        { ask: 'e4d5', san: 'exd5', answer: 'no' },
        { ask: 'e4f5', san: 'exf5', answer: 'no' },
      ],
      move: null,
      san: null,
      heard: null,
      phrase: null,
      fen: null,
      clock: { white_ms: 250_000, black_ms: 280_000 },
    },
  ],
};
const steps = stepsOf(transcript);

const moment = (ply: number, asked: number, states: number, more: Partial<Moment> = {}): Moment => ({
  ply,
  asked,
  states,
  exact: true,
  men: {},
  verdict: 'unknown',
  mate: null,
  ...more,
});

describe('steps', () => {
  it('are made of every try, question and move', () => {
    expect(steps.map(({ number, by, fen, move, tried, label }) => [number, by, fen, move, tried, label])).toEqual([
      [0, null, 'start', null, [], 'Start'],
      [1, 'white', 'start', null, ['e2d3'], 'exd3'],
      [1, 'white', 'one', 'e2e4', [], 'e4'],
      [1, 'black', 'one', null, [], 'Any?'],
      [1, 'black', 'two', 'e7e5', [], 'e5'],
      [2, 'white', 'two', null, ['e4d5'], 'exd5'],
      [2, 'white', 'two', null, ['e4d5', 'e4f5'], 'exf5'],
    ]);
    expect(steps[2]!.phrase).toBe('White plays e4. Check on the rank.');
    expect(steps.map(({ ply, asked }) => [ply, asked])).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [2, 2],
    ]);
  });
});

describe('clocks of steps', () => {
  it('are those at the beginning of the turn', () => {
    const left = steps.map(({ clock }) => clock && [clock.white_ms / 1000, clock.black_ms / 1000]);
    expect(left).toEqual([
      [300, 300],
      [300, 300],
      [290, 300],
      [290, 300],
      [290, 280],
      [290, 280],
      [290, 280],
    ]);
  });

  it('are not there without a clock', () => {
    const turns = transcript.turns.map((turn) => ({ ...turn, clock: null }));
    expect(stepsOf({ ...transcript, clock: null, turns }).every(({ clock }) => clock === null)).toBe(true);
  });
});

describe('a moment to study', () => {
  const paths = (of: typeof steps) => of.map((step) => studyPath('g', step));

  it('is that of the side to move', () => {
    expect(paths(steps)).toEqual([
      '/study?game=g&side=white&ply=0&asked=0',
      '/study?game=g&side=white&ply=0&asked=1',
      '/study?game=g&side=black&ply=1&asked=0',
      '/study?game=g&side=black&ply=1&asked=1',
      '/study?game=g&side=white&ply=2&asked=0',
      '/study?game=g&side=white&ply=2&asked=1',
      '/study?game=g&side=white&ply=2&asked=2',
    ]);
  });

  it('is not there when the referee has ended the game', () => {
    const [first] = transcript.turns;
    const turns = [{ ...first!, heard: heard('ok', { end: 'checkmate' }) }];
    expect(paths(stepsOf({ ...transcript, turns })).at(-1)).toBeNull();
  });
});

describe('files of a game', () => {
  const named = (name: string): Player => ({ ...guest, name });

  it('are named after the players', () => {
    const game = { ...transcript, id: '0123456789abcdef', white: machine, black: guest };
    expect(fileName(game, 'pgn')).toBe('club-medium-a-guest-01234567.pgn');
    expect(fileName(game, 'pgn', 'white')).toBe('club-medium-a-guest-01234567-white.pgn');
    expect(fileName(game, 'json')).toBe('club-medium-a-guest-01234567.json');
  });

  it('have no signs in their names that a disk does not like', () => {
    const game = { ...transcript, id: 'x', white: named('José Raúl / ..'), black: named('Мария') };
    expect(fileName(game, 'pgn')).toBe('jose-raul-мария-x.pgn');
    expect(fileName({ ...game, white: null, black: named('??') }, 'pgn')).toBe('nobody-x.pgn');
  });
});

describe('moments of steps', () => {
  const white = [moment(0, 0, 1), moment(0, 1, 2), moment(1, 0, 3), moment(2, 0, 4), moment(2, 1, 5), moment(2, 2, 6)];
  const black = [moment(0, 0, 1), moment(1, 0, 20), moment(1, 1, 19), moment(2, 0, 18), moment(2, 0, 17)];
  const numbers = (moments: Moment[], side: Side) => momentsAt(steps, moments, side).map((at) => at?.states ?? null);

  it('count the own questions only', () => {
    expect(numbers(white, 'white')).toEqual([1, 2, 3, 3, 4, 5, 6]);
  });

  it('tell apart what was heard after the last move', () => {
    expect(numbers(black, 'black')).toEqual([1, 1, 20, 19, 18, 17, 17]);
  });

  it('are there as far as they are told', () => {
    expect(numbers(white.slice(0, 3), 'white')).toEqual([1, 2, 3, 3, null, null, null]);
    expect(numbers([], 'white')).toEqual(steps.map(() => null));
  });
});

describe('what is told', () => {
  const say = (side: Side, states: number) =>
    ({ type: 'moment', side, of: 2, moment: moment(states, 0, states) }) as const;
  const half = [say('white', 1), say('black', 1), say('white', 2)].reduce(fold, nothingKnown);

  it('grows', () => {
    expect(half.white.moments.map(({ states }) => states)).toEqual([1, 2]);
    expect(progressText(nothingKnown)).toBe('Counting positions: White 0 of … · Black 0 of …');
    expect(progressText(half)).toBe('Counting positions: White 2 of 2 · Black 1 of 2');
    const white = fold(half, { type: 'reviewed', side: 'white', missed: [] });
    expect(isComplete(white)).toBe(false);
    expect(isComplete(fold(white, { type: 'reviewed', side: 'black', missed: [1] }))).toBe(true);
  });

  it('is there once, however often it is told', () => {
    const again = fold(toldAnew(half), say('white', 7));
    expect(again.white.moments.map(({ states }) => states)).toEqual([7, 2]);
    expect(again.black.moments.map(({ states }) => states)).toEqual([1]);
    expect(fold(again, say('white', 8)).white.moments.map(({ states }) => states)).toEqual([7, 8]);
  });

  it('has mates, missed ones among them once that is known', () => {
    const mate = { verdict: 'mate', mate: { length: 3, plan: null } } as const;
    const known = fold(nothingKnown, { type: 'moment', side: 'white', of: 1, moment: moment(4, 0, 12, mate) });
    const [[ply, found]] = [...matesOf(known)] as [[number, Mate]];
    expect([ply, found.side, found.moves, found.missed]).toEqual([4, 'white', 2, null]);
    expect(mateText(found)).toBe('mate in 2 was possible');
    const missed = matesOf(fold(known, { type: 'reviewed', side: 'white', missed: [0] })).get(4)!;
    expect(mateText(missed)).toBe('mate in 2 was missed');
    expect(matesOf(fold(known, { type: 'reviewed', side: 'white', missed: [] })).get(4)!.missed).toBe(false);
  });

  it('has numbers in words', () => {
    expect(positionsText(moment(0, 0, 1))).toBe('1 position');
    expect(positionsText(moment(0, 0, 1234))).toBe('1,234 positions');
    expect(positionsText(moment(0, 0, 20_001, { exact: false }))).toBe('more than 20,000 positions');
    expect(positionsText(moment(0, 0, 18_432, { exact: false }))).toBe('more than 18,000 positions');
    expect(positionsText(moment(0, 0, 8_000, { exact: false }))).toBe('more than 7,900 positions');
    expect(positionsText(null)).toBe('not counted yet');
  });
});

describe('the heat map', () => {
  const men = { P: { e4: 0.05, e3: 0.05, e2: 0.9 }, N: { f3: 0.05, e4: 0.2 }, K: { e1: 1 } };

  it('has shares of one kind, or of all', () => {
    expect(sharesOf(men, 'p')).toEqual(new Map(Object.entries(men.P)));
    expect(sharesOf(men, 'any').get('e4')).toBeCloseTo(0.25);
    expect(sharesOf(men, 'q')).toEqual(new Map());
    expect(sharesOf({ p: { e5: 0.6 }, n: { e5: 0.4001 } }, 'any').get('e5')).toBe(1);
  });

  it('is stronger where there is more', () => {
    const shades = [0, 0.001, 0.1, 0.5, 1].map(shade);
    expect(shades[0]).toBe(0);
    expect(shades.every((one, index) => index === 0 || one > shades[index - 1]!)).toBe(true);
    expect(shades.at(-1)).toBeLessThanOrEqual(1);
  });

  it.each([
    [0, '0%'],
    [0.0001, 'less than 0.1%'],
    [0.25, '25.0%'],
    [1, '100%'],
  ])('writes %d as %s', (share, text) => expect(percentText(share)).toBe(text));

  it('can be told', () => {
    expect(heatText('e5', 'p', 0.25)).toBe('e5: pawn in 25.0% of the positions');
    expect(heatText('e5', 'any', 0)).toBe('e5: a man in 0% of the positions');
  });
});

describe('the plot', () => {
  const box = { left: 40, right: 240, top: 10, bottom: 110 };

  it('has powers of ten', () => {
    expect(powersTo(1)).toEqual([1, 10]);
    expect(powersTo(1000)).toEqual([1, 10, 100, 1000]);
    expect(powersTo(1001)).toEqual([1, 10, 100, 1000, 10_000]);
  });

  it('fills its box, and finds steps in it', () => {
    const at = placesOf(5, 100, box);
    expect([at(0, 1), at(2, 10), at(4, 100)]).toEqual([
      [40, 110],
      [140, 60],
      [240, 10],
    ]);
    expect(placesOf(1, 10, box)(0, 1)).toEqual([40, 110]);
    expect([0, 40, 114, 116, 300].map((x) => stepAt(x, 5, box))).toEqual([0, 0, 1, 2, 4]);
  });

  it('tells numbers that are not exact apart, without a gap', () => {
    const rough = { exact: false };
    const line = [moment(0, 0, 1), moment(1, 0, 20), moment(2, 0, 90, rough), moment(3, 0, 80, rough), null];
    expect(runsOf(line)).toEqual([
      {
        exact: true,
        points: [
          [0, 1],
          [1, 20],
        ],
      },
      {
        exact: false,
        points: [
          [1, 20],
          [2, 90],
          [3, 80],
        ],
      },
    ]);
    expect(runsOf([null, moment(1, 0, 3)])).toEqual([{ exact: true, points: [[1, 3]] }]);
  });

  it('can be told', () => {
    const white = [moment(0, 0, 1), moment(1, 0, 20_001, { exact: false }), moment(2, 0, 12)];
    expect(plotWords({ white, black: [moment(0, 0, 1), null, null] })).toBe(
      'Possible positions over the game: for White more than 20,000 positions at the peak, 12 positions at the end; for Black 1 position at the peak, 1 position at the end.',
    );
    expect(plotWords({ white: [], black: [null] })).toBe('');
  });
});

describe('a plan', () => {
  const unfold = (nodes: PlanNode[]): unknown[] =>
    nodes.map((node) => [node.text, ...(node.children().length > 0 ? [unfold(node.children())] : [])]);
  const fen = '8/8/8/8/8/8/R3P3/3QK3 w - - 0 1';

  it('is a tree of tries, announcements and replies', () => {
    const plan: Plan = {
      try: 'd1a4',
      refused: { try: 'e2e4', refused: null, played: [{ announced: {}, mate: true }] },
      played: [
        {
          announced: { check: ['long'] },
          replies: [
            {
              announced: { capture: { square: 'a2' } },
              plan: { try: 'a4a8', refused: null, played: [{ announced: { check: ['rank'] }, mate: true }] },
            },
          ],
        },
      ],
    };
    expect(unfold(planNodes(plan, fen, 'white'))).toEqual([
      [
        'Try Qd1–a4',
        [
          [
            'Referee: check on the long diagonal',
            [['Black moves: capture on a2', [['Try Qa4–a8', [['Referee: check on the rank: mate']]]]]],
          ],
        ],
      ],
      ['If refused: try e2–e4', [['Played, no announcement: mate']]],
    ]);
  });

  it('can ask the question', () => {
    const mate = (ask: string): Plan => ({ try: ask, refused: null, played: [] });
    expect(unfold(planNodes({ ask: 'any', yes: mate('e2d3'), no: mate('a2a8') }, fen, 'white'))).toEqual([
      ['Ask “Any?”', [['If yes: try e2–d3'], ['If no: try Ra2–a8']]],
    ]);
  });

  it.each([
    [{}, null],
    [
      { capture: { square: 'd5', kind: 'pawn' as const }, check: ['file' as const] },
      'capture of a pawn on d5, check on the file',
    ],
    [{ capture: { square: 'd5' }, en_passant: true }, 'en passant on d5'],
    [
      { promotion: true, check: ['knight' as const, 'rank' as const] },
      'a pawn was promoted, check by a knight and on the rank',
    ],
    [{ pawn_tries: true }, 'pawn tries'],
    [{ pawn_tries: 1 }, '1 pawn try'],
    [{ pawn_tries: ['e4', 'g5'] }, 'pawn tries: e4, g5'],
  ])('says %j as %s', (announced, text) => expect(announcedText(announced)).toBe(text));
});
