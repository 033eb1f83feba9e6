// After the end: what everybody saw and could have known, step by step, with everything that was refused.
import { h, say, show } from '../base/dom';
import { title, type ReviewMessage, type Side, type Transcript } from '../base/protocol';
import { connect, type Connection, type Link } from '../base/socket';
import { makeBoards, type Shown } from '../replay/boards';
import { makeControls } from '../replay/controls';
import { makeMoves, mateText } from '../replay/moves';
import { stepsOf } from '../replay/steps';
import type { Known } from '../replay/view';
import { makeVoice } from '../replay/voice';
import { makeHeatChoice } from '../ui/heat-choice';
import { reconnecting } from '../ui/words';
import { endCard } from './end-card';
import {
  fold,
  isComplete,
  matesOf,
  momentsAt,
  nothingKnown,
  progressText,
  toldAnew,
  type Knowledge,
} from './knowledge';
import { makePlanPanel } from './plan-panel';
import { makePlot, type Numbers } from './plot';
import { makeStudyLink } from './study-link';

/** How far the server has come. */
function makeProgress() {
  const bar = h('progress', { 'aria-label': 'Positions counted' });
  const counted = h('span');
  const element = h('div', { class: 'progress' }, bar, counted);
  return {
    element,
    draw(known: Knowledge, link: Link): void {
      show(element, !isComplete(known));
      bar.max = Math.max(1, known.white.of + known.black.of);
      bar.value = known.white.moments.length + known.black.moments.length;
      say(counted, link === 'lost' ? reconnecting : progressText(known));
    },
  };
}

export class Review {
  private readonly steps;
  private at: number;
  private known = nothingKnown;
  private mates = matesOf(this.known);
  private numbers: Numbers = { white: [], black: [] };
  private link: Link = 'connecting';
  private due = 0;

  private readonly boards;
  private readonly voice = makeVoice();
  private readonly controls = makeControls((index) => this.go(index));
  private readonly study;
  private readonly plot;
  private readonly plan = makePlanPanel();
  private readonly moves = makeMoves(
    (index) => this.go(index),
    (ply) => {
      this.go(this.steps.findIndex((step) => step.ply === ply));
      this.plan.element.scrollIntoView({ block: 'nearest' });
    },
  );
  private readonly heat = makeHeatChoice('Where the opponent could be', () => this.drawBoards());
  private readonly progress = makeProgress();
  private readonly connection;
  readonly element: HTMLElement;

  /** `footer` has what else can be done: rematch, a new game. */
  constructor(
    private readonly transcript: Transcript,
    own: Side | null,
    footer: HTMLElement,
  ) {
    this.steps = stepsOf(transcript);
    this.at = this.steps.length - 1;
    this.boards = makeBoards(own ?? 'white', true, (shown) => this.arrange(shown));
    this.study = makeStudyLink(transcript.id);
    const numbering = this.steps.map(({ number }) => number);
    this.plot = makePlot(numbering, (index) => this.go(index));
    this.moves.write(this.steps);
    this.element = this.lay(endCard(transcript, own, footer));
    this.connection = this.connect();
    this.progress.draw(this.known, this.link);
    // Boards need their place on the page.
    queueMicrotask(() => {
      this.boards.choose();
      this.draw();
    });
  }

  private lay(card: HTMLElement): HTMLElement {
    return h(
      'div',
      { class: 'table review' },
      this.voice.element,
      this.boards.choice,
      this.boards.element,
      h('div', { class: 'place-controls' }, this.controls.element, this.study.element),
      this.heat.element,
      h('div', { class: 'place-opponent' }, card),
      h('div', { class: 'place-log' }, this.moves.element),
      h('div', { class: 'place-plot' }, this.plot.element, this.progress.element),
      h('div', { class: 'place-plan' }, this.plan.element),
    );
  }

  private connect(): Connection<never> {
    return connect<ReviewMessage, never>(
      `/ws/reviews/${encodeURIComponent(this.transcript.id)}`,
      (message) => {
        this.known = fold(this.known, message);
        if (isComplete(this.known)) this.connection.close();
        // Many moments can come at once.
        if (this.due === 0) this.due = requestAnimationFrame(() => this.drawKnown());
      },
      (next) => {
        if (next === this.link) return;
        if (next === 'lost') this.known = toldAnew(this.known);
        this.link = next;
        this.progress.draw(this.known, this.link);
      },
    );
  }

  private drawKnown(): void {
    const { steps, known } = this;
    this.due = 0;
    this.mates = matesOf(known);
    this.numbers = {
      white: momentsAt(steps, known.white.moments, 'white'),
      black: momentsAt(steps, known.black.moments, 'black'),
    };
    this.moves.mark(this.mates);
    this.progress.draw(known, this.link);
    this.drawStep();
  }

  private go(index: number): void {
    const next = Math.max(0, Math.min(this.steps.length - 1, index));
    if (next === this.at) return;
    this.at = next;
    this.draw();
  }

  private arrange(shown: Shown): void {
    this.element.classList.toggle('three', shown === 'all');
    show(this.heat.element, shown !== 'referee');
    this.drawBoards();
    // The list has another height now.
    this.moves.show(this.at);
  }

  private drawBoards(): void {
    const { kind } = this.heat;
    const known = (side: Side): Known => ({ moment: this.numbers[side][this.at] ?? null, kind });
    this.boards.show(this.steps[this.at]!, { white: known('white'), black: known('black') });
  }

  private drawStep(): void {
    const { steps, at } = this;
    const step = steps[at]!;
    this.drawBoards();
    this.plot.update(this.numbers, at, step.phrase);
    const mate = this.mates.get(step.ply);
    const end = at === steps.length - 1 && this.transcript.end.phrase;
    const chance = mate && `${title(mate.side)}’s ${mateText(mate)}.`;
    this.voice.status([end, chance].filter(Boolean).join(' '));
    this.plan.update(mate, step.fen);
  }

  private draw(): void {
    const step = this.steps[this.at]!;
    this.voice.update(step);
    this.study.update(step);
    this.controls.update(this.at, this.steps.length - 1);
    this.moves.show(this.at);
    this.drawStep();
  }

  close(): void {
    cancelAnimationFrame(this.due);
    this.connection.close();
    for (const part of [this.controls, this.plot, this.boards]) part.close();
  }
}
