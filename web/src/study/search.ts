// How a mate is looked for, and the buttons that begin and stop it.
import { fill, h, say, show } from '../base/dom';
import type { Options, Search } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { amount, select, toggle } from '../ui/fields';
import { movesOf } from '../ui/words';
import type { State } from './state';
import { progressText } from './words';

const usual: Search = { ply: 3, algorithm: 'closure', deepen: true, keys: false, report: false, seconds: 20 };
const plies = [1, 3, 5, 7, 9, 11, 13, 15];
const mostSeconds = 60;

function searchFrom({ algorithms }: Options): Search {
  const search = { ...usual, ...remembered<Partial<Search>>('search', {}) };
  if (!algorithms.some(({ name }) => name === search.algorithm)) search.algorithm = algorithms[0]?.name ?? '';
  return search;
}

export interface SearchCard {
  element: HTMLElement;
  readonly ply: number;
  /** What a problem says itself. */
  setPly(ply: number): void;
  update(state: State): void;
}

/** How a mate is looked for; what is chosen is remembered. */
function makeChoices(options: Options, search: Search) {
  const change = (part: Partial<Search>) => {
    Object.assign(search, part);
    remember('search', search);
    drawSummary();
  };
  const plyPlace = h('div');
  const summary = h('p', { class: 'hint' });
  const switches = (
    [
      ['deepen', 'Shortest mate first'],
      ['keys', 'All keys: every first try of a mate'],
      ['report', 'Report: keys, duals, and what other rules change'],
    ] as const
  ).map(([name, label]) => {
    const field = toggle(label, (on) => change({ [name]: on }));
    field.show(search[name], true);
    return field.element;
  });
  const algorithm = select(
    'Algorithm',
    options.algorithms.map(({ name }) => ({ value: name, label: name })),
    search.algorithm,
    (name) => change({ algorithm: name }),
  );

  function drawPly(): void {
    const label = (ply: number) => `${ply} ply${ply === 1 ? '' : `, ${movesOf(ply)} moves`}`;
    const choices = plies.map((ply) => ({ value: String(ply), label: label(ply) }));
    fill(
      plyPlace,
      select('Mate in', choices, String(search.ply), (ply) => change({ ply: Number(ply) })),
    );
  }
  function drawSummary(): void {
    say(summary, options.algorithms.find(({ name }) => name === search.algorithm)?.summary ?? '');
  }
  drawPly();
  drawSummary();

  const advanced = h(
    'details',
    { open: search.algorithm !== usual.algorithm },
    h('summary', {}, 'Advanced'),
    algorithm,
    summary,
  );
  const seconds = amount('Time limit (s)', search.seconds, mostSeconds, 1, (value) => change({ seconds: value }));
  return { elements: [h('div', { class: 'fields' }, plyPlace, seconds), ...switches, advanced], drawPly };
}

function makeProgress() {
  const bar = h('progress', { 'aria-label': 'Solving' });
  const told = h('span', { role: 'status' });
  const element = h('div', { class: 'progress' }, bar, told);
  return {
    element,
    update({ solving, progress }: State, seconds: number): void {
      show(element, solving);
      say(told, solving ? progressText(progress) : '');
      if (progress && 'seconds' in progress) {
        bar.max = seconds;
        bar.value = Math.min(seconds, progress.seconds);
      } else bar.removeAttribute('value');
    },
  };
}

export function makeSearchCard(options: Options, solve: (search: Search) => void, stop: () => void): SearchCard {
  const search = searchFrom(options);
  const choices = makeChoices(options, search);
  const progress = makeProgress();
  const solveButton = h('button', { type: 'button', class: 'primary', onclick: () => solve({ ...search }) }, 'Solve');
  const stopButton = h('button', { type: 'button', onclick: stop }, 'Stop');
  const complaint = h('p', { class: 'problem', role: 'alert' });
  return {
    element: h(
      'section',
      { class: 'card search' },
      h('h2', {}, 'Is there a guaranteed mate?'),
      choices.elements,
      complaint,
      h('div', { class: 'row' }, solveButton, stopButton),
      progress.element,
    ),
    get ply() {
      return search.ply;
    },
    setPly(ply) {
      if (!plies.includes(ply) || ply === search.ply) return;
      search.ply = ply;
      choices.drawPly();
    },
    update(state) {
      solveButton.disabled = state.posed === null || state.awaited > 0 || state.solving;
      show(stopButton, state.solving);
      progress.update(state, search.seconds);
      say(complaint, state.complaint ?? '');
    },
  };
}
