// Before a puzzle: which one it shall be, and how one stands.
import { fill, h } from '../base/dom';
import type { PuzzleList, PuzzleSize, PuzzleWish, Solver } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { picks } from '../ui/fields';
import { ratingGraph } from '../ui/graph';
import { ratingText } from '../ui/names';
import { movesOf } from '../ui/words';
import { sizeHints, sizeNames } from './words';

const any = 'any';
const sizes: PuzzleSize[] = ['small', 'medium', 'large'];

export type Kind = Pick<PuzzleWish, 'ply' | 'size' | 'classic'>;

const everything: Kind = { ply: null, size: null, classic: false };

/** Of which there are some. */
export function numberOf({ puzzles }: PuzzleList, { ply, size, classic }: Kind): number {
  return puzzles
    .filter(
      (one) =>
        (ply === null || one.ply === ply) && (size === null || one.size === size) && (!classic || one.classic),
    )
    .reduce((sum, { number }) => sum + number, 0);
}

export const chosenKind = (): Kind => ({
  ...everything,
  ...remembered<Partial<Kind>>('puzzles', {}),
});

export function startCard(list: PuzzleList, start: () => void): HTMLElement {
  let kind = chosenKind();
  const plies = [...new Set(list.puzzles.map(({ ply }) => ply))].sort((a, b) => a - b);
  if (kind.ply !== null && !plies.includes(kind.ply)) kind = { ...kind, ply: null };
  const number = h('p', { class: 'hint', role: 'status' });
  const button = h('button', { type: 'button', class: 'primary large', onclick: start }, 'Start');
  function choose(part: Partial<Kind>): void {
    kind = { ...kind, ...part };
    remember('puzzles', kind);
    draw();
  }
  function draw(): void {
    const count = numberOf(list, kind);
    fill(
      number,
      count === 0 ? 'No such puzzles.' : `${count === 1 ? 'One puzzle' : `${count} puzzles`} of this kind`,
      kind.size !== null && count > 0 && `, with ${sizeHints[kind.size]}`,
      count > 0 && '.',
      kind.classic && count > 0 && ' All by composers.',
    );
    button.disabled = count === 0;
  }
  draw();
  return h(
    'section',
    { class: 'card', 'aria-label': 'Which puzzle' },
    picks(
      'Source',
      [
        { value: any, label: 'All' },
        { value: 'classics', label: 'Classics' },
      ],
      kind.classic ? 'classics' : any,
      (value) => choose({ classic: value !== any }),
    ),
    picks(
      'Mate in',
      [{ value: any, label: 'Any' }, ...plies.map((ply) => ({ value: String(ply), label: String(movesOf(ply)) }))],
      kind.ply === null ? any : String(kind.ply),
      (value) => choose({ ply: value === any ? null : Number(value) }),
    ),
    picks(
      'Possible positions',
      [{ value: any, label: 'Any' }, ...sizes.map((size) => ({ value: size as string, label: sizeNames[size] }))],
      kind.size ?? any,
      (value) => choose({ size: value === any ? null : (value as PuzzleSize) }),
    ),
    number,
    button,
  );
}

export interface Standing {
  element: HTMLElement;
  show(you: Solver | null): void;
  close(): void;
}

/** Rating, solved and failed, and how it came about. */
export function makeStanding(): Standing {
  const element = h('div', { class: 'standing' });
  let close = () => {};
  return {
    element,
    show(you) {
      close();
      close = () => {};
      if (!you)
        return fill(
          element,
          h('p', { class: 'hint' }, 'The first attempt at each puzzle counts for your puzzle rating.'),
        );
      const graph = ratingGraph(you.graph);
      close = graph.close;
      const fact = (name: string, value: string | number) => h('div', {}, h('dt', {}, name), h('dd', {}, value));
      fill(
        element,
        h(
          'dl',
          { class: 'tally' },
          fact('Puzzle rating', `${ratingText(you)} ± ${Math.round(you.deviation)}`),
          fact('Solved', you.solved),
          fact('Failed', you.failed),
        ),
        you.graph.length > 0 && graph.element,
      );
    },
    close: () => close(),
  };
}
