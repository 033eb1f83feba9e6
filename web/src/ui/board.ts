// The board on the screen: chessground shows men and takes drags, taps and keys; what may be asked comes from the server.
// In a running game every man of the opponent's colour on it is a phantom.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Dests, Key, MouchEvent } from '@lichess-org/chessground/types';
import { h, say } from '../base/dom';
import { other, type Kind, type Phantoms, type Side, type Square } from '../base/protocol';
import { squareAfter } from './cursor';
import type { HeatLayer } from './heat-layer';
import { allSquares, kindNames, writeBoard, type Men } from './men';

/** What tapping a square does: place a phantom of this kind, take one away, or move one. */
export type Tool = Kind | 'erase' | 'move';

export interface Shown {
  side: Side;
  men: Men;
  askable: string[];
  phantoms: Phantoms;
  /** The tool in hand while phantoms are edited, otherwise null. */
  tool: Tool | null;
  lastMove: string | null;
  checkSquares: Square[];
  capture: Square | null;
  pawnTries: Square[];
  refused: string[];
  pending: string | null;
  /** A try that is shown as an arrow. */
  arrow?: string | null;
}

export interface BoardActions {
  tried(from: Square, to: Square): void;
  phantomMoved(from: Square, to: Square): void;
  phantomDropped(kind: Kind, square: Square): void;
  phantomGone(square: Square): void;
  tapped(square: Square): void;
}

export interface Board {
  element: HTMLElement;
  show(shown: Shown): void;
  dragPhantom(kind: Kind, event: MouseEvent | TouchEvent): void;
  destroy(): void;
}

const key = (square: Square) => square as Key;

function addClass(classes: Map<Key, string>, square: Square, name: string): void {
  const before = classes.get(key(square));
  classes.set(key(square), before ? `${before} ${name}` : name);
}

export function squareClasses(shown: Shown, cursor: Square | null): Map<Key, string> {
  const classes = new Map<Key, string>();
  for (const square of shown.checkSquares) addClass(classes, square, 'check-line');
  for (const [square, { kind }] of shown.checkSquares.length > 0 ? shown.men : []) {
    if (kind === 'k') addClass(classes, square, 'checked-king');
  }
  if (shown.capture) addClass(classes, shown.capture, 'captured-here');
  for (const square of shown.pawnTries) addClass(classes, square, 'pawn-try');
  for (const move of shown.refused) addClass(classes, move.slice(2, 4), 'refused');
  if (shown.pending) for (const end of [0, 2]) addClass(classes, shown.pending.slice(end, end + 2), 'pending');
  if (cursor) addClass(classes, cursor, 'cursor');
  // A square has one element, so a class that is there twice would only confuse.
  for (const [square, names] of classes) classes.set(square, [...new Set(names.split(' '))].join(' '));
  return classes;
}

function refusedArrows(refused: string[]): DrawShape[] {
  const ways = new Set(refused.filter((ask) => ask !== 'any').map((ask) => ask.slice(0, 4)));
  return [...ways].map((way) => ({ ...arrowOf(way, 'refused'), modifiers: { lineWidth: 7 } }));
}

export const arrowOf = (ask: string, brush: string): DrawShape => ({
  orig: key(ask.slice(0, 2)),
  dest: key(ask.slice(2, 4)),
  brush,
});

function destinations(shown: Shown): Dests {
  const dests: Dests = new Map();
  for (const move of shown.tool === null && !shown.pending ? shown.askable : []) {
    const from = key(move.slice(0, 2));
    const to = key(move.slice(2, 4));
    const known = dests.get(from);
    if (!known) dests.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  }
  const free = allSquares.filter((square) => !shown.men.has(square)).map(key);
  for (const square of Object.keys(shown.phantoms)) if (!shown.men.has(square)) dests.set(key(square), free);
  return dests;
}

/** `heat` lies behind the men where there is one. */
export function makeBoard(actions: BoardActions, heat?: HeatLayer): Board {
  const wrap = h('div', {
    class: 'board',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': 'chess board',
    'aria-label': 'Board. Use the arrow keys to move over the squares, and Enter to select a man or try a move.',
  });
  const spoken = h('p', { class: 'unseen', 'aria-live': 'polite' });
  const element = h('div', { class: heat ? 'board-box heated' : 'board-box' }, heat?.element, wrap, spoken);
  let shown: Shown | null = null;
  let cursor: Square | null = null;
  let cg: Api | null = null;
  // Whether the player has moved something on the screen since it was drawn.
  let touched = false;

  const isPhantom = (square: Square) => shown !== null && !shown.men.has(square) && square in shown.phantoms;

  function after(from: Square, to: Square): void {
    touched = true;
    if (isPhantom(from)) actions.phantomMoved(from, to);
    else actions.tried(from, to);
  }

  // Only the tool "move" takes phantoms by tapping; dragging one is possible always.
  function selected(square: Square): void {
    if (isPhantom(square) && cg?.state.selected === square && shown?.tool !== 'move') cg.selectSquare(null);
  }

  // A phantom that was dragged off the board is gone. A moved one is missing too until the move was told, hence the delay.
  function changed(): void {
    if (shown?.tool == null) return;
    setTimeout(() => {
      const gone = Object.keys(shown?.phantoms ?? {}).filter(
        (square) => isPhantom(square) && !cg?.state.pieces.has(key(square)),
      );
      if (gone.length > 0) touched = true;
      for (const square of gone) actions.phantomGone(square);
    }, 5);
  }

  function tap(square: Square | null | undefined): void {
    if (square && shown?.tool != null && shown.tool !== 'move') actions.tapped(square);
  }

  // Chessground remembers where the board is until something is scrolled or resized; a line that comes or goes above the
  // board moves it as well.
  const measureAnew = () => cg?.state.dom.bounds.clear();
  wrap.addEventListener('pointerdown', measureAnew, { capture: true });

  let pressed: Square | undefined;
  const squareUnder = (event: PointerEvent) => cg?.getKeyAtDomPos([event.clientX, event.clientY]);
  wrap.addEventListener('pointerdown', (event) => (pressed = event.button === 0 ? squareUnder(event) : undefined));
  wrap.addEventListener('pointerup', (event) => {
    if (pressed && squareUnder(event) === pressed) tap(pressed);
    pressed = undefined;
  });

  function start(side: Side): Api {
    return Chessground(wrap, {
      orientation: side,
      autoCastle: false,
      coordinates: true,
      addDimensionsCssVarsTo: heat ? element : undefined,
      disableContextMenu: true,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
      highlight: { lastMove: true, check: false },
      premovable: { enabled: false },
      drawable: { enabled: false, visible: true, brushes: brushes() },
      movable: { free: false, showDests: true, events: { after } },
      events: {
        select: selected,
        change: changed,
        dropNewPiece: (piece, square) => {
          touched = true;
          const kind = (Object.keys(kindNames) as Kind[]).find((letter) => kindNames[letter] === piece.role);
          if (kind) actions.phantomDropped(kind, square);
        },
      },
    });
  }

  function draw(): void {
    if (!shown) return;
    const { side, tool, pending, askable } = shown;
    cg ??= start(side);
    heat?.turn(side);
    const all: Men = new Map(shown.men);
    for (const [square, kind] of Object.entries(shown.phantoms))
      if (!all.has(square)) all.set(square, { side: other(side), kind });
    const mayTry = tool === null && !pending && askable.length > 0;
    const dests = destinations(shown);
    if (cg.state.selected && !dests.has(cg.state.selected)) cg.selectSquare(null);
    touched = false;
    wrap.classList.toggle('editing', tool !== null);
    // Without phantoms, men of the opponent are real ones, at the end of a puzzle.
    const ghosts = tool !== null || Object.keys(shown.phantoms).length > 0;
    wrap.classList.toggle('ghosts-white', ghosts && side === 'black');
    wrap.classList.toggle('ghosts-black', ghosts && side === 'white');
    cg.set({
      fen: writeBoard(all),
      orientation: side,
      turnColor: mayTry ? side : other(side),
      lastMove: shown.lastMove ? [key(shown.lastMove.slice(0, 2)), key(shown.lastMove.slice(2, 4))] : undefined,
      movable: { color: mayTry ? 'both' : other(side), dests },
      draggable: { deleteOnDropOff: tool !== null },
      selectable: { enabled: tool === null || tool === 'move' },
      highlight: { custom: squareClasses(shown, cursor) },
      drawable: {
        autoShapes: [...refusedArrows(shown.refused), ...(shown.arrow ? [arrowOf(shown.arrow, 'green')] : [])],
      },
    });
  }

  function nameOf(square: Square): string {
    const own = shown?.men.get(square);
    if (own) return `${square}, ${own.side} ${kindNames[own.kind]}`;
    const phantom = shown?.phantoms[square];
    return phantom ? `${square}, phantom ${kindNames[phantom]}` : `${square}, nothing known`;
  }

  wrap.addEventListener('keydown', (event) => {
    if (!shown || !cg) return;
    const next = squareAfter(event.key, cursor, shown.side, shown.side === 'white' ? 'e2' : 'e7');
    if (next) {
      cursor = next;
      say(spoken, nameOf(cursor));
    } else if ((event.key === 'Enter' || event.key === ' ') && cursor) {
      if (shown.tool !== null && shown.tool !== 'move') tap(cursor);
      else if (cg.state.selected === cursor) cg.selectSquare(null);
      else cg.selectSquare(key(cursor));
    } else if (event.key === 'Escape') {
      cg.selectSquare(null);
      cursor = null;
    } else return;
    event.preventDefault();
    cg.set({ highlight: { custom: squareClasses(shown, cursor) } });
  });
  wrap.addEventListener('blur', () => {
    cursor = null;
    if (shown) cg?.set({ highlight: { custom: squareClasses(shown, null) } });
  });

  return {
    element,
    show(next) {
      const before = shown;
      shown = next;
      // A redraw for reasons of others must not take a man out of the player's hand.
      if (!before || touched || JSON.stringify(plain(before)) !== JSON.stringify(plain(next))) draw();
      else cg?.set({ highlight: { custom: squareClasses(next, cursor) } });
    },
    dragPhantom(kind, event) {
      if (!shown || !cg) return;
      measureAnew();
      cg.dragNewPiece({ role: kindNames[kind], color: other(shown.side) }, event as MouchEvent, true);
    },
    destroy() {
      cg?.destroy();
    },
  };
}

const plain = (shown: Shown) => ({ ...shown, men: [...shown.men] });

/** `board` tells boards on one page apart: arrowheads are found by the names of brushes. */
export const brushes = (board = '') => {
  const brush = (name: string, color: string) => ({ key: `${name}${board}`, color, opacity: 0.85, lineWidth: 7 });
  return {
    green: brush('green', '#17645c'),
    red: brush('red', '#b3372b'),
    blue: brush('blue', '#2f5d8a'),
    yellow: brush('yellow', '#b98316'),
    refused: brush('refused', '#b3372b'),
    earlier: { ...brush('earlier', '#b3372b'), opacity: 0.4 },
  };
};
