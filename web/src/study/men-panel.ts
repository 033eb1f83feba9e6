// Problems that are put on the board: a tray of the attacker's men, and brushes for those of the defender.
import { fill, h, say } from '../base/dom';
import { other, title, type Kind, type Side } from '../base/protocol';
import { picks, toggle } from '../ui/fields';
import { kindNames, kinds, picture } from '../ui/men';
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

export function makeMenPanel(setup: set.Setup, actions: MenActions): MenPanel {
  const { choose, change } = actions;
  const tools = new Map<Tool, HTMLButtonElement>();
  const men = h('div', { class: 'tray-men', role: 'group', 'aria-label': 'Man to place' });
  const brushes = h('ul', { class: 'brushes' });
  const heads = { own: h('h2'), defender: h('h2') };
  const toolButton = (tool: Tool, label: string) => {
    const button = h('button', { type: 'button', onclick: () => choose(tool) }, label);
    tools.set(tool, button);
    return button;
  };
  const clear = h(
    'button',
    { type: 'button', onclick: () => change((now) => ({ ...set.emptySetup, side: now.side })) },
    'Clear all',
  );
  const castling = wings.map(([wing, label]) => ({
    wing,
    field: toggle(label, (on) => change((now) => set.setCastling(now, wing, on))),
  }));
  const add = h('button', { type: 'button', onclick: addBrush }, 'Add a man');

  function addBrush(): void {
    change((now) => {
      const next = set.addBrush(now);
      const brush = next.brushes.at(-1);
      if (next !== now && brush) choose(brush.number);
      return next;
    });
  }

  let drawnSide: Side | null = null;
  function drawTray(side: Side): void {
    if (side === drawnSide) return;
    drawnSide = side;
    fill(
      men,
      kinds.map((kind) => {
        const start = (event: Event) => {
          choose(kind);
          actions.drag(kind, event as MouseEvent | TouchEvent);
        };
        const button = h(
          'button',
          {
            type: 'button',
            class: 'tray-man',
            'aria-label': `Place a ${kindNames[kind]}`,
            title: `Place a ${kindNames[kind]}`,
            onclick: () => choose(kind),
            onmousedown: start,
            ontouchstart: start,
          },
          picture(side, kindNames[kind]),
        );
        tools.set(kind, button);
        return button;
      }),
    );
  }

  function kindButton(brush: set.Brush, kind: set.BrushKind, side: Side): HTMLElement {
    const name = kind === '-' ? 'not there' : kindNames[kind];
    return h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(brush.kinds.includes(kind)),
        title: kind === '-' ? 'or not there' : name,
        onclick: () => change((now) => set.toggleKind(now, brush.number, kind)),
      },
      kind === '-' ? 'or not there' : picture(side, name),
      kind !== '-' && h('span', { class: 'unseen' }, name),
    );
  }

  function brushRow(brush: set.Brush, index: number, side: Side, tool: Tool): HTMLElement {
    const name = set.brushName(brush);
    const count = brush.squares.length;
    const squares = count === 1 ? '1 square' : `${count} squares`;
    return h(
      'li',
      { class: 'brush' },
      h(
        'div',
        { class: 'brush-head' },
        h(
          'button',
          {
            type: 'button',
            class: 'brush-name',
            'aria-pressed': String(tool === brush.number),
            onclick: () => choose(brush.number),
          },
          h('span', { class: `swatch hand-${brush.number}`, 'aria-hidden': 'true' }),
          h('span', {}, h('span', { class: 'unseen' }, 'Paint: '), name[0]!.toUpperCase() + name.slice(1)),
          h('small', {}, squares),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'quiet',
            disabled: count === 0,
            'aria-label': `Clear the squares of the ${name}`,
            onclick: () => change((now) => set.wipe(now, brush.number)),
          },
          'Clear',
        ),
        index > 0 &&
          h(
            'button',
            {
              type: 'button',
              class: 'quiet',
              'aria-label': `Remove the ${name}`,
              onclick: () => change((now) => set.removeBrush(now, brush.number)),
            },
            'Remove',
          ),
      ),
      index > 0 &&
        h(
          'div',
          { class: 'row kinds', role: 'group', 'aria-label': 'What it can be' },
          set.brushKinds.map((kind) => kindButton(brush, kind, side)),
        ),
    );
  }

  const element = h(
    'div',
    { class: 'men-panel' },
    picks(
      'Attacker, who is to move',
      [
        { value: 'white', label: 'White' },
        { value: 'black', label: 'Black' },
      ],
      setup.side,
      (side: string) => change((now) => ({ ...now, side: side as Side })),
    ),
    h(
      'section',
      { class: 'own-men' },
      heads.own,
      men,
      h('div', { class: 'row' }, toolButton('move', 'Move'), toolButton('erase', 'Remove'), clear),
      h(
        'div',
        { class: 'castling row' },
        castling.map(({ field }) => field.element),
      ),
    ),
    h(
      'section',
      { class: 'defender' },
      heads.defender,
      h('p', { class: 'hint' }, 'Choose a man below, then paint the squares where it can be.'),
      brushes,
      add,
    ),
  );

  let drawnBrushes = '';
  return {
    element,
    show(now, tool) {
      drawTray(now.side);
      say(heads.own, `${title(now.side)}’s men`);
      say(heads.defender, `Where ${title(other(now.side))}’s men can be`);
      for (const [name, button] of tools) button.setAttribute('aria-pressed', String(name === tool));
      for (const { wing, field } of castling) field.show(now.castling.includes(wing), set.mayCastle(now, wing));
      add.disabled = now.brushes.length === set.mostBrushes;
      const drawn = JSON.stringify([now.brushes, now.side, tool]);
      // Only when something differs, so that focus stays.
      if (drawn === drawnBrushes) return;
      drawnBrushes = drawn;
      const focused = [...brushes.querySelectorAll('button')].indexOf(document.activeElement as HTMLButtonElement);
      fill(
        brushes,
        now.brushes.map((brush, index) => brushRow(brush, index, other(now.side), tool)),
      );
      brushes.querySelectorAll('button')[focused]?.focus({ preventScroll: true });
    },
  };
}
