// /game/ID: a running game for those who sit in it, the review of a finished one for everybody.
import { account, checkAccount } from '../base/account';
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { Now, Side } from '../base/protocol';
import { LiveGame } from '../game/live';
import { ownTurn, type State } from '../game/state';
import { Review } from '../review/review';
import { loading } from '../ui/words';
import { failed, notFound } from './not-found';
import type { Frame, Page } from './page';

const newGame = (): HTMLElement => h('a', { class: 'button', href: '/' }, 'New game');

const whyNot = (): HTMLElement =>
  notFound(
    `This game does not exist, or others are still playing it.${account.value ? '' : ' If it is yours, sign in first.'}`,
  );

class GamePage implements Page {
  readonly title = 'Kriegspiel';
  private readonly content = h('div', {}, h('p', { class: 'loading' }, loading));
  // The board makes room for the review at the end, so the end itself is announced from here.
  private readonly announced = h('p', { class: 'unseen', 'aria-live': 'assertive' });
  readonly element = h('main', { class: 'game-page' }, this.announced, this.content);
  private readonly rematchPlace = h('div', { class: 'row' });
  private live: LiveGame | null = null;
  private review: Review | null = null;
  private closed = false;
  private isLoading = true;
  private isOpening = false;
  private askedRematch = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly id: string,
    private readonly frame: Frame,
  ) {}

  async open(): Promise<void> {
    this.isLoading = true;
    try {
      const summary = await api.summary(this.id);
      if (this.closed) return;
      if (summary.side === null) {
        fill(this.rematchPlace, newGame());
        await this.openReview(null);
      } else {
        this.live = new LiveGame(this.id, (state) => this.changed(state));
        fill(this.content, this.live.element);
      }
    } catch (error) {
      if (this.closed) return;
      const isThere = !(error instanceof api.ApiError && error.status === 404);
      fill(this.content, isThere ? failed((error as Error).message, () => void this.open()) : whyNot());
    } finally {
      this.isLoading = false;
    }
  }

  private changed(state: State): void {
    const { now, game } = state;
    this.frame.setTitle(now?.end ? 'Game over' : ownTurn(state) ? 'Your turn' : 'Kriegspiel');
    if (!now?.end || !game) return;
    say(this.announced, `The game is over. ${now.end.phrase}`);
    this.drawRematch(now);
    if (this.review || this.isOpening) return;
    if (game.rated) void checkAccount();
    void this.openReview(game.side);
  }

  private drawRematch({ rematch, end }: Now): void {
    // Where nobody has moved there is nothing to play again.
    if (end?.reason === 'abort') return fill(this.rematchPlace, newGame());
    if (rematch !== null && typeof rematch === 'object') {
      const href = `/game/${rematch.game}`;
      if (this.askedRematch) return this.frame.go(href);
      return fill(this.rematchPlace, h('a', { class: 'button primary', href }, 'Go to the new game'), newGame());
    }
    const label = { own: 'Rematch offered', opponent: 'Accept rematch', none: 'Rematch' }[rematch ?? 'none'];
    const ask = () => this.askRematch();
    const disabled = rematch === 'own';
    fill(this.rematchPlace, h('button', { type: 'button', class: 'primary', disabled, onclick: ask }, label), newGame());
  }

  private askRematch(): void {
    this.askedRematch = true;
    this.live?.say({ type: 'rematch' });
  }

  private async openReview(side: Side | null): Promise<void> {
    if (this.isOpening) return;
    this.isOpening = true;
    const again = () => void this.openReview(side);
    try {
      const transcript = await api.transcript(this.id);
      if (this.closed) return;
      this.review = new Review(transcript, side, this.rematchPlace);
      fill(this.content, this.review.element);
    } catch (error) {
      if (this.closed) return;
      if (this.live) this.retry = setTimeout(again, 2000);
      else fill(this.content, failed((error as Error).message, again));
    } finally {
      this.isOpening = false;
    }
  }

  playing(): boolean {
    return this.live ? (this.live.state.now?.status ?? 'playing') === 'playing' : this.isLoading;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.live?.close();
    this.review?.close();
  }
}

export function gamePage(id: string, frame: Frame): Page {
  const page = new GamePage(id, frame);
  void page.open();
  return page;
}
