// What is shown where there is nothing to show.
import { h } from '../base/dom';
import type { Page } from './page';

export function notFound(text = 'There is no page at this address.'): HTMLElement {
  return h(
    'div',
    { class: 'sheet' },
    h('h1', {}, 'Not found'),
    h('p', {}, text),
    h('a', { class: 'button primary', href: '/' }, 'Home'),
  );
}

export function failed(text: string, again?: () => void): HTMLElement {
  return h(
    'div',
    { class: 'sheet', role: 'alert' },
    h('h1', {}, 'Something went wrong'),
    h('p', {}, text),
    h(
      'div',
      { class: 'row' },
      again && h('button', { type: 'button', class: 'primary', onclick: again }, 'Try again'),
      h('a', { class: 'button', href: '/' }, 'Home'),
    ),
  );
}

export const notFoundPage = (): Page => ({ title: 'Not found', element: h('main', {}, notFound()) });
