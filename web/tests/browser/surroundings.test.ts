// What is around the games: small screens, a server that dies, lessons, colours, addresses that lead nowhere.
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { launch, Person } from './player';
import { Server } from './server';

let server: Server;
let browser: Browser;
let person: Person;
let expected: RegExp[] = [];

beforeAll(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});
afterEach(async () => {
  person.checkAll(expected);
  expected = [];
  await person.leave();
});

const width = () => person.page.evaluate(() => document.documentElement.scrollWidth);

it('fits a phone', async () => {
  person = await Person.enter(browser, server, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(await width()).toBe(360);
  await person.open('/rules');
  await page.locator('.lesson piece').first().waitFor();
  expect(await width()).toBe(360);
  await person.begin({ clock: { minutes: 10, increment: 5 } });
  expect(await width()).toBe(360);
  const board = (await page.locator('.board').boundingBox())!;
  expect(board.x).toBeGreaterThanOrEqual(0);
  expect(board.width).toBeGreaterThan(330);
  expect(board.x + board.width).toBeLessThanOrEqual(360);
  expect(board.y + board.height).toBeLessThanOrEqual(740);
  expect(await person.tries('e2d3', 'tap')).toBe('no');
  expect(await person.tries('e2e4', 'tap')).toBe('ok');
  await person.sees('e4', 'white pawn');
  await page.getByRole('button', { name: 'Phantoms' }).tap();
  await page.getByRole('button', { name: /^knight:/ }).tap();
  await page.locator('.board').scrollIntoViewIfNeeded();
  await page.touchscreen.tap(...(await person.point('f6')));
  await person.sees('f6', 'black knight');
  expect(await width()).toBe(360);
});

it('finds the server again after it was killed', async () => {
  person = await Person.enter(browser, server);
  await person.begin({});
  expect(await person.tries('e2d3')).toBe('no');
  expect(await person.tries('e2e4')).toBe('ok');
  await person.turn();
  const log = await person.page.locator('.log').textContent();
  expected = [/WebSocket connection to/, /ERR_CONNECTION_REFUSED/];
  await server.kill();
  await person.page.getByText('Reconnecting').waitFor();
  await server.open();
  await person.page.getByText('Reconnecting').waitFor({ state: 'hidden' });
  await person.sees('e4', 'white pawn');
  expect(await person.page.locator('.log').textContent()).toBe(log);
  expect(await person.tries('d2d4')).toBe('ok');
});

it('shows a try as pending, and never repeats it after a loss', async () => {
  person = await Person.enter(browser, server);
  const { page } = person;
  await person.begin({});
  const at = page.url();
  const pawn = await person.point('e2');
  const target = await person.point('e4');
  const tries: string[] = [];
  let silent = true;
  let lose = () => Promise.resolve();
  await page.routeWebSocket(/ws/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((message) => {
      if (String(message).includes('"try"')) tries.push(String(message));
      if (!silent || !String(message).includes('"try"')) real.send(message);
    });
    lose = () => socket.close();
  });
  await page.goto(at);
  await page.locator('.voice-status.yours').waitFor();
  await page.mouse.click(...pawn);
  await page.mouse.click(...target);
  await page.getByText('The referee is looking').waitFor();
  await person.sees('e4', 'white pawn');
  silent = false;
  await lose();
  await page.getByText('Reconnecting').waitFor();
  await page.locator('.voice-status.yours').waitFor();
  await page.getByText('Reconnecting').waitFor({ state: 'hidden' });
  await person.sees('e2', 'white pawn');
  expect(tries).toHaveLength(1);
  await page.mouse.click(...pawn);
  await page.mouse.click(...target);
  await page.locator('.log', { hasText: 'e2–e4' }).waitFor();
  expect(tries).toHaveLength(2);
});

it('teaches by a board to try', async () => {
  person = await Person.enter(browser, server);
  const { page } = person;
  await person.open('/rules');
  await page.locator('.lesson piece').first().waitFor();
  const point = async (square: string): Promise<[number, number]> => {
    const box = (await page.locator('.lesson cg-board').boundingBox())!;
    return [
      box.x + ((square.charCodeAt(0) - 96.5) * box.width) / 8,
      box.y + ((8.5 - Number(square[1])) * box.height) / 8,
    ];
  };
  const move = async (from: string, to: string) => {
    await page.locator('.lesson .board').scrollIntoViewIfNeeded();
    await page.mouse.click(...(await point(from)));
    await page.mouse.click(...(await point(to)));
  };
  await move('e2', 'e4');
  await page.locator('.lesson .voice-text.no').waitFor();
  await move('e2', 'e3');
  await page.locator('.lesson .done', { hasText: /\w/ }).waitFor();
  await person.press('Next');
  await page.locator('.lesson h3', { hasText: 'Pawns' }).waitFor();
});

it('remembers colours and silence', async () => {
  person = await Person.enter(browser, server, { colorScheme: 'dark' });
  const { page } = person;
  await person.open('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await person.press('Change to light colours');
  await vi.waitFor(async () => expect(await paper()).not.toBe(dark));
  await person.press('Sound on');
  await page.reload();
  await page.getByRole('button', { name: 'Sound off' }).waitFor();
  expect(await paper()).not.toBe(dark);
});

it('is friendly where nothing is', async () => {
  person = await Person.enter(browser, server);
  expected = [/404/];
  for (const path of ['/game/nothing', '/join/nothing']) {
    await person.open(path);
    await person.page.getByRole('heading', { name: 'Nothing here' }).waitFor();
  }
  await person.open('/device/nothing');
  await person.press('Sit down here');
  await person.page.locator('.complaint', { hasText: /\w/ }).waitFor();
});
