// After the end: what everybody saw and could have known, step by step, with everything that was refused.
import { h, say, show } from '../dom';
import { picture } from '../game/men';
import { isLong } from '../game/state';
import { title, type ReviewMessage, type Side, type Transcript } from '../protocol';
import { connect, type Link } from '../socket';
import { makeControls } from './controls';
import { endCard } from './end-card';
import { heatKinds, heatName, type HeatKind } from './heat';
import { fold, isComplete, matesOf, mateText, momentsAt, nothingKnown, progressText, toldAnew } from './knowledge';
import { makeMoves } from './moves';
import { makePlanPanel } from './plan-panel';
import { makePlot, type Numbers } from './plot';
import { stepsOf } from './steps';
import { makeView, seerName, type Seer } from './view';

export interface Review {
  element: HTMLElement;
  close(): void;
}

const seers: Seer[] = ['white', 'referee', 'black'];
const selections: (Seer | 'all')[] = ['all', ...seers];
const wide = matchMedia('(min-width: 1000px)');

/** `footer` has what else can be done: rematch, a new game. */
export function reviewGame(transcript: Transcript, own: Side | null, footer: HTMLElement): Review {
  const steps = stepsOf(transcript);
  let at = steps.length - 1;
  let chosen: Seer | 'all' = wide.matches ? 'all' : 'referee';
  let kind: HeatKind | null = 'any';
  let known = nothingKnown;
  let mates = matesOf(known);
  let numbers: Numbers = { white: [], black: [] };

  const views = seers.map((seer) => makeView(seer, own ?? 'white'));
  const phrase = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const status = h('p', { class: 'voice-status' });
  const controls = makeControls(steps.length - 1, go);
  const plot = makePlot(
    steps.map(({ number }) => number),
    go,
  );
  const plan = makePlanPanel();
  const moves = makeMoves(steps, go, (ply) => {
    go(steps.findIndex((step) => step.ply === ply));
    plan.element.scrollIntoView({ block: 'nearest' });
  });
  const choices = selections.map((which) =>
    h('button', { type: 'button', onclick: () => look(which) }, which === 'all' ? 'All three' : seerName(which)),
  );
  const kindButtons = heatKinds.map((which) =>
    h(
      'button',
      { type: 'button', onclick: () => heat(which), title: heatName(which) },
      which === 'any' ? 'Any man' : picture('black', heatName(which)),
      which !== 'any' && h('span', { class: 'unseen' }, heatName(which)),
    ),
  );
  const heatChoice = h(
    'div',
    { class: 'place-heat' },
    h('span', { class: 'hint' }, 'Where the opponent could be'),
    h('div', { class: 'row kinds', role: 'group', 'aria-label': 'Men of the heat map' }, kindButtons),
  );
  const bar = h('progress', { 'aria-label': 'What is counted' });
  const counted = h('span');
  const progress = h('div', { class: 'progress' }, bar, counted);
  const boards = h(
    'div',
    { class: 'place-board' },
    views.map(({ element: view }) => view),
  );
  const element = h(
    'div',
    { class: 'table review' },
    h('div', { class: 'voice' }, phrase, status),
    h('div', { class: 'place-views row', role: 'group', 'aria-label': 'Boards to show' }, choices),
    boards,
    h('div', { class: 'place-controls' }, controls.element),
    heatChoice,
    h('div', { class: 'place-opponent' }, endCard(transcript, own, footer)),
    h('div', { class: 'place-log' }, moves.element),
    h('div', { class: 'place-plot' }, plot.element, progress),
    h('div', { class: 'place-plan' }, plan.element),
  );

  let link: Link = 'connecting';
  let due = 0;
  const connection = connect<ReviewMessage, never>(
    `/ws/reviews/${encodeURIComponent(transcript.id)}`,
    (message) => {
      known = fold(known, message);
      if (isComplete(known)) connection.close();
      // Many moments can come at once.
      if (due === 0) due = requestAnimationFrame(drawKnown);
    },
    (next) => {
      if (next === link) return;
      if (next === 'lost') known = toldAnew(known);
      link = next;
      drawProgress();
    },
  );

  function drawKnown(): void {
    due = 0;
    mates = matesOf(known);
    numbers = {
      white: momentsAt(steps, known.white.moments, 'white'),
      black: momentsAt(steps, known.black.moments, 'black'),
    };
    moves.mark(mates);
    drawProgress();
    drawStep();
  }

  function drawProgress(): void {
    show(progress, !isComplete(known));
    bar.max = Math.max(1, known.white.of + known.black.of);
    bar.value = known.white.moments.length + known.black.moments.length;
    say(counted, link === 'lost' ? 'Connection lost. Reconnecting …' : progressText(known));
  }

  function go(index: number): void {
    const next = Math.max(0, Math.min(steps.length - 1, index));
    if (next === at) return;
    at = next;
    render();
  }

  function look(which: Seer | 'all'): void {
    chosen = which;
    drawChoice();
  }

  function heat(which: HeatKind): void {
    kind = kind === which ? null : which;
    drawChoice();
  }

  const shownBoards = () => (chosen === 'all' && !wide.matches ? 'referee' : chosen);

  function drawChoice(): void {
    const shown = shownBoards();
    element.classList.toggle('three', shown === 'all');
    show(choices[0]!, wide.matches);
    choices.forEach((button, index) => button.setAttribute('aria-pressed', String(selections[index] === shown)));
    show(heatChoice, shown !== 'referee');
    kindButtons.forEach((button, index) => button.setAttribute('aria-pressed', String(heatKinds[index] === kind)));
    drawBoards();
    // The list has another height now.
    moves.show(at);
  }

  function drawBoards(): void {
    const shown = shownBoards();
    seers.forEach((seer, index) => {
      const view = views[index]!;
      const moment = seer === 'referee' ? null : (numbers[seer][at] ?? null);
      if (shown === 'all' || shown === seer) view.show(steps[at]!, moment, kind);
      else view.hide();
    });
  }

  function drawStep(): void {
    const step = steps[at]!;
    drawBoards();
    plot.update(numbers, at, step.phrase);
    const mate = mates.get(step.ply);
    const end = at === steps.length - 1 && transcript.end.phrase;
    const chance = mate && `${title(mate.side)}'s ${mateText(mate)}.`;
    say(status, [end, chance].filter(Boolean).join(' '));
    plan.update(mate, step.fen);
  }

  function render(): void {
    const step = steps[at]!;
    say(phrase, step.phrase);
    phrase.className = `voice-text ${step.answer === 'no' || step.answer === 'nonsense' ? 'no' : ''} ${isLong(step.phrase) ? 'long' : ''}`;
    controls.update(at);
    moves.show(at);
    drawStep();
  }

  wide.addEventListener('change', drawChoice);
  drawProgress();
  // Boards need their place on the page.
  queueMicrotask(() => {
    drawChoice();
    render();
  });

  return {
    element,
    close() {
      cancelAnimationFrame(due);
      connection.close();
      controls.close();
      plot.close();
      wide.removeEventListener('change', drawChoice);
      for (const view of views) view.destroy();
    },
  };
}
