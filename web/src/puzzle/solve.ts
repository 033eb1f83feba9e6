// A puzzle on the screen: tries on a board with the heat map of what is possible, the referee's log, and at the end the plan.
import { fill, h, say, show } from '../base/dom';
import type { Square } from '../base/protocol';
import { makeBoard } from '../ui/board';
import { heatNote } from '../ui/heat';
import { makeHeatChoice } from '../ui/heat-choice';
import { makeHeatLayer } from '../ui/heat-layer';
import { makeLog } from '../ui/log';
import { makePositions } from '../ui/positions';
import { choosePromotion } from '../ui/promotion';
import { reconnecting } from '../ui/words';
import { makeEnding } from './ending';
import * as to from './screen';
import { isRunning, ownMen, type State } from './state';
import { puzzleTitle, termsText } from './words';

export interface SolveActions {
  ask(what: string): void;
  giveUp(): void;
  next(): void;
  again(): void;
}

export interface SolveView {
  element: HTMLElement;
  update(state: State, isOpen: boolean): void;
  close(): void;
}

/** What is said, what matters now, and what the puzzle is. */
function makeWords() {
  const voice = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const status = h('p', { class: 'voice-status' });
  const lost = h('p', { class: 'lost', role: 'status' }, reconnecting);
  const facts = h('ul', { class: 'facts' });
  const complaint = h('p', { class: 'complaint', role: 'alert' });
  const task = h('h1');
  const terms = h('p', { class: 'hint' });
  return {
    voice: h('div', { class: 'voice' }, voice, status, lost),
    facts: h('div', { class: 'place-facts' }, facts, complaint),
    task: h('div', { class: 'place-opponent' }, task, terms),
    draw({ state, isOpen }: to.Screen): void {
      const { text, style } = to.voiceIn(state);
      show(lost, !isOpen);
      say(voice, text);
      voice.className = style;
      say(status, to.statusText(state));
      status.classList.toggle('yours', isRunning(state) && !state.pending);
      fill(
        facts,
        to.factsOf(state).map((fact) => h('li', { class: fact.alert && 'alert' }, fact.text)),
      );
      say(complaint, state.complaint ?? '');
      say(task, puzzleTitle(state.puzzle!));
      say(terms, termsText(state));
    },
  };
}

function makeTools(actions: SolveActions) {
  const any = h('button', { type: 'button', class: 'any', onclick: () => actions.ask('any') }, 'Any?');
  const giveUp = h('button', { type: 'button', onclick: actions.giveUp }, 'Give up');
  const element = h('div', { class: 'row' }, any, giveUp);
  return {
    element,
    draw({ state, isOpen }: to.Screen): void {
      show(element, isRunning(state));
      show(any, state.now!.may_ask_any || state.pending === 'any');
      any.disabled = state.pending !== null || !isOpen;
      giveUp.disabled = !isOpen;
    },
  };
}

/** The board over the heat map, and the note about the square that is pointed at. */
function makeHeatedBoard(tried: (way: string) => void, changed: () => void) {
  let pointed: Square | null = null;
  let shown: to.Screen | null = null;
  const layer = makeHeatLayer('white');
  const ignore = () => {};
  const board = makeBoard(
    {
      tried: (from, square) => tried(`${from}${square}`),
      phantomMoved: ignore,
      phantomDropped: ignore,
      phantomGone: ignore,
      tapped: ignore,
    },
    layer,
  );
  const note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  const heat = makeHeatChoice('Where the defender can be', changed);

  function drawNote(): void {
    if (!shown) return;
    const { state } = shown;
    const text = () => heatNote(pointed, ownMen(state), state.puzzle!.side, heat.kind, to.sharesAt(shown!, heat.kind));
    say(note, isRunning(state) ? text() : '');
  }
  function point(square: Square | null): void {
    pointed = square;
    drawNote();
  }
  board.element.addEventListener('pointermove', (event) => point(layer.under(event)));
  board.element.addEventListener('pointerleave', () => point(null));

  return {
    element: h('div', { class: 'place-board' }, board.element, note),
    choice: heat.element,
    draw(screen: to.Screen): void {
      shown = screen;
      layer.colour(to.sharesAt(screen, heat.kind));
      board.show(to.boardOf(screen));
      show(heat.element, isRunning(screen.state));
      drawNote();
    },
    destroy: board.destroy,
  };
}

export function makeSolveView(actions: SolveActions): SolveView {
  let screen = to.firstScreen;
  const board = makeHeatedBoard((way) => void attempt(way), draw);
  const positions = makePositions(() => become(to.atPosition(screen, positions.fen)));
  const log = makeLog();
  const words = makeWords();
  const tools = makeTools(actions);
  const { next, again } = actions;
  const ending = makeEnding({
    next,
    again,
    look: (at) => become(to.lookAt(screen, at)),
    walk: (path) => become(to.walkTo(screen, path)),
  });
  const element = h(
    'div',
    { class: 'table puzzle' },
    words.voice,
    board.element,
    words.facts,
    words.task,
    h('div', { class: 'place-notices' }, h('div', { class: 'notices' }, ending.element)),
    h('div', { class: 'place-log' }, log.element),
    h('div', { class: 'place-tools' }, tools.element, positions.element),
    board.choice,
  );

  function become(changed: to.Screen): void {
    screen = changed;
    draw();
  }

  async function attempt(way: string): Promise<void> {
    const moves = to.triesAlong(screen, way);
    if (moves.length <= 1) return moves[0] ? actions.ask(moves[0]) : draw();
    become(to.choosing(screen, moves[0]!.slice(0, 4)));
    const chosen = await choosePromotion(moves, screen.state.puzzle!.side);
    screen = to.choosing(screen, null);
    if (chosen && screen.state.now?.askable.includes(chosen)) actions.ask(chosen);
    else draw();
  }

  function draw(): void {
    const { state, isOpen } = screen;
    if (!state.puzzle || !state.now) return;
    element.classList.toggle('is-lost', !isOpen);
    positions.show(state.now.fens, state.now.states);
    screen = to.atPosition(screen, positions.fen);
    show(positions.element, isRunning(state));
    log.update(state.log, state.puzzle.side);
    show(log.element, !state.ended || state.log.length > 0);
    for (const part of [words, tools, board, ending]) part.draw(screen);
  }

  return {
    element,
    update(state, isOpen) {
      const isEnd = to.hasEnded(screen.state, state);
      become(to.told(screen, state, isOpen));
      if (isEnd) ending.element.focus({ preventScroll: true });
    },
    close: board.destroy,
  };
}
