// Machines: two bots at play from three sides, and the laboratory's results.
import { describe, expect, it, vi } from 'vitest';
import type { ExhibitionMessage, Tournament, Transcript } from '../../src/base/protocol';
import { playOut, width, type Person } from './player';
import { phone, stage } from './stage';

const { enter, meet } = stage();

const patience = { timeout: 60_000 };
const currentStep = (person: Person) => person.page.locator('.moves [aria-current]').textContent();
const stepCount = (person: Person) => person.page.locator('.moves .step').count();
const live = (person: Person) => person.page.getByRole('button', { name: 'Live' });

async function begin(person: Person): Promise<string> {
  const { page } = person;
  await person.open('/machines');
  for (const side of ['White', 'Black']) {
    const seat = page.getByRole('group', { name: side });
    await seat.getByText('Advanced').click();
    await seat.getByLabel('Player').selectOption('random');
    await seat.getByLabel('Level').selectOption('1');
  }
  await page.getByLabel('Rules').selectOption('wild16');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/machines\/[^/]+$/);
  return new URL(page.url()).pathname;
}

describe('an exhibition', () => {
  it('is begun by anybody, and followed by everybody', async () => {
    const viewer = await enter();
    const { page } = viewer;
    const path = await begin(viewer);
    await vi.waitFor(async () => expect(await stepCount(viewer)).toBeGreaterThan(4), patience);
    expect(await live(viewer).getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.end-players').textContent()).toMatch(/Random.*Random/);
    expect(await page.locator('.end-card').textContent()).toContain('Wild16');
    expect(await page.locator('cg-board:visible').count()).toBe(3);
    for (const [own, other] of [
      ['white', 'black'],
      ['black', 'white'],
    ]) {
      expect(await page.locator(`.view.${own} piece.${own}`).count()).toBeGreaterThan(0);
      expect(await page.locator(`.view.${own} piece.${other}`).count()).toBe(0);
    }

    const other = await enter();
    await other.open('/machines');
    await other.page.locator(`.rows a[href="${path}"]`, { hasText: 'Watch' }).click();
    await vi.waitFor(async () => expect(await stepCount(other)).toBeGreaterThan(4), patience);
  });

  it('waits for who steps back, and takes him to the newest move again', async () => {
    const viewer = await enter();
    const { page } = viewer;
    await begin(viewer);
    await vi.waitFor(async () => expect(await stepCount(viewer)).toBeGreaterThan(2), patience);
    await page.keyboard.press('Home');
    expect(await currentStep(viewer)).toBe('Start');
    expect(await live(viewer).getAttribute('aria-pressed')).toBe('false');
    const before = await stepCount(viewer);
    await vi.waitFor(async () => expect(await stepCount(viewer)).toBeGreaterThan(before), patience);
    expect(await currentStep(viewer)).toBe('Start');
    await viewer.hears('steps behind');
    await live(viewer).click();
    expect(await live(viewer).getAttribute('aria-pressed')).toBe('true');
    expect(await currentStep(viewer)).not.toBe('Start');
  });

  it('fits a phone', async () => {
    const person = await enter(phone);
    const { page } = person;
    await begin(person);
    await page.locator('.view.referee piece').first().waitFor();
    expect(await width(person)).toBe(360);
    expect(await page.locator('cg-board:visible').count()).toBe(1);
    await page.getByRole('group', { name: 'Boards to show' }).getByRole('button', { name: 'Black' }).tap();
    await page.locator('.view.black piece.black').first().waitFor();
    expect(await width(person)).toBe(360);
  });

  it('is not there when nobody has begun it', async () => {
    const person = await enter();
    person.expected.push(/404|WebSocket/);
    await person.open('/machines/nothing');
    await person.page.getByText('There is no such exhibition').waitFor();
  });
});

describe('an exhibition that is told turn by turn', () => {
  let played: Transcript;

  /** A game of two people takes the place of what the server would tell; `say` tells more of it. */
  async function watch(turns: number): Promise<[Person, (message: ExhibitionMessage) => void, () => Promise<void>]> {
    if (!played) {
      const [white, black] = await meet();
      await playOut(white, black, ['e2e4', 'd7d5', '-d2e3', '-e4f5', 'e4d5', 'd8d5']);
      await white.resign();
      const id = new URL(white.page.url()).pathname.split('/').at(-1)!;
      played = await white.page.evaluate(async (game) => (await fetch(`/api/games/${game}/transcript`)).json(), id);
    }
    const person = await enter();
    let say: (message: ExhibitionMessage) => void = () => {};
    let drop = async () => {};
    await person.page.routeWebSocket(/ws\/exhibitions/, (socket) => {
      say = (message) => socket.send(JSON.stringify(message));
      drop = () => socket.close();
      say({ type: 'exhibition', transcript: { ...played, turns: played.turns.slice(0, turns), end: null } as never });
    });
    await person.open(`/machines/${played.id}`);
    await person.page.locator('.moves [aria-current]').waitFor();
    return [person, (message) => say(message), () => drop()];
  }

  const turn = (number: number, over = false): ExhibitionMessage => ({
    type: 'turn',
    number,
    turn: played.turns[number]!,
    end: over ? played.end : null,
  });

  it('shows what was refused as arrows, to the side that has tried and to the referee', async () => {
    const [person, say] = await watch(2);
    const { page } = person;
    expect(await currentStep(person)).toBe('d5');
    await person.hears('White is thinking.');
    say(turn(2));
    await vi.waitFor(async () => expect(await currentStep(person)).toBe('exd5'), patience);
    await person.hears('White plays exd5. Capture on d5.');
    await page.locator('.view.referee .fact', { hasText: 'Material: White +1' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await currentStep(person)).toContain('exf5');
    const arrows = (view: string) => page.locator(`.view.${view} .cg-shapes line`).count();
    await vi.waitFor(async () => expect([await arrows('white'), await arrows('referee')]).toEqual([2, 2]), patience);
    expect(await arrows('black')).toBe(0);
  });

  it('has every turn once, whatever was lost on the way', async () => {
    const [person, say, drop] = await watch(1);
    say(turn(1));
    await vi.waitFor(async () => expect(await currentStep(person)).toBe('d5'), patience);
    say(turn(1));
    await drop();
    await person.page.getByText('Reconnecting').waitFor();
    await person.page.getByText('Reconnecting').waitFor({ state: 'hidden' });
    say(turn(1));
    await vi.waitFor(async () => expect(await currentStep(person)).toBe('d5'), patience);
    expect(await person.page.locator('.moves .step').allTextContents()).toEqual(['Start', 'e4', 'd5']);
  });

  it('leads to the review when it has ended', async () => {
    const [person, say] = await watch(3);
    const { page } = person;
    say(turn(3, true));
    await page.getByRole('heading', { name: 'Black won' }).waitFor();
    expect(await live(person).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Review the game' }).click();
    await page.locator('.review .plot').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/game/${played.id}`);
  });
});

describe('machines', () => {
  const player = (name: string, rating: number, score: number) => ({
    name,
    rating,
    low: rating - 30,
    high: rating + 30,
    games: 40,
    score,
  });
  const tournament: Tournament = {
    title: 'A small tournament',
    rules: 'berkeley',
    budget: '1 s a move',
    command: 'blindmate match a-player-with-a-long-name club random --games 20',
    players: [player('a-player-with-a-long-name', 1700, 32), player('club', 1500, 20), player('random', 1300, 8)],
    pairs: [
      { a: 'a-player-with-a-long-name', b: 'club', won: 14, drawn: 4, lost: 2 },
      { a: 'club', b: 'random', won: 12, drawn: 4, lost: 4 },
    ],
  };

  async function open(tournaments: Tournament[], options?: Parameters<typeof enter>[0]): Promise<Person> {
    const person = await enter(options);
    await person.page.route('**/api/machines', (route) => route.fulfill({ json: { tournaments } }));
    await person.open('/machines');
    await person.page.getByRole('button', { name: 'Start' }).waitFor();
    return person;
  }

  it('show the results of the laboratory', async () => {
    const { page } = await open([tournament]);
    const picture = page.getByRole('img', { name: /club: 1500, between 1470 and 1530/ });
    await picture.waitFor();
    expect(await picture.locator('circle').count()).toBe(3);
    const ratings = page.getByRole('region', { name: 'Ratings: A small tournament' });
    expect(await ratings.getByRole('row').nth(2).textContent()).toBe('club15001470 to 153050%40');
    const cross = page.getByRole('region', { name: 'Cross table: A small tournament' });
    const cells = await cross.getByRole('row', { name: /^club/ }).getByRole('cell').allTextContents();
    expect(cells).toEqual(['20% (2 won, 4 drawn, 14 lost)', 'itself', '70% (12 won, 4 drawn, 4 lost)']);
    expect(await cross.getByTitle('club against random: 12 won, 4 drawn, 4 lost').count()).toBe(1);
    await page.getByText('How it was made').click();
    await page.getByText(tournament.command).waitFor();
  });

  it('say so when there are none', async () => {
    const { page } = await open([]);
    await page.getByText('No tournaments on this server').waitFor();
  });

  it('are told by the server', async () => {
    const person = await enter();
    await person.open('/machines');
    await person.page.locator('.tournament, .tournaments .hint', { hasNotText: 'Loading' }).first().waitFor();
  });

  it('fit a phone', async () => {
    const person = await open([tournament], phone);
    await person.page.locator('.rating-plot').waitFor();
    expect(await width(person)).toBe(360);
  });
});
