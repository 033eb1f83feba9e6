// A plan as a tree that can be unfolded.
import { fill, h } from '../base/dom';
import type { Plan, Side } from '../base/protocol';
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

/** `fen` is the position in which `side` begins. */
export const planTree = (plan: Plan, fen: string, side: Side): HTMLElement[] => planNodes(plan, fen, side).map(branch);
