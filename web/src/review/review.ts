// After the end: what everybody saw and could have known, step by step, with everything that was refused.
import { h, say, show } from '../base/dom';
import { title, type ReviewMessage, type Side, type Transcript } from '../base/protocol';
import { connect, type Link } from '../base/socket';
import { makeBoards, type Shown } from '../replay/boards';
import { makeControls } from '../replay/controls';
import { makeMoves, mateText } from '../replay/moves';
import { stepsOf } from '../replay/steps';
import type { Known } from '../replay/view';
import { makeVoice } from '../replay/voice';
import { makeHeatChoice } from '../ui/heat-choice';
import { reconnecting } from '../ui/words';
import { endCard } from './end-card';
import { fold, isComplete, matesOf, momentsAt, nothingKnown, progressText, toldAnew } from './knowledge';
import { makePlanPanel } from './plan-panel';
import { makePlot, type Numbers } from './plot';
import { makeStudyLink } from './study-link';

export interface Review {
  element: HTMLElement;
  close(): void;
}

/** `footer` has what else can be done: rematch, a new game. */
export function reviewGame(transcript: Transcript, own: Side | null, footer: HTMLElement): Review {
  const steps = stepsOf(transcript);
  let at = steps.length - 1;
  let known = nothingKnown;
  let mates = matesOf(known);
  let numbers: Numbers = { white: [], black: [] };

  const boards = makeBoards(own ?? 'white', true, arrange);
  const voice = makeVoice();
  const controls = makeControls(go);
  const study = makeStudyLink(transcript.id);
  const plot = makePlot(
    steps.map(({ number }) => number),
    go,
  );
  const plan = makePlanPanel();
  const moves = makeMoves(go, (ply) => {
    go(steps.findIndex((step) => step.ply === ply));
    plan.element.scrollIntoView({ block: 'nearest' });
  });
  moves.write(steps);
  const heat = makeHeatChoice('Where the opponent could be', drawBoards);
  const bar = h('progress', { 'aria-label': 'Positions counted' });
  const counted = h('span');
  const progress = h('div', { class: 'progress' }, bar, counted);
  const element = h(
    'div',
    { class: 'table review' },
    voice.element,
    boards.choice,
    boards.element,
    h('div', { class: 'place-controls' }, controls.element, study.element),
    heat.element,
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
    say(counted, link === 'lost' ? reconnecting : progressText(known));
  }

  function go(index: number): void {
    const next = Math.max(0, Math.min(steps.length - 1, index));
    if (next === at) return;
    at = next;
    render();
  }

  function arrange(shown: Shown): void {
    element.classList.toggle('three', shown === 'all');
    show(heat.element, shown !== 'referee');
    drawBoards();
    // The list has another height now.
    moves.show(at);
  }

  function drawBoards(): void {
    const known = (side: Side): Known => ({ moment: numbers[side][at] ?? null, kind: heat.kind });
    boards.show(steps[at]!, { white: known('white'), black: known('black') });
  }

  function drawStep(): void {
    const step = steps[at]!;
    drawBoards();
    plot.update(numbers, at, step.phrase);
    const mate = mates.get(step.ply);
    const end = at === steps.length - 1 && transcript.end.phrase;
    const chance = mate && `${title(mate.side)}’s ${mateText(mate)}.`;
    voice.status([end, chance].filter(Boolean).join(' '));
    plan.update(mate, step.fen);
  }

  function render(): void {
    const step = steps[at]!;
    voice.update(step);
    study.update(step);
    controls.update(at, steps.length - 1);
    moves.show(at);
    drawStep();
  }

  drawProgress();
  // Boards need their place on the page.
  queueMicrotask(() => {
    boards.choose();
    render();
  });

  return {
    element,
    close() {
      cancelAnimationFrame(due);
      connection.close();
      controls.close();
      plot.close();
      boards.close();
    },
  };
}
