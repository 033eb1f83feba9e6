// The frame around all pages: finds the page for an address, follows links without loading anew, keeps the lobby.
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './styles/base.css';
import './styles/board.css';
import './styles/game.css';
import './styles/tray.css';
import './styles/review.css';
import './styles/table.css';
import './styles/pages.css';
import './styles/people.css';
import './styles/machines.css';
import './styles/study.css';
import { account, checkAccount } from './base/account';
import { h } from './base/dom';
import { banners } from './lobby/banner';
import { introduce, keepConnected, lobby, visited } from './lobby/lobby';
import { accountPage } from './pages/account';
import { exhibitionPage } from './pages/exhibition';
import { gamePage } from './pages/game';
import { homePage } from './pages/home';
import { importPage } from './pages/import';
import { devicePage, joinPage } from './pages/links';
import { machinesPage } from './pages/machines';
import { notFoundPage } from './pages/not-found';
import type { Frame, Page } from './pages/page';
import { playerPage } from './pages/player';
import { playersPage } from './pages/players';
import { puzzlesPage } from './pages/puzzles';
import { rulesPage } from './pages/rules';
import { studyPage } from './pages/study';
import { accountLink } from './ui/account-link';
import { play, soundButton } from './ui/sound';
import { applyTheme, themeButton } from './ui/theme';

const routes: [RegExp, (part: string) => Page][] = [
  [/^\/$/, () => homePage(frame)],
  [/^\/rules\/?$/, () => rulesPage()],
  [/^\/game\/([^/]+)\/?$/, (id) => gamePage(id, frame)],
  [/^\/join\/([^/]+)\/?$/, (token) => joinPage(token, frame)],
  [/^\/device\/([^/]+)\/?$/, (token) => devicePage(token, frame)],
  [/^\/account\/?$/, () => accountPage(frame)],
  [/^\/players\/?$/, () => playersPage()],
  [/^\/player\/([^/]+)\/?$/, (name) => playerPage(name)],
  [/^\/machines\/?$/, () => machinesPage(frame)],
  [/^\/machines\/([^/]+)\/?$/, (id) => exhibitionPage(id, frame)],
  [/^\/import\/?$/, () => importPage(frame)],
  [/^\/study(?:\/([^/]+))?\/?$/, (id) => studyPage(id)],
  [/^\/puzzles\/?$/, () => puzzlesPage()],
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

function pageAt(path: string): Page {
  for (const [pattern, make] of routes) {
    const found = pattern.exec(path);
    if (found) return make(found[1] ?? '');
  }
  return notFoundPage();
}

function address(): string {
  try {
    return decodeURIComponent(location.pathname);
  } catch {
    return '/nowhere';
  }
}

function open(): void {
  current?.close?.();
  // A question of the page that was here has lost its sense.
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  current = pageAt(address());
  frame.setTitle(current.title);
  place.replaceChildren(current.element);
  for (const game of lobby.value.started) if (location.pathname === `/game/${game}`) visited(game);
}

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest('a');
  if (!link || link.origin !== location.origin || link.hasAttribute('download') || link.target) return;
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.defaultPrevented)
    return;
  event.preventDefault();
  frame.go(link.pathname + link.search);
});
addEventListener('popstate', open);
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) void checkAccount();
});

lobby.watch(({ started }, before) => {
  const game = started.find((one) => !before.started.includes(one));
  if (!game) return;
  play('opponent-moved');
  if (location.pathname === `/game/${game}`) visited(game);
  else if (!current?.playing?.()) frame.go(`/game/${game}`);
});

applyTheme();
document
  .getElementById('app')!
  .append(
    h(
      'header',
      { class: 'top' },
      h(
        'a',
        { class: 'brand', href: '/' },
        h('span', { class: 'brand-sign', 'aria-hidden': 'true' }),
        h('span', { class: 'brand-name' }, 'Blindmate'),
      ),
      h(
        'nav',
        { 'aria-label': 'Pages' },
        h('a', { href: '/rules' }, 'Rules'),
        h('a', { href: '/puzzles' }, 'Puzzles'),
        h('a', { href: '/study' }, 'Study'),
        h('a', { href: '/players' }, 'Players'),
        h('a', { href: '/machines' }, 'Bots'),
      ),
      h('div', { class: 'own-tools' }, accountLink(), soundButton(), themeButton()),
    ),
    banners(),
    place,
  );
await checkAccount();
open();
keepConnected();

// Somebody else, and so other games and other pages.
account.watch((now, before) => {
  if (now?.name === before?.name) return;
  introduce();
  open();
});
