// The end of a puzzle: solved or not, the rating, and the plan to walk through.
import { h, say, show } from '../base/dom';
import type { PlanStep } from '../base/protocol';
import { makeWalker } from '../plan/walker';
import type { Look, Screen } from './screen';
import { endText, endTitle, ratingChangeText } from './words';

export interface EndingActions {
  next(): void;
  again(): void;
  look(at: Look): void;
  walk(path: PlanStep[]): void;
}

export interface Ending {
  element: HTMLElement;
  draw(screen: Screen): void;
}

const looks: [Look, string][] = [
  ['end', 'The position'],
  ['plan', 'The plan'],
];

export function makeEnding(actions: EndingActions): Ending {
  const head = h('h2');
  const words = h('p');
  const rating = h('p', { class: 'change' });
  const walker = makeWalker(actions.walk);
  const buttons = looks.map(([look, label]) => ({
    look,
    button: h('button', { type: 'button', onclick: () => actions.look(look) }, label),
  }));
  const element = h(
    'section',
    { class: 'card ending', 'aria-label': 'Result', tabindex: '-1' },
    h('div', { role: 'status' }, head, words, rating),
    h(
      'div',
      { class: 'row' },
      h('button', { type: 'button', class: 'primary', onclick: actions.next }, 'Next puzzle'),
      h('button', { type: 'button', onclick: actions.again }, 'Retry'),
    ),
    h('h3', {}, 'The solution'),
    h(
      'div',
      { class: 'row', role: 'group', 'aria-label': 'Board shows' },
      buttons.map(({ button }) => button),
    ),
    walker.element,
  );
  return {
    element,
    draw({ state, look, path }) {
      const { ended, puzzle } = state;
      show(element, ended !== null);
      if (!ended || !puzzle) return;
      element.classList.toggle('found', ended.solved);
      say(head, endTitle(ended));
      say(words, endText(ended));
      say(rating, ratingChangeText(state));
      for (const one of buttons) one.button.setAttribute('aria-pressed', String(one.look === look));
      walker.show(ended.plan, puzzle.now.own, puzzle.side, path, '');
    },
  };
}
