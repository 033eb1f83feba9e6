// How a mate is looked for, and the buttons that begin and stop it.
import { fill, h, say, show } from '../base/dom';
import type { Options, Search } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { amount, select, toggle } from '../ui/fields';
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

export function makeSearchCard(options: Options, solve: (search: Search) => void, stop: () => void): SearchCard {
  const search = searchFrom(options);
  const change = (part: Partial<Search>) => {
    Object.assign(search, part);
    remember('search', search);
    drawSummary();
  };
  const plyPlace = h('div');
  const summary = h('p', { class: 'hint' });
  const solveButton = h('button', { type: 'button', class: 'primary', onclick: () => solve({ ...search }) }, 'Solve');
  const stopButton = h('button', { type: 'button', onclick: stop }, 'Stop');
  const bar = h('progress', { 'aria-label': 'Solving' });
  const told = h('span', { role: 'status' });
  const progress = h('div', { class: 'progress' }, bar, told);
  const complaint = h('p', { class: 'problem', role: 'alert' });
  const deepen = toggle('Shortest mate first', (on) => change({ deepen: on }));
  const keys = toggle('All keys: every first try of a mate', (on) => change({ keys: on }));
  const report = toggle('Report: keys, duals, and what other rules change', (on) => change({ report: on }));
  report.show(search.report, true);
  deepen.show(search.deepen, true);
  keys.show(search.keys, true);

  function drawPly(): void {
    fill(
      plyPlace,
      select(
        'Mate in',
        plies.map((ply) => ({ value: String(ply), label: `${ply} ply${ply === 1 ? '' : `, ${(ply + 1) / 2} moves`}` })),
        String(search.ply),
        (ply) => change({ ply: Number(ply) }),
      ),
    );
  }
  function drawSummary(): void {
    say(summary, options.algorithms.find(({ name }) => name === search.algorithm)?.summary ?? '');
  }
  drawPly();
  drawSummary();

  return {
    element: h(
      'section',
      { class: 'card search' },
      h('h2', {}, 'Is there a guaranteed mate?'),
      h(
        'div',
        { class: 'fields' },
        plyPlace,
        amount('Time limit in seconds', search.seconds, mostSeconds, 1, (seconds) => change({ seconds })),
      ),
      deepen.element,
      keys.element,
      report.element,
      h(
        'details',
        { open: search.algorithm !== usual.algorithm },
        h('summary', {}, 'Advanced'),
        select(
          'Algorithm',
          options.algorithms.map(({ name }) => ({ value: name, label: name })),
          search.algorithm,
          (algorithm) => change({ algorithm }),
        ),
        summary,
      ),
      complaint,
      h('div', { class: 'row' }, solveButton, stopButton),
      progress,
    ),
    get ply() {
      return search.ply;
    },
    setPly(ply) {
      if (!plies.includes(ply) || ply === search.ply) return;
      search.ply = ply;
      drawPly();
    },
    update(state) {
      solveButton.disabled = state.posed === null || state.awaited > 0 || state.solving;
      show(stopButton, state.solving);
      show(progress, state.solving);
      say(told, state.solving ? progressText(state.progress) : '');
      if (state.progress && 'seconds' in state.progress) {
        bar.max = search.seconds;
        bar.value = Math.min(search.seconds, state.progress.seconds);
      } else bar.removeAttribute('value');
      say(complaint, state.complaint ?? '');
    },
  };
}
