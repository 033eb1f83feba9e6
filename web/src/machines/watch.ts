// A game of two bots from three sides while it is played: the parts of a review, drawn anew with every turn.
import { fill, h, show } from '../base/dom';
import type { ExhibitionMessage } from '../base/protocol';
import { connect, type Link } from '../base/socket';
import { makeBoards } from '../replay/boards';
import { makeControls } from '../replay/controls';
import { makeMoves } from '../replay/moves';
import { playerList, reasonName, verdict } from '../replay/result';
import { makeVoice } from '../replay/voice';
import { capital } from '../ui/names';
import { reconnecting } from '../ui/words';
import { advance, fold, follow, goTo, isNewest, paceOf, statusText, type Watching } from './watching';

export interface Watch {
  element: HTMLElement;
  close(): void;
}

/** `changed` is told of the state after every message, `unheard` when the connection is lost before the first one. */
export function watchGame(id: string, changed: (state: Watching) => void, unheard: () => void): Watch {
  let state: Watching | null = null;
  let link: Link = 'connecting';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lost = h('p', { class: 'lost', role: 'status' }, reconnecting);
  const voice = makeVoice(lost);
  const boards = makeBoards('white', false, (shown) => {
    element.classList.toggle('three', shown === 'all');
    drawStep();
  });
  const controls = makeControls((index) => move((now) => goTo(now, index)));
  const live = h('button', { type: 'button', class: 'live', onclick: () => move(follow) }, 'Live');
  const moves = makeMoves(
    (index) => move((now) => goTo(now, index)),
    () => undefined,
  );
  const card = h('div', { class: 'end-card' });
  const element = h(
    'div',
    { class: 'table review watch' },
    voice.element,
    boards.choice,
    boards.element,
    h('div', { class: 'place-controls' }, controls.element, live),
    h('div', { class: 'place-opponent' }, card),
    h('div', { class: 'place-log' }, moves.element),
  );

  const connection = connect<ExhibitionMessage, never>(`/ws/exhibitions/${encodeURIComponent(id)}`, hear, (next) => {
    if (next === link) return;
    link = next;
    if (link === 'lost' && !state) unheard();
    drawLink();
  });

  function hear(message: ExhibitionMessage): void {
    const isFirst = state === null;
    state = fold(state, message);
    if (!state) return;
    if (state.game.end) connection.close();
    moves.write(state.steps);
    drawCard(state);
    changed(state);
    if (isFirst) boards.choose();
    drawProgress(state);
    if (timer === undefined) catchUp();
  }

  function catchUp(): void {
    timer = undefined;
    if (!state?.following || isNewest(state)) return;
    state = advance(state);
    drawStep();
    timer = setTimeout(catchUp, paceOf(state));
  }

  function move(change: (now: Watching) => Watching): void {
    if (!state) return;
    clearTimeout(timer);
    timer = undefined;
    state = change(state);
    drawStep();
  }

  function drawLink(): void {
    show(lost, link === 'lost');
    element.classList.toggle('is-lost', link === 'lost');
  }

  function drawCard({ game }: Watching): void {
    const { end, rules } = game;
    const rulesText = `Rules: ${capital(rules.name)}.`;
    fill(
      card,
      h('h1', {}, end ? verdict(end, null) : 'Bot against bot'),
      h('p', {}, end ? `${reasonName(end.reason)}. ${rulesText}` : `${rulesText} The game pauses when nobody is watching.`),
      playerList(game, null),
      h(
        'div',
        { class: 'row' },
        end && h('a', { class: 'button primary', href: `/game/${encodeURIComponent(id)}` }, 'Review the game'),
        h('a', { class: 'button', href: '/machines' }, 'All exhibitions'),
      ),
    );
  }

  function drawStep(): void {
    if (!state) return;
    const step = state.steps[state.at]!;
    voice.update(step);
    boards.show(step);
    moves.show(state.at);
    drawProgress(state);
  }

  /** What changes with the game even for a viewer who has gone back. */
  function drawProgress(now: Watching): void {
    voice.status(statusText(now));
    controls.update(now.at, now.steps.length - 1);
    show(live, now.game.end === null);
    live.setAttribute('aria-pressed', String(now.following));
  }

  drawLink();
  return {
    element,
    close() {
      clearTimeout(timer);
      connection.close();
      controls.close();
      boards.close();
    },
  };
}
