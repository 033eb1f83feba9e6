// Two servers on one PostgreSQL behind nginx with TLS: one lobby, cookies that only TLS carries, and a game that goes on
// when the server where it lives is killed.
import { spawnSync } from 'node:child_process';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Nginx } from './nginx';
import { launch, Person, playOut } from './player';
import { Server } from './server';

const postgres = process.env['BLINDMATE_POSTGRES'] ?? '';
const database = `browser_${process.pid}`;
const patience = { timeout: 60_000, interval: 50 };

let servers: [Server, Server];
let nginx: Nginx;
let browser: Browser;

function sql(statement: string): void {
  const done = spawnSync('psql', [postgres, '-q', '-c', statement], { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`BLINDMATE_POSTGRES must be the address of a PostgreSQL: ${done.stderr}`);
}

beforeAll(async () => {
  sql(`CREATE DATABASE ${database}`);
  const options = ['--store', postgres.replace('/postgres?', `/${database}?`), '--trust-proxy', '127.0.0.1'];
  servers = [await Server.start(options), await Server.start(options)];
  [nginx, browser] = await Promise.all([Nginx.start([servers[0].port, servers[1].port]), launch()]);
});
afterAll(async () => {
  await browser?.close();
  await nginx?.stop();
  for (const server of servers ?? []) await server.stop();
  sql(`DROP DATABASE ${database} WITH (FORCE)`);
});

async function enter(name: string): Promise<Person> {
  const person = await Person.enter(browser, nginx, { ignoreHTTPSErrors: true });
  person.expected.push(/WebSocket/, /50[234]/);
  await person.signUp(name);
  return person;
}

/** How many games a server has in its memory. */
async function gamesOf(server: Server): Promise<number> {
  const text = await (await fetch(`${server.address}/metrics`)).text();
  return Number(/^blindmate_live_games (\d+)$/m.exec(text)![1]);
}

it('plays on when the server of the game is killed', async () => {
  const white = await enter('Anna');
  const black = await enter('Ben');
  for (const person of [white, black]) {
    const cookies = await person.page.context().cookies();
    expect(cookies.map(({ secure, httpOnly, sameSite }) => ({ secure, httpOnly, sameSite }))).toEqual([
      { secure: true, httpOnly: true, sameSite: 'Strict' },
    ]);
  }
  const metrics = await white.page.request.get(`${nginx.address}/metrics`);
  expect(metrics.status()).toBe(404);

  await white.begin({ opponent: 'anyone', rated: true, clock: { minutes: 10, increment: 5 } });
  await black.open('/');
  await black.page.getByRole('button', { name: /Accept/ }).click();
  await black.page.locator('.table cg-board piece').first().waitFor();
  await playOut(white, black, ['f2f3', 'e7e5']);

  const owner = await vi.waitUntil(async () => {
    const numbers = await Promise.all(servers.map(gamesOf));
    return numbers[0]! + numbers[1]! === 1 && servers[numbers[0] === 1 ? 0 : 1];
  }, patience);
  const both = [white, black].map(({ page }) => page.getByText('Reconnecting'));
  await Promise.all([owner.kill(), ...both.map((lost) => lost.waitFor())]);
  await Promise.all(both.map((lost) => lost.waitFor({ state: 'hidden' })));
  await playOut(white, black, ['g2g4', 'd8h4']);
  await white.page.locator('.end-card h1', { hasText: 'You lost' }).waitFor();
  await black.page.locator('.end-card', { hasText: '1662' }).waitFor();

  await owner.open();
  const later = await (await fetch(`${owner.address}/api/players/ben`)).json();
  expect(later.results).toEqual([{ rules: 'berkeley', won: 1, drawn: 0, lost: 0 }]);
  for (const person of [white, black]) {
    person.checkAll();
    await person.leave();
  }
});
