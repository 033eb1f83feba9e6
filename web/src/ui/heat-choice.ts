// Which of the opponent's men a heat map shows; pressing the same again shows none.
import { h } from '../base/dom';
import { heatKinds, heatName, type HeatKind } from './heat';
import { picture } from './men';

export interface HeatChoice {
  element: HTMLElement;
  readonly kind: HeatKind | null;
}

export function makeHeatChoice(label: string, changed: () => void): HeatChoice {
  let kind: HeatKind | null = 'any';
  const buttons = heatKinds.map((which) =>
    h(
      'button',
      { type: 'button', onclick: () => choose(which), title: heatName(which) },
      which === 'any' ? 'Any man' : picture('black', heatName(which)),
      which !== 'any' && h('span', { class: 'unseen' }, heatName(which)),
    ),
  );

  function draw(): void {
    buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(heatKinds[index] === kind)));
  }
  function choose(which: HeatKind): void {
    kind = kind === which ? null : which;
    draw();
    changed();
  }
  draw();

  return {
    element: h(
      'div',
      { class: 'place-heat' },
      h('span', { class: 'hint' }, label),
      h('div', { class: 'row kinds', role: 'group', 'aria-label': 'Men shown in the heat map' }, buttons),
    ),
    get kind() {
      return kind;
    },
  };
}
