// What the search has found: a verdict, numbers, keys, and the plan to walk through.
import { fill, h, say, show } from '../base/dom';
import type { PlanStep } from '../base/protocol';
import { tryText } from '../plan/plan';
import { makeWalker } from '../plan/walker';
import { readBoard } from '../ui/men';
import { askText } from '../ui/referee';
import { planTooLong, positionsText } from '../ui/words';
import { makeReport } from './report';
import { beliefAt, type State } from './state';
import { effortText, verdictDetails, verdictText } from './words';

export interface Answer {
  element: HTMLElement;
  update(state: State): void;
}

function factText(state: State): string {
  const belief = beliefAt(state);
  if (belief) return `${positionsText({ states: belief.states, exact: true })} left.`;
  return state.walkable ? '' : 'The connection was lost. Solve again to see the positions.';
}

export function makeAnswer(walk: (path: PlanStep[]) => void): Answer {
  const head = h('h2');
  const details = h('p');
  const effort = h('p', { class: 'hint' });
  const keys = h('p', { class: 'keys' });
  const walker = makeWalker(walk);
  const report = makeReport(walk);
  const tooLong = h('p', { class: 'hint' }, planTooLong);
  const element = h(
    'section',
    { class: 'card answer', 'aria-label': 'Answer' },
    h('div', { role: 'status' }, head, details),
    effort,
    keys,
    report.element,
    tooLong,
    walker.element,
  );
  return {
    element,
    update(state) {
      const { solution, posed } = state;
      show(element, solution !== null && posed !== null);
      if (!solution || !posed) return;
      say(head, verdictText(solution));
      element.classList.toggle('found', solution.verdict === 'mate');
      say(details, verdictDetails(solution, posed.states));
      say(effort, effortText(solution));
      const men = readBoard(posed.own);
      show(keys, solution.keys !== null);
      fill(
        keys,
        solution.keys?.length === 0 ? 'No key.' : 'Keys: ',
        (solution.keys ?? []).map((key) =>
          h('span', { class: 'key' }, key === 'any' ? askText(key) : tryText(key, men)),
        ),
      );
      report.update(solution, posed);
      show(tooLong, solution.verdict === 'mate' && solution.plan === null);
      show(walker.element, solution.plan !== null);
      if (solution.plan) walker.show(solution.plan, posed.own, posed.side, state.path, factText(state));
    },
  };
}
