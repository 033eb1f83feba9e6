// A person at the board: a browser page of its own, moved by mouse, finger or keys, with everything the page was sent.
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import type { Game, LobbyMessage, Now, ServerMessage, Settings, Side } from '../../src/base/protocol';
import { checkFrames, checkLobby } from './frames';

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

/** Where a server is. */
export interface Address {
  readonly address: string;
}

export class Person {
  readonly complaints: string[] = [];
  /** Complaints of the browser that the test provokes. */
  readonly expected: RegExp[] = [];
  /** What came through each connection to a game. */
  private readonly connections: ServerMessage[][] = [];
  private readonly lobby: LobbyMessage[] = [];
  readonly sent: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly server: Address,
  ) {
    page.setDefaultTimeout(patience.timeout);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('websocket', (socket) => {
      const heard: (ServerMessage | LobbyMessage)[] = socket.url().endsWith('/ws/lobby') ? this.lobby : [];
      if (socket.url().includes('/ws/games/')) this.connections.push(heard as ServerMessage[]);
      socket.on('framereceived', ({ payload }) => heard.push(JSON.parse(String(payload))));
      socket.on('framesent', ({ payload }) => this.sent.push(String(payload)));
    });
  }

  static async enter(browser: Browser, server: Address, options: BrowserContextOptions = {}): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    return new Person(await context.newPage(), server);
  }

  async leave(): Promise<void> {
    await this.page.context().close();
  }

  open(path: string): Promise<unknown> {
    return this.page.goto(this.server.address + path);
  }

  /** Asks the server as a page would. */
  async post<T>(path: string, body: object): Promise<T> {
    if (!this.page.url().startsWith(this.server.address)) await this.open('/rules');
    return this.page.evaluate(
      async ([to, what]) => {
        const headers = { 'Content-Type': 'application/json' };
        return (await fetch(to, { method: 'POST', headers, body: JSON.stringify(what) })).json();
      },
      [path, body] as const,
    );
  }

  /** Has an account without the form. */
  async signUp(name: string): Promise<void> {
    await this.post('/api/account', { name, password });
    await this.page.reload();
    await this.page.locator('.account-link', { hasText: name }).waitFor();
  }

  async logIn(name: string, word = password): Promise<void> {
    await this.open('/account');
    const form = this.page.locator('.card', { has: this.page.getByRole('heading', { name: 'Sign in' }) });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Password').fill(word);
    await form.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Makes a game without the form, and opens it. The invitation is null against a machine. */
  async begin(settings: Partial<Settings>): Promise<string | null> {
    const body = {
      rules: 'berkeley',
      colour: 'white',
      clock: null,
      opponent: { player: 'random', level: 1 },
      ...settings,
    };
    const made = await this.post<{ game: string; invitation: string | null }>('/api/games', body);
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

  point(square: string): Promise<[number, number]> {
    return pointOf(this.page, square, this.side);
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
      await this.page.getByLabel('Move', { exact: true }).fill(move);
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
      const seen = men.filter((man) => man.checkVisibility());
      return Object.fromEntries(seen.map((man) => [man.cgKey, man.cgPiece]));
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

  async resign(): Promise<void> {
    await this.press('Resign');
    await this.page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await this.page.locator('.review').waitFor();
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole('button', { name }).click();
  }

  /** Nothing went wrong in the page, and nothing was sent to it that it must not know. */
  checkAll(): void {
    expect(this.complaints.filter((text) => !this.expected.some((pattern) => pattern.test(text)))).toEqual([]);
    for (const frames of this.connections) if (frames.length > 0) checkFrames(frames);
    this.lobby.forEach(checkLobby);
  }
}

/** Where a square is on a board seen from this side. */
export async function pointOf(page: Page, square: string, side: Side): Promise<[number, number]> {
  const board = page.locator('cg-board');
  await board.scrollIntoViewIfNeeded();
  const box = (await board.boundingBox())!;
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  const [x, y] = side === 'white' ? [file, 7 - rank] : [7 - file, rank];
  return [box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8];
}

/** Of the whole page: more than the screen has would mean scrolling sideways. */
export const width = (person: Person) => person.page.evaluate(() => document.documentElement.scrollWidth);

export const password = 'correct horse battery';

export const promotions: Record<string, string> = { q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' };

/** Moves by turns, White first: every one must be legal, but those with a minus before it, which must not be. */
export async function playOut(white: Person, black: Person, moves: string[]): Promise<void> {
  let mover = white.now?.turn === 'black' ? black : white;
  for (const move of moves) {
    const refused = move.startsWith('-');
    expect(await mover.tries(move.replace('-', '')), move).toBe(refused ? 'no' : 'ok');
    if (!refused) mover = mover === white ? black : white;
  }
}
