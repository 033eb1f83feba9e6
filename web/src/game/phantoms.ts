// Phantoms: the player's notes of where the opponent's men may be. Pure functions, and the tray they come from.
import { fill, h, say } from '../base/dom';
import { other, type Game, type Kind, type Now, type Phantoms, type Side, type Square } from '../base/protocol';
import type { Tool } from '../ui/board';
import { countKinds, kindNames, kinds, menOf, picture, readBoard, type Men } from '../ui/men';

export function place(phantoms: Phantoms, square: Square, kind: Kind): Phantoms {
  const changed = { ...phantoms };
  if (changed[square] === kind) delete changed[square];
  else changed[square] = kind;
  return changed;
}

export function remove(phantoms: Phantoms, square: Square): Phantoms {
  const changed = { ...phantoms };
  delete changed[square];
  return changed;
}

export function move(phantoms: Phantoms, from: Square, to: Square): Phantoms {
  const kind = phantoms[from];
  if (!kind || from === to) return phantoms;
  return { ...remove(phantoms, from), [to]: kind };
}

/** The opponent's men as the game began, where no own man stands now. */
export function openingSetUp(game: Game, own: Men): Phantoms {
  const men = menOf(readBoard(game.start), other(game.side));
  return Object.fromEntries([...men].filter(([square]) => !own.has(square)).map(([square, man]) => [square, man.kind]));
}

/**
 * How many of each kind can still be there: what the opponent began with, less what is known to be taken. Promotions
 * are not announced everywhere, so these are counts to go by and no limits.
 */
export function canBeThere(game: Game, now: Now): Record<Kind, number> {
  const counts = countKinds([...menOf(readBoard(game.start), other(game.side)).values()].map((man) => man.kind));
  const { total, pawns, pieces } = now.opponent_men;
  for (const kind of kinds) {
    const most = kind === 'k' ? 1 : kind === 'p' ? (pawns ?? total - 1) : (pieces ?? total) - 1;
    counts[kind] = Math.max(0, Math.min(counts[kind], most));
  }
  return counts;
}

export interface Tray {
  element: HTMLElement;
  update(state: { game: Game; now: Now; phantoms: Phantoms; tool: Tool }): void;
}

export interface TrayActions {
  choose(tool: Tool): void;
  drag(kind: Kind, event: MouseEvent | TouchEvent): void;
  setUp(): void;
  clear(): void;
}

function trayMan(side: Side, kind: Kind, count: HTMLElement, choose: () => void, drag: TrayActions['drag']) {
  const start = (event: Event) => {
    choose();
    drag(kind, event as MouseEvent | TouchEvent);
  };
  return h(
    'button',
    {
      type: 'button',
      class: 'tray-man',
      title: `Place a ${kindNames[kind]}`,
      onclick: choose,
      onmousedown: start,
      ontouchstart: start,
    },
    picture(side, kindNames[kind], 'phantom'),
    count,
  );
}

/** How many of a kind are placed, and how many could be placed besides. */
function drawCount(button: HTMLElement, count: HTMLElement, kind: Kind, placed: number, most: number): void {
  const free = most - placed;
  fill(count, free < 0 ? `+${-free}` : String(free));
  count.classList.toggle('none', free <= 0);
  const rest = free < 0 ? `${-free} more than at the start` : `${free} left`;
  button.setAttribute('aria-label', `${kindNames[kind]}: ${placed} placed, ${rest}`);
}

export function makeTray(side: Side, actions: TrayActions): Tray {
  const buttons = new Map<Tool, HTMLButtonElement>();
  const { choose } = actions;
  const men = kinds.map((kind) => {
    const count = h('span', { class: 'left' });
    const button = trayMan(side, kind, count, () => choose(kind), actions.drag);
    buttons.set(kind, button);
    return { kind, count, button };
  });
  const tools = (['move', 'erase'] as const).map((name) => {
    const button = h('button', { type: 'button', onclick: () => choose(name) }, name === 'move' ? 'Move' : 'Remove');
    buttons.set(name, button);
    return button;
  });
  const summary = h('p', { class: 'tray-summary' });
  const group = { class: 'tray-men', role: 'group', 'aria-label': 'Kind of phantom to place' };
  const element = h(
    'section',
    { class: 'tray', 'aria-label': 'Phantoms' },
    h(
      'div',
      group,
      men.map(({ button }) => button),
    ),
    h(
      'div',
      { class: 'row' },
      tools,
      h('button', { type: 'button', onclick: actions.setUp }, 'Starting position'),
      h('button', { type: 'button', onclick: actions.clear }, 'Clear'),
    ),
    summary,
  );

  return {
    element,
    update({ game, now, phantoms, tool }) {
      const placed = countKinds(Object.values(phantoms));
      const most = canBeThere(game, now);
      for (const { kind, count, button } of men) drawCount(button, count, kind, placed[kind], most[kind]);
      for (const [name, button] of buttons) button.setAttribute('aria-pressed', String(name === tool));
      const done = `${Object.keys(phantoms).length} of ${now.opponent_men.total} men placed.`;
      say(summary, `${done} Tap a square to place a man, tap again to remove it, drag to move it.`);
    },
  };
}
