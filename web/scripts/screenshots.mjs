// Pictures of every screen, wide and narrow, light and dark: node scripts/screenshots.mjs FOLDER
// BLINDMATE_PROGRAM names the program, and BLINDMATE_CHROMIUM a browser other than Debian's.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
const server = spawn(program, ['serve', '--port', '0', '--store', join(data, 'games.sqlite'), '--no-address-limits'], {
  stdio: ['ignore', 'pipe', 'ignore'],
});
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

// White misses a mate.
async function missMate(white, black) {
  const game = JSON.parse(readFileSync(join(import.meta.dirname, '../tests/browser/missed-mate.json'), 'utf8'));
  let [mover, next] = [white, black];
  for (const move of game.tries.split(' ')) {
    await attempt(mover, move.replace('-', ''));
    if (!move.startsWith('-')) [mover, next] = [next, mover];
  }
}

async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.review').waitFor();
  await page.locator('.progress').waitFor({ state: 'hidden' });
}

async function post(page, path, body) {
  if (!page.url().startsWith(address)) await page.goto(`${address}/rules`);
  return page.evaluate(
    async ([to, what]) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(to, { method: 'POST', headers, body: JSON.stringify(what) })).json();
    },
    [path, body],
  );
}

const create = (page, settings) =>
  post(page, '/api/games', {
    rules: 'berkeley',
    colour: 'white',
    clock: { minutes: 15, increment: 10 },
    opponent: 'person',
    ...settings,
  });

// Moves when it can, and then resigns if it is to lose; both without the page.
const lose = (page, game, loses) =>
  page.evaluate(
    ([id, resigns]) =>
      new Promise((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws/games/${id}`);
        let tried = -1;
        socket.onmessage = ({ data }) => {
          const { now, log, from, type } = JSON.parse(data);
          if (type !== 'view') return;
          const known = from + log.length;
          if (now.end) done(socket.close());
          else if (resigns && !now.may_abort) socket.send('{"type":"resign"}');
          else if (now.askable.length > 0 && known > tried) {
            tried = known;
            const move = now.askable.find((ask) => /^(.)[27]\1[36]$/.test(ask));
            socket.send(JSON.stringify({ type: 'try', move, known }));
          }
        };
      }),
    [game, loses],
  );

// Rated games between two, of which the first one wins where the text has a 1.
async function history(page, other, name, text) {
  for (const [index, won] of [...text].entries()) {
    const rules = ['berkeley', 'wild16', 'rand'][index % 3];
    const { game } = await create(page, { rules, opponent: { name }, rated: true });
    await post(other, `/api/invitations/${game}`, {});
    await Promise.all([lose(page, game, won !== '1'), lose(other, game, won === '1')]);
  }
}

async function attempt(page, move) {
  await page.locator('.voice-status.yours').waitFor();
  const before = await page.locator('.log').textContent();
  await page.getByLabel('Move', { exact: true }).fill(move);
  await page.keyboard.press('Enter');
  await page.waitForFunction((text) => document.querySelector('.log')?.textContent !== text, before);
  await page.evaluate(() => document.activeElement?.blur());
}

// Two bots at play, and the page that they were begun on.
async function machines(page, shoot) {
  const bot = { player: 'club', level: 1 };
  const { game } = await post(page, '/api/exhibitions', { rules: 'wild16', white: bot, black: bot });
  await page.goto(`${address}/machines/${game}`);
  await page.locator('.moves li').nth(4).waitFor();
  await shoot('exhibition');
  await page.goto(`${address}/machines`);
  await page.locator('.rows').waitFor();
  await page.locator('.tournaments', { hasNotText: 'Loading' }).waitFor();
  await shoot('machines', true);
}

async function imports(page, shoot) {
  await page.goto(`${address}/import`);
  await page.getByLabel('Kriegspiel PGN').fill('1. e4 {:} e5 {:}\n2. Ke3 {:} *');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.locator('.problem pre').waitFor();
  await shoot('import');
}

const states = [
  '1Q3Q2/6R1/8/3k4/3p4/3P4/4P3/RNB1KB2 w Q - 0 1',
  '1Q3Q2/6R1/4k3/3p4/8/3P4/4P3/RNB1KB2 w Q - 0 1',
  '1Q3Q2/6R1/4k3/8/3p4/3P4/4P3/RNB1KB2 w Q - 0 1',
  '1Q3Q2/6R1/8/3p4/3k4/3P4/4P3/RNB1KB2 w Q - 0 1',
];

async function study(page, shoot) {
  await page.goto(`${address}/study`);
  const board = page.locator('.study cg-board');
  await board.waitFor();
  const press = async (column, row) => {
    await board.scrollIntoViewIfNeeded();
    const { x, y, width } = await board.boundingBox();
    await page.mouse.click(x + ((column + 0.5) * width) / 8, y + ((row + 0.5) * width) / 8);
  };
  await page.getByRole('button', { name: 'Place a king' }).click();
  await press(6, 2);
  await page.getByRole('button', { name: 'Place a rook' }).click();
  await press(0, 7);
  await page.getByRole('button', { name: /^Paint: King/ }).click();
  for (const column of [5, 6, 7]) await press(column, 0);
  await page.locator('.posed', { hasText: /\d position/ }).waitFor();
  await shoot('study', true);
  await page.getByText('Positions', { exact: true }).click();
  await page.getByLabel(/^Positions, one FEN/).fill(states.join('\n'));
  await page.locator('.posed', { hasText: '4 positions.' }).waitFor();
  await page.getByRole('button', { name: 'Solve' }).click();
  await page.locator('.sayings button').first().click();
  await page.locator('.walk-fact', { hasText: 'left' }).waitFor();
  await shoot('study-plan', true);
}

async function puzzle(page, shoot) {
  await page.goto(`${address}/puzzles`);
  await page.getByRole('button', { name: 'Start' }).waitFor();
  await shoot('puzzles', true);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.locator('.puzzle cg-board').waitFor();
  await shoot('puzzle');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('heading', { name: 'Failed' }).waitFor();
  await shoot('puzzle-failed', true);
}

const names = {
  'wide-light': ['anna', 'bert'],
  'wide-dark': ['clara', 'dirk'],
  'phone-light': ['emma', 'fritz'],
  'phone-dark': ['greta', 'hannes'],
};

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
  await page.locator('.copy-box').waitFor();
  await shoot('waiting');
  await other.goto(address + invitation);
  await other.locator('.offer').waitFor();
  await shoot('join', false, other);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await page.locator('.voice-status.yours').waitFor();
  await shoot('game');

  await page.getByRole('button', { name: 'Phantoms' }).click();
  await page.getByRole('button', { name: 'Starting position' }).click();
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
  await page.getByRole('button', { name: 'Keep playing' }).click();
  await resign(page);
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft');
  await shoot('review', screen === 'phone');

  const missed = await create(page, {});
  await other.goto(address + missed.invitation);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await page.goto(`${address}/game/${missed.game}`);
  await missMate(page, other);
  await resign(page);
  await page.locator('.mate.missed').last().click();
  await page.getByRole('group', { name: 'Boards to show' }).getByRole('button', { name: 'White' }).click();
  await page.getByRole('button', { name: 'king', exact: true }).click();
  await shoot('review-mate', true);

  const second = await create(page, {});
  await other.goto(address + second.invitation);
  await other.getByRole('button', { name: 'Accept and play' }).click();
  await page.goto(`${address}/game/${second.game}`);
  await pushPawn(page, other);
  await page.locator('.voice-status.yours').waitFor();
  await page.getByLabel('Move', { exact: true }).fill('b7a8');
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
  await page.getByText('Not found').waitFor();
  await shoot('not-found');

  await study(page, shoot);
  await puzzle(page, shoot);

  await page.goto(`${address}/account`);
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
  await shoot('sign-up', true);
  const [anna, bert] = names[`${screen}-${scheme}`];
  const password = 'a long password';
  await post(page, '/api/account', { name: anna, password });
  await post(other, '/api/account', { name: bert, password });
  await history(page, other, bert, '110111010011');
  await page.goto(`${address}/account`);
  await page.getByLabel('Bot name').fill(`${anna}s-bot`);
  await page.getByRole('button', { name: 'Create bot' }).click();
  await page.getByLabel(/^Token of/).waitFor();
  await shoot('account', true);
  await page.goto(`${address}/players`);
  await page.locator('.players').waitFor();
  await shoot('players', true);
  await page.goto(`${address}/player/${anna}`);
  await page.locator('.graph').waitFor();
  await shoot('player', true);
  await page.goto(`${address}/player/${bert}`);
  await page.getByRole('button', { name: 'Challenge' }).click();
  await page.getByRole('button', { name: 'Send challenge' }).waitFor();
  await shoot('challenge');

  await machines(page, shoot);
  await imports(page, shoot);

  const guest = await (await browser.newContext(options)).newPage();
  await create(guest, { opponent: 'anyone', rules: 'english', clock: null });
  await guest.goto(address);
  await guest.locator('.challenge').first().waitFor();
  await create(other, { opponent: { name: anna }, rated: true });
  const open = await create(page, { opponent: 'anyone', rated: true });
  await other.goto(address);
  await other.locator('.challenge').first().waitFor();
  await page.goto(address);
  await page.locator('.challenge.own').waitFor();
  await page.getByText('Anyone', { exact: true }).click();
  await page.locator('.own-games').waitFor();
  await shoot('lobby', true);
  await guest.goto(`${address}/join/${open.game}`);
  await guest.locator('.offer').waitFor();
  await shoot('join-rated', false, guest);
  const bots = await create(page, { opponent: { player: 'random', level: 1 }, rated: true });
  await page.goto(`${address}/game/${bots.game}`);
  await page.locator('.voice-status.yours').waitFor();
  await page.locator('.banner').waitFor();
  await shoot('rated');
  await post(other, `/api/invitations/${open.game}`, {});
  await page.locator('.banner.started').waitFor();
  await shoot('accepted');
  await page.getByRole('link', { name: 'Go to the game' }).click();
  await attempt(page, 'e4');
  await resign(page);
  await shoot('rated-review');
  await guest.context().close();
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
