// The way to the page where one signs in, and back again.
import { h } from '../base/dom';

let cameFrom: string | null = null;

export const signInLink = (style = ''): HTMLElement =>
  h(
    'a',
    { class: `button ${style}`, href: '/account', onclick: () => (cameFrom = location.pathname) },
    'Sign in to accept',
  );

/** Where the link that led here was; told once. */
export function wayBack(): string | null {
  const path = cameFrom;
  cameFrom = null;
  return path;
}
