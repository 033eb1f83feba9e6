// The board of a study: the attacker's men are put on it and moved, the defender's squares painted, and both shown over the
// heat map of what is possible.
import { Chessground } from '@lichess-org/chessground';
import type { Key, MouchEvent } from '@lichess-org/chessground/types';
import { h, say } from '../base/dom';
import type { Kind, Side, Square } from '../base/protocol';
import { arrowOf, brushes as arrowBrushes } from '../ui/board';
import { squareAfter } from '../ui/cursor';
import { heatNote, type HeatKind } from '../ui/heat';
import { makeHeatLayer } from '../ui/heat-layer';
import { kindNames, writeBoard, type Men } from '../ui/men';
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

export function makeStudyBoard(actions: BoardActions): Board {
  const wrap = h('div', {
    class: 'board',
    tabindex: '0',
    role: 'application',
    'aria-roledescription': 'chess board',
    'aria-label': 'Board. Use the arrow keys to move over the squares, Enter to use the chosen tool, and Delete to remove a man.',
  });
  const heat = makeHeatLayer('white');
  const note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  const box = h('div', { class: 'board-box heated' }, heat.element, wrap);
  let shown: Shown | null = null;
  let cursor: Square | null = null;
  let pointed: Square | null = null;

  const cg = Chessground(wrap, {
    autoCastle: false,
    disableContextMenu: true,
    addDimensionsCssVarsTo: box,
    animation: { enabled: false },
    highlight: { lastMove: false, check: false },
    premovable: { enabled: false },
    draggable: { deleteOnDropOff: true },
    drawable: { enabled: false, visible: true, brushes: arrowBrushes() },
    movable: { free: true, showDests: false, events: { after: (from, to) => actions.moved(from, to) } },
    events: {
      change: changed,
      dropNewPiece: (piece, square) => {
        const kind = (Object.keys(kindNames) as Kind[]).find((letter) => kindNames[letter] === piece.role);
        if (kind && shown?.men.get(square)?.kind !== kind) actions.put(square, kind);
      },
    },
  });

  // A man that was dragged off the board is gone. A moved one is missing too until the move was told, hence the delay.
  function changed(): void {
    setTimeout(() => {
      for (const [square, { side }] of shown?.men ?? [])
        if (side === shown?.side && !cg.state.pieces.has(key(square))) actions.taken(square);
    }, 5);
  }

  function use(square: Square): void {
    const tool = shown?.tool ?? null;
    if (tool === 'erase') actions.taken(square);
    else if (typeof tool === 'string' && tool !== 'move') actions.put(square, tool);
  }

  const brushInHand = (): Brush | undefined => shown?.brushes.find(({ number }) => number === shown?.tool);

  // A stroke paints, or takes paint off, as its first square did.
  let stroke: { brush: number; on: boolean; last: Square } | null = null;
  let pressed: Square | null = null;
  wrap.addEventListener('pointerdown', () => cg.state.dom.bounds.clear(), { capture: true });
  wrap.addEventListener('pointerdown', (event) => {
    const square = event.button === 0 ? heat.under(event) : null;
    if (!square) return;
    const brush = brushInHand();
    if (!brush) {
      pressed = square;
      return;
    }
    stroke = { brush: brush.number, on: !brush.squares.includes(square), last: square };
    wrap.setPointerCapture(event.pointerId);
    actions.painted(brush.number, square, stroke.on);
  });
  wrap.addEventListener('pointermove', (event) => {
    const square = heat.under(event);
    point(square);
    if (!stroke || !square || square === stroke.last) return;
    stroke.last = square;
    actions.painted(stroke.brush, square, stroke.on);
  });
  wrap.addEventListener('pointerup', (event) => {
    if (pressed && heat.under(event) === pressed) use(pressed);
    pressed = stroke = null;
  });
  wrap.addEventListener('pointercancel', () => (pressed = stroke = null));
  wrap.addEventListener('pointerleave', (event) => {
    // A finger has left as soon as it is lifted.
    if (event.pointerType === 'mouse') point(null);
  });

  wrap.addEventListener('keydown', (event) => {
    if (!shown) return;
    const next = squareAfter(event.key, cursor, shown.side, 'e4');
    if (next) cursor = next;
    else if (event.key === 'Escape') cursor = null;
    else if ((event.key === 'Enter' || event.key === ' ') && cursor) {
      const brush = brushInHand();
      if (brush) actions.painted(brush.number, cursor, !brush.squares.includes(cursor));
      else use(cursor);
    } else if (event.key === 'Delete' && cursor && shown.tool !== null) actions.taken(cursor);
    else return;
    event.preventDefault();
    mark();
    point(cursor);
  });
  wrap.addEventListener('blur', () => {
    cursor = null;
    mark();
    point(null);
  });

  const mark = () => shown && cg.set({ highlight: { custom: squareClasses(shown, cursor) } });

  function point(square: Square | null): void {
    pointed = square;
    say(note, noteText());
  }

  function noteText(): string {
    if (!shown) return '';
    const { men, side, kind, shares, brushes } = shown;
    const painted = brushes.filter(({ squares }) => pointed !== null && squares.includes(pointed)).map(brushName);
    const text = heatNote(pointed, men, side, kind, shares);
    return painted.length > 0 && !shares ? `${text}: ${painted.join('; ')}` : text;
  }

  return {
    element: h('div', {}, box, note),
    show(next) {
      // It has a size only now.
      if (!shown) cg.redrawAll();
      shown = next;
      const { side, men, tool, shares, arrow } = next;
      const mayMove = tool !== null && typeof tool !== 'number';
      heat.turn(side);
      heat.colour(shares);
      wrap.classList.toggle('painting', typeof tool === 'number');
      cg.set({
        fen: writeBoard(men),
        orientation: side,
        turnColor: side,
        movable: { color: mayMove ? side : undefined },
        draggable: { enabled: mayMove },
        selectable: { enabled: tool === 'move' },
        highlight: { custom: squareClasses(next, cursor) },
        drawable: { autoShapes: arrow ? [arrowOf(arrow, 'green')] : [] },
      });
      say(note, noteText());
    },
    drag(kind, event) {
      if (!shown) return;
      cg.state.dom.bounds.clear();
      cg.dragNewPiece({ role: kindNames[kind], color: shown.side }, event as MouchEvent, true);
    },
    destroy: () => cg.destroy(),
  };
}
