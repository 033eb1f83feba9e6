// /game/ID: a running game for those who sit in it, the review of a finished one for everybody.
import { account, checkAccount } from '../base/account';
import * as api from '../base/api';
import { fill, h, say } from '../base/dom';
import type { Now, Side } from '../base/protocol';
import { LiveGame } from '../game/live';
import { ownTurn, type State } from '../game/state';
import { reviewGame, type Review } from '../review/review';
import { loading } from '../ui/words';
import { failed, notFound } from './not-found';
import type { Frame, Page } from './page';

export function gamePage(id: string, frame: Frame): Page {
  const content = h('div', {}, h('p', { class: 'loading' }, loading));
  // The board makes room for the review at the end, so the end itself is announced from here.
  const announced = h('p', { class: 'unseen', 'aria-live': 'assertive' });
  const element = h('main', { class: 'game-page' }, announced, content);
  let live: LiveGame | null = null;
  let review: Review | null = null;
  let closed = false;
  let isLoading = true;
  let askedRematch = false;
  const rematchPlace = h('div', { class: 'row' });

  function changed(state: State): void {
    frame.setTitle(state.now?.end ? 'Game over' : ownTurn(state) ? 'Your turn' : 'Kriegspiel');
    if (!state.now?.end || !state.game) return;
    say(announced, `The game is over. ${state.now.end.phrase}`);
    drawRematch(state.now);
    if (review || opening) return;
    if (state.game.rated) void checkAccount();
    void openReview(state.game.side);
  }

  function drawRematch(now: Now): void {
    const { rematch } = now;
    // Where nobody has moved there is nothing to play again.
    if (now.end?.reason === 'abort') return fill(rematchPlace, newGame());
    if (rematch !== null && typeof rematch === 'object') {
      if (askedRematch) return frame.go(`/game/${rematch.game}`);
      return fill(
        rematchPlace,
        h('a', { class: 'button primary', href: `/game/${rematch.game}` }, 'Go to the new game'),
        newGame(),
      );
    }
    const button = h(
      'button',
      { type: 'button', class: 'primary', onclick: askRematch },
      rematch === 'opponent' ? 'Accept rematch' : 'Rematch',
    );
    if (rematch === 'own') {
      button.textContent = 'Rematch offered';
      button.disabled = true;
    }
    fill(rematchPlace, button, newGame());
  }

  const newGame = () => h('a', { class: 'button', href: '/' }, 'New game');

  function askRematch(): void {
    askedRematch = true;
    live?.say({ type: 'rematch' });
  }

  let opening = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  async function openReview(side: Side | null): Promise<void> {
    if (opening) return;
    opening = true;
    try {
      const transcript = await api.transcript(id);
      if (closed) return;
      review = reviewGame(transcript, side, rematchPlace);
      fill(content, review.element);
    } catch (error) {
      if (closed) return;
      if (live) retry = setTimeout(() => void openReview(side), 2000);
      else
        fill(
          content,
          failed((error as Error).message, () => void openReview(side)),
        );
    } finally {
      opening = false;
    }
  }

  function openLive(): void {
    live = new LiveGame(id, changed);
    fill(content, live.element);
  }

  async function open(): Promise<void> {
    isLoading = true;
    try {
      const summary = await api.summary(id);
      if (closed) return;
      if (summary.side === null) {
        fill(rematchPlace, newGame());
        await openReview(null);
      } else openLive();
    } catch (error) {
      if (closed) return;
      if (error instanceof api.ApiError && error.status === 404)
        fill(
          content,
          notFound(
            `This game does not exist, or others are still playing it.${account.value ? '' : ' If it is yours, sign in first.'}`,
          ),
        );
      else
        fill(
          content,
          failed((error as Error).message, () => void open()),
        );
    } finally {
      isLoading = false;
    }
  }
  void open();

  return {
    title: 'Kriegspiel',
    element,
    playing: () => (live ? (live.state.now?.status ?? 'playing') === 'playing' : isLoading),
    close() {
      closed = true;
      clearTimeout(retry);
      live?.close();
      review?.close();
    },
  };
}
