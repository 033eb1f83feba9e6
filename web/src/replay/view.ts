// One of the boards of a game from all sides: the referee's with all men, or a side's with its own men and, in a review, a
// heat map of where the opponent's could have been.
import { Chessground } from '@lichess-org/chessground';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { h, say } from '../base/dom';
import { title, type Moment, type Side, type Square } from '../base/protocol';
import { brushes } from '../ui/board';
import { squareAfter } from '../ui/cursor';
import { heatNote, sharesOf, type HeatKind } from '../ui/heat';
import { makeHeatLayer, type HeatLayer } from '../ui/heat-layer';
import { materialText, menOf, readBoard, writeBoard, type Men } from '../ui/men';
import { positionsText } from '../ui/words';
import type { Step } from './steps';

export type Seer = Side | 'referee';

export const seerName = (seer: Seer): string => (seer === 'referee' ? 'Referee' : title(seer));

/** What a side could have known, as far as it is counted yet, and the men of the heat map. */
export interface Known {
  moment: Moment | null;
  kind: HeatKind | null;
}

export interface View {
  element: HTMLElement;
  show(step: Step, known?: Known): void;
  hide(): void;
  destroy(): void;
}

function arrows(tried: string[]): DrawShape[] {
  return tried.map((ask, index) => ({
    orig: ask.slice(0, 2) as Key,
    dest: ask.slice(2, 4) as Key,
    brush: index === tried.length - 1 ? 'refused' : 'earlier',
    modifiers: { lineWidth: 8 },
    label: { text: String(index + 1), fill: '#8c2318' },
  }));
}

const walkHint = ' Use the arrow keys to see where the opponent’s men could have been.';

const nothing: Known = { moment: null, kind: null };

const menText = (men: Men): string => (men.size === 1 ? '1 man' : `${men.size} men`);

/** The heat map of a side's view, and the note about the square that is pointed at. */
interface Heat {
  layer: HeatLayer;
  note: HTMLElement;
  /** Pointer and arrow keys choose a square of the box, which is the board with its layer. */
  listen(box: HTMLElement): void;
  show(men: Men, known: Known): void;
}

/** `wrap` is what takes the focus. */
function makeHeat(side: Side, orientation: Side, wrap: HTMLElement): Heat {
  const layer = makeHeatLayer(orientation);
  const note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  let men: Men = new Map();
  let shares: Map<Square, number> | null = null;
  let kind: HeatKind | null = null;
  let pointed: Square | null = null;
  const write = () => say(note, heatNote(pointed, men, side, kind, shares));

  function point(square: Square | null): void {
    if (square === pointed) return;
    layer.point(square);
    pointed = square;
    write();
  }

  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') point(null);
    const next = squareAfter(event.key, pointed, orientation, 'e4');
    if (!next) return;
    event.preventDefault();
    point(next);
  }

  return {
    layer,
    note,
    listen(box) {
      wrap.setAttribute('tabindex', '0');
      wrap.setAttribute('role', 'application');
      wrap.setAttribute('aria-roledescription', 'heat map');
      box.addEventListener('pointermove', (event) => point(layer.under(event)));
      box.addEventListener('pointerdown', (event) => point(layer.under(event)));
      box.addEventListener('pointerleave', (event) => {
        // A finger has left as soon as it is lifted.
        if (event.pointerType === 'mouse') point(null);
      });
      // A click does not take the arrow keys away from the steps; the Tab key does.
      box.addEventListener('mousedown', (event) => event.preventDefault());
      wrap.addEventListener('keydown', keyDown);
      wrap.addEventListener('blur', () => point(null));
    },
    show(standing, known) {
      men = standing;
      kind = known.kind;
      shares = known.moment && kind ? sharesOf(known.moment.men, kind) : null;
      layer.colour(shares);
      write();
    },
  };
}

function boardLabel(seer: Seer, phrase: string, isHeated: boolean): string {
  if (seer === 'referee') return `The true board after: ${phrase}`;
  return `${title(seer)}’s board after: ${phrase}${isHeated ? walkHint : ''}`;
}

/** Only a `heated` view tells what the side could have known. */
export function makeView(seer: Seer, orientation: Side, heated: boolean): View {
  const wrap = h('div', { class: 'board', role: 'img' });
  const fact = h('span', { class: 'fact' });
  const heat = heated && seer !== 'referee' ? makeHeat(seer, orientation, wrap) : null;
  const box = h('div', { class: heat ? 'board-box heated' : 'board-box' }, heat?.layer.element, wrap);
  heat?.listen(box);
  const dot = seer !== 'referee' && h('span', { class: `dot ${seer}`, 'aria-hidden': 'true' });
  const element = h(
    'section',
    { class: `view ${seer}`, 'aria-label': seer === 'referee' ? 'The true board' : `${title(seer)}’s view` },
    h('header', {}, h('h2', {}, dot, seerName(seer)), fact),
    box,
    // Boards side by side have their notes on one line, which the referee's leaves empty.
    heated && (heat?.note ?? h('p', { class: 'heat-note' })),
  );
  const cg = Chessground(wrap, {
    viewOnly: true,
    orientation,
    addDimensionsCssVarsTo: box,
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 160 },
    drawable: { enabled: false, visible: true, brushes: brushes(`-${seer}`) },
  });
  // A board can be drawn only when it has a size.
  let isDrawn = false;

  return {
    element,
    show(step, known = nothing) {
      element.hidden = false;
      if (!isDrawn) cg.redrawAll();
      isDrawn = true;
      const all = readBoard(step.fen);
      const men = seer === 'referee' ? all : menOf(all, seer);
      const hidden = seer !== 'referee' && step.by !== null && step.by !== seer;
      cg.set({
        fen: writeBoard(men),
        lastMove: step.move && !hidden ? [step.move.slice(0, 2) as Key, step.move.slice(2, 4) as Key] : undefined,
        drawable: { autoShapes: hidden ? [] : arrows(step.tried) },
      });
      heat?.show(men, known);
      wrap.setAttribute('aria-label', boardLabel(seer, step.phrase, heat !== null));
      say(fact, seer === 'referee' ? materialText(men) : heat ? positionsText(known.moment) : menText(men));
    },
    hide() {
      element.hidden = true;
      isDrawn = false;
    },
    destroy: () => cg.destroy(),
  };
}
