// A bot that tries at random, in TypeScript for Node 20 or newer: where your own program for a Blindmate server can
// begin. To make a player of it, change choose(); docs/bots.md tells how to run it, docs/server.md the rest.
import { on } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

// The parts of the messages that are used here.
interface Now {
  status: 'waiting' | 'playing' | 'ended';
  turn: string;
  askable: string[];
  may_ask_any: boolean;
  clock: object | null;
  claim_in_ms: number | null;
  end: { phrase: string } | null;
}
interface About {
  side: string;
  rules: { name: string };
  white: { name: string };
  black: { name: string };
}
interface View {
  type: 'view';
  from: number;
  log: unknown[];
  now: Now;
  game?: About;
}
interface Challenge {
  game: string;
  to: string | null;
  yours: boolean;
}
type GameMessage = View | { type: 'answer' } | { type: 'error'; message: string };
type LobbyMessage =
  | { type: 'lobby'; challenges: Challenge[] }
  | { type: 'started' | 'made' | 'accepted'; game: string }
  | { type: 'error'; message: string };

// What to ask: a move in coordinates, or "any". NOW and the log are those of docs/server.md.
function choose(now: Now, _log: unknown[]): string {
  if (now.may_ask_any && Math.random() < 0.2) return 'any';
  return now.askable[Math.floor(Math.random() * now.askable.length)]!;
}

// The server says no, and would say it again.
class Refused extends Error {}

function refusal(status: number, body: string): Error {
  let reason = `status ${status}`;
  try {
    reason = (JSON.parse(body) as { error: string }).error;
  } catch {
    // the status must do
  }
  return status >= 400 && status < 500 && status !== 408 && status !== 429 ? new Refused(reason) : new Error(reason);
}

class Connection {
  private readonly incoming: AsyncIterable<[Buffer]>;
  private watch?: NodeJS.Timeout;

  private constructor(private readonly socket: WebSocket) {
    this.incoming = on(socket, 'message', { close: ['close'] }) as AsyncIterable<[Buffer]>; // from the first one on
    socket.on('close', () => clearTimeout(this.watch));
    for (const event of ['open', 'ping', 'message']) socket.on(event, () => this.isAlive());
  }

  static open(address: URL, headers: Record<string, string>): Promise<Connection> {
    const socket = new WebSocket(address, { headers, handshakeTimeout: 30_000 });
    const connection = new Connection(socket);
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(connection));
      socket.on('error', reject);
      socket.on('unexpected-response', (_request, response) => {
        let body = '';
        response.on('data', (part) => (body += part)).on('end', () => reject(refusal(response.statusCode ?? 0, body)));
      });
    });
  }

  // All that the server says, until the connection ends.
  async *messages<Message>(): AsyncGenerator<Message> {
    try {
      for await (const [data] of this.incoming) yield JSON.parse(String(data)) as Message;
    } catch {
      // it has ended
    } finally {
      this.close();
    }
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message), () => {}); // messages() finds out that nobody is there
  }

  // The server answers with its own farewell, which ends messages().
  close(): void {
    this.socket.close();
  }

  // There is a ping every 15 seconds.
  private isAlive(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.socket.terminate(), 60_000);
  }
}

class Server {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly url: string,
    token: string,
  ) {
    if (!/^https?:[/][/]./.test(url)) throw new Refused(`${url} is not the address of a server`);
    this.headers = { Authorization: `Bearer ${token}` };
  }

  async get<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(new URL(path, this.url), { headers: this.headers });
    if (!answer.ok) throw refusal(answer.status, await answer.text());
    return (await answer.json()) as Answer;
  }

  // A connection, and another one whenever the last has ended.
  async *connections(path: string): AsyncGenerator<Connection> {
    for (let wait = 500; ; wait = Math.min(2 * wait, 60_000)) {
      const begin = Date.now();
      try {
        yield await Connection.open(new URL(path, this.url.replace(/^http/, 'ws')), this.headers);
      } catch (problem) {
        if (problem instanceof Refused) throw problem;
        console.error(`${path}: ${(problem as Error).message}`);
      }
      if (Date.now() - begin > 60_000) wait = 500;
      await pause(wait);
    }
  }
}

// Plays a game to its end; what there is to say about it.
async function play(server: Server, game: string): Promise<string> {
  const log: unknown[] = [];
  let about: About | undefined;
  let now: Now | undefined;
  for await (const connection of server.connections(`/ws/games/${game}`)) {
    let asked = -1; // how much was known when something was asked last
    for await (const message of connection.messages<GameMessage>()) {
      if (message.type === 'view') {
        about = message.game ?? about;
        now = message.now;
        log.splice(message.from, Infinity, ...message.log);
      } else if (message.type === 'error') {
        await pause(1000); // asked too often, or at the wrong moment
        asked = -1;
      }
      if (!now || !about) continue;
      if (now.end) {
        connection.close();
        return `${game}: ${about.white.name} - ${about.black.name}, ${about.rules.name}: ${now.end.phrase}`;
      }
      if (now.claim_in_ms !== null && !now.clock)
        setTimeout(() => connection.say({ type: 'claim' }), now.claim_in_ms).unref(); // the opponent has gone
      if (now.status !== 'playing' || now.turn !== about.side || asked === log.length) continue;
      const what = choose(now, log);
      asked = log.length;
      await pause(50); // 20 messages a second are allowed
      connection.say({ ...(what === 'any' ? { type: 'any' } : { type: 'try', move: what }), known: log.length });
    }
  }
  throw new Error('unreachable');
}

interface Options {
  acceptAny: boolean;
  settings: object | null; // of the own challenges
  games: number;
  mostGames: number;
}

// Sits in the lobby, and plays several games at the same time.
class Bot {
  private name = '';
  private lobby!: Connection;
  private challenges: Challenge[] | null = null; // those in the lobby
  private own = new Set<string>(); // challenges that wait for somebody
  private said: string[] = []; // and not answered yet: the game that is to be accepted, or "challenge"
  private readonly refused = new Set<string>(); // the same, for a while
  private readonly playing = new Set<string>();
  private ended = 0;

  constructor(
    private readonly server: Server,
    private readonly options: Options,
  ) {}

  async run(): Promise<void> {
    await this.checkToken();
    console.log(`${this.name} is in the lobby`);
    for await (const connection of this.server.connections('/ws/lobby')) {
      this.lobby = connection;
      this.challenges = null;
      this.own = new Set();
      this.said = [];
      try {
        for await (const message of connection.messages<LobbyMessage>()) {
          await this.hear(message);
          this.act();
        }
      } catch (problem) {
        if (problem instanceof Refused) throw problem;
        console.error(`lobby: ${(problem as Error).message}`);
      }
      if (this.isDone()) return;
    }
  }

  private async checkToken(): Promise<void> {
    const { account } = await this.server.get<{ account: { name: string } | null }>('/api/account');
    if (!account) throw new Refused('the server knows no bot with this token');
    this.name = account.name;
  }

  private async hear(message: LobbyMessage): Promise<void> {
    if (message.type === 'lobby') {
      if (this.challenges === null) await this.lookForGames();
      this.challenges = message.challenges;
    } else if (message.type === 'started') {
      this.begin(message.game);
    } else {
      const said = this.said.shift()!; // answers come in the order of what was said
      if (message.type === 'made' && !this.playing.has(message.game)) this.own.add(message.game);
      if (message.type === 'accepted') this.begin(message.game);
      if (message.type !== 'error') return;
      console.error(`lobby: ${message.message}`);
      this.refused.add(said);
      setTimeout(() => {
        this.refused.delete(said);
        this.act();
      }, 10_000).unref();
    }
  }

  // What has happened while nobody listened?
  private async lookForGames(): Promise<void> {
    await this.checkToken();
    const { games } = await this.server.get<{ games: { id: string; status: string }[] }>('/api/games');
    for (const { id, status } of games) {
      if (status === 'waiting') this.own.add(id);
      if (status === 'playing') this.begin(id);
    }
  }

  // Accepts challenges and makes one, as long as there is room for more games.
  private act(): void {
    if (this.isDone()) return this.lobby.close();
    if (this.challenges === null) return;
    for (const { game, to, yours } of this.challenges) {
      const isMeant = to === this.name || (this.options.acceptAny && to === null);
      const isKnown = yours || this.playing.has(game) || this.said.includes(game) || this.refused.has(game);
      if (isMeant && !isKnown) this.say(game, { type: 'accept', game });
    }
    const hasChallenge = this.own.size > 0 || this.said.includes('challenge') || this.refused.has('challenge');
    if (this.options.settings && !hasChallenge)
      this.say('challenge', { type: 'challenge', settings: this.options.settings });
  }

  private say(said: string, message: object): void {
    const most = Math.min(this.options.mostGames, this.options.games - this.ended);
    if (this.playing.size + this.own.size + this.said.length >= most) return;
    this.said.push(said);
    this.lobby.say(message);
  }

  private isDone(): boolean {
    return this.ended >= this.options.games && this.playing.size === 0;
  }

  private async begin(game: string): Promise<void> {
    this.own.delete(game);
    if (this.playing.has(game)) return;
    this.playing.add(game);
    console.log(await play(this.server, game).catch((problem: Error) => `${game}: ${problem.message}`));
    this.playing.delete(game);
    this.ended += 1;
    this.act();
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'token-file': { type: 'string' }, // otherwise BLINDMATE_TOKEN has the token
      'accept-any': { type: 'boolean', default: false }, // not only challenges to this bot
      challenge: { type: 'boolean', default: false }, // anyone, again after each game; what follows is about these
      rules: { type: 'string', default: 'berkeley' },
      minutes: { type: 'string', default: '5' },
      increment: { type: 'string', default: '3' },
      rated: { type: 'boolean', default: false },
      games: { type: 'string', default: 'Infinity' },
      'most-games': { type: 'string', default: '4' }, // at the same time
    },
  });
  if (positionals.length !== 1) throw new Refused('one address of a server is needed: http://localhost:8080');
  const file = values['token-file'];
  const token = (file ? readFileSync(file, 'ascii') : (process.env['BLINDMATE_TOKEN'] ?? '')).trim();
  if (!token) throw new Refused('a token is needed: --token-file FILE, or BLINDMATE_TOKEN');
  const clock = { minutes: Number(values.minutes), increment: Number(values.increment) };
  const settings = { rules: values.rules, colour: 'random', clock, opponent: 'anyone', rated: values.rated };
  await new Bot(new Server(positionals[0]!, token), {
    acceptAny: values['accept-any'],
    settings: values.challenge ? settings : null,
    games: Number(values.games),
    mostGames: Number(values['most-games']),
  }).run();
}

main().catch((problem: Error) => {
  const cause = problem.cause as { code?: string } | undefined; // of a failed fetch
  console.error(`random_bot: ${cause?.code ?? problem.message}`);
  process.exitCode = 2;
});
