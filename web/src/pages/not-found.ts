// What is shown where there is nothing to show.
import { h } from '../base/dom';
import type { Page } from './page';

export function notFound(text = 'There is nothing at this address.'): HTMLElement {
  return h(
    'div',
    { class: 'sheet' },
    h('h1', {}, 'Nothing here'),
    h('p', {}, text),
    h('a', { class: 'button primary', href: '/' }, 'To the start'),
  );
}

export function failed(text: string, again?: () => void): HTMLElement {
  return h(
    'div',
    { class: 'sheet', role: 'alert' },
    h('h1', {}, 'That did not work'),
    h('p', {}, text),
    h(
      'div',
      { class: 'row' },
      again && h('button', { type: 'button', class: 'primary', onclick: again }, 'Try again'),
      h('a', { class: 'button', href: '/' }, 'To the start'),
    ),
  );
}

export const notFoundPage = (): Page => ({ title: 'Nothing here', element: h('main', {}, notFound()) });
