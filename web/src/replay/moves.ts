// The list of moves, with everything that was refused and the mates that were there.
import { fill, h } from '../base/dom';
import { title, type Side } from '../base/protocol';
import type { Step } from './steps';

/** A mate that was there, as the list marks it. */
export interface MateMark {
  side: Side;
  /** Own moves that it takes at most. */
  moves: number;
  /** Null until that is known. */
  missed: boolean | null;
}

export const mateText = ({ moves, missed }: MateMark): string => `mate in ${moves} was ${missed ? 'missed' : 'possible'}`;

export interface Moves {
  element: HTMLElement;
  /** Writes what is not written yet; what has become another is written anew. */
  write(steps: Step[]): void;
  /** Marks mates, by the number of moves before. */
  mark(mates: Map<number, MateMark>): void;
  show(index: number): void;
}

/** `goTo` opens a step, `goToMate` the beginning of a turn in which there was a mate. */
export function makeMoves(goTo: (index: number) => void, goToMate: (ply: number) => void): Moves {
  const written: { key: string; button: HTMLButtonElement }[] = [];
  const start = h('span');
  const rows = h('ol');
  const cells = new Map<number, { marks: HTMLElement; cell: HTMLElement }>();
  const element = h('section', { class: 'moves', 'aria-label': 'Moves and refused tries', tabindex: '0' }, start, rows);

  function cellOf(turn: number, number: number, by: 'white' | 'black') {
    const known = cells.get(turn);
    if (known) return known;
    let row = rows.querySelector(`[data-number="${number}"]`);
    if (!row) {
      row = h('li', { 'data-number': number }, h('span', { class: 'number' }, `${number}.`));
      if (by === 'black') row.append(h('span', { class: 'cell' }));
      rows.append(row);
    }
    const marks = h('span', { class: 'marks' });
    const made = { marks, cell: h('span', { class: `cell ${by}` }, marks) };
    row.append(made.cell);
    cells.set(turn, made);
    return made;
  }

  function write(step: Step, index: number): void {
    const key = JSON.stringify(step);
    if (written[index]?.key === key) return;
    for (const { button } of written.splice(index)) button.remove();
    const button = stepButton(step, () => goTo(index));
    written.push({ key, button });
    (step.by ? cellOf(step.turn, step.number, step.by).cell : start).append(button);
  }

  return {
    element,
    write(steps) {
      for (const { button } of written.splice(steps.length)) button.remove();
      steps.forEach(write);
    },
    mark(mates) {
      for (const [ply, mate] of mates) {
        // A game can be over in a turn in which nothing was asked.
        const { marks } = cellOf(ply, Math.floor(ply / 2) + 1, mate.side);
        if (marks.dataset['said'] === mateText(mate)) continue;
        marks.dataset['said'] = mateText(mate);
        fill(
          marks,
          mateButton(mate, () => goToMate(ply)),
        );
      }
    },
    show(index) {
      written.forEach(({ button }, which) => {
        if (which === index) button.setAttribute('aria-current', 'step');
        else button.removeAttribute('aria-current');
      });
      element.scrollTop = written[index]!.button.offsetTop - element.clientHeight / 2;
    },
  };
}

function mateButton(mate: MateMark, act: () => void): HTMLElement {
  const text = `${title(mate.side)}’s ${mateText(mate)}`;
  return h(
    'button',
    { type: 'button', class: `mate${mate.missed ? ' missed' : ''}`, onclick: act, title: text, 'aria-label': text },
    `#${mate.moves}${mate.missed ? ' missed' : ''}`,
  );
}

function stepButton(step: Step, act: () => void): HTMLButtonElement {
  const refused = step.answer === 'no' || step.answer === 'nonsense';
  const question = step.answer === 'any-yes' || step.answer === 'any-no';
  return h(
    'button',
    {
      type: 'button',
      class: refused ? 'step refused' : question ? 'step question' : 'step',
      onclick: act,
      title: step.phrase,
    },
    refused
      ? h('s', {}, step.label)
      : question
        ? `${step.label} ${step.answer === 'any-yes' ? 'yes' : 'no'}`
        : step.label,
    refused && h('span', { class: 'unseen' }, ' refused'),
  );
}
