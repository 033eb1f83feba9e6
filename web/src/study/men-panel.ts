// Problems that are put on the board: a tray of the attacker's men, and brushes for those of the defender.
import { fill, h, say } from '../base/dom';
import { other, sides, title, type Kind, type Side } from '../base/protocol';
import { picks, toggle } from '../ui/fields';
import { kindNames, kinds, picture } from '../ui/men';
import { capital } from '../ui/names';
import type { Tool } from './board';
import * as set from './setup';

export interface MenPanel {
  element: HTMLElement;
  show(setup: set.Setup, tool: Tool): void;
}

export interface MenActions {
  choose(tool: Tool): void;
  drag(kind: Kind, event: MouseEvent | TouchEvent): void;
  change(change: (setup: set.Setup) => set.Setup): void;
}

const wings: [set.Wing, string][] = [
  ['king', 'Can castle short'],
  ['queen', 'Can castle long'],
];

function trayMan(kind: Kind, side: Side, { choose, drag }: MenActions): HTMLButtonElement {
  const label = `Place a ${kindNames[kind]}`;
  const start = (event: Event) => {
    choose(kind);
    drag(kind, event as MouseEvent | TouchEvent);
  };
  return h(
    'button',
    {
      type: 'button',
      class: 'tray-man',
      'aria-label': label,
      title: label,
      onclick: () => choose(kind),
      onmousedown: start,
      ontouchstart: start,
    },
    picture(side, kindNames[kind]),
  );
}

/** The attacker's men: a tray, tools, and castling. */
function makeOwnMen(actions: MenActions) {
  const { choose, change } = actions;
  const head = h('h2');
  const tools = new Map<Tool, HTMLButtonElement>();
  const men = h('div', { class: 'tray-men', role: 'group', 'aria-label': 'Man to place' });
  const toolButton = (tool: Tool, label: string) => {
    const button = h('button', { type: 'button', onclick: () => choose(tool) }, label);
    tools.set(tool, button);
    return button;
  };
  const clear = () => change((now) => ({ ...set.emptySetup, side: now.side }));
  const castling = wings.map(([wing, label]) => ({
    wing,
    field: toggle(label, (on) => change((now) => set.setCastling(now, wing, on))),
  }));
  const element = h(
    'section',
    { class: 'own-men' },
    head,
    men,
    h(
      'div',
      { class: 'row' },
      toolButton('move', 'Move'),
      toolButton('erase', 'Remove'),
      h('button', { type: 'button', onclick: clear }, 'Clear all'),
    ),
    h(
      'div',
      { class: 'castling row' },
      castling.map(({ field }) => field.element),
    ),
  );

  let drawnSide: Side | null = null;
  function drawTray(side: Side): void {
    if (side === drawnSide) return;
    drawnSide = side;
    for (const kind of kinds) tools.set(kind, trayMan(kind, side, actions));
    fill(
      men,
      kinds.map((kind) => tools.get(kind)),
    );
  }
  return {
    element,
    show(setup: set.Setup, tool: Tool): void {
      drawTray(setup.side);
      say(head, `${title(setup.side)}’s men`);
      for (const [name, button] of tools) button.setAttribute('aria-pressed', String(name === tool));
      for (const { wing, field } of castling) field.show(setup.castling.includes(wing), set.mayCastle(setup, wing));
    },
  };
}

function kindButton(brush: set.Brush, kind: set.BrushKind, side: Side, change: MenActions['change']): HTMLElement {
  const name = kind === '-' ? 'or not there' : kindNames[kind];
  return h(
    'button',
    {
      type: 'button',
      'aria-pressed': String(brush.kinds.includes(kind)),
      title: name,
      onclick: () => change((now) => set.toggleKind(now, brush.number, kind)),
    },
    kind === '-' ? name : picture(side, name),
    kind !== '-' && h('span', { class: 'unseen' }, name),
  );
}

function brushName(brush: set.Brush, tool: Tool, choose: MenActions['choose']): HTMLElement {
  const count = brush.squares.length;
  return h(
    'button',
    {
      type: 'button',
      class: 'brush-name',
      'aria-pressed': String(tool === brush.number),
      onclick: () => choose(brush.number),
    },
    h('span', { class: `swatch hand-${brush.number}`, 'aria-hidden': 'true' }),
    h('span', {}, h('span', { class: 'unseen' }, 'Paint: '), capital(set.brushName(brush))),
    h('small', {}, count === 1 ? '1 square' : `${count} squares`),
  );
}

/** The king, who is the first one, stays and is nothing else. */
function brushRow(brush: set.Brush, isKing: boolean, side: Side, tool: Tool, actions: MenActions): HTMLElement {
  const { choose, change } = actions;
  const name = set.brushName(brush);
  const button = (label: string, what: string, disabled: boolean, act: (setup: set.Setup) => set.Setup) =>
    h('button', { type: 'button', class: 'quiet', disabled, 'aria-label': what, onclick: () => change(act) }, label);
  return h(
    'li',
    { class: 'brush' },
    h(
      'div',
      { class: 'brush-head' },
      brushName(brush, tool, choose),
      button('Clear', `Clear the squares of the ${name}`, brush.squares.length === 0, (now) =>
        set.wipe(now, brush.number),
      ),
      !isKing && button('Remove', `Remove the ${name}`, false, (now) => set.removeBrush(now, brush.number)),
    ),
    !isKing &&
      h(
        'div',
        { class: 'row kinds', role: 'group', 'aria-label': 'What it can be' },
        set.brushKinds.map((kind) => kindButton(brush, kind, side, change)),
      ),
  );
}

/** The defender's men: a brush for each of them. */
function makeBrushes(actions: MenActions) {
  const head = h('h2');
  const list = h('ul', { class: 'brushes' });
  const add = h('button', { type: 'button', onclick: addBrush }, 'Add a man');
  let drawn = '';

  function addBrush(): void {
    actions.change((now) => {
      const next = set.addBrush(now);
      const brush = next.brushes.at(-1);
      if (next !== now && brush) actions.choose(brush.number);
      return next;
    });
  }

  return {
    element: h(
      'section',
      { class: 'defender' },
      head,
      h('p', { class: 'hint' }, 'Choose a man below, then paint the squares where it can be.'),
      list,
      add,
    ),
    show({ side, brushes }: set.Setup, tool: Tool): void {
      say(head, `Where ${title(other(side))}’s men can be`);
      add.disabled = brushes.length === set.mostBrushes;
      const key = JSON.stringify([brushes, side, tool]);
      // Only when something differs, so that focus stays.
      if (key === drawn) return;
      drawn = key;
      const focused = [...list.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
      fill(
        list,
        brushes.map((brush, index) => brushRow(brush, index === 0, other(side), tool, actions)),
      );
      list.querySelectorAll('button')[focused]?.focus({ preventScroll: true });
    },
  };
}

export function makeMenPanel(setup: set.Setup, actions: MenActions): MenPanel {
  const own = makeOwnMen(actions);
  const brushes = makeBrushes(actions);
  const attacker = picks<Side>(
    'Attacker, who is to move',
    sides.map((side) => ({ value: side, label: title(side) })),
    setup.side,
    (side) => actions.change((now) => ({ ...now, side })),
  );
  return {
    element: h('div', { class: 'men-panel' }, attacker, own.element, brushes.element),
    show(now, tool) {
      own.show(now, tool);
      brushes.show(now, tool);
    },
  };
}
