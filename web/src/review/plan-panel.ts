// The plan of a guaranteed mate as a tree that can be unfolded.
import { fill, h, show } from '../dom';
import { title, type Plan, type Side } from '../protocol';
import { positionsText, type Mate } from './knowledge';
import { planNodes, type PlanNode } from './plan';

/** What is folded is made when it is unfolded: plans can be long. An only child needs no click. */
function branch(node: PlanNode): HTMLElement {
  const children = node.children();
  if (children.length === 0) return h('li', { class: node.mate ? 'mates' : undefined }, node.text);
  const list = h('ul');
  const details = h('details', {}, h('summary', {}, node.text), list);
  const unfold = () => {
    if (list.childElementCount === 0) fill(list, children.map(branch));
  };
  details.addEventListener('toggle', unfold);
  if (children.length === 1) {
    details.open = true;
    unfold();
  }
  return h('li', {}, details);
}

function sentence({ side, moves, states, missed }: Mate): string {
  const sure = states === 1 ? '' : ` in each of the ${positionsText({ states, exact: true })}`;
  const then = missed === null ? '' : missed ? ' It was missed.' : ' It was played.';
  return `${title(side)} to move can mate in ${moves}${sure}.${then}`;
}

/** `fen` is the position in which `side` begins. */
export const planTree = (plan: Plan, fen: string, side: Side): HTMLElement[] => planNodes(plan, fen, side).map(branch);

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
      fill(element.firstElementChild!, `A sure mate in ${mate.moves}`);
      fill(text, sentence(mate), !mate.plan && ' The plan is too long to be shown.');
      if (mate.plan === shown) return;
      shown = mate.plan;
      fill(tree, mate.plan ? planTree(mate.plan, fen, mate.side) : []);
    },
  };
}
