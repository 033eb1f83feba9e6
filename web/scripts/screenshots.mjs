// Pictures of every screen, wide and narrow, light and dark: node scripts/screenshots.mjs FOLDER
// BLINDMATE_PROGRAM names the program, and BLINDMATE_CHROMIUM a browser other than Debian's.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: node scripts/screenshots.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });

const data = mkdtempSync(join(tmpdir(), 'blindmate-'));
const program = process.env.BLINDMATE_PROGRAM ?? join(import.meta.dirname, '../../build/release/blindmate');
const server = spawn(
  program,
  ['serve', '--port', '0', '--store', join(data, 'games.sqlite'), '--games-per-minute', '1000'],
  {
    stdio: ['ignore', 'pipe', 'ignore'],
  },
);
const address = await new Promise((resolve, reject) => {
  server.once('error', reject);
  server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  createInterface({ input: server.stdout }).on('line', (line) => {
    const found = /open (http:\S+)/.exec(line);
    if (found) resolve(found[1]);
  });
});
const browser = await chromium.launch({
  executablePath: process.env.BLINDMATE_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

const screens = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

// White's a-pawn comes to b7, and Black lets it.
async function pushPawn(white, black) {
  for (const [push, reply] of [
    ['a4', 'Nf6'],
    ['a5', 'Ng8'],
    ['a6', 'Nf6'],
    ['axb7', 'Ng8'],
  ]) {
    await attempt(white, push);
    await attempt(black, reply);
  }
}

async function create(page, settings) {
  await page.goto(address);
  return page.evaluate(async (wanted) => {
    const body = JSON.stringify({
      rules: 'berkeley',
      colour: 'white',
      clock: { minutes: 15, increment: 10 },
      opponent: 'person',
      ...wanted,
    });
    return (
      await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    ).json();
  }, settings);
}

async function attempt(page, move) {
  await page.locator('.voice-status.yours').waitFor();
  const before = await page.locator('.log').textContent();
  await page.getByLabel('Try', { exact: true }).fill(move);
  await page.keyboard.press('Enter');
  await page.waitForFunction((text) => document.querySelector('.log')?.textContent !== text, before);
  await page.evaluate(() => document.activeElement?.blur());
}

async function tour(screen, scheme) {
  const options = {
    viewport: screens[screen],
    colorScheme: scheme,
    reducedMotion: 'reduce',
    hasTouch: screen === 'phone',
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const other = await (await browser.newContext(options)).newPage();
  const shoot = (name, whole = false, of = page) =>
    of.screenshot({ path: join(folder, `${name}-${screen}-${scheme}.png`), fullPage: whole });

  const { game, invitation } = await create(page, {});
  await page.goto(`${address}/game/${game}`);
  await page.locator('.link-box').waitFor();
  await shoot('waiting');
  await other.goto(address + invitation);
  await other.locator('.offer').waitFor();
  await shoot('join', false, other);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await page.locator('.voice-status.yours').waitFor();
  await shoot('game');

  await page.getByRole('button', { name: 'Phantoms' }).click();
  await page.getByRole('button', { name: 'Opening set-up' }).click();
  await page.locator('piece.black').first().waitFor();
  await shoot('phantoms', screen === 'phone');
  await page.getByRole('button', { name: 'Done with phantoms' }).click();

  await pushPawn(page, other);
  await attempt(page, 'bxc8=Q');
  await attempt(other, 'Nf6');
  await attempt(page, 'dxe3');
  await attempt(page, 'exd3');
  await shoot('refused');
  await attempt(page, 'Qd8');
  await other.getByText('You are in check').waitFor();
  await shoot('check', false, other);
  await attempt(other, 'Kxd8');
  await page.getByRole('button', { name: 'Resign' }).click();
  await shoot('resign');
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.review').waitFor();
  await page.keyboard.press('ArrowLeft');
  await shoot('review', screen === 'phone');

  const second = await create(page, {});
  await other.goto(address + second.invitation);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await page.goto(`${address}/game/${second.game}`);
  await pushPawn(page, other);
  await page.locator('.voice-status.yours').waitFor();
  await page.getByLabel('Try', { exact: true }).fill('b7a8');
  await page.keyboard.press('Enter');
  await page.locator('dialog.promotion').waitFor();
  await shoot('promotion');

  await page.goto(`${address}/rules`);
  await page.locator('.lesson piece').first().waitFor();
  await shoot('rules', true);
  await page.goto(address);
  await page.locator('.own-games').waitFor();
  await shoot('home', true);
  await page.goto(`${address}/game/nothing`);
  await page.getByText('Nothing here').waitFor();
  await shoot('not-found');
  await other.context().close();
  await context.close();
}

try {
  for (const screen of Object.keys(screens)) for (const scheme of ['light', 'dark']) await tour(screen, scheme);
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}
