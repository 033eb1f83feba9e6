// What both sides have left at the step that is shown.
import { h, say, show } from '../base/dom';
import { sides, title, type Side } from '../base/protocol';
import { clockText } from '../ui/clock';
import type { Step } from './steps';

export interface Clocks {
  element: HTMLElement;
  update(step: Step): void;
}

export function makeClocks(): Clocks {
  const times: Record<Side, HTMLElement> = { white: h('dd'), black: h('dd') };
  const rows = sides.map((side) =>
    h(
      'div',
      { class: 'clock' },
      h('dt', {}, h('span', { class: `dot ${side}`, 'aria-hidden': 'true' }), unseen(title(side))),
      times[side],
    ),
  );
  const element = h('dl', { class: 'clocks', 'aria-label': 'Clocks' }, rows);
  return {
    element,
    update({ clock, toMove }) {
      show(element, clock !== null);
      if (!clock) return;
      sides.forEach((side, index) => {
        say(times[side], clockText(side === 'white' ? clock.white_ms : clock.black_ms));
        rows[index]!.classList.toggle('running', toMove === side);
      });
    },
  };
}

const unseen = (text: string): HTMLElement => h('span', { class: 'unseen' }, text);
