// A board to try on the page of rules. The server keeps nothing of it: each answer is asked for with all tries so far.
import * as api from '../base/api';
import { fill, h, say, show } from '../base/dom';
import type { Entry, Lesson, Now } from '../base/protocol';
import { makeBoard } from '../ui/board';
import { chooseOne } from '../ui/dialog';
import { picture, readBoard } from '../ui/men';
import { promotionName } from '../ui/promotion';
import { askText, pawnTriesText, voiceOf } from '../ui/referee';

export function lessonBoard(): { element: HTMLElement; close(): void } {
  let all: Lesson[] = [];
  let number = 0;
  let asked: string[] = [];
  let now: Now | null = null;
  let log: Entry[] = [];
  let pending: string | null = null;

  const board = makeBoard({
    tried: (from, to) => void attempt(`${from}${to}`),
    phantomMoved() {},
    phantomDropped() {},
    phantomGone() {},
    tapped() {},
  });
  const tabs = h('div', { class: 'row lessons', role: 'group', 'aria-label': 'Lessons' });
  const heading = h('h3');
  const text = h('p');
  const voice = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const facts = h('p', { class: 'hint' });
  const done = h('p', { class: 'done' });
  const any = h('button', { type: 'button', onclick: () => void ask('any') }, 'Any?');
  const again = h('button', { type: 'button', onclick: () => void open(number) }, 'Retry');
  const next = h('button', { type: 'button', class: 'primary', onclick: () => void open(number + 1) }, 'Next');
  const element = h(
    'section',
    { class: 'lesson', 'aria-label': 'Try it' },
    h('h2', {}, 'Try it'),
    tabs,
    h(
      'div',
      { class: 'lesson-body' },
      board.element,
      h(
        'div',
        { class: 'lesson-text' },
        heading,
        text,
        voice,
        facts,
        done,
        h('div', { class: 'row' }, any, again, next),
      ),
    ),
  );

  async function load(tries: string[]): Promise<void> {
    const lesson = number;
    try {
      const answer = await api.lesson(number, tries);
      if (lesson !== number) return;
      asked = tries;
      now = answer.now;
      log = answer.log;
    } catch (error) {
      say(done, (error as Error).message);
    }
    pending = null;
    render();
  }

  async function open(which: number): Promise<void> {
    number = which;
    asked = [];
    log = [];
    await load([]);
  }

  async function ask(what: string): Promise<void> {
    pending = what;
    render();
    await load([...asked, what]);
  }

  async function attempt(way: string): Promise<void> {
    const moves = now?.askable.filter((move) => move.startsWith(way)) ?? [];
    const choices = moves.map((move) => ({
      label: promotionName(move),
      value: move,
      picture: picture('white', promotionName(move)),
    }));
    const move =
      moves.length > 1 ? await chooseOne('Promote to', choices, 'Cancel', 'promotion') : moves[0];
    if (move) await ask(move);
    else render();
  }

  function render(): void {
    const lesson = all[number];
    if (!lesson || !now) return;
    fill(
      tabs,
      all.map(({ title }, index) =>
        h(
          'button',
          { type: 'button', 'aria-pressed': String(index === number), onclick: () => void open(index) },
          `${index + 1} ${title}`,
        ),
      ),
    );
    const finished = now.end !== null || now.turn !== 'white';
    say(heading, lesson.title);
    say(text, lesson.text);
    const said = voiceOf(log);
    say(voice, log.length > 0 ? said.text : 'The referee is waiting for your try.');
    voice.className = `voice-text ${said.tone}`;
    const tries = finished ? null : pawnTriesText(now.pawn_tries);
    say(
      facts,
      [tries, now.refused.length > 0 ? `Refused: ${now.refused.map(askText).join(', ')}` : null]
        .filter(Boolean)
        .join('. '),
    );
    say(done, finished ? lesson.done : '');
    show(any, now.may_ask_any);
    show(again, asked.length > 0);
    show(next, finished && number + 1 < all.length);
    const held = pending === 'any' ? null : pending;
    board.show({
      side: 'white',
      men: readBoard(now.board),
      askable: pending ? [] : now.askable,
      phantoms: {},
      tool: null,
      lastMove: now.last_own_move,
      checkSquares: [],
      capture: now.capture,
      pawnTries: Array.isArray(now.pawn_tries) ? now.pawn_tries : [],
      refused: finished ? [] : now.refused,
      pending: held,
    });
  }

  api.lessons().then(
    ({ lessons }) => {
      all = lessons;
      void open(0);
    },
    () => show(element, false),
  );

  return { element, close: () => board.destroy() };
}
