// Saving a problem: the button, and the link once it is saved.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { linkBox } from '../ui/dialog';
import type { State } from './state';

export interface Saving {
  element: HTMLElement;
  update(state: State): void;
}

export function makeSaving(save: () => void): Saving {
  const button = h('button', { type: 'button', onclick: save }, 'Save problem');
  const place = h('div', { class: 'saved' });
  let drawn: string | null = null;
  return {
    element: h(
      'section',
      { class: 'card keep', 'aria-label': 'Save' },
      button,
      h('p', { class: 'hint' }, 'You get a link that anyone can open.'),
      place,
    ),
    update({ posed, awaited, saved }) {
      button.disabled = posed === null || awaited > 0;
      // Only when it differs, so that a half-selected link stays.
      if (saved === drawn) return;
      drawn = saved;
      fill(
        place,
        saved && linkBox('Link to the problem', `/study/${saved}`),
        saved &&
          h(
            'a',
            { href: api.problemAddress(saved), download: `blindmate-${saved}.jsonl` },
            'Download the problem',
          ),
      );
    },
  };
}
