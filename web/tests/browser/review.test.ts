// The review of a finished game. Its numbers are compared with those of `blindmate estimate` for the downloaded PGN.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import type { Side } from '../../src/base/protocol';
import missedMate from './missed-mate.json';
import { Person, playOut, width } from './player';
import { program } from './server';
import { phone, stage } from './stage';

const { enter, meet } = stage();

interface Estimate {
  states: number;
  map: Record<string, Record<string, number>>;
}

/** What the command line says about the game on the page, a line for each event as the side met it. */
async function estimates(person: Person, side: Side): Promise<Estimate[]> {
  const address = await person.page.getByText('PGN, the whole game').getAttribute('href');
  const pgn = await person.page.evaluate(async (at) => (await fetch(at!)).text(), address);
  const folder = await mkdtemp(join(tmpdir(), 'blindmate-'));
  try {
    const file = join(folder, 'game.pgn');
    await writeFile(file, pgn);
    const options = ['estimate', file, '--side', side, '--map', '--json'];
    const { stdout } = await promisify(execFile)(program, options, { maxBuffer: 1e9 });
    const lines = stdout.trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Estimate);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const words = (states: number) => `${states.toLocaleString('en')} ${states === 1 ? 'position' : 'positions'}`;
const current = (person: Person) => person.page.locator('.moves [aria-current]').textContent();
const fact = (person: Person, side: Side) => person.page.locator(`.view.${side} .fact`).textContent();

/** Waits until everything is counted. */
const counted = (person: Person) => person.page.locator('.progress').waitFor({ state: 'hidden' });

/** The numbers of a side from the first step to the last, by keys. */
async function numbers(person: Person, side: Side): Promise<(string | null)[]> {
  const { page } = person;
  const steps = await page.locator('.moves .step').count();
  const found: (string | null)[] = [];
  await page.keyboard.press('Home');
  for (let step = 0; step < steps; step++) {
    found.push(await fact(person, side));
    await page.keyboard.press('ArrowRight');
  }
  return found;
}

/** What the heat map says about each square, in percent. */
async function heat(person: Person, side: Side): Promise<Record<string, number>> {
  const { page } = person;
  const view = page.locator(`.view.${side}`);
  await view.locator('cg-board').scrollIntoViewIfNeeded();
  const box = (await view.locator('cg-board').boundingBox())!;
  const found: Record<string, number> = {};
  for (let index = 0; index < 64; index++) {
    const [column, row] = [index % 8, index >> 3];
    await page.mouse.move(box.x + ((column + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8);
    const text = (await view.locator('.heat-note').textContent())!;
    const square = `${'abcdefgh'[column]}${8 - row}`;
    expect(text.slice(0, 2)).toBe(square);
    const share = / in (?:less than )?([\d.]+)% of the positions$/.exec(text);
    if (share) found[square] = Number(share[1]);
    else expect(text).toContain('own');
  }
  return found;
}

describe('a short game', () => {
  // Who knows what: an own refusal tells something at once, the opponent's turn when it is over.
  const game = ['-e2d3', 'e2e4', '-d7e6', 'e7e5', '-e4d5', '-e4f5', 'g1f3', 'b8c6'];
  const known = {
    white: [-1, 0, 1, 1, 2, 3, 4, 5, 6],
    black: [-1, -1, 0, 1, 2, 2, 2, 3, 4],
  };
  let path: string;
  const cache = new Map<Side, Estimate[]>();

  async function look(options?: Parameters<typeof enter>[0]): Promise<Person> {
    const person = await enter(options);
    await person.open(path);
    await person.page.locator('.review').waitFor();
    return person;
  }

  it('tells both players what they could have known', async () => {
    const [white, black] = await meet();
    path = new URL(white.page.url()).pathname;
    await playOut(white, black, game);
    await white.resign();
    await black.page.locator('.review').waitFor();
    for (const person of [white, black]) {
      await counted(person);
      for (const side of ['white', 'black'] as const) {
        const events = cache.get(side) ?? (await estimates(person, side));
        cache.set(side, events);
        const expected = known[side].map((event) => words(event < 0 ? 1 : events[event]!.states));
        expect(await numbers(person, side)).toEqual(expected);
      }
    }
    await white.page.keyboard.press('Home');
    for (let step = 0; step < 2; step++) await white.page.keyboard.press('ArrowRight');
    expect(await current(white)).toBe('e4');
    expect([await fact(white, 'white'), await fact(white, 'black')]).toEqual(['1 position', '20 positions']);
  });

  it('shows where men could have been', async () => {
    const stranger = await look();
    await counted(stranger);
    const kinds = stranger.page.getByRole('group', { name: 'Men shown in the heat map' });
    for (const [side, letters] of [
      ['white', { pawn: 'p', knight: 'n', queen: 'q' }],
      ['black', { pawn: 'P', king: 'K' }],
    ] as const) {
      const { map } = cache.get(side)!.at(-1)!;
      for (const [name, letter] of Object.entries(letters)) {
        await kinds.getByRole('button', { name }).click();
        for (const [square, percent] of Object.entries(await heat(stranger, side)))
          // The server rounds shares to a hundredth of a percent, the page to a tenth.
          expect(Math.abs(percent - 100 * (map[letter]![square] ?? 0)), `${name} on ${square}`).toBeLessThan(0.06);
      }
      await kinds.getByRole('button', { name: 'Any man' }).click();
      for (const [square, percent] of Object.entries(await heat(stranger, side))) {
        const sum = Object.values(map).reduce((total, squares) => total + (squares[square] ?? 0), 0);
        expect(Math.abs(percent - 100 * sum), square).toBeLessThan(0.1);
      }
    }
  });

  it('is walked through by keys, by itself, and on the plot', async () => {
    const { page } = await look();
    const step = () => page.locator('.moves [aria-current]').textContent();
    const slider = page.getByRole('slider');
    await page.keyboard.press('Home');
    expect(await step()).toBe('Start');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await vi.waitFor(async () => expect(await step()).toContain('exd3'), { timeout: 10_000 });
    expect(await page.locator('.view.white .cg-shapes line').count()).toBe(1);
    expect(await page.locator('.view.black .cg-shapes line').count()).toBe(0);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await step()).toContain('exf5');
    const signs = page.locator('.view.referee .cg-custom-svgs text');
    await vi.waitFor(async () => expect(await signs.allTextContents()).toEqual(['1', '2']));
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    expect(await step()).toBe('Nf3');
    await vi.waitFor(async () => expect(await slider.getAttribute('aria-valuetext')).toMatch(/plays Nf3\. White \d/));
    const box = (await slider.boundingBox())!;
    await page.mouse.click(box.x + 44, box.y + 100);
    expect(await step()).toBe('Start');

    // With the Tab key the arrows belong to the board's squares.
    await page.locator('.view.black .board').focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.locator('.view.black .heat-note', { hasText: 'e3: a man in 0% of the positions' }).waitFor();
    expect(await step()).toBe('Start');
  });

  it('fits a phone', async () => {
    const person = await look(phone);
    const { page } = person;
    await counted(person);
    expect(await width(person)).toBe(360);
    expect(await page.locator('cg-board:visible').count()).toBe(1);
    const boards = page.getByRole('group', { name: 'Boards to show' });
    await expect.poll(() => boards.getByRole('button', { name: 'All three' }).isVisible()).toBe(false);
    await boards.getByRole('button', { name: 'Black' }).tap();
    expect(await fact(person, 'black')).toBe(words(cache.get('black')!.at(-1)!.states));
    const view = page.locator('.view.black');
    await view.scrollIntoViewIfNeeded();
    const box = (await view.locator('cg-board').boundingBox())!;
    await page.touchscreen.tap(box.x + box.width * 0.56, box.y + box.height * 0.94);
    await view.locator('.heat-note', { hasText: /^e1: a man in/ }).waitFor();
    expect(await width(person)).toBe(360);
  });

  it('is told anew after a lost connection, and nothing twice', async () => {
    const person = await enter();
    const { page } = person;
    let connections = 0;
    await page.routeWebSocket(/ws\/reviews/, (socket) => {
      const real = socket.connectToServer();
      let told = 0;
      connections += 1;
      const isFirst = connections === 1;
      real.onMessage((message) => {
        if (isFirst && told === 5) void socket.close();
        else if (!isFirst || told < 5) socket.send(message);
        told += 1;
      });
    });
    await person.open(path);
    await page.getByText('Reconnecting').waitFor();
    await page.keyboard.press('Home');
    expect(await fact(person, 'white')).toBe('1 position');
    await counted(person);
    expect(connections).toBe(2);
    const expected = known.white.map((event) => words(event < 0 ? 1 : cache.get('white')![event]!.states));
    expect(await numbers(person, 'white')).toEqual(expected);
  });
});

it('marks a mate that was missed, and shows the plan that was there', async () => {
  const [white, black] = await meet();
  const { page } = white;
  await playOut(white, black, missedMate.tries.split(' '));
  await white.resign();

  const mark = page.locator('.moves .mate.missed').last();
  await mark.waitFor();
  expect(await mark.textContent()).toBe('#2 missed');
  const row = page.locator('.moves li', { has: page.locator('.missed') }).last();
  expect(await row.textContent()).toMatch(/^11\./);
  await mark.click();
  expect(await current(white)).toBe('Ne7');
  await white.hears('White’s mate in 2 was missed');
  // The last event but one: White has made another move since.
  const events = await estimates(white, 'white');
  await expect.poll(() => fact(white, 'white')).toBe(words(events.at(-2)!.states));
  const plan = page.locator('.plan');
  await plan.getByText('Try Qc5–e7').waitFor();
  await plan.getByText('Referee: capture on e7, check on the long diagonal').waitFor();
  await plan.getByText('If refused: try Qc5–d6').waitFor();
  expect(await plan.locator('.mates').first().textContent()).toBe('Referee: check on the rank: mate');
  await page.keyboard.press('ArrowRight');
  await plan.waitFor({ state: 'hidden' });
});
