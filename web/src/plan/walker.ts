// A plan that is walked through: what to try, what the referee can say to it, and the way so far. Numbers of positions are
// shown where somebody knows them.
import { fill, h, say, show } from '../base/dom';
import { other, title, type Plan, type PlanStep, type Side } from '../base/protocol';
import { readBoard } from '../ui/men';
import { planTree } from './tree';
import { askWords, placeAt, sayingsAt, wayText, type Place } from './walk';

export interface Walker {
  element: HTMLElement;
  /** `own` is the attacker's board at the beginning; `fact` is what is known of this place. */
  show(plan: Plan, own: string, side: Side, path: PlanStep[], fact: string): void;
}

function headline(place: Place, side: Side): string {
  if (place.kind === 'mate') return 'Checkmate.';
  return place.kind === 'wait' ? `${title(other(side))} moves.` : `${askWords(place)}.`;
}

const question = (place: Place): string =>
  place.kind === 'wait' ? 'What does the referee announce?' : 'What does the referee say?';

export function makeWalker(go: (path: PlanStep[]) => void): Walker {
  let path: PlanStep[] = [];
  let treeOf: Plan | null = null;
  const way = h('ol', { class: 'way' });
  const head = h('p', { class: 'walk-ask', 'aria-live': 'polite' });
  const fact = h('p', { class: 'hint walk-fact' });
  const asked = h('p', { class: 'hint' });
  const sayings = h('div', { class: 'sayings', role: 'group', 'aria-label': 'What the referee says' });
  const back = h('button', { type: 'button', onclick: () => go(path.slice(0, -1)) }, 'Back');
  const again = h('button', { type: 'button', onclick: () => go([]) }, 'First step');
  const tree = h('ul', { class: 'plan-tree' });
  const whole = h('details', { class: 'whole-plan' }, h('summary', {}, 'Whole plan'), tree);
  const element = h(
    'div',
    { class: 'walker' },
    h('nav', { 'aria-label': 'Steps so far' }, way),
    h('div', { class: 'walk-here' }, head, fact, asked, sayings),
    h('div', { class: 'row' }, back, again),
    whole,
  );

  return {
    element,
    show(plan, own, side, next, known) {
      path = next;
      const men = readBoard(own);
      const place = placeAt(plan, men, path)!;
      const names = ['Start', ...wayText(plan, men, side, path)];
      fill(
        way,
        names.map((name, index) => {
          const last = index === path.length;
          const act = () => go(path.slice(0, index));
          return h(
            'li',
            {},
            last
              ? h('span', { 'aria-current': 'step' }, name)
              : h('button', { type: 'button', class: 'link', onclick: act }, name),
          );
        }),
      );
      say(head, headline(place, side));
      head.classList.toggle('mates', place.kind === 'mate');
      say(fact, known);
      say(asked, question(place));
      show(asked, place.kind !== 'mate');
      fill(
        sayings,
        sayingsAt(place, side).map(({ step, text, mate }) =>
          h('button', { type: 'button', class: mate ? 'mates' : undefined, onclick: () => go([...path, step]) }, text),
        ),
      );
      back.disabled = again.disabled = path.length === 0;
      if (plan === treeOf) return;
      treeOf = plan;
      whole.open = false;
      fill(tree, planTree(plan, own, side));
    },
  };
}
