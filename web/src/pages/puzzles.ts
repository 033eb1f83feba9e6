// /puzzles and /puzzles?puzzle=ID: sure mates to find.
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { PuzzleList, PuzzleMessage, PuzzleRequest, PuzzleWish } from '../base/protocol';
import { connect, type Connection, type Link } from '../base/socket';
import { makeSolveView, type SolveView } from '../puzzle/solve';
import { chosenKind, makeStanding, startCard } from '../puzzle/start';
import * as solving from '../puzzle/state';
import { loading, notConnected } from '../ui/words';
import { failed } from './not-found';
import type { Page } from './page';

const wishFor = (puzzle: string): PuzzleWish => ({ ply: null, size: null, classic: false, puzzle });

const intro = (): HTMLElement =>
  h(
    'header',
    { class: 'intro' },
    h('h1', {}, 'Puzzles'),
    h(
      'p',
      { class: 'lead' },
      'You cannot see the opponent’s men, but you know where they can be. Find the tries that mate wherever they are.',
    ),
  );

class PuzzlesPage implements Page {
  readonly title = 'Puzzles';
  private readonly content = h('div', {}, h('p', { class: 'loading' }, loading));
  readonly element = h('main', { class: 'puzzles-page' }, this.content);
  private readonly complaint = h('p', { class: 'problem', role: 'alert' });
  private readonly standing = makeStanding();
  private state = solving.nothing;
  private link: Link = 'connecting';
  private list: PuzzleList | null = null;
  private view: SolveView | null = null;
  private wish: PuzzleWish | null = null;
  private connection: Connection<PuzzleRequest> | null = null;
  private isComing = false;
  private closed = false;

  /** `asked` is the ID of the puzzle in the address. */
  async load(asked: string | null): Promise<void> {
    try {
      this.list = await api.puzzles();
      if (this.closed) return;
      this.state = { ...this.state, you: this.list.you };
      this.standing.show(this.state.you);
      if (asked) this.start(wishFor(asked));
      else this.showStart();
    } catch (error) {
      const again = () => void this.load(asked);
      if (!this.closed) fill(this.content, failed((error as Error).message, again));
    }
  }

  private showStart(): void {
    const card = this.list && startCard(this.list, () => this.next());
    fill(this.content, intro(), card, this.complaint, this.standing.element);
  }

  /** Whoever connects must be known before, so that progress is kept. */
  private async come(): Promise<void> {
    if (this.isComing) return;
    this.isComing = true;
    try {
      await api.keepProgress();
      if (this.closed) return;
      this.connection = connect(
        '/ws/puzzles',
        (message: PuzzleMessage) => this.hear(message),
        (link) => this.linkChanged(link),
        () => this.opened(),
      );
    } catch (error) {
      this.isComing = false;
      this.complain((error as Error).message);
    }
  }

  private linkChanged(next: Link): void {
    if (next === 'lost') this.state = { ...this.state, pending: null };
    this.link = next;
    this.draw();
  }

  /** A new connection knows nothing of a puzzle that was being solved. */
  private opened(): void {
    const lost = solving.isRunning(this.state) ? this.state.puzzle!.puzzle : null;
    if (lost) this.start(wishFor(lost));
    else if (this.wish) this.start(this.wish);
  }

  private hear(message: PuzzleMessage): void {
    this.state = solving.fold(this.state, message);
    if (message.type === 'puzzle') {
      this.wish = null;
      history.replaceState(null, '', `/puzzles?puzzle=${encodeURIComponent(message.puzzle)}`);
      if (!this.view) this.open();
    }
    if (message.type === 'ended') this.standing.show(this.state.you);
    if (message.type === 'error' && !this.view) {
      this.wish = null;
      this.showStart();
    }
    this.draw();
  }

  private start(wanted: PuzzleWish): void {
    this.wish = wanted;
    if (!this.connection) return void this.come();
    if (!this.connection.say({ type: 'start', ...wanted }) && this.link === 'lost')
      this.complain('Not connected. The puzzle starts when the connection is back.');
  }

  private next(): void {
    this.start({ ...chosenKind(), puzzle: null });
  }

  private complain(text: string): void {
    this.state = { ...this.state, complaint: text };
    this.draw();
  }

  private ask(what: string): void {
    if (!solving.isRunning(this.state) || this.state.pending !== null) return this.draw();
    if (!this.connection?.say(what === 'any' ? { type: 'any' } : { type: 'try', move: what }))
      return this.complain(notConnected);
    this.state = solving.asking(this.state, what);
    this.draw();
  }

  private open(): void {
    this.view = makeSolveView({
      ask: (what) => this.ask(what),
      giveUp: () => void this.connection?.say({ type: 'give-up' }),
      next: () => this.next(),
      again: () => this.start(wishFor(this.state.puzzle!.puzzle)),
    });
    fill(this.content, this.view.element, h('div', { class: 'list-page' }, this.standing.element));
    this.standing.show(this.state.you);
  }

  private draw(): void {
    this.view?.update(this.state, this.link === 'open');
    say(this.complaint, this.view ? '' : (this.state.complaint ?? ''));
  }

  playing(): boolean {
    return solving.isRunning(this.state);
  }

  close(): void {
    this.closed = true;
    this.connection?.close();
    this.view?.close();
    this.standing.close();
  }
}

export function puzzlesPage(): Page {
  const page = new PuzzlesPage();
  void page.load(new URLSearchParams(location.search).get('puzzle'));
  return page;
}
