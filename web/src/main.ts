// The frame around all pages: finds the page for an address, follows links without loading anew.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/base.css';
import './styles/board.css';
import './styles/game.css';
import './styles/tray.css';
import './styles/review.css';
import './styles/table.css';
import './styles/pages.css';
import { h } from './dom';
import { gamePage } from './pages/game';
import { homePage } from './pages/home';
import { devicePage, joinPage } from './pages/links';
import { notFoundPage } from './pages/not-found';
import type { Frame, Page } from './pages/page';
import { rulesPage } from './pages/rules';
import { soundButton } from './sound';
import { applyTheme, themeButton } from './theme';

const routes: [RegExp, (part: string) => Page][] = [
  [/^\/$/, () => homePage(frame)],
  [/^\/rules\/?$/, () => rulesPage()],
  [/^\/game\/([^/]+)\/?$/, (id) => gamePage(id, frame)],
  [/^\/join\/([^/]+)\/?$/, (token) => joinPage(token, frame)],
  [/^\/device\/([^/]+)\/?$/, (token) => devicePage(token, frame)],
];

const frame: Frame = {
  go(path) {
    history.pushState(null, '', path);
    open();
    scrollTo(0, 0);
    place.focus({ preventScroll: true });
  },
  setTitle(title) {
    document.title = `${title} – Blindmate`;
  },
};

let current: Page | null = null;
const place = h('div', { class: 'page', tabindex: '-1' });

function open(): void {
  current?.close?.();
  const found = routes.find(([pattern]) => pattern.test(location.pathname));
  const part = found?.[0].exec(location.pathname)?.[1] ?? '';
  current = found ? found[1](part) : notFoundPage();
  frame.setTitle(current.title);
  place.replaceChildren(current.element);
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || link.origin !== location.origin || link.hasAttribute('download') || link.target) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented)
    return;
  event.preventDefault();
  frame.go(link.pathname);
});
addEventListener('popstate', open);

applyTheme();
document
  .getElementById('app')!
  .append(
    h(
      'header',
      { class: 'top' },
      h('a', { class: 'brand', href: '/' }, h('span', { class: 'brand-sign', 'aria-hidden': 'true' }), 'Blindmate'),
      h('nav', { 'aria-label': 'Pages' }, h('a', { href: '/rules' }, 'Rules'), soundButton(), themeButton()),
    ),
    place,
  );
open();
