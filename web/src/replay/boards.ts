// The boards of White, the referee and Black, side by side or one of them at a time.
import { h, show } from '../base/dom';
import type { Side } from '../base/protocol';
import type { Step } from './steps';
import { makeView, seerName, type Known, type Seer } from './view';

export type Shown = Seer | 'all';

export interface Boards {
  element: HTMLElement;
  /** The buttons for what is shown. */
  choice: HTMLElement;
  show(step: Step, known?: Record<Side, Known>): void;
  /** Makes them look as chosen; once at the beginning, when they have their place on the page. */
  choose(): void;
  close(): void;
}

const seers: Seer[] = ['white', 'referee', 'black'];
const selections: Shown[] = ['all', ...seers];
const wide = matchMedia('(min-width: 1000px)');

/** `changed` is told what is shown from now on, and has to show it. */
export function makeBoards(orientation: Side, heated: boolean, changed: (shown: Shown) => void): Boards {
  let chosen: Shown = wide.matches ? 'all' : 'referee';
  const views = seers.map((seer) => makeView(seer, orientation, heated));
  const buttons = selections.map((which) =>
    h('button', { type: 'button', onclick: () => look(which) }, which === 'all' ? 'All three' : seerName(which)),
  );
  const shown = (): Shown => (chosen === 'all' && !wide.matches ? 'referee' : chosen);

  function look(which: Shown): void {
    chosen = which;
    choose();
  }

  function choose(): void {
    show(buttons[0]!, wide.matches);
    buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(selections[index] === shown())));
    changed(shown());
  }
  wide.addEventListener('change', choose);

  return {
    element: h(
      'div',
      { class: 'place-board' },
      views.map(({ element }) => element),
    ),
    choice: h('div', { class: 'place-views row', role: 'group', 'aria-label': 'Boards to show' }, buttons),
    show(step, known) {
      seers.forEach((seer, index) => {
        const view = views[index]!;
        if (shown() !== 'all' && shown() !== seer) return view.hide();
        view.show(step, seer === 'referee' ? undefined : known?.[seer]);
      });
    },
    choose,
    close() {
      wide.removeEventListener('change', choose);
      for (const view of views) view.destroy();
    },
  };
}
