import { describe, expect, it } from 'vitest';
import type { Exhibition, Side, Tournament, Turn } from '../../src/base/protocol';
import { against, percent, resultText, scoreOf } from '../../src/machines/cross-table';
import { alongAxis, boxFor, intervalText, shortened } from '../../src/machines/rating-plot';
import { advance, fold, follow, goTo, isNewest, paceOf, statusText, type Watching } from '../../src/machines/watching';
import { playersText } from '../../src/pages/words';
import { game, guest, heard, machine } from './samples';

const turn = (by: Side, san: string, refused: string[] = []): Turn => ({
  by,
  asked: refused.map((ask) => ({ ask, san: ask, answer: 'no' })),
  move: san,
  san,
  heard: heard(),
  phrase: '',
  fen: `after ${san}`,
  clock: null,
});

const exhibition: Exhibition = {
  id: 'x',
  rules: game().rules,
  rated: false,
  ratings: null,
  start: 'start',
  white: machine,
  black: machine,
  clock: null,
  end: null,
  turns: [turn('white', 'e4')],
};
const end = { reason: 'checkmate', winner: 'white', phrase: 'White wins (checkmate).' } as const;

const opened = fold(null, { type: 'exhibition', transcript: exhibition })!;
const played = (state: Watching, number: number, next: Turn, over = false) =>
  fold(state, { type: 'turn', number, turn: next, end: over ? end : null })!;
const labels = ({ steps }: Watching) => steps.map(({ label }) => label);

describe('watching', () => {
  it('begins with the newest step and follows the game, refused tries included', () => {
    expect(isNewest(opened)).toBe(true);
    expect(statusText(opened)).toBe('Black is thinking.');
    const grown = played(opened, 1, turn('black', 'e5', ['d7e6', 'd7c6']));
    expect(labels(grown)).toEqual(['Start', 'e4', 'd7e6', 'd7c6', 'e5']);
    expect([grown.at, grown.following]).toEqual([1, true]);
    const seen = [grown, advance(grown), advance(advance(grown)), advance(advance(advance(grown)))];
    expect(seen.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
    expect(seen.map(isNewest)).toEqual([false, false, false, true]);
    expect(advance(seen[3]!)).toEqual(seen[3]);
  });

  it('is faster when much is waiting', () => {
    const turns = Array.from({ length: 40 }, () => turn('white', 'e4'));
    const late = { ...fold(null, { type: 'exhibition', transcript: { ...exhibition, turns } })!, at: 0 };
    expect(paceOf(late)).toBe(80);
    expect(paceOf(goTo(late, 39))).toBe(600);
  });

  it('stays where the viewer has gone back to, until he returns', () => {
    const back = goTo(opened, 0);
    expect(back.following).toBe(false);
    const grown = played(back, 1, turn('black', 'e5'));
    expect([grown.at, statusText(grown)]).toEqual([0, '2 steps behind.']);
    expect(statusText(goTo(grown, 1))).toBe('One step behind.');
    expect(follow(grown)).toMatchObject({ at: 2, following: true });
    expect(goTo(grown, 99)).toMatchObject({ at: 2, following: true });
    expect(goTo(grown, -1).at).toBe(0);
  });

  it('takes a turn that is told again in the place of the first', () => {
    const again = played(opened, 0, turn('white', 'd4', ['e2d3']));
    expect(labels(again)).toEqual(['Start', 'e2d3', 'd4']);
    expect(labels(played(opened, 0, turn('white', 'd4')))).toEqual(['Start', 'd4']);
  });

  it('leaves out what comes after a gap, and has it all with the next connection', () => {
    expect(played(opened, 2, turn('white', 'd4'))).toBe(opened);
    expect(fold(null, { type: 'turn', number: 0, turn: turn('white', 'd4'), end: null })).toBeNull();
    const transcript = { ...exhibition, turns: [turn('white', 'e4'), turn('black', 'e5'), turn('white', 'd4')] };
    const anew = fold(goTo(opened, 0), { type: 'exhibition', transcript })!;
    expect([anew.at, anew.following, labels(anew).length]).toEqual([0, false, 4]);
  });

  it('tells the end when the viewer has come to it', () => {
    const over = played(opened, 1, turn('black', 'e5'), true);
    expect(statusText(over)).toBe('');
    expect(statusText(advance(over))).toBe('White wins (checkmate).');
  });

  it('names both players', () => {
    expect(playersText({ white: machine, black: guest })).toBe('Club, medium – A guest');
    expect(playersText({ white: null, black: machine })).toBe('Nobody – Club, medium');
  });
});

const tournament: Pick<Tournament, 'pairs'> = {
  pairs: [
    { a: 'club', b: 'random', won: 7, drawn: 2, lost: 1 },
    { a: 'random', b: 'club', won: 0, drawn: 0, lost: 10 },
  ],
};

describe('the cross table', () => {
  it('knows a pair from both sides', () => {
    expect(against(tournament, 'club', 'random')).toEqual({ won: 17, drawn: 2, lost: 1 });
    expect(against(tournament, 'random', 'club')).toEqual({ won: 1, drawn: 2, lost: 17 });
    expect(resultText(against(tournament, 'random', 'club'))).toBe('1 won, 2 drawn, 17 lost');
  });

  it('counts a draw as half a point', () => {
    expect(scoreOf(against(tournament, 'club', 'random'))).toBe(0.9);
    expect(scoreOf(against(tournament, 'club', 'greedy'))).toBeNull();
    expect(percent(0.625)).toBe('63%');
  });
});

describe('the plot of ratings', () => {
  it('gives names the room they need, but not the most of it', () => {
    expect(boxFor(['club', 'random'], 600).left).toBeCloseTo(63.2);
    expect(boxFor(['a player with a long name'], 300).left).toBe(126);
    expect(shortened('club', 100)).toBe('club');
    expect(shortened('a player with a long name', 72)).toBe('a player …');
  });

  it('goes from the lowest mark to the highest', () => {
    const at = alongAxis([1200, 1400, 1600], { left: 100, right: 300, top: 0, bottom: 0 });
    expect([1200, 1500, 1600].map(at)).toEqual([100, 250, 300]);
  });

  it('can be told', () => {
    const player = { name: 'club', rating: 1649.4, low: 1620.6, high: 1679, games: 800, score: 552 };
    expect(intervalText(player)).toBe('club: 1649, between 1621 and 1679');
    expect(intervalText({ ...player, rating: -0.2, low: -31.5 })).toBe('club: 0, between −31 and 1679');
  });
});
