// A person at the board: a browser page of its own, moved by mouse, finger or keys, with everything the page was sent.
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Game, Now, ServerMessage, Settings, Side } from '../../src/protocol';
import { checkFrames } from './frames';
import type { Server } from './server';

const patience = { timeout: 60_000, interval: 20 };

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['BLINDMATE_CHROMIUM'] ?? '/usr/bin/chromium',
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
}

export class Person {
  readonly complaints: string[] = [];
  /** What came through each connection. */
  private readonly connections: ServerMessage[][] = [];
  readonly sent: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly server: Server,
  ) {
    page.setDefaultTimeout(patience.timeout);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('websocket', (socket) => {
      const frames: ServerMessage[] = [];
      this.connections.push(frames);
      socket.on('framereceived', ({ payload }) => frames.push(JSON.parse(String(payload)) as ServerMessage));
      socket.on('framesent', ({ payload }) => this.sent.push(String(payload)));
    });
  }

  static async enter(browser: Browser, server: Server, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    return new Person(await context.newPage(), server);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(this.server.address + path);
  }

  /** Makes a game without the form, and opens it. The invitation is null against a machine. */
  async begin(settings: Partial<Settings>): Promise<string | null> {
    if (!this.page.url().startsWith(this.server.address)) await this.open('/');
    const body = {
      rules: 'berkeley',
      colour: 'white',
      clock: null,
      opponent: { player: 'random', level: 1 },
      ...settings,
    };
    const made = await this.page.evaluate(async (wanted) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch('/api/games', { method: 'POST', headers, body: JSON.stringify(wanted) });
      return (await response.json()) as { game: string; invitation: string | null };
    }, body);
    await this.open(`/game/${made.game}`);
    await this.page.locator('cg-board piece').first().waitFor();
    return made.invitation;
  }

  async accept(invitation: string): Promise<void> {
    await this.open(invitation);
    await this.page.getByRole('button', { name: 'Accept and play' }).click();
    await this.page.locator('cg-board piece').first().waitFor();
  }

  private last<T>(part: (frame: Extract<ServerMessage, { type: 'view' }>) => T | undefined): T | undefined {
    const views = this.frames.filter((frame) => frame.type === 'view');
    return views.map(part).findLast((found) => found !== undefined);
  }
  get frames(): ServerMessage[] {
    return this.connections.at(-1) ?? [];
  }
  get now(): Now | undefined {
    return this.last(({ now }) => now);
  }
  get game(): Game | undefined {
    return this.last(({ game }) => game);
  }
  get side(): Side {
    return this.game!.side;
  }
  private answers(): number {
    return this.frames.filter(({ type }) => type === 'answer' || type === 'error').length;
  }

  /** Waits until this person is to move, or the game has ended; true when there is a move to make. */
  async turn(): Promise<boolean> {
    await vi.waitUntil(
      () => this.now?.end || (this.now?.status === 'playing' && this.now.turn === this.game?.side),
      patience,
    );
    if (this.now?.end) return false;
    await this.page.locator('.voice-status.yours').waitFor();
    return true;
  }

  async point(square: string): Promise<[number, number]> {
    const box = (await this.page.locator('cg-board').boundingBox())!;
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square[1]) - 1;
    const [x, y] = this.side === 'white' ? [file, 7 - rank] : [7 - file, rank];
    return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
  }

  async click(square: string): Promise<void> {
    await this.page.mouse.click(...(await this.point(square)));
  }

  async drag(from: string, to: string | [number, number]): Promise<void> {
    const end = typeof to === 'string' ? await this.point(to) : to;
    await this.page.mouse.move(...(await this.point(from)));
    await this.page.mouse.down();
    await this.page.mouse.move(...end, { steps: 6 });
    await this.page.mouse.up();
  }

  /** A try by two clicks, or by another way; returns when the referee has answered. */
  async tries(move: string, by: 'click' | 'drag' | 'type' | 'tap' = 'click'): Promise<string> {
    expect(await this.turn()).toBe(true);
    const before = this.answers();
    const [from, to] = [move.slice(0, 2), move.slice(2, 4)];
    if (by === 'drag') await this.drag(from, to);
    else if (by === 'type') {
      await this.page.getByLabel('Try', { exact: true }).fill(move);
      await this.page.keyboard.press('Enter');
    } else {
      for (const square of [from, to]) {
        if (by === 'tap') await this.page.touchscreen.tap(...(await this.point(square)));
        else await this.click(square);
      }
    }
    if (move[4] && by !== 'type') await this.page.getByRole('button', { name: promotions[move[4]]! }).click();
    await vi.waitUntil(() => this.answers() > before, patience);
    const answer = this.frames.findLast(({ type }) => type === 'answer' || type === 'error')!;
    return answer.type === 'answer' ? answer.heard.answer : `${answer.type}`;
  }

  /** Where men are shown: "e2" to "white pawn", phantoms included. */
  shown(): Promise<Record<string, string>> {
    return this.page.evaluate(() => {
      const men = [...document.querySelectorAll<HTMLElement & { cgKey: string; cgPiece: string }>('cg-board piece')];
      return Object.fromEntries(men.map((man) => [man.cgKey, man.cgPiece]));
    });
  }

  async sees(square: string, man: string | undefined): Promise<void> {
    await vi.waitFor(async () => expect((await this.shown())[square], square).toBe(man), patience);
  }

  async hears(text: string | RegExp): Promise<void> {
    await this.page.locator('.voice', { hasText: text }).waitFor();
  }

  async marked(name: string, square: string): Promise<boolean> {
    return this.page.evaluate(
      ([className, key]) =>
        [...document.querySelectorAll<HTMLElement & { cgKey: string }>(`cg-board square.${className}`)].some(
          (mark) => mark.cgKey === key && mark.style.display !== 'none',
        ),
      [name, square] as const,
    );
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).click();
  }

  /** Nothing went wrong in the page, and nothing was sent to it that it must not know. */
  checkAll(expected: RegExp[] = []): void {
    expect(this.complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([]);
    for (const frames of this.connections) if (frames.length > 0) checkFrames(frames);
  }
}

const promotions: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' };

/** Two people at one board. */
export async function pair(
  browser: Browser,
  server: Server,
  settings: Partial<Settings> = {},
): Promise<[Person, Person]> {
  const white = await Person.enter(browser, server);
  const invitation = await white.begin({ colour: 'white', opponent: 'person', ...settings });
  const black = await Person.enter(browser, server);
  await black.accept(invitation!);
  return [white, black];
}

/** Moves by turns, White first: every one must be legal. */
export async function playOut(white: Person, black: Person, moves: string[]): Promise<void> {
  let mover = white.now?.turn === 'black' ? black : white;
  for (const move of moves) {
    expect(await mover.tries(move), move).toBe('ok');
    mover = mover === white ? black : white;
  }
}
