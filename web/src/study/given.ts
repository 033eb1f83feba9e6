// How a problem is given: the way, the panel of that way, and the rules.
import { fill, h, show } from '../base/dom';
import type { Options } from '../base/protocol';
import { picks, select } from '../ui/fields';
import { capital } from '../ui/names';
import type { MenPanel } from './men-panel';
import { readSetup, type Screen, type Way } from './screen';
import {
  makeGamePanel,
  makePositionsPanel,
  makeProblemPanel,
  type GameWish,
  type PositionsPanel,
  type TextPanel,
} from './text-panels';
import type { Reading } from './texts';

export interface Wish {
  way: Way;
  game: GameWish;
  /** The ID of a saved problem. */
  problem: string;
}

export interface Given {
  element: HTMLElement;
  /** The buttons for the ways. */
  ways: HTMLElement;
  read(screen: Screen): Reading;
  /** Fills the panel of positions. */
  write(fens: string[]): void;
  draw(screen: Screen): void;
}

export interface GivenActions {
  changed(): void;
  choose(way: Way): void;
  chooseRules(rules: string): void;
}

const ways: { value: Way; label: string }[] = [
  { value: 'board', label: 'Board' },
  { value: 'positions', label: 'Positions' },
  { value: 'game', label: 'Game' },
  { value: 'problem', label: 'Problem' },
];

/** A choice where the problem has no rules of its own, else their name. Drawn only when it differs, so that focus stays. */
function makeRules(options: Options, choose: (rules: string) => void) {
  const element = h('div', { class: 'study-rules' });
  const choices = options.rules.map(({ name }) => ({ value: name, label: capital(name) }));
  let drawn = '';
  return {
    element,
    draw({ way, state: { posed }, rules }: Screen): void {
      const own = way === 'board' || way === 'positions';
      const key = JSON.stringify([own, !own && posed?.rules]);
      if (key === drawn) return;
      drawn = key;
      if (own) fill(element, select('Rules', choices, rules, choose));
      else fill(element, posed && h('p', { class: 'hint' }, `Rules: ${capital(posed.rules)}`));
    },
  };
}

export function makeGiven(options: Options, wish: Wish, men: MenPanel, actions: GivenActions): Given {
  const { changed, choose, chooseRules } = actions;
  const positions: PositionsPanel = makePositionsPanel(changed);
  const texts: Record<Exclude<Way, 'board'>, TextPanel> = {
    positions,
    game: makeGamePanel(wish.game, changed),
    problem: makeProblemPanel(wish.problem, changed),
  };
  const panels = { board: men, ...texts };
  const rules = makeRules(options, chooseRules);
  const choice = picks('Enter the problem as', ways, wish.way, choose);
  return {
    element: h(
      'section',
      { class: 'card given', 'aria-label': 'Problem' },
      Object.values(panels).map(({ element }) => element),
      rules.element,
    ),
    ways: h('div', { class: 'study-ways' }, choice),
    read: (screen) => (screen.way === 'board' ? readSetup(screen) : texts[screen.way].read()),
    write: positions.write,
    draw(screen) {
      men.show(screen.setup, screen.tool);
      rules.draw(screen);
      choice.querySelectorAll('input').forEach((input, index) => (input.checked = ways[index]!.value === screen.way));
      for (const [name, { element }] of Object.entries(panels)) show(element, name === screen.way);
    },
  };
}
