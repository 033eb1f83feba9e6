// The plan of a guaranteed mate as a tree that can be unfolded.
import { fill, h, show } from '../base/dom';
import { title } from '../base/protocol';
import { planTree } from '../plan/tree';
import { planTooLong, positionsText } from '../ui/words';
import type { Mate } from './knowledge';

function sentence({ side, moves, states, missed }: Mate): string {
  const sure = states === 1 ? '' : ` in each of the ${positionsText({ states, exact: true })}`;
  const then = missed === null ? '' : missed ? ' It was missed.' : ' It was played.';
  return `${title(side)} to move can mate in ${moves}${sure}.${then}`;
}

export interface PlanPanel {
  element: HTMLElement;
  /** The mate that was there in this position, if any. */
  update(mate: Mate | undefined, fen: string): void;
}

export function makePlanPanel(): PlanPanel {
  const text = h('p');
  const tree = h('ul', { class: 'plan-tree' });
  const element = h('section', { class: 'plan', 'aria-label': 'Guaranteed mate' }, h('h2'), text, tree);
  let shown: Mate['plan'] | undefined;
  return {
    element,
    update(mate, fen) {
      show(element, mate !== undefined);
      if (!mate) return;
      fill(element.firstElementChild!, `Guaranteed mate in ${mate.moves}`);
      fill(text, sentence(mate), !mate.plan && ` ${planTooLong}`);
      if (mate.plan === shown) return;
      shown = mate.plan;
      fill(tree, mate.plan ? planTree(mate.plan, fen, mate.side) : []);
    },
  };
}
