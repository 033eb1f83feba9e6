// The real program, started on a free port with a store of its own, or with one that others use too.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const program = process.env['BLINDMATE_PROGRAM'] ?? join(import.meta.dirname, '../../../build/release/blindmate');

export class Server {
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'blindmate-'));
  port = 0;

  private constructor(private readonly options: string[]) {}

  get address(): string {
    return `http://localhost:${this.port}`;
  }

  /** Options are those beside the port; a store among them takes the place of the own one. */
  static async start(options: string[] = []): Promise<Server> {
    const server = new Server(options);
    await server.open();
    return server;
  }

  /** Starts it, again on the port that it had before. */
  async open(): Promise<void> {
    const store = this.options.includes('--store') ? [] : ['--store', join(this.folder, 'games.sqlite')];
    const limits = ['--no-address-limits'];
    const started = spawn(program, ['serve', '--port', String(this.port), ...limits, ...store, ...this.options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = started;
    this.port = await new Promise<number>((resolve, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was open`)));
      createInterface({ input: started.stdout }).on('line', (line) => {
        const found = /open http:\/\/localhost:(\d+)/.exec(line);
        if (found) resolve(Number(found[1]));
      });
    });
  }

  /** As a power failure would end it. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.process;
    this.process = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      ending.once('exit', () => resolve());
      ending.kill(signal);
    });
  }
}
