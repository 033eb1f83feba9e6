// Against the machine: a whole game by mouse, a refusal, the question, phantoms, typed tries.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Person } from './player';
import { stage } from './stage';

const { enter } = stage();
let person: Person;

beforeEach(async () => {
  person = await enter();
});

it('has five strengths, and remembers the chosen one', async () => {
  const { page } = person;
  await person.open('/');
  const strengths = page.getByRole('group', { name: 'Strength' });
  await expect.poll(() => strengths.getByRole('radio').count()).toBe(5);
  expect(await strengths.getByRole('radio', { name: 'Champion' }).isChecked()).toBe(true);
  expect(await page.getByLabel('Player').isVisible()).toBe(false);
  await strengths.getByText('Novice').click();
  await person.press('Play');
  await page.locator('.player.opponent', { hasText: 'Novice (bot)' }).waitFor();
  const move = person.side === 'white' ? 'e2e4' : 'e7e5';
  expect(await person.tries(move)).toBe('ok');
  await person.turn();
  await person.open('/');
  await expect.poll(() => strengths.getByRole('radio', { name: 'Novice' }).isChecked()).toBe(true);
});

describe('a whole game', () => {
  it('is begun with two clicks, played by mouse, ended and looked at', async () => {
    const { page } = person;
    await person.open('/');
    await page.getByText('Advanced').click();
    await page.getByLabel('Player').selectOption('random');
    await person.press('Play');
    await page.locator('.table cg-board piece').first().waitFor();
    const { side } = person;

    for (let move = 0; move < 12 && (await person.turn());) {
      const { askable } = person.now!;
      const choice = askable[(move * 7 + askable.length * 3) % askable.length]!;
      if ((await person.tries(choice, move % 2 ? 'drag' : 'click')) === 'ok') move += 1;
    }
    if (await person.turn()) {
      const id = person.game!.id;
      const secret = await page.evaluate(async (game) => (await fetch(`/api/games/${game}/transcript`)).status, id);
      expect(secret).toBe(404);
      person.complaints.length = 0; // the browser complains about that 404, which is what was asked for
      await person.press('Resign');
      await page.getByRole('button', { name: 'Keep playing' }).click();
      await person.resign();
    }

    await page.locator('.review').waitFor();
    const colours = Object.values(await person.shown()).map((man) => man.split(' ')[0]);
    expect(new Set(colours)).toEqual(new Set(['white', 'black']));
    expect(await page.locator('.end-card h1').textContent()).toMatch(/won|lost|draw/);
    const pgn = await page.getByText('PGN, the whole game').getAttribute('href');
    const text = await page.evaluate(async (address) => (await fetch(address!)).text(), pgn);
    expect(text).toContain('[White ');

    const current = () => page.locator('.moves [aria-current]').textContent();
    const last = await current();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Home');
    expect(await current()).toBe('Start');
    await page.getByRole('button', { name: 'Forward' }).click();
    expect(await current()).not.toBe('Start');
    await page.keyboard.press('End');
    expect(await current()).toBe(last);
    await page.locator('.moves .step').first().click();
    await vi.waitFor(async () => expect(Object.keys(await person.shown())).toHaveLength(32));
    await page.getByRole('group', { name: 'Boards to show' }).getByRole('button', { name: 'White' }).click();
    await vi.waitFor(async () => expect(Object.keys(await person.shown())).toHaveLength(16));

    person.checkAll();
    const ended = page.url();
    await person.press('Rematch');
    await page.waitForURL((address) => address.href !== ended);
    await vi.waitUntil(() => person.game && person.game.side !== side, { timeout: 30_000 });
    await page.locator('.voice-text').waitFor();
    await person.open('/');
    await page.locator('.own-games').getByText('Random, medium').first().waitFor();
  });
});

describe('tries', () => {
  it('are refused, snap back and stay marked until the turn ends', async () => {
    await person.begin({});
    expect(await person.tries('e2d3', 'drag')).toBe('no');
    await person.hears('White tries e2–d3: no.');
    await person.sees('e2', 'white pawn');
    await person.sees('d3', undefined);
    expect(await person.marked('refused', 'd3')).toBe(true);
    await vi.waitFor(async () => expect(await person.page.locator('.cg-shapes line').count()).toBe(1));
    expect(person.now!.askable).not.toContain('e2d3');

    expect(await person.tries('g1f3')).toBe('ok');
    await person.sees('f3', 'white knight');
    await vi.waitFor(async () => expect(await person.marked('refused', 'd3')).toBe(false));
    expect(await person.page.locator('.log').textContent()).toContain('e2–d3');
  });

  it('can be typed, in coordinates and in short notation', async () => {
    const { page } = person;
    await person.begin({});
    expect(await person.tries('e2e4', 'type')).toBe('ok');
    expect(await person.tries('Nf3', 'type')).toBe('ok');
    await person.turn();
    const field = page.getByLabel('Move', { exact: true });
    for (const [text, reason] of [
      ['Nonsense', 'I can’t read “Nonsense”'],
      ['Ke5', 'You can’t try Ke5 now'],
      ['', 'Type a move'],
    ] as const) {
      await field.fill(text);
      await page.keyboard.press('Enter');
      await page.locator('.problem', { hasText: reason }).waitFor();
    }
  });

  it('can be made with keys on the board', async () => {
    const { page } = person;
    await person.begin({});
    await person.turn();
    await page.locator('.board').focus();
    for (const key of ['ArrowUp', 'Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    await person.sees('e4', 'white pawn');
    await vi.waitUntil(() => person.now?.last_own_move === 'e2e4', { timeout: 30_000 });
  });
});

describe('“Any?”', () => {
  it.each(['english', 'berkeley-any'])('can be asked once a turn in %s', async (rules) => {
    await person.begin({ rules });
    await person.turn();
    await person.press('Any?');
    await person.hears('no pawn can capture');
    await expect.poll(() => person.page.getByRole('button', { name: 'Any?' }).isDisabled()).toBe(true);
    expect(person.now!.may_ask_any).toBe(false);
    expect(await person.tries('d2d4')).toBe('ok');
  });

  it('is not there where the rules have none', async () => {
    await person.begin({});
    expect(await person.page.getByRole('button', { name: 'Any?' }).count()).toBe(0);
  });
});

describe('phantoms', () => {
  it('are placed, moved, removed, and still there after loading anew', async () => {
    const { page } = person;
    await person.begin({});
    await person.turn();
    await person.press('Phantoms');
    await page.getByRole('button', { name: /^queen:/ }).click();
    await person.click('d5');
    await person.sees('d5', 'black queen');
    await person.drag('d5', 'c6');
    await person.sees('c6', 'black queen');
    await person.sees('d5', undefined);
    await person.click('f6');
    await person.click('f6');
    await person.sees('f6', undefined);
    await page.getByRole('button', { name: /^knight:/ }).click();
    await person.click('e5');
    await person.press('Remove');
    await person.click('e5');
    await person.sees('e5', undefined);
    await page.getByRole('button', { name: /^rook:/ }).click();
    await person.click('h6');
    await person.drag('h6', [20, 20]);
    await person.sees('h6', undefined);
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await person.click('c6');
    await person.click('c5');
    await person.sees('c5', 'black queen');
    await page.getByRole('button', { name: /^queen: 1 placed, 0 left/ }).waitFor();

    await person.press('Done with phantoms');
    await person.drag('c5', 'c4');
    await person.sees('c4', 'black queen');
    await vi.waitUntil(() => person.sent.at(-1)?.includes('"c4":"q"'), { timeout: 30_000 });

    await page.reload();
    await person.sees('c4', 'black queen');
    expect(Object.keys(await person.shown())).toHaveLength(17);
  });

  it('come in opening order, never stand in the way, and go where a man arrives', async () => {
    await person.begin({});
    await person.turn();
    await person.press('Phantoms');
    await person.press('Starting position');
    await person.sees('e8', 'black king');
    expect(Object.keys(await person.shown())).toHaveLength(32);
    await person.press('Clear');
    await person.sees('e8', undefined);
    await person.page.getByRole('button', { name: /^pawn:/ }).click();
    for (const square of ['e4', 'e2', 'a6']) await person.click(square);
    await person.sees('e4', 'black pawn');
    await person.sees('e2', 'white pawn');
    await person.press('Done with phantoms');
    expect(await person.tries('e2e4')).toBe('ok');
    await person.sees('e4', 'white pawn');
    await vi.waitUntil(() => person.sent.at(-1) === '{"type":"phantoms","phantoms":{"a6":"p"}}', { timeout: 30_000 });
  });
});
