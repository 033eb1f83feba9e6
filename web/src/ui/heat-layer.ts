// The squares behind the men of a board, coloured by how often a man of the opponent stands on them.
import { h } from '../base/dom';
import type { Side, Square } from '../base/protocol';
import { shade } from './heat';
import { squareAt } from './men';

export interface HeatLayer {
  element: HTMLElement;
  turn(orientation: Side): void;
  /** Null for a board without a heat map. */
  colour(shares: Map<Square, number> | null): void;
  /** Marks the square that is spoken about. */
  point(square: Square | null): void;
  /** The square under a pointer. */
  under(event: PointerEvent): Square | null;
}

export function makeHeatLayer(first: Side): HeatLayer {
  const element = h('div', { class: 'heat', 'aria-hidden': 'true' });
  let orientation = first;
  const cells = new Map<Square, HTMLElement>();
  const squareOf = (column: number, row: number): Square =>
    orientation === 'black' ? squareAt(7 - column, row) : squareAt(column, 7 - row);

  function lay(): void {
    const placed = [...Array(64).keys()].map((index) => {
      const square = squareOf(index % 8, index >> 3);
      const cell = cells.get(square) ?? h('span');
      cells.set(square, cell);
      return cell;
    });
    element.replaceChildren(...placed);
  }
  lay();

  return {
    element,
    turn(next) {
      if (next === orientation) return;
      orientation = next;
      lay();
    },
    colour(shares) {
      for (const [square, cell] of cells) cell.style.setProperty('--shade', String(shade(shares?.get(square) ?? 0)));
    },
    point(square) {
      for (const [where, cell] of cells) cell.classList.toggle('pointed', where === square);
    },
    under({ clientX, clientY }) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [column, row] = [Math.floor((8 * (clientX - left)) / width), Math.floor((8 * (clientY - top)) / height)];
      return Math.min(column, row) >= 0 && Math.max(column, row) < 8 ? squareOf(column, row) : null;
    },
  };
}
