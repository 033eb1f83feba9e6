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
import { allSquares, kindNames, kinds, writeBoard, type Men } from './men';

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

function withPhantoms({ men, phantoms, side }: Shown): Men {
  const all: Men = new Map(men);
  for (const [square, kind] of Object.entries(phantoms))
    if (!all.has(square)) all.set(square, { side: other(side), kind });
  return all;
}

/** What is said of a square that the cursor comes to. */
function nameOf({ men, phantoms }: Shown, square: Square): string {
  const own = men.get(square);
  if (own) return `${square}, ${own.side} ${kindNames[own.kind]}`;
  const phantom = phantoms[square];
  return phantom ? `${square}, phantom ${kindNames[phantom]}` : `${square}, nothing known`;
}

const isUse = (event: KeyboardEvent): boolean => event.key === 'Enter' || event.key === ' ';

class PlayBoard implements Board {
  private readonly wrap = h('div', {
    class: 'board',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': 'chess board',
    'aria-label': 'Board. Use the arrow keys to move over the squares, and Enter to select a man or try a move.',
  });
  private readonly spoken = h('p', { class: 'unseen', 'aria-live': 'polite' });
  readonly element: HTMLElement;
  private shown: Shown | null = null;
  private cursor: Square | null = null;
  private cg: Api | null = null;
  /** Whether the player has moved something on the screen since it was drawn. */
  private touched = false;
  private pressed: Square | undefined;

  constructor(
    private readonly actions: BoardActions,
    private readonly heat: HeatLayer | undefined,
  ) {
    const { wrap } = this;
    this.element = h('div', { class: heat ? 'board-box heated' : 'board-box' }, heat?.element, wrap, this.spoken);
    // Chessground remembers where the board is until something is scrolled or resized; a line that comes or goes above the
    // board moves it as well.
    wrap.addEventListener('pointerdown', () => this.measureAnew(), { capture: true });
    wrap.addEventListener('pointerdown', (event) => {
      this.pressed = event.button === 0 ? this.squareUnder(event) : undefined;
    });
    wrap.addEventListener('pointerup', (event) => {
      if (this.pressed && this.squareUnder(event) === this.pressed) this.tap(this.pressed);
      this.pressed = undefined;
    });
    wrap.addEventListener('keydown', (event) => this.keyDown(event));
    wrap.addEventListener('blur', () => {
      this.cursor = null;
      this.mark();
    });
  }

  private readonly measureAnew = () => this.cg?.state.dom.bounds.clear();
  private squareUnder({ clientX, clientY }: PointerEvent): Square | undefined {
    return this.cg?.getKeyAtDomPos([clientX, clientY]);
  }

  private isPhantom(square: Square): boolean {
    return this.shown !== null && !this.shown.men.has(square) && square in this.shown.phantoms;
  }

  private moved(from: Square, to: Square): void {
    this.touched = true;
    if (this.isPhantom(from)) this.actions.phantomMoved(from, to);
    else this.actions.tried(from, to);
  }

  /** Only the tool "move" takes phantoms by tapping; dragging one is possible always. */
  private selected(square: Square): void {
    const { cg, shown } = this;
    if (this.isPhantom(square) && cg?.state.selected === square && shown?.tool !== 'move') cg.selectSquare(null);
  }

  /** A phantom that was dragged off the board is gone. A moved one is missing too until the move was told, hence the delay. */
  private changed(): void {
    if (this.shown?.tool == null) return;
    setTimeout(() => {
      const gone = Object.keys(this.shown?.phantoms ?? {}).filter(
        (square) => this.isPhantom(square) && !this.cg?.state.pieces.has(key(square)),
      );
      if (gone.length > 0) this.touched = true;
      for (const square of gone) this.actions.phantomGone(square);
    }, 5);
  }

  private tap(square: Square): void {
    if (this.shown?.tool != null && this.shown.tool !== 'move') this.actions.tapped(square);
  }

  private start(side: Side): Api {
    return Chessground(this.wrap, {
      orientation: side,
      autoCastle: false,
      coordinates: true,
      addDimensionsCssVarsTo: this.heat ? this.element : undefined,
      disableContextMenu: true,
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 180 },
      highlight: { lastMove: true, check: false },
      premovable: { enabled: false },
      drawable: { enabled: false, visible: true, brushes: brushes() },
      movable: { free: false, showDests: true, events: { after: (from, to) => this.moved(from, to) } },
      events: {
        select: (square) => this.selected(square),
        change: () => this.changed(),
        dropNewPiece: ({ role }, square) => {
          this.touched = true;
          const kind = kinds.find((letter) => kindNames[letter] === role);
          if (kind) this.actions.phantomDropped(kind, square);
        },
      },
    });
  }

  private draw(shown: Shown): void {
    const { side, tool, pending, askable } = shown;
    const cg = (this.cg ??= this.start(side));
    this.heat?.turn(side);
    const mayTry = tool === null && !pending && askable.length > 0;
    const dests = destinations(shown);
    if (cg.state.selected && !dests.has(cg.state.selected)) cg.selectSquare(null);
    this.touched = false;
    this.wrap.classList.toggle('editing', tool !== null);
    // Without phantoms, men of the opponent are real ones, at the end of a puzzle.
    const ghosts = tool !== null || Object.keys(shown.phantoms).length > 0;
    this.wrap.classList.toggle('ghosts-white', ghosts && side === 'black');
    this.wrap.classList.toggle('ghosts-black', ghosts && side === 'white');
    cg.set({
      fen: writeBoard(withPhantoms(shown)),
      orientation: side,
      turnColor: mayTry ? side : other(side),
      lastMove: shown.lastMove ? [key(shown.lastMove.slice(0, 2)), key(shown.lastMove.slice(2, 4))] : undefined,
      movable: { color: mayTry ? 'both' : other(side), dests },
      draggable: { deleteOnDropOff: tool !== null },
      selectable: { enabled: tool === null || tool === 'move' },
      highlight: { custom: squareClasses(shown, this.cursor) },
      drawable: {
        autoShapes: [...refusedArrows(shown.refused), ...(shown.arrow ? [arrowOf(shown.arrow, 'green')] : [])],
      },
    });
  }

  private mark(): void {
    if (this.shown) this.cg?.set({ highlight: { custom: squareClasses(this.shown, this.cursor) } });
  }

  private keyDown(event: KeyboardEvent): void {
    const { shown, cg, cursor } = this;
    if (!shown || !cg) return;
    const next = squareAfter(event.key, cursor, shown.side, shown.side === 'white' ? 'e2' : 'e7');
    if (next) {
      this.cursor = next;
      say(this.spoken, nameOf(shown, next));
    } else if (isUse(event) && cursor) {
      if (shown.tool !== null && shown.tool !== 'move') this.tap(cursor);
      else cg.selectSquare(cg.state.selected === cursor ? null : key(cursor));
    } else if (event.key === 'Escape') {
      cg.selectSquare(null);
      this.cursor = null;
    } else return;
    event.preventDefault();
    this.mark();
  }

  show(next: Shown): void {
    const before = this.shown;
    this.shown = next;
    // A redraw for reasons of others must not take a man out of the player's hand.
    const isOther = !before || JSON.stringify(plain(before)) !== JSON.stringify(plain(next));
    if (isOther || this.touched) this.draw(next);
    else this.mark();
  }

  readonly dragPhantom = (kind: Kind, event: MouseEvent | TouchEvent): void => {
    if (!this.shown || !this.cg) return;
    this.measureAnew();
    this.cg.dragNewPiece({ role: kindNames[kind], color: other(this.shown.side) }, event as MouchEvent, true);
  };

  readonly destroy = (): void => this.cg?.destroy();
}

/** `heat` lies behind the men where there is one. */
export const makeBoard = (actions: BoardActions, heat?: HeatLayer): Board => new PlayBoard(actions, heat);

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
