// /machines/ID: a game of two bots of the house, for everybody to look at.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { Watch } from '../machines/watch';
import { loading } from '../ui/words';
import { notFound } from './not-found';
import type { Frame, Page } from './page';
import { playersText } from './words';

export function exhibitionPage(id: string, frame: Frame): Page {
  const announced = h('p', { class: 'unseen', 'aria-live': 'assertive' });
  const waiting = h('p', { class: 'loading' }, loading);
  const element = h('main', { class: 'game-page' }, announced, waiting);
  let closed = false;

  const watch = new Watch(
    id,
    ({ game }) => {
      if (!watch.element.isConnected) element.replaceChildren(announced, watch.element);
      frame.setTitle(playersText(game));
      if (game.end) fill(announced, `The game is over. ${game.end.phrase}`);
    },
    () => void explain(),
  );

  /** Nothing is heard: the network, or a game that is not there. */
  async function explain(): Promise<void> {
    fill(waiting, 'The server does not answer. Trying again …');
    try {
      const { games } = await api.exhibitions();
      if (!closed && !games.some((game) => game.id === id)) await lookElsewhere();
    } catch {
      // The connection tries again by itself.
    }
  }

  async function lookElsewhere(): Promise<void> {
    try {
      await api.summary(id);
      if (!closed) frame.go(`/game/${encodeURIComponent(id)}`);
    } catch (error) {
      if (closed || !(error instanceof api.ApiError && error.status === 404)) return;
      watch.close();
      fill(element, notFound('There is no such exhibition.'));
    }
  }

  return {
    title: 'Exhibition',
    element,
    close() {
      closed = true;
      watch.close();
    },
  };
}
