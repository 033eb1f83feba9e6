// After the end: the true board, the reason, and the whole game step by step with everything that was refused.
import { Chessground } from '@lichess-org/chessground';
import type { Key } from '@lichess-org/chessground/types';
import * as api from '../api';
import { fill, h, say } from '../dom';
import { title, type Player, type Side, type Transcript } from '../protocol';
import { brushes } from './board';
import { menOf, readBoard, writeBoard } from './men';
import { isLong } from './state';
import { stepsOf, type Step } from './steps';

export interface Review {
  element: HTMLElement;
  close(): void;
}

type Seen = 'all' | Side;

const reasons: Record<string, string> = {
  checkmate: 'Checkmate',
  stalemate: 'Stalemate',
  'insufficient-material': 'Too few men',
  repetition: 'Repetition',
  'fifty-moves': 'Fifty moves',
  resignation: 'Resignation',
  agreement: 'Agreed draw',
  time: 'Out of time',
  abandonment: 'Left the game',
  abort: 'Aborted',
};

export const reasonName = (reason: string): string => reasons[reason] ?? reason;

export function verdict(end: Transcript['end'], own: Side | null): string {
  if (end.reason === 'abort') return 'The game was aborted';
  if (!end.winner) return 'A draw';
  if (own) return end.winner === own ? 'You have won' : 'You have lost';
  return `${title(end.winner)} has won`;
}

function playerName(player: Player | null, isOwn: boolean): string {
  if (isOwn) return 'you';
  return player ? (player.kind === 'bot' ? player.name : 'a person') : 'nobody';
}

/** `footer` has what else can be done: rematch, a new game. */
export function reviewGame(transcript: Transcript, own: Side | null, footer: HTMLElement): Review {
  const steps = stepsOf(transcript);
  let at = steps.length - 1;
  let seen: Seen = 'all';

  const wrap = h('div', { class: 'board', role: 'img' });
  const phrase = h('p', { class: 'voice-text', 'aria-live': 'polite' });
  const buttons = steps.map((step, index) => stepButton(step, () => go(index)));
  const control = (label: string, sign: string, target: () => number) =>
    h('button', { type: 'button', 'aria-label': label, title: label, onclick: () => go(target()) }, sign);
  const controls = [
    control('First position', '«', () => 0),
    control('One step back', '‹', () => at - 1),
    control('One step on', '›', () => at + 1),
    control('Last position', '»', () => steps.length - 1),
  ];
  const views = (['all', 'white', 'black'] as Seen[]).map((which) =>
    h(
      'button',
      { type: 'button', onclick: () => look(which) },
      which === 'all' ? 'True board' : `${title(which)}'s men`,
    ),
  );
  const list = h('section', { class: 'moves', 'aria-label': 'Moves and refused tries', tabindex: '0' });
  const element = h(
    'div',
    { class: 'table review' },
    h('div', { class: 'voice' }, phrase, h('p', { class: 'voice-status' }, transcript.end.phrase)),
    h('div', { class: 'place-board' }, h('div', { class: 'board-box' }, wrap)),
    h(
      'div',
      { class: 'place-controls' },
      h('div', { class: 'row steps' }, controls),
      h('div', { class: 'row seen', role: 'group', 'aria-label': 'Men to show' }, views),
    ),
    h(
      'div',
      { class: 'place-opponent end-card' },
      h('h1', {}, verdict(transcript.end, own)),
      h(
        'p',
        {},
        `${reasonName(transcript.end.reason)}. White: ${playerName(transcript.white, own === 'white')}. Black: ${playerName(transcript.black, own === 'black')}. Rules: ${typeof transcript.rules === 'string' ? transcript.rules : transcript.rules.name}.`,
      ),
      footer,
    ),
    h('div', { class: 'place-log' }, list),
    h(
      'div',
      { class: 'place-actions row' },
      h(
        'a',
        { class: 'button', href: api.pgnAddress(transcript.id), download: `blindmate-${transcript.id}.pgn` },
        'Download PGN',
      ),
    ),
  );
  drawList();

  const cg = Chessground(wrap, {
    viewOnly: true,
    orientation: own ?? 'white',
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 160 },
    drawable: { enabled: false, visible: true, brushes: brushes() },
  });

  function drawList(): void {
    const rows: HTMLElement[] = [];
    let row: HTMLElement | null = null;
    let cell: HTMLElement | null = null;
    let turn = -1;
    steps.forEach((step, index) => {
      if (index === 0) return;
      if (step.turn !== turn) {
        if (!row || row.dataset['number'] !== String(step.number)) {
          row = h('li', { 'data-number': step.number }, h('span', { class: 'number' }, `${step.number}.`));
          if (step.by === 'black') row.append(h('span', { class: 'cell' }));
          rows.push(row);
        }
        cell = h('span', { class: `cell ${step.by}` });
        row.append(cell);
        turn = step.turn;
      }
      cell!.append(buttons[index]!);
    });
    fill(list, buttons[0]!, h('ol', {}, rows));
  }

  function go(index: number): void {
    at = Math.max(0, Math.min(steps.length - 1, index));
    render();
  }

  function look(which: Seen): void {
    seen = which;
    render();
  }

  function render(): void {
    const step = steps[at]!;
    const men = readBoard(step.fen);
    const shown = seen === 'all' ? men : menOf(men, seen);
    const ends = (move: string | null) => (move ? ([move.slice(0, 2), move.slice(2, 4)] as Key[]) : undefined);
    const hidden = seen !== 'all' && step.by !== null && step.by !== seen;
    const arrow = hidden ? undefined : ends(step.tried);
    cg.set({
      fen: writeBoard(shown),
      lastMove: hidden ? undefined : ends(step.move),
      drawable: {
        autoShapes: arrow ? [{ orig: arrow[0]!, dest: arrow[1]!, brush: 'refused', modifiers: { lineWidth: 9 } }] : [],
      },
    });
    say(phrase, step.phrase);
    phrase.className = `voice-text ${step.answer === 'no' || step.answer === 'nonsense' ? 'no' : ''} ${isLong(step.phrase) ? 'long' : ''}`;
    wrap.setAttribute('aria-label', `The board after: ${step.phrase}`);
    buttons.forEach((button, index) => {
      if (index === at) button.setAttribute('aria-current', 'step');
      else button.removeAttribute('aria-current');
    });
    const current = buttons[at]!;
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
    controls[0]!.disabled = controls[1]!.disabled = at === 0;
    controls[2]!.disabled = controls[3]!.disabled = at === steps.length - 1;
    views.forEach((button, index) =>
      button.setAttribute('aria-pressed', String((['all', 'white', 'black'] as Seen[])[index] === seen)),
    );
  }

  const keys: Record<string, () => number> = {
    ArrowLeft: () => at - 1,
    ArrowRight: () => at + 1,
    Home: () => 0,
    End: () => steps.length - 1,
  };
  function pressed(event: KeyboardEvent): void {
    const target = keys[event.key];
    if (!target || event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(target());
  }
  document.addEventListener('keydown', pressed);
  queueMicrotask(render);

  return {
    element,
    close() {
      document.removeEventListener('keydown', pressed);
      cg.destroy();
    },
  };
}

function stepButton(step: Step, act: () => void): HTMLButtonElement {
  const refused = step.answer === 'no' || step.answer === 'nonsense';
  const question = step.answer === 'any-yes' || step.answer === 'any-no';
  return h(
    'button',
    {
      type: 'button',
      class: refused ? 'step refused' : question ? 'step question' : 'step',
      onclick: act,
      title: step.phrase,
    },
    refused
      ? h('s', {}, step.label)
      : question
        ? `${step.label} ${step.answer === 'any-yes' ? 'yes' : 'no'}`
        : step.label,
    refused && h('span', { class: 'unseen' }, ' refused'),
  );
}
