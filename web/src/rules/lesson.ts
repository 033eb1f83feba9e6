// A board to try on the page of rules. The server keeps nothing of it: each answer is asked for with all tries so far.
import * as api from '../base/api';
import { fill, h, say, show } from '../base/dom';
import type { Entry, Lesson, Now } from '../base/protocol';
import { makeBoard, type Shown } from '../ui/board';
import { readBoard } from '../ui/men';
import { choosePromotion } from '../ui/promotion';
import { askText, pawnTriesText, voiceOf } from '../ui/referee';

interface State {
  number: number;
  asked: string[];
  now: Now;
  log: Entry[];
}

/** The facts that help with the next try. */
function factsText({ now }: State, isOver: boolean): string {
  const tries = isOver ? null : pawnTriesText(now.pawn_tries);
  const refused = now.refused.length > 0 ? `Refused: ${now.refused.map(askText).join(', ')}` : null;
  return [tries, refused].filter(Boolean).join('. ');
}

const boardOf = ({ now }: State, pending: string | null, isOver: boolean): Shown => ({
  side: 'white',
  men: readBoard(now.board),
  askable: pending ? [] : now.askable,
  phantoms: {},
  tool: null,
  lastMove: now.last_own_move,
  checkSquares: [],
  capture: now.capture,
  pawnTries: Array.isArray(now.pawn_tries) ? now.pawn_tries : [],
  refused: isOver ? [] : now.refused,
  pending: pending === 'any' ? null : pending,
});

class LessonBoard {
  private lessons: Lesson[] = [];
  /** The lesson that is asked for, or was told. */
  private number = 0;
  private state: State | null = null;
  private pending: string | null = null;
  private readonly board = makeBoard({
    tried: (from, to) => void this.attempt(`${from}${to}`),
    phantomMoved() {},
    phantomDropped() {},
    phantomGone() {},
    tapped() {},
  });
  private readonly tabs = h('div', { class: 'row lessons', role: 'group', 'aria-label': 'Lessons' });
  private readonly heading = h('h3');
  private readonly text = h('p');
  private readonly voice = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  private readonly facts = h('p', { class: 'hint' });
  private readonly done = h('p', { class: 'done' });
  private readonly any = h('button', { type: 'button', onclick: () => void this.ask('any') }, 'Any?');
  private readonly again = h('button', { type: 'button', onclick: () => void this.open(this.number) }, 'Retry');
  private readonly next = h(
    'button',
    { type: 'button', class: 'primary', onclick: () => void this.open(this.number + 1) },
    'Next',
  );
  readonly element = h(
    'section',
    { class: 'lesson', 'aria-label': 'Try it' },
    h('h2', {}, 'Try it'),
    this.tabs,
    h(
      'div',
      { class: 'lesson-body' },
      this.board.element,
      h(
        'div',
        { class: 'lesson-text' },
        this.heading,
        this.text,
        this.voice,
        this.facts,
        this.done,
        h('div', { class: 'row' }, this.any, this.again, this.next),
      ),
    ),
  );

  async begin(): Promise<void> {
    try {
      this.lessons = (await api.lessons()).lessons;
      await this.open(0);
    } catch {
      show(this.element, false);
    }
  }

  private async load(number: number, asked: string[]): Promise<void> {
    this.number = number;
    try {
      const { now, log } = await api.lesson(number, asked);
      if (number !== this.number) return;
      this.state = { number, asked, now, log };
      say(this.done, '');
    } catch (error) {
      say(this.done, (error as Error).message);
    }
    this.pending = null;
    this.draw();
  }

  private open(number: number): Promise<void> {
    return this.load(number, []);
  }

  private async ask(what: string): Promise<void> {
    this.pending = what;
    this.draw();
    await this.load(this.number, [...(this.state?.asked ?? []), what]);
  }

  private async attempt(way: string): Promise<void> {
    const moves = this.state?.now.askable.filter((move) => move.startsWith(way)) ?? [];
    const move = moves.length > 1 ? await choosePromotion(moves, 'white') : moves[0];
    if (move) await this.ask(move);
    else this.draw();
  }

  private draw(): void {
    const { state, pending } = this;
    const lesson = state && this.lessons[state.number];
    if (!lesson) return;
    const { number, now, log, asked } = state;
    const isOver = now.end !== null || now.turn !== 'white';
    fill(
      this.tabs,
      this.lessons.map(({ title }, index) => this.tab(`${index + 1} ${title}`, index, index === number)),
    );
    say(this.heading, lesson.title);
    say(this.text, lesson.text);
    const said = voiceOf(log);
    say(this.voice, said.text || 'The referee is waiting for your try.');
    this.voice.className = `voice-text ${said.tone}`;
    say(this.facts, factsText(state, isOver));
    if (isOver) say(this.done, lesson.done);
    show(this.any, now.may_ask_any);
    show(this.again, asked.length > 0);
    show(this.next, isOver && number + 1 < this.lessons.length);
    this.board.show(boardOf(state, pending, isOver));
  }

  private tab(label: string, index: number, isOpen: boolean): HTMLElement {
    const open = () => void this.open(index);
    return h('button', { type: 'button', 'aria-pressed': String(isOpen), onclick: open }, label);
  }

  readonly close = (): void => this.board.destroy();
}

export function lessonBoard(): { element: HTMLElement; close(): void } {
  const lesson = new LessonBoard();
  void lesson.begin();
  return lesson;
}
