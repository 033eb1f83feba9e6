// nginx with the very text of docs/running.md, in front of servers on this machine, with a certificate of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';

const page = join(import.meta.dirname, '../../../docs/running.md');

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(port, '127.0.0.1');
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
    probe.once('connect', () => probe.destroy());
  });
}

function replaced(text: string, changes: [string, string][]): string {
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the example does not say "${from}" any more`);
    text = text.replaceAll(from, to);
  }
  return text;
}

export class Nginx {
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'blindmate-nginx-'));
  private port = 0;

  get address(): string {
    return `https://localhost:${this.port}`;
  }

  static async start(ports: [number, number]): Promise<Nginx> {
    const nginx = new Nginx();
    await nginx.open(ports);
    return nginx;
  }

  private async open([first, second]: [number, number]): Promise<void> {
    this.port = await freePort();
    const [certificate, key] = [join(this.folder, 'certificate.pem'), join(this.folder, 'key.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', key, '-out', certificate],
    ]);
    if (made.status !== 0) throw new Error(`no certificate: ${made.stderr}`);
    const example = /```nginx\n([^]*?)```/.exec(readFileSync(page, 'utf8'))![1]!;
    const site = replaced(example, [
      ['listen 443 ssl', `listen 127.0.0.1:${this.port} ssl`],
      ['blindmate.example;', 'localhost;'],
      ['/etc/ssl/blindmate.example.pem', certificate],
      ['/etc/ssl/blindmate.example.key', key],
      ['127.0.0.1:8080', `127.0.0.1:${first}`],
      ['127.0.0.1:8081', `127.0.0.1:${second}`],
    ]);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const configuration = join(this.folder, 'nginx.conf');
    writeFileSync(
      configuration,
      [
        process.getuid?.() === 0 ? 'user root;' : '',
        `daemon off; pid ${this.folder}/pid; error_log stderr crit;`,
        'events {}',
        `http { access_log off; ${temporary.map((name) => `${name}_temp_path ${this.folder}/${name};`).join(' ')}`,
        site,
        '}',
      ].join('\n'),
    );
    this.process = spawn('/usr/sbin/nginx', ['-e', 'stderr', '-p', this.folder, '-c', configuration], {
      stdio: 'inherit',
    });
    await vi.waitUntil(() => answers(this.port), { timeout: 30_000, interval: 20 });
  }

  async stop(): Promise<void> {
    const ending = this.process;
    if (ending && ending.exitCode === null) {
      await new Promise((resolve) => {
        ending.once('exit', resolve);
        ending.kill('SIGTERM');
      });
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
