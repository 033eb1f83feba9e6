// One of the boards of a review: the referee's with all men, or a side's with its own men and a heat map of where the
// opponent's could have been.
import { Chessground } from '@lichess-org/chessground';
import type { DrawShape } from '@lichess-org/chessground/draw';
import type { Key } from '@lichess-org/chessground/types';
import { brushes } from '../game/board';
import { fileOf, kindNames, materialText, menOf, rankOf, readBoard, squareAt, writeBoard, type Men } from '../game/men';
import { h, say } from '../dom';
import { title, type Moment, type Side, type Square } from '../protocol';
import { heatText, shade, sharesOf, type HeatKind } from './heat';
import { positionsText } from './knowledge';
import type { Step } from './steps';

export type Seer = Side | 'referee';

export const seerName = (seer: Seer): string => (seer === 'referee' ? 'Referee' : title(seer));

export interface View {
  element: HTMLElement;
  /** `moment` is what the side could have known, and `kind` the men of the heat map. */
  show(step: Step, moment: Moment | null, kind: HeatKind | null): void;
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

const walks: Record<string, [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function makeView(seer: Seer, orientation: Side): View {
  const wrap = h('div', { class: 'board', role: 'img' });
  const heat = h('div', { class: 'heat', 'aria-hidden': 'true' });
  const fact = h('span', { class: 'fact' });
  const note = h('p', { class: 'heat-note', 'aria-live': 'polite' });
  const box = h('div', { class: 'board-box' }, heat, wrap);
  const element = h(
    'section',
    { class: `view ${seer}`, 'aria-label': seer === 'referee' ? 'The true board' : `${title(seer)}'s view` },
    h(
      'header',
      {},
      h('h2', {}, seer !== 'referee' && h('span', { class: `dot ${seer}`, 'aria-hidden': 'true' }), seerName(seer)),
      fact,
    ),
    box,
    note,
  );
  const cg = Chessground(wrap, {
    viewOnly: true,
    orientation,
    addDimensionsCssVarsTo: box,
    animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 160 },
    drawable: { enabled: false, visible: true, brushes: brushes(`-${seer}`) },
  });

  const turned = orientation === 'black';
  const squareOf = (column: number, row: number): Square =>
    turned ? squareAt(7 - column, row) : squareAt(column, 7 - row);
  const cells = new Map<Square, HTMLElement>();
  for (let index = 0; index < 64; index++) {
    const cell = h('span');
    cells.set(squareOf(index % 8, index >> 3), cell);
    heat.append(cell);
  }

  // A board can be drawn only when it has a size.
  let isDrawn = false;
  let men: Men = new Map();
  let shares: Map<Square, number> | null = null;
  let kind: HeatKind | null = null;
  let pointed: Square | null = null;

  function noteText(): string {
    if (seer === 'referee') return '';
    if (!pointed) return kind === null ? '' : shares ? 'Point at a square for its number.' : '';
    const own = men.get(pointed);
    if (own) return `${pointed}: ${title(seer)}'s own ${kindNames[own.kind]}`;
    return shares && kind ? heatText(pointed, kind, shares.get(pointed) ?? 0) : pointed;
  }

  function point(square: Square | null): void {
    if (square === pointed) return;
    for (const [where, cell] of cells) cell.classList.toggle('pointed', where === square);
    pointed = square;
    say(note, noteText());
  }

  if (seer !== 'referee') {
    const under = ({ clientX, clientY }: PointerEvent): Square | null => {
      const { left, top, width, height } = heat.getBoundingClientRect();
      const [column, row] = [Math.floor((8 * (clientX - left)) / width), Math.floor((8 * (clientY - top)) / height)];
      return Math.min(column, row) >= 0 && Math.max(column, row) < 8 ? squareOf(column, row) : null;
    };
    wrap.setAttribute('tabindex', '0');
    wrap.setAttribute('role', 'application');
    wrap.setAttribute('aria-roledescription', 'heat map');
    box.addEventListener('pointermove', (event) => point(under(event)));
    box.addEventListener('pointerdown', (event) => point(under(event)));
    box.addEventListener('pointerleave', (event) => {
      // A finger has left as soon as it is lifted.
      if (event.pointerType === 'mouse') point(null);
    });
    // A click does not take the arrow keys away from the steps; the Tab key does.
    box.addEventListener('mousedown', (event) => event.preventDefault());
    wrap.addEventListener('keydown', (event) => {
      const walk = walks[event.key];
      if (event.key === 'Escape') point(null);
      if (!walk) return;
      event.preventDefault();
      const turn = turned ? -1 : 1;
      const within = (n: number) => Math.max(0, Math.min(7, n));
      point(
        pointed ? squareAt(within(fileOf(pointed) + turn * walk[0]), within(rankOf(pointed) + turn * walk[1])) : 'e4',
      );
    });
    wrap.addEventListener('blur', () => point(null));
  }

  return {
    element,
    show(step, moment, chosen) {
      element.hidden = false;
      if (!isDrawn) cg.redrawAll();
      isDrawn = true;
      const all = readBoard(step.fen);
      men = seer === 'referee' ? all : menOf(all, seer);
      const hidden = seer !== 'referee' && step.by !== null && step.by !== seer;
      cg.set({
        fen: writeBoard(men),
        lastMove: step.move && !hidden ? [step.move.slice(0, 2) as Key, step.move.slice(2, 4) as Key] : undefined,
        drawable: { autoShapes: hidden ? [] : arrows(step.tried) },
      });
      kind = chosen;
      shares = moment && chosen ? sharesOf(moment.men, chosen) : null;
      for (const [square, cell] of cells) cell.style.setProperty('--shade', String(shade(shares?.get(square) ?? 0)));
      wrap.setAttribute(
        'aria-label',
        seer === 'referee'
          ? `The true board after: ${step.phrase}`
          : `${title(seer)}'s board after: ${step.phrase} Arrow keys walk over the squares and tell where the opponent's men could have been.`,
      );
      say(fact, seer === 'referee' ? materialText(men) : positionsText(moment));
      say(note, noteText());
    },
    hide() {
      element.hidden = true;
      isDrawn = false;
    },
    destroy: () => cg.destroy(),
  };
}
