// The possible positions as a folded list; one of them can be looked at.
import { fill, h, say } from '../base/dom';

export interface Positions {
  element: HTMLElement;
  /** The position that is looked at. */
  readonly fen: string | null;
  show(fens: string[], states: number): void;
}

const count = new Intl.NumberFormat('en');

export function makePositions(changed: () => void): Positions {
  let shown: string[] = [];
  let fen: string | null = null;
  const summary = h('summary');
  const list = h('ol', { class: 'fens' });
  const element = h('details', { class: 'positions' }, summary, list);

  function draw(): void {
    if (!element.open) return fill(list);
    fill(
      list,
      shown.map((one) =>
        h(
          'li',
          {},
          h(
            'button',
            { type: 'button', class: 'fen', 'aria-pressed': String(one === fen), onclick: () => look(one) },
            one,
          ),
        ),
      ),
    );
  }

  function look(one: string | null): void {
    fen = one === fen ? null : one;
    for (const [index, button] of list.querySelectorAll('button').entries())
      button.setAttribute('aria-pressed', String(shown[index] === fen));
    changed();
  }

  element.addEventListener('toggle', () => {
    draw();
    if (!element.open && fen !== null) look(null);
  });

  return {
    element,
    get fen() {
      return fen;
    },
    show(fens, states) {
      const more =
        states > fens.length
          ? `the first ${count.format(fens.length)} of ${count.format(states)}`
          : count.format(states);
      say(summary, `Possible positions: ${more}`);
      if (fens === shown) return;
      shown = fens;
      fen = null;
      draw();
    },
  };
}
