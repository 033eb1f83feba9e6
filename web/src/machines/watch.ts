// A game of two bots from three sides while it is played: the parts of a review, drawn anew with every turn.
import { fill, h, show } from '../base/dom';
import type { Exhibition, ExhibitionMessage } from '../base/protocol';
import { connect, type Link } from '../base/socket';
import { makeBoards } from '../replay/boards';
import { makeControls } from '../replay/controls';
import { makeMoves } from '../replay/moves';
import { playerList, reasonName, verdict } from '../replay/result';
import { makeVoice } from '../replay/voice';
import { capital } from '../ui/names';
import { reconnecting } from '../ui/words';
import { advance, fold, follow, goTo, isNewest, paceOf, statusText, type Watching } from './watching';

function gameCard(game: Exhibition): HTMLElement[] {
  const { end, rules, id } = game;
  const rulesText = `Rules: ${capital(rules.name)}.`;
  return [
    h('h1', {}, end ? verdict(end, null) : 'Bot against bot'),
    h('p', {}, end ? `${reasonName(end.reason)}. ${rulesText}` : `${rulesText} The game pauses when nobody is watching.`),
    playerList(game, null),
    h(
      'div',
      { class: 'row' },
      end && h('a', { class: 'button primary', href: `/game/${encodeURIComponent(id)}` }, 'Review the game'),
      h('a', { class: 'button', href: '/machines' }, 'All exhibitions'),
    ),
  ];
}

export class Watch {
  private state: Watching | null = null;
  private link: Link = 'connecting';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly lost = h('p', { class: 'lost', role: 'status' }, reconnecting);
  private readonly voice = makeVoice(this.lost);
  private readonly boards = makeBoards('white', false, (shown) => {
    this.element.classList.toggle('three', shown === 'all');
    this.drawStep();
  });
  private readonly controls = makeControls((index) => this.move((now) => goTo(now, index)));
  private readonly live = h('button', { type: 'button', class: 'live', onclick: () => this.move(follow) }, 'Live');
  private readonly moves = makeMoves(
    (index) => this.move((now) => goTo(now, index)),
    () => undefined,
  );
  private readonly card = h('div', { class: 'end-card' });
  readonly element = h(
    'div',
    { class: 'table review watch' },
    this.voice.element,
    this.boards.choice,
    this.boards.element,
    h('div', { class: 'place-controls' }, this.controls.element, this.live),
    h('div', { class: 'place-opponent' }, this.card),
    h('div', { class: 'place-log' }, this.moves.element),
  );
  private readonly connection;

  /** `changed` is told of the state after every message, `unheard` when the connection is lost before the first one. */
  constructor(
    id: string,
    private readonly changed: (state: Watching) => void,
    unheard: () => void,
  ) {
    this.connection = connect<ExhibitionMessage, never>(
      `/ws/exhibitions/${encodeURIComponent(id)}`,
      (message) => this.hear(message),
      (next) => {
        if (next === this.link) return;
        this.link = next;
        if (next === 'lost' && !this.state) unheard();
        this.drawLink();
      },
    );
    this.drawLink();
  }

  private hear(message: ExhibitionMessage): void {
    const isFirst = this.state === null;
    const state = fold(this.state, message);
    if (!state) return;
    this.state = state;
    if (state.game.end) this.connection.close();
    this.moves.write(state.steps);
    fill(this.card, gameCard(state.game));
    this.changed(state);
    if (isFirst) this.boards.choose();
    this.drawProgress(state);
    if (this.timer === undefined) this.catchUp();
  }

  private catchUp(): void {
    this.timer = undefined;
    if (!this.state?.following || isNewest(this.state)) return;
    this.state = advance(this.state);
    this.drawStep();
    this.timer = setTimeout(() => this.catchUp(), paceOf(this.state));
  }

  private move(change: (now: Watching) => Watching): void {
    if (!this.state) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.state = change(this.state);
    this.drawStep();
  }

  private drawLink(): void {
    show(this.lost, this.link === 'lost');
    this.element.classList.toggle('is-lost', this.link === 'lost');
  }

  private drawStep(): void {
    const { state } = this;
    if (!state) return;
    const step = state.steps[state.at]!;
    this.voice.update(step);
    this.boards.show(step);
    this.moves.show(state.at);
    this.drawProgress(state);
  }

  /** What changes with the game even for a viewer who has gone back. */
  private drawProgress(now: Watching): void {
    this.voice.status(statusText(now));
    this.controls.update(now.at, now.steps.length - 1);
    show(this.live, now.game.end === null);
    this.live.setAttribute('aria-pressed', String(now.following));
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
    this.controls.close();
    this.boards.close();
  }
}
