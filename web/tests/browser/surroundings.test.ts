// What is around the games: small screens, a server that dies, lessons, colours, addresses that lead nowhere.
import { expect, it, vi } from 'vitest';
import { width } from './player';
import { phone, stage } from './stage';

const around = stage();
const { enter } = around;

it('fits a phone', async () => {
  const person = await enter(phone);
  const { page } = person;
  await person.open('/');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  expect(await width(person)).toBe(360);
  await person.open('/rules');
  await page.locator('.lesson piece').first().waitFor();
  expect(await width(person)).toBe(360);
  await person.begin({ clock: { minutes: 10, increment: 5 } });
  expect(await width(person)).toBe(360);
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
  expect(await width(person)).toBe(360);
});

it('fits a phone with accounts, lobby and players', async () => {
  const person = await enter(phone);
  const { page } = person;
  await person.open('/account');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  expect(await width(person)).toBe(360);
  const name = 'a-name-of-20-letters';
  await person.signUp(name);
  const clock = { minutes: 180, increment: 60 };
  await person.begin({ rated: true, clock });
  expect(await width(person)).toBe(360);
  expect(await person.tries('e2e4', 'tap')).toBe('ok');
  await person.resign();
  await page.locator('.end-card .change').first().waitFor();
  expect(await width(person)).toBe(360);

  await person.post('/api/games', { rules: 'berkeley-any', colour: 'white', clock, opponent: 'anyone', rated: true });
  const other = await enter();
  await other.signUp('other');
  await other.post('/api/games', { rules: 'cincinnati', colour: 'white', clock, opponent: { name }, rated: true });
  await other.open('/');
  await other.page.locator('.challenge.own').waitFor();
  await person.open('/');
  await page.locator('.challenge', { hasText: 'for you' }).waitFor();
  await page.locator('.banner').waitFor();
  await page.locator('.own-games').waitFor();
  expect(await width(person)).toBe(360);
  await person.open('/account');
  await page.getByLabel('Bot name').fill('bot-of-twenty-letter');
  await person.press('Create bot');
  await page.locator('.bot').waitFor();
  await page.getByLabel(/^Token of/).waitFor();
  expect(await width(person)).toBe(360);
  await person.open('/players');
  await page.locator('.players').waitFor();
  expect(await width(person)).toBe(360);
  await person.open(`/player/${name}`);
  await page.locator('.graph').waitFor();
  expect(await width(person)).toBe(360);
  await person.open('/player/other');
  await person.press('Challenge');
  await page.getByRole('button', { name: 'Send challenge' }).waitFor();
  expect(await width(person)).toBe(360);
});

it('finds the server again after it was killed', async () => {
  const person = await enter();
  await person.begin({});
  expect(await person.tries('e2d3')).toBe('no');
  expect(await person.tries('e2e4')).toBe('ok');
  await person.turn();
  const log = await person.page.locator('.log').textContent();
  // What was under way is reset, what comes later refused.
  person.expected.push(/WebSocket connection to/, /ERR_CONNECTION_(REFUSED|RESET)/);
  await around.server.kill();
  await person.page.getByText('Reconnecting').waitFor();
  await around.server.open();
  await person.page.getByText('Reconnecting').waitFor({ state: 'hidden' });
  await person.sees('e4', 'white pawn');
  expect(await person.page.locator('.log').textContent()).toBe(log);
  expect(await person.tries('d2d4')).toBe('ok');
});

it('shows a try as pending, and never repeats it after a loss', async () => {
  const person = await enter();
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
  await page.getByText('Waiting for the referee').waitFor();
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
  const person = await enter();
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
  const person = await enter({ colorScheme: 'dark' });
  const { page } = person;
  await person.open('/');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await paper();
  await person.press('Switch to light mode');
  await vi.waitFor(async () => expect(await paper()).not.toBe(dark));
  await person.press('Sound on');
  await page.reload();
  await page.getByRole('button', { name: 'Sound off' }).waitFor();
  expect(await paper()).not.toBe(dark);
});

it('is friendly where nothing is', async () => {
  const person = await enter();
  person.expected.push(/404/);
  for (const path of ['/game/nothing', '/join/nothing']) {
    await person.open(path);
    await person.page.getByRole('heading', { name: 'Not found' }).waitFor();
  }
  await person.open('/device/nothing');
  await person.press('Play here');
  await person.page.locator('.complaint', { hasText: /\w/ }).waitFor();
});
