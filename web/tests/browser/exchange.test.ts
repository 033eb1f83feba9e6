// Games that leave and come back: exports of a finished game, and imports.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { playOut, width, type Person } from './player';
import { phone, stage } from './stage';

const { enter, meet } = stage();

interface File {
  name: string;
  text: string;
}

/** A file of the menu on the page of a review. */
async function download({ page }: Person, label: string): Promise<File> {
  const item = page.getByRole('link', { name: label });
  if (!(await item.isVisible())) await page.getByText('Export', { exact: true }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

async function fillIn(person: Person, pgn: string): Promise<void> {
  await person.open('/import');
  await person.page.getByLabel('Kriegspiel PGN').fill(pgn);
  await person.press('Import');
}

const openFile = ({ page }: Person, pgn: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: 'game.pgn', mimeType: 'text/plain', buffer: Buffer.from(pgn) });

const stepsOf = ({ page }: Person) => page.locator('.moves .step').allTextContents();
const movesOf = (pgn: string) => pgn.replace(/^\[.*\]$/gm, '').trim();

describe('a finished game', () => {
  let path: string;
  let steps: string[];

  async function look(options?: Parameters<typeof enter>[0]): Promise<Person> {
    const person = await enter(options);
    if (!path) {
      const [white, black] = await meet({ clock: { minutes: 10, increment: 5 } });
      path = new URL(white.page.url()).pathname;
      await playOut(white, black, ['-e2d3', 'e2e4', '-d7e6', 'e7e5', '-e4d5', '-e4f5', 'g1f3', 'b8c6']);
      await white.resign();
      steps = await stepsOf(white);
    }
    await person.open(path);
    await person.page.locator('.review').waitFor();
    return person;
  }

  it('is exported, imported, and shows the same moves', async () => {
    const person = await look();
    const { page } = person;
    const { name, text } = await download(person, 'PGN, the whole game');
    expect(name).toMatch(/^a-guest-a-guest-[\w-]+\.pgn$/);
    expect(movesOf(text)).toContain('exd5,exf5');

    await page.goto(new URL('/', page.url()).href);
    await page.getByRole('link', { name: 'Import a game' }).click();
    await openFile(person, text);
    await expect.poll(() => page.getByLabel('Kriegspiel PGN').inputValue()).toContain('exd5,exf5');
    await person.press('Import');
    await page.locator('.review').waitFor();
    expect(new URL(page.url()).pathname).not.toBe(path);
    expect(await stepsOf(person)).toEqual(steps);
    expect(await page.locator('.end-card').textContent()).toContain('Black won');
    const again = await download(person, 'PGN, the whole game');
    expect(movesOf(again.text)).toBe(movesOf(text));
  });

  it('is exported as one side heard it, without a move of the other', async () => {
    const person = await look();
    const white = await download(person, 'PGN as White heard it');
    expect(white.name).toMatch(/-white\.pgn$/);
    expect(white.text).toContain('[Filtered "White"]');
    expect(movesOf(white.text)).toContain('e4');
    expect(movesOf(white.text)).toContain('??');
    for (const move of ['e5', 'Nc6', 'dxe6']) expect(movesOf(white.text)).not.toContain(move);
    const black = await download(person, 'PGN as Black heard it');
    expect(black.text).toContain('[Filtered "Black"]');
    expect(movesOf(black.text)).toContain('Nc6');
    for (const move of ['e4', 'Nf3', 'exd3', 'exd5']) expect(movesOf(black.text)).not.toContain(move);
  });

  it('is exported as a transcript', async () => {
    const { name, text } = await download(await look(), 'JSON, the transcript');
    expect(name).toMatch(/\.json$/);
    const { id, turns } = JSON.parse(text);
    expect(`/game/${id}`).toBe(path);
    expect(turns.map(({ san }: { san: string }) => san).slice(0, 4)).toEqual(['e4', 'e5', 'Nf3', 'Nc6']);
  });

  it('shows the clocks, and leads to the study of each moment', async () => {
    const { page } = await look();
    const clocks = page.locator('.clocks dd');
    const id = path.split('/').at(-1);
    const study = () => page.getByRole('link', { name: /^Study this position/ }).getAttribute('href');
    await page.keyboard.press('Home');
    expect(await clocks.allTextContents()).toEqual(['10:00', '10:00']);
    expect(await study()).toBe(`/study?game=${id}&side=white&ply=0&asked=0`);
    await page.keyboard.press('ArrowRight');
    expect(await study()).toBe(`/study?game=${id}&side=white&ply=0&asked=1`);
    await page.keyboard.press('ArrowRight');
    expect(await clocks.first().textContent()).toMatch(/^(9:[345]\d|10:0\d)$/);
    expect(await study()).toBe(`/study?game=${id}&side=black&ply=1&asked=0`);
  });

  it('fits a phone with its menu', async () => {
    const person = await look(phone);
    await person.page.getByText('Export', { exact: true }).tap();
    await person.page.getByRole('link', { name: 'JSON' }).waitFor();
    expect(await width(person)).toBe(360);
  });
});

describe('an import', () => {
  it('shows the names of the players as they are', async () => {
    const person = await enter();
    const tags = '[White "Anna Q."]\n[Black "José"]\n[Result "0-1"]\n[Variant "berkeley"]';
    await fillIn(person, `${tags}\n\n1. f3 {:} e5 {:} 2. g4 {:} Qh4# {S:} 0-1\n`);
    await person.page.locator('.review').waitFor();
    const names = await person.page.locator('.end-players li').allTextContents();
    expect(names).toEqual(['White: Anna Q.', 'Black: José']);
    expect(await stepsOf(person)).toEqual(['Start', 'f3', 'e5', 'g4', 'Qh4']);
    // The game is over, so nobody has anything to study.
    expect(await person.page.getByRole('link', { name: /^Study this position/ }).count()).toBe(0);
  });

  it('takes the example that the page shows', async () => {
    const person = await enter();
    await person.open('/import');
    const example = await person.page.getByLabel('Kriegspiel PGN').getAttribute('placeholder');
    await fillIn(person, example!);
    await person.page.locator('.review').waitFor();
    await person.page.getByRole('heading', { name: 'Unfinished' }).waitFor();
  });

  it('says which line is wrong', async () => {
    const person = await enter();
    person.expected.push(/400/);
    await fillIn(person, '[Variant "berkeley"]\n\n1. e4 {:} e5 {:}\n2. Ke3 {:} *\n');
    const problem = person.page.getByRole('alert').filter({ hasText: 'Ke3' });
    expect(await problem.locator('p').textContent()).toMatch(/^Line 4, column \d+: /);
    expect(await problem.locator('pre').textContent()).toBe('2. Ke3 {:} *');
    const chosen = await person.page
      .getByLabel('Kriegspiel PGN')
      .evaluate((field: HTMLTextAreaElement) => field.value.slice(field.selectionStart, field.selectionEnd));
    expect(chosen).toBe('2. Ke3 {:} *');
  });

  it('is not sent when it is empty or too large', async () => {
    const person = await enter();
    const { page } = person;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await fillIn(person, '');
    await page.getByText('Paste a game, or open a file.').waitFor();
    await openFile(person, `1. e4 {:} *\n${'; nothing\n'.repeat(7000)}`);
    await page.getByText('The limit is 64 KiB').waitFor();
    await person.press('Import');
    await page.getByText('The limit is 64 KiB').waitFor();
    expect(sent).not.toContain('/api/imports');
  });

  it('fits a phone', async () => {
    const person = await enter(phone);
    await person.open('/import');
    await person.page.getByRole('button', { name: 'Import' }).waitFor();
    expect(await width(person)).toBe(360);
  });

  it('leads those who have one view only to the study', async () => {
    const person = await enter();
    await person.open('/import');
    expect(await person.page.getByRole('link', { name: 'Open it in the study' }).getAttribute('href')).toBe('/study');
  });
});
