// The board of a study: the attacker's men are put on it and moved, the defender's squares painted, and both shown over the
// heat map of what is possible.
import { Chessground } from '@lichess-org/chessground';
import type { Api } from '@lichess-org/chessground/api';
import type { Key, MouchEvent } from '@lichess-org/chessground/types';
import { h, say } from '../base/dom';
import type { Kind, Side, Square } from '../base/protocol';
import { arrowOf, brushes as arrowBrushes } from '../ui/board';
import { squareAfter } from '../ui/cursor';
import { heatNote, type HeatKind } from '../ui/heat';
import { makeHeatLayer } from '../ui/heat-layer';
import { kindNames, kinds, writeBoard, type Men } from '../ui/men';
import { brushName, type Brush } from './setup';

/** What pressing a square does: puts this kind there, takes or moves a man, or paints with the brush of this number. */
export type Tool = Kind | 'erase' | 'move' | number;

export interface Shown {
  side: Side;
  men: Men;
  brushes: Brush[];
  /** Null while nothing can be changed. */
  tool: Tool | null;
  kind: HeatKind | null;
  shares: Map<Square, number> | null;
  arrow: string | null;
}

export interface BoardActions {
  put(square: Square, kind: Kind): void;
  moved(from: Square, to: Square): void;
  taken(square: Square): void;
  painted(brush: number, square: Square, on: boolean): void;
}

export interface Board {
  element: HTMLElement;
  show(shown: Shown): void;
  drag(kind: Kind, event: MouseEvent | TouchEvent): void;
  destroy(): void;
}

const key = (square: Square) => square as Key;

function squareClasses({ brushes, tool }: Shown, cursor: Square | null): Map<Key, string> {
  const classes = new Map<Key, string>();
  const add = (square: Square, name: string) =>
    classes.set(key(square), `${classes.get(key(square)) ?? ''} ${name}`.trim());
  for (const { number, squares } of brushes)
    for (const square of squares) add(square, `painted-${number}${number === tool ? ` in-hand hand-${number}` : ''}`);
  for (const [square, names] of classes) classes.set(square, `painted ${names}`);
  if (cursor) add(cursor, 'cursor');
  return classes;
}

/** What is told of the square that is pointed at. */
function noteOf({ men, side, kind, shares, brushes }: Shown, pointed: Square | null): string {
  const painted = brushes.filter(({ squares }) => pointed !== null && squares.includes(pointed)).map(brushName);
  const text = heatNote(pointed, men, side, kind, shares);
  return painted.length > 0 && !shares ? `${text}: ${painted.join('; ')}` : text;
}

class StudyBoard implements Board {
  private readonly wrap = h('div', {
    class: 'board',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': 'chess board',
    'aria-label':
      'Board. Use the arrow keys to move over the squares, Enter to use the chosen tool, and Delete to remove a man.',
  });
  private readonly heat = makeHeatLayer('white');
  private readonly note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  private readonly box = h('div', { class: 'board-box heated' }, this.heat.element, this.wrap);
  readonly element = h('div', {}, this.box, this.note);
  private readonly cg: Api;
  private shown: Shown | null = null;
  private cursor: Square | null = null;
  private pointed: Square | null = null;
  /** A stroke paints, or takes paint off, as its first square did. */
  private stroke: { brush: number; on: boolean; last: Square } | null = null;
  private pressed: Square | null = null;

  constructor(private readonly actions: BoardActions) {
    this.cg = this.start();
    const { wrap } = this;
    wrap.addEventListener('pointerdown', () => this.cg.state.dom.bounds.clear(), { capture: true });
    wrap.addEventListener('pointerdown', (event) => this.press(event));
    wrap.addEventListener('pointermove', (event) => this.paint(event));
    wrap.addEventListener('pointerup', (event) => {
      if (this.pressed && this.heat.under(event) === this.pressed) this.use(this.pressed);
      this.letGo();
    });
    wrap.addEventListener('pointercancel', () => this.letGo());
    wrap.addEventListener('pointerleave', (event) => {
      // A finger has left as soon as it is lifted.
      if (event.pointerType === 'mouse') this.point(null);
    });
    wrap.addEventListener('keydown', (event) => this.keyDown(event));
    wrap.addEventListener('blur', () => {
      this.cursor = null;
      this.mark();
      this.point(null);
    });
  }

  private start(): Api {
    return Chessground(this.wrap, {
      autoCastle: false,
      disableContextMenu: true,
      addDimensionsCssVarsTo: this.box,
      animation: { enabled: false },
      highlight: { lastMove: false, check: false },
      premovable: { enabled: false },
      draggable: { deleteOnDropOff: true },
      drawable: { enabled: false, visible: true, brushes: arrowBrushes() },
      movable: { free: true, showDests: false, events: { after: (from, to) => this.actions.moved(from, to) } },
      events: {
        change: () => this.changed(),
        dropNewPiece: ({ role }, square) => {
          const kind = kinds.find((letter) => kindNames[letter] === role);
          if (kind && this.shown?.men.get(square)?.kind !== kind) this.actions.put(square, kind);
        },
      },
    });
  }

  /** A man that was dragged off the board is gone. A moved one is missing too until the move was told, hence the delay. */
  private changed(): void {
    setTimeout(() => {
      for (const [square, { side }] of this.shown?.men ?? [])
        if (side === this.shown?.side && !this.cg.state.pieces.has(key(square))) this.actions.taken(square);
    }, 5);
  }

  private use(square: Square): void {
    const tool = this.shown?.tool ?? null;
    if (tool === 'erase') this.actions.taken(square);
    else if (typeof tool === 'string' && tool !== 'move') this.actions.put(square, tool);
  }

  private get brush(): Brush | undefined {
    return this.shown?.brushes.find(({ number }) => number === this.shown?.tool);
  }

  private press(event: PointerEvent): void {
    const square = event.button === 0 ? this.heat.under(event) : null;
    if (!square) return;
    const { brush } = this;
    if (!brush) {
      this.pressed = square;
      return;
    }
    this.stroke = { brush: brush.number, on: !brush.squares.includes(square), last: square };
    this.wrap.setPointerCapture(event.pointerId);
    this.actions.painted(brush.number, square, this.stroke.on);
  }

  private paint(event: PointerEvent): void {
    const square = this.heat.under(event);
    this.point(square);
    const { stroke } = this;
    if (!stroke || !square || square === stroke.last) return;
    stroke.last = square;
    this.actions.painted(stroke.brush, square, stroke.on);
  }

  private letGo(): void {
    this.pressed = null;
    this.stroke = null;
  }

  private keyDown(event: KeyboardEvent): void {
    if (!this.shown) return;
    const { cursor, brush } = this;
    const next = squareAfter(event.key, cursor, this.shown.side, 'e4');
    if (next) this.cursor = next;
    else if (event.key === 'Escape') this.cursor = null;
    else if ((event.key === 'Enter' || event.key === ' ') && cursor) {
      if (brush) this.actions.painted(brush.number, cursor, !brush.squares.includes(cursor));
      else this.use(cursor);
    } else if (event.key === 'Delete' && cursor && this.shown.tool !== null) this.actions.taken(cursor);
    else return;
    event.preventDefault();
    this.mark();
    this.point(this.cursor);
  }

  private mark(): void {
    if (this.shown) this.cg.set({ highlight: { custom: squareClasses(this.shown, this.cursor) } });
  }

  private point(square: Square | null): void {
    this.pointed = square;
    if (this.shown) say(this.note, noteOf(this.shown, square));
  }

  show(next: Shown): void {
    // It has a size only now.
    if (!this.shown) this.cg.redrawAll();
    this.shown = next;
    const { side, men, tool, shares, arrow } = next;
    const mayMove = tool !== null && typeof tool !== 'number';
    this.heat.turn(side);
    this.heat.colour(shares);
    this.wrap.classList.toggle('painting', typeof tool === 'number');
    this.cg.set({
      fen: writeBoard(men),
      orientation: side,
      turnColor: side,
      movable: { color: mayMove ? side : undefined },
      draggable: { enabled: mayMove },
      selectable: { enabled: tool === 'move' },
      highlight: { custom: squareClasses(next, this.cursor) },
      drawable: { autoShapes: arrow ? [arrowOf(arrow, 'green')] : [] },
    });
    say(this.note, noteOf(next, this.pointed));
  }

  readonly drag = (kind: Kind, event: MouseEvent | TouchEvent): void => {
    if (!this.shown) return;
    this.cg.state.dom.bounds.clear();
    this.cg.dragNewPiece({ role: kindNames[kind], color: this.shown.side }, event as MouchEvent, true);
  };

  readonly destroy = (): void => this.cg.destroy();
}

export const makeStudyBoard = (actions: BoardActions): Board => new StudyBoard(actions);
