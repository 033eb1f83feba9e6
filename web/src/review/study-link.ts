// From a moment of a finished game to the study: what the side to move could have known then.
import { h, say, show } from '../base/dom';
import { title } from '../base/protocol';
import type { Step } from '../replay/steps';

/** Null when it is nobody's turn any more. */
export function studyPath(id: string, { ply, asked, toMove }: Step): string | null {
  if (toMove === null) return null;
  return `/study?${new URLSearchParams({ game: id, side: toMove, ply: String(ply), asked: String(asked) })}`;
}

export function makeStudyLink(id: string): { element: HTMLElement; update(step: Step): void } {
  const element = h('a', { class: 'button' });
  return {
    element,
    update(step) {
      const path = studyPath(id, step);
      show(element, path !== null);
      if (!path || !step.toMove) return;
      element.setAttribute('href', path);
      say(element, `Study this position as ${title(step.toMove)}`);
    },
  };
}
