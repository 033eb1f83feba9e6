import { describe, expect, it } from 'vitest';
import type { Posed, Report, Solution, StudyMessage } from '../../src/base/protocol';
import * as to from '../../src/study/screen';
import * as set from '../../src/study/setup';
import * as study from '../../src/study/state';
import { readGame, readPgn, readPositions, readProblem } from '../../src/study/texts';
import {
  dualsText,
  effortText,
  keyText,
  posedText,
  progressText,
  shortVerdict,
  verdictDetails,
  verdictText,
} from '../../src/study/words';
import { writeBoard } from '../../src/ui/men';

const put = (setup: set.Setup, men: Record<string, 'k' | 'q' | 'r' | 'b' | 'n' | 'p'>) =>
  Object.entries(men).reduce((now, [square, kind]) => set.putMan(now, square, kind), setup);

describe('men on the board of a study', () => {
  it('are put, replaced, taken and moved, and there is one king', () => {
    let setup = put(set.emptySetup, { g6: 'k', a1: 'r' });
    expect(writeBoard(set.ownMen(setup))).toBe('8/8/6K1/8/8/8/8/R7');
    setup = set.putMan(setup, 'a1', 'q');
    expect(setup.own).toEqual({ g6: 'k', a1: 'q' });
    setup = set.putMan(setup, 'b6', 'k');
    expect(setup.own).toEqual({ b6: 'k', a1: 'q' });
    expect(set.putMan(setup, 'a1', 'q').own).toEqual({ b6: 'k' });
    expect(set.moveMan(setup, 'a1', 'h8').own).toEqual({ b6: 'k', h8: 'q' });
    expect(set.moveMan(setup, 'c3', 'c4')).toBe(setup);
    expect(set.takeMan(setup, 'b6').own).toEqual({ a1: 'q' });
  });

  it('may castle from where they began, as far as that is wanted', () => {
    const castling = (setup: set.Setup) => (set.setupSource(setup) as { castling: string }).castling;
    let setup = put(set.emptySetup, { e1: 'k', a1: 'r', h1: 'r' });
    expect(castling(setup)).toBe('KQ');
    setup = set.setCastling(setup, 'king', false);
    expect(castling(setup)).toBe('Q');
    expect(castling(set.moveMan(setup, 'a1', 'a2'))).toBe('-');
    expect(castling({ ...put(set.emptySetup, { e8: 'k', h8: 'r' }), side: 'black' })).toBe('k');
  });
});

describe('brushes', () => {
  it('begin with the king, which stays', () => {
    expect(set.emptySetup.brushes).toEqual([{ number: 0, kinds: ['k'], squares: [] }]);
    expect(set.removeBrush(set.emptySetup, 0).brushes).toHaveLength(1);
  });

  it('paint and wipe squares', () => {
    let setup = set.paint(set.paint(set.emptySetup, 0, 'h8', true), 0, 'g8', true);
    expect(setup.brushes[0]!.squares).toEqual(['g8', 'h8']);
    setup = set.paint(set.paint(setup, 0, 'g8', true), 0, 'h8', false);
    expect(setup.brushes[0]!.squares).toEqual(['g8']);
    expect(set.wipe(setup, 0).brushes[0]!.squares).toEqual([]);
  });

  it('can be of several kinds, or of none', () => {
    let setup = set.addBrush(set.emptySetup);
    setup = set.toggleKind(set.toggleKind(setup, 1, 'r'), 1, '-');
    expect(setup.brushes[1]!.kinds).toEqual(['q', 'r', '-']);
    expect(set.brushName(setup.brushes[1]!)).toBe('queen or rook, or not there');
    expect(set.toggleKind(setup, 1, 'q').brushes[1]!.kinds).toEqual(['r', '-']);
  });

  it('have colours of their own, of which there are eight', () => {
    let setup = set.emptySetup;
    for (let index = 0; index < 10; index++) setup = set.addBrush(setup);
    expect(setup.brushes.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(set.addBrush(set.removeBrush(setup, 3)).brushes.at(-1)!.number).toBe(3);
  });

  it('make a problem when nothing is missing', () => {
    let setup = set.emptySetup;
    expect(set.missing(setup)).toBe('Place White’s king on the board.');
    setup = put(setup, { b6: 'k', h1: 'r' });
    expect(set.missing(setup)).toBe('Paint the squares where Black’s king can be.');
    setup = set.paint(setup, 0, 'a8', true);
    expect(set.missing(setup)).toBeNull();
    expect(set.setupSource(setup)).toEqual({
      own: '8/8/1K6/8/8/8/8/7R',
      side: 'white',
      castling: '-',
      men: [{ kinds: 'k', squares: ['a8'] }],
    });
    setup = set.addBrush(setup);
    expect(set.missing(setup)).toBe('Paint the squares of the queen.');
    setup = set.toggleKind(set.toggleKind(set.paint(setup, 1, 'c4', true), 1, 'q'), 1, '-');
    expect(set.missing(setup)).toBe('Choose what each man can be.');
  });
});

describe('written problems', () => {
  it('are positions, one a line', () => {
    expect(readPositions('\n one \n\ntwo\n')).toEqual({ source: { fens: ['one', 'two'] } });
    expect(readPositions(' \n')).toHaveProperty('missing');
  });

  it('are moments of games, by link or ID', () => {
    const moment = { side: 'black', ply: 12, asked: 1 } as const;
    for (const text of ['abc', 'http://host/game/abc', 'https://host/game/abc/?x=1#y'])
      expect(readGame(text, moment)).toEqual({ source: { game: 'abc', ...moment } });
    expect(readGame('  ', moment)).toHaveProperty('missing');
    expect(readPgn('1. e4 {:} *', 'white')).toEqual({ source: { pgn: '1. e4 {:} *', side: 'white' } });
    expect(readPgn('', 'white')).toHaveProperty('missing');
  });

  it('are problem lines and saved problems', () => {
    expect(readProblem(' {"ply":3}\n{"ply":5}')).toEqual({ source: { line: { ply: 3 } } });
    expect(readProblem('http://host/study/xyz')).toEqual({ source: { problem: 'xyz' } });
    expect(readProblem('{"ply":')).toHaveProperty('missing');
    expect(readProblem('')).toHaveProperty('missing');
  });
});

const posed = (states: number, more: Partial<Posed> = {}): StudyMessage & { type: 'posed' } => ({
  type: 'posed',
  rules: 'berkeley',
  side: 'white',
  states,
  dropped: 0,
  duty: false,
  ply: null,
  own: '8/8/8/8/8/8/8/8',
  men: {},
  fens: [],
  ...more,
});
const solution: Solution = {
  verdict: 'mate',
  limit: null,
  ply: 5,
  length: 3,
  states: 1234,
  seconds: 0.5,
  report: null,
  keys: null,
  plan: { try: 'h1h8', refused: null, played: [] },
};
const error = (code: string): StudyMessage => ({ type: 'error', code, message: code });
const hear = (state: study.State, ...messages: StudyMessage[]) => messages.reduce(study.fold, state);

describe('what the server says of a study', () => {
  const ready = hear(study.posing(study.nothing), posed(2));
  const solved = hear(study.solvingNow(ready), { type: 'solution', ...solution });

  it('is about the last problem only', () => {
    const twice = study.posing(study.posing(study.nothing));
    expect(hear(twice, posed(2)).posed).toBeNull();
    expect(hear(twice, posed(2), posed(7)).posed?.states).toBe(7);
    expect(hear(twice, error('bad-problem'), posed(7))).toMatchObject({ problem: null, awaited: 0 });
    expect(hear(twice, posed(2), error('bad-problem'))).toMatchObject({ problem: 'bad-problem', posed: null });
    const gone = study.without(study.posing(study.nothing), null);
    expect(hear(gone, posed(2))).toMatchObject({ posed: null, awaited: 0 });
  });

  it('is a solution while it is looked for', () => {
    expect(solved).toMatchObject({ solving: false, walkable: true, solution: { length: 3 } });
    expect(hear(ready, { type: 'solution', ...solution }).solution).toBeNull();
    const later = study.posing(study.solvingNow(ready));
    expect(hear(later, { type: 'solution', ...solution }, posed(3)).solution).toBeNull();
  });

  it('complains about a search without forgetting the problem', () => {
    const refused = hear(study.solvingNow(ready), error('too-often'));
    expect(refused).toMatchObject({ solving: false, complaint: 'too-often', posed: { states: 2 } });
  });

  it('tells what is possible at places of the plan, whichever comes first', () => {
    const walking = study.walkTo(solved, ['refused']);
    expect(study.beliefAt(walking)).toBeNull();
    const { type, ...belief } = posed(1);
    const walked = { ...belief, type: 'walked', turn: 'white' } as const;
    const both = hear(walking, { ...walked, path: ['played 0'] }, { ...walked, path: ['refused'] });
    expect(study.beliefAt(both)?.states).toBe(1);
    expect(study.beliefAt(study.walkTo(both, []))?.states).toBe(2);
  });

  it('loses a running search with the connection, and keeps an answer', () => {
    expect(study.lost(study.solvingNow(ready))).toMatchObject({
      solving: false,
      complaint: expect.stringContaining('lost'),
    });
    const again = hear(study.posingAgain(study.lost(solved)), posed(2));
    expect(again).toMatchObject({ walkable: false, solution: { length: 3 }, complaint: null });
  });
});

describe('a study on the screen', () => {
  const first = to.linked(to.firstScreen('board', 'berkeley'), 'open');
  const setUp = (setup: set.Setup) => set.paint(put(setup, { g6: 'k', a1: 'r' }), 0, 'h8', true);
  const given = to.changeSetup(first, setUp);
  const source = { fens: ['6k1/8/6K1/8/8/8/8/R7 w - - 0 1'] };
  const told = (screen: to.Screen, ...messages: StudyMessage[]) => messages.reduce(to.heard, screen);
  const asPosed = (screen: to.Screen) => told(to.posing(screen, to.requestOf(screen, source)), posed(1, source));

  it('says what is missing, then poses what is on the board under the chosen rules', () => {
    expect(to.readSetup(first)).toEqual({ missing: 'Place White’s king on the board.' });
    expect(to.posedLine(first, to.readSetup(first))).toBe('Place White’s king on the board.');
    const reading = to.readSetup(given);
    expect(reading).toHaveProperty('source.own', '8/8/6K1/8/8/8/8/R7');
    expect(to.requestOf(to.chooseRules(given, 'rand'), source)).toEqual({ type: 'pose', rules: 'rand', source });
    expect(to.requestOf(given, { problem: 'x' })).toEqual({ type: 'pose', source: { problem: 'x' } });
  });

  it('knows whether what is given was posed', () => {
    const reading = { source };
    expect(to.isPosed(first, reading)).toBe(false);
    const ready = asPosed(first);
    expect(to.isPosed(ready, reading)).toBe(true);
    expect(to.isPosed(to.chooseRules(ready, 'rand'), reading)).toBe(false);
    expect(to.isPosed(to.unposed(ready), reading)).toBe(false);
    expect(to.unposed(ready).state.posed).toBeNull();
    expect(to.posedLine(ready, reading)).toBe('1 position.');
    expect(to.posedLine(to.posing(ready, to.requestOf(ready, source)), reading)).toBe('Counting …');
  });

  it('keeps an answer when the same problem is posed to a new connection', () => {
    const solved = told(to.solving(asPosed(first)), { type: 'solution', ...solution });
    const again = to.posing(to.linked(to.linked(solved, 'lost'), 'open'), to.requestOf(solved, source));
    expect(again.state).toMatchObject({ solution: { length: 3 }, walkable: false, awaited: 1 });
    expect(to.posing(solved, { type: 'pose', source: { problem: 'x' } }).state.solution).toBeNull();
  });

  it('can be edited at the beginning of the plan and nowhere else', () => {
    const solved = told(to.solving(asPosed(given)), { type: 'solution', ...solution });
    expect(to.boardOf(solved, 'any')).toMatchObject({ tool: 'k', arrow: 'h1h8' });
    const walking = to.walkTo(solved, ['refused']);
    expect([to.mayEdit(solved), to.mayEdit(walking)]).toEqual([true, false]);
    expect(to.boardOf(walking, 'any')).toMatchObject({ tool: null, brushes: [], shares: null });
    expect(to.chooseTool(walking, 'q')).toMatchObject({ tool: 'q', state: { path: [] } });
    const looking = to.boardOf(to.atPosition(solved, source.fens[0]!), 'any');
    expect([looking.men.get('g8')?.kind, looking.tool, looking.arrow, looking.shares]).toEqual(['k', null, null, null]);
  });

  it('shows the only possible position, and writes out those that are all there', () => {
    const ready = to.chooseWay(asPosed(first), 'problem');
    expect(to.boardOf(ready, null).men.get('g8')?.side).toBe('black');
    expect(to.mayWriteOut(ready)).toBe(true);
    expect(to.mayWriteOut(to.chooseWay(ready, 'positions'))).toBe(false);
    expect(to.mayWriteOut(told(ready, posed(3, source)))).toBe(true);
    expect(to.mayWriteOut(first)).toBe(false);
  });

  it('lays down the brush of a man who is removed', () => {
    const painting = to.chooseTool(to.changeSetup(given, set.addBrush), 1);
    expect(to.changeSetup(painting, (setup) => set.removeBrush(setup, 1)).tool).toBe(0);
    expect(to.changeSetup(painting, (setup) => set.wipe(setup, 1)).tool).toBe(1);
  });
});

describe('words of a study', () => {
  it('count positions', () => {
    expect(posedText(posed(1), null)).toBe('1 position.');
    expect(posedText(posed(1200, { dropped: 3 }), null)).toBe('1,200 positions. 3 impossible ones are left out.');
    expect(posedText(posed(2, { duty: true }), null)).toContain('A pawn capture must be tried.');
    expect(posedText(posed(16), posed(8))).toBe('8 positions at this point of the plan.');
  });

  it('tell how it goes', () => {
    expect(progressText(null)).toBe('Starting …');
    expect(progressText({ waiting: 2 })).toBe('2 searches are ahead in the queue.');
    expect(progressText({ states: 120_000, seconds: 0.5 })).toBe('120,000 states, 240,000 per second');
    expect(effortText(solution)).toBe('1,234 states in 0.50 s');
  });

  it('report to composers', () => {
    const report: Report = { one_key: true, turns: 5, turns_examined: 5, duals: [], elsewhere: [] };
    expect(keyText(report)).toBe('One key: the problem is sound.');
    expect(keyText({ ...report, one_key: false })).toBe('Several keys: the problem is not sound.');
    expect(dualsText(report)).toBe('No duals in 5 later turns.');
    const duals = [{ path: ['played 0', 'reply 0'], ply: 3, others: ['a1a8'] }];
    expect(dualsText({ ...report, duals, turns: 900, turns_examined: 300 })).toBe(
      'Duals: 1 of 300 (of 900) later turns have other tries that win.',
    );
    expect(shortVerdict({ verdict: 'mate', length: 3 })).toBe('mate in 3 ply');
  });

  it('give a verdict', () => {
    expect(verdictText(solution)).toBe('Guaranteed mate in 3 ply');
    expect(verdictDetails(solution, 2)).toBe('2 moves, in each of the 2 positions, whatever the defender does.');
    expect(verdictText({ ...solution, verdict: 'no-mate', length: null })).toBe('No guaranteed mate in 5 ply');
    expect(verdictText({ ...solution, verdict: 'unknown', limit: 'time' })).toBe('Unknown: time limit reached');
    expect(verdictText({ ...solution, verdict: 'unknown', limit: 'interrupted' })).toBe('Unknown: stopped');
  });
});
