// A puzzle on the screen: tries on a board with the heat map of what is possible, the referee's log, and at the end the plan.
import { fill, h, say, show } from '../base/dom';
import type { PlanStep, Square } from '../base/protocol';
import { askAt, placeAt } from '../plan/walk';
import { makeWalker } from '../plan/walker';
import { makeBoard } from '../ui/board';
import { heatNote, sharesOf } from '../ui/heat';
import { makeHeatChoice } from '../ui/heat-choice';
import { makeHeatLayer } from '../ui/heat-layer';
import { makeLog } from '../ui/log';
import { readBoard } from '../ui/men';
import { ratingText, signed } from '../ui/names';
import { makePositions } from '../ui/positions';
import { choosePromotion } from '../ui/promotion';
import { isLong, voiceOf } from '../ui/referee';
import { originText, positionsText } from '../ui/words';
import { isRunning, ownMen, ratingChange, type State } from './state';
import { checkText, endText, endTitle, leftText, puzzleTitle } from './words';

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

/** What the board shows after the end. */
type Look = 'end' | 'plan';

export function makeSolveView(actions: SolveActions): SolveView {
  let state: State | null = null;
  let isOpen = false;
  let choosing: string | null = null;
  let look: Look = 'end';
  let path: PlanStep[] = [];
  let pointed: Square | null = null;

  const layer = makeHeatLayer('white');
  const board = makeBoard(
    {
      tried: (from, to) => void attempt(`${from}${to}`),
      phantomMoved() {},
      phantomDropped() {},
      phantomGone() {},
      tapped() {},
    },
    layer,
  );
  const note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  const heat = makeHeatChoice('Where the defender can be', draw);
  const positions = makePositions(draw);
  const log = makeLog();
  const voice = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const status = h('p', { class: 'voice-status' });
  const lost = h('p', { class: 'lost', role: 'status' }, 'Connection lost. Reconnecting …');
  const facts = h('ul', { class: 'facts' });
  const complaint = h('p', { class: 'complaint', role: 'alert' });
  const task = h('h1');
  const terms = h('p', { class: 'hint' });
  const any = h('button', { type: 'button', class: 'any', onclick: () => actions.ask('any') }, 'Any?');
  const giveUp = h('button', { type: 'button', onclick: actions.giveUp }, 'Give up');
  const tools = h('div', { class: 'row' }, any, giveUp);
  const endHead = h('h2');
  const endWords = h('p');
  const rating = h('p', { class: 'change' });
  const lookButtons = (['end', 'plan'] as const).map((which) =>
    h('button', { type: 'button', onclick: () => lookAt(which) }, which === 'end' ? 'The position' : 'The plan'),
  );
  const looks = h('div', { class: 'row', role: 'group', 'aria-label': 'Board shows' }, lookButtons);
  const walker = makeWalker((next) => {
    path = next;
    look = 'plan';
    draw();
  });
  const ending = h(
    'section',
    { class: 'card ending', 'aria-label': 'Result', tabindex: '-1' },
    h('div', { role: 'status' }, endHead, endWords, rating),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'primary', onclick: actions.next }, 'Next puzzle'),
      h('button', { type: 'button', onclick: actions.again }, 'Again'),
    ),
    h('h3', {}, 'The solution'),
    looks,
    walker.element,
  );
  const element = h(
    'div',
    { class: 'table puzzle' },
    h('div', { class: 'voice' }, voice, status, lost),
    h('div', { class: 'place-board' }, board.element, note),
    h('div', { class: 'place-facts' }, facts, complaint),
    h('div', { class: 'place-opponent' }, task, terms),
    h('div', { class: 'place-notices' }, h('div', { class: 'notices' }, ending)),
    h('div', { class: 'place-log' }, log.element),
    h('div', { class: 'place-tools' }, tools, positions.element),
    heat.element,
  );

  board.element.addEventListener('pointermove', (event) => point(layer.under(event)));
  board.element.addEventListener('pointerleave', () => point(null));

  function point(square: Square | null): void {
    pointed = square;
    drawNote();
  }

  async function attempt(way: string): Promise<void> {
    const moves = state?.now?.askable.filter((move) => move.startsWith(way)) ?? [];
    if (moves.length <= 1) return moves[0] ? actions.ask(moves[0]) : draw();
    choosing = moves[0]!.slice(0, 4);
    draw();
    const chosen = await choosePromotion(moves, state!.puzzle!.side);
    choosing = null;
    if (chosen && state?.now?.askable.includes(chosen)) actions.ask(chosen);
    else draw();
  }

  function lookAt(which: Look): void {
    look = which;
    draw();
  }

  const place = () => (state?.ended ? placeAt(state.ended.plan, readBoard(state.puzzle!.now.own), path) : null);

  /** What stands on the board: during the puzzle the own men, afterwards the position that was lost, or a place of the plan. */
  function standing() {
    const { ended, now } = state!;
    if (positions.fen) return { men: readBoard(positions.fen), arrow: null };
    if (!ended) return { men: ownMen({ ...state!, pending: choosing ?? state!.pending }), arrow: null };
    if (look === 'end') return { men: readBoard(ended.position ?? now!.fens[0] ?? now!.own), arrow: null };
    const here = place()!;
    const ask = askAt(here);
    return { men: here.men, arrow: ask === 'any' ? null : ask };
  }

  const shares = () =>
    state?.now && heat.kind && isRunning(state) && !positions.fen ? sharesOf(state.now.men, heat.kind) : null;

  function drawNote(): void {
    if (!state?.puzzle) return;
    say(note, isRunning(state) ? heatNote(pointed, ownMen(state), state.puzzle.side, heat.kind, shares()) : '');
  }

  function drawBoard(): void {
    const { puzzle, now, pending, lastMove } = state!;
    const running = isRunning(state!);
    const held = choosing ?? (pending === 'any' ? null : pending);
    layer.colour(shares());
    board.show({
      side: puzzle!.side,
      askable: running && isOpen && pending === null && choosing === null && !positions.fen ? now!.askable : [],
      phantoms: {},
      tool: null,
      lastMove: held || !running ? null : lastMove,
      checkSquares: [],
      capture: null,
      pawnTries: [],
      refused: running ? now!.refused : [],
      pending: held,
      ...standing(),
    });
    drawNote();
  }

  function drawEnd(): void {
    const { ended, puzzle, you } = state!;
    show(ending, ended !== null);
    if (!ended || !puzzle) return;
    ending.classList.toggle('found', ended.solved);
    say(endHead, endTitle(ended));
    say(endWords, endText(ended));
    const change = ratingChange(state!);
    say(
      rating,
      change !== null && you
        ? `Your puzzle rating: ${ratingText(you)} (${signed(change)}). The puzzle’s: ${Math.round(ended.puzzle_rating)}.`
        : 'This attempt did not count for your rating.',
    );
    lookButtons.forEach((button, index) =>
      button.setAttribute('aria-pressed', String((index === 0) === (look === 'end'))),
    );
    walker.show(ended.plan, puzzle.now.own, puzzle.side, path, '');
  }

  function draw(): void {
    if (!state?.puzzle || !state.now) return;
    const { puzzle, now, ended, pending } = state;
    const running = isRunning(state);
    show(lost, !isOpen);
    element.classList.toggle('is-lost', !isOpen);
    const spoken = voiceOf(state.log);
    const hint = ended ? '' : 'You see your own men only. The referee answers as the worst defender would.';
    const text = spoken.text || hint;
    say(voice, text);
    voice.className = `voice-text ${spoken.tone}${isLong(text) ? ' long' : ''}`;
    say(status, ended ? endTitle(ended) : pending ? 'The referee is looking …' : 'Your turn');
    status.classList.toggle('yours', running && !pending);
    fill(
      facts,
      running && h('li', {}, leftText(now.ply)),
      running && h('li', {}, positionsText({ states: now.states, exact: true })),
      running && now.check.length > 0 && h('li', { class: 'alert' }, checkText(now.check)),
    );
    say(complaint, state.complaint ?? '');
    say(task, puzzleTitle(puzzle));
    say(
      terms,
      `${puzzle.origin ? `${originText(puzzle.origin)}. ` : ''}Rules: ${puzzle.rules}. Rated ${Math.round(puzzle.rating)}. ${ended ? '' : puzzle.counts ? 'This attempt counts.' : 'This attempt does not count.'}`,
    );
    log.update(state.log, puzzle.side);
    show(log.element, !ended || state.log.length > 0);
    show(tools, running);
    show(any, now.may_ask_any || pending === 'any');
    any.disabled = pending !== null || !isOpen;
    giveUp.disabled = !isOpen;
    positions.show(now.fens, now.states);
    show(positions.element, running);
    show(heat.element, running);
    drawBoard();
    drawEnd();
  }

  return {
    element,
    update(next, open) {
      const hasEnded = next.ended !== null && state?.ended !== next.ended;
      if (hasEnded || next.puzzle !== state?.puzzle) {
        path = [];
        look = 'end';
      }
      state = next;
      isOpen = open;
      draw();
      if (hasEnded) ending.focus({ preventScroll: true });
    },
    close: board.destroy,
  };
}
