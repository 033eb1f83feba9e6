// /puzzles and /puzzles?puzzle=ID: sure mates to find.
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { PuzzleMessage, PuzzleRequest, PuzzleWish } from '../base/protocol';
import { connect, type Connection, type Link } from '../base/socket';
import { makeSolveView, type SolveView } from '../puzzle/solve';
import { chosenKind, makeStanding, startCard } from '../puzzle/start';
import * as solving from '../puzzle/state';
import { loading, notConnected } from '../ui/words';
import { failed } from './not-found';
import type { Page } from './page';

const wishFor = (puzzle: string): PuzzleWish => ({ ply: null, size: null, classic: false, puzzle });

export function puzzlesPage(): Page {
  const content = h('div', {}, h('p', { class: 'loading' }, loading));
  const complaint = h('p', { class: 'problem', role: 'alert' });
  const standing = makeStanding();
  let state = solving.nothing;
  let link: Link = 'connecting';
  let view: SolveView | null = null;
  let wish: PuzzleWish | null = null;
  let closed = false;
  let showStart = () => {};
  const asked = new URLSearchParams(location.search).get('puzzle');

  let connection: Connection<PuzzleRequest> | null = null;
  let isComing = false;

  // Whoever connects must be known before, so that progress is kept.
  async function come(): Promise<void> {
    if (isComing) return;
    isComing = true;
    try {
      await api.keepProgress();
      if (!closed) connection = connect('/ws/puzzles', hear, linkChanged, opened);
    } catch (error) {
      isComing = false;
      complain((error as Error).message);
    }
  }

  function linkChanged(next: Link): void {
    if (next === 'lost') state = { ...state, pending: null };
    link = next;
    draw();
  }

  // A new connection knows nothing of a puzzle that was being solved.
  function opened(): void {
    const lost = solving.isRunning(state) ? state.puzzle!.puzzle : null;
    if (lost) start(wishFor(lost));
    else if (wish) start(wish);
  }

  function hear(message: PuzzleMessage): void {
    const isAgain = message.type === 'puzzle' && solving.isRunning(state) && state.puzzle?.puzzle === message.puzzle;
    state = solving.fold(state, message);
    if (isAgain) state = { ...state, complaint: 'The connection was lost. The puzzle starts again.' };
    if (message.type === 'puzzle') {
      wish = null;
      history.replaceState(null, '', `/puzzles?puzzle=${encodeURIComponent(message.puzzle)}`);
      if (!view) open();
    }
    if (message.type === 'ended') standing.show(state.you);
    if (message.type === 'error' && !view) {
      wish = null;
      showStart();
    }
    draw();
  }

  function start(wanted: PuzzleWish): void {
    wish = wanted;
    if (!connection) return void come();
    if (!connection.say({ type: 'start', ...wanted }) && link === 'lost')
      complain('Not connected. The puzzle starts when the connection is back.');
  }

  function complain(text: string): void {
    state = { ...state, complaint: text };
    draw();
  }

  function ask(what: string): void {
    if (!solving.isRunning(state) || state.pending !== null) return draw();
    if (!connection?.say(what === 'any' ? { type: 'any' } : { type: 'try', move: what }))
      return complain(notConnected);
    state = solving.asking(state, what);
    draw();
  }

  const next = () => start({ ...chosenKind(), puzzle: null });

  function open(): void {
    view = makeSolveView({
      ask,
      giveUp: () => void connection?.say({ type: 'give-up' }),
      next,
      again: () => start(wishFor(state.puzzle!.puzzle)),
    });
    fill(content, view.element, h('div', { class: 'list-page' }, standing.element));
    standing.show(state.you);
  }

  function draw(): void {
    view?.update(state, link === 'open');
    say(complaint, view ? '' : (state.complaint ?? ''));
  }

  async function load(): Promise<void> {
    try {
      const list = await api.puzzles();
      if (closed) return;
      state = { ...state, you: list.you };
      standing.show(state.you);
      showStart = () => fill(content, intro(), startCard(list, next), complaint, standing.element);
      if (asked) start(wishFor(asked));
      else showStart();
    } catch (error) {
      if (!closed)
        fill(
          content,
          failed((error as Error).message, () => void load()),
        );
    }
  }
  void load();

  return {
    title: 'Puzzles',
    element: h('main', { class: 'puzzles-page' }, content),
    playing: () => solving.isRunning(state),
    close() {
      closed = true;
      connection?.close();
      view?.close();
      standing.close();
    },
  };
}

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
