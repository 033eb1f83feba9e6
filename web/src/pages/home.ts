// /: a game in two clicks, the choices below the button, the lobby, and the own games.
import { account } from '../base/account';
import * as api from '../base/api';
import { fill, h, show } from '../base/dom';
import { title, type Options, type Settings, type Summary } from '../base/protocol';
import * as lobby from '../lobby/lobby';
import { picks } from '../ui/fields';
import { boardPicture } from '../ui/picture';
import { loading } from '../ui/words';
import { chosenFrom, gameChoices, inShort, keep, machineFields, machineText, settingsOf, type Chosen } from './choices';
import { gameRow } from './game-row';
import { lobbySection } from './lobby';
import { failed } from './not-found';
import type { Frame, Page } from './page';
import { opponentName, statusName } from './words';

const buttons: Record<Chosen['against'], string> = {
  machine: 'Play',
  anyone: 'Create a challenge',
  person: 'Create a private link',
};

const opponents: { value: Chosen['against']; label: string }[] = [
  { value: 'machine', label: 'Bot' },
  { value: 'anyone', label: 'Anyone' },
  { value: 'person', label: 'A friend' },
];

function opponentText(options: Options, chosen: Chosen): string {
  if (chosen.against === 'anyone') return 'Anyone';
  if (chosen.against === 'person') return 'A friend';
  return machineText(options, chosen);
}

function settingsFor(chosen: Chosen): Settings {
  const { against, player, level } = chosen;
  return settingsOf(chosen, against, against === 'machine' ? { player, level } : against, account.value !== null);
}

/** The button, what it begins in a line, and why it cannot. */
function makeStart(chosen: Chosen, frame: Frame) {
  const short = h('p', { class: 'in-short' });
  const problem = h('p', { class: 'complaint', role: 'alert' });
  const button = h('button', { type: 'button', class: 'primary large' });
  button.addEventListener('click', async () => {
    button.disabled = true;
    problem.textContent = '';
    try {
      const { game } = await api.createGame(settingsFor(chosen));
      if (chosen.against === 'anyone') lobby.opened(game);
      else frame.go(`/game/${game}`);
    } catch (error) {
      problem.textContent = (error as Error).message;
    }
    button.disabled = false;
  });
  return {
    element: h('div', { class: 'start-now' }, boardPicture(), button, short, problem),
    draw(options: Options): void {
      button.textContent = buttons[chosen.against];
      fill(short, inShort(opponentText(options, chosen), settingsFor(chosen)));
    },
  };
}

function startCard(options: Options, frame: Frame): HTMLElement {
  const chosen = chosenFrom(options);
  const start = makeStart(chosen, frame);
  const choices = gameChoices(options, chosen, change);
  const machine = machineFields(options, chosen, change);

  function change(part: Partial<Chosen>): void {
    Object.assign(chosen, part);
    keep(chosen);
    draw();
  }
  function draw(): void {
    start.draw(options);
    machine.draw(chosen.player);
    show(machine.element, chosen.against === 'machine');
    choices.draw(chosen.against, account.value !== null);
  }
  draw();

  const against = picks('Opponent', opponents, chosen.against, (value) => change({ against: value }));
  return h(
    'section',
    { class: 'start', 'aria-label': 'New game' },
    start.element,
    h('div', { class: 'choices' }, against, machine.element, choices.elements),
  );
}

const ownGameRow = (game: Summary): HTMLElement =>
  gameRow(game, {
    side: game.side,
    names: opponentName(game),
    details: game.side ? [title(game.side)] : [],
    state: statusName(game),
  });

/** The own games. Whose turn it is may have changed while nobody looked. */
function makeOwnGames() {
  const element = h('div');
  let closed = false;
  async function list(): Promise<void> {
    if (document.hidden) return;
    try {
      const { games } = await api.ownGames();
      if (closed) return;
      const rows = () => h('ul', { class: 'rows' }, games.map(ownGameRow));
      fill(element, games.length > 0 && h('section', { class: 'own-games' }, h('h2', {}, 'Your games'), rows()));
    } catch {
      // The rest of the page does without them.
    }
  }
  const listAgain = () => void list();
  document.addEventListener('visibilitychange', listAgain);
  const unwatch = lobby.lobby.watch((now, before) => {
    if (now.open.length !== before.open.length) listAgain();
  });
  return {
    element,
    list: listAgain,
    close(): void {
      closed = true;
      document.removeEventListener('visibilitychange', listAgain);
      unwatch();
    },
  };
}

const lead =
  'In Kriegspiel you see only your own men. A referee sees the whole board. You try a move: the referee plays it or says “no”, and announces captures and checks to both players. The rest you must work out.';

export function homePage(frame: Frame): Page {
  const start = h('div', {}, h('p', { class: 'loading' }, loading));
  const games = makeOwnGames();
  const meeting = lobbySection(frame);
  let closed = false;

  function open(): void {
    api.options().then(
      (options) => !closed && fill(start, startCard(options, frame)),
      (error: Error) => !closed && fill(start, failed(error.message, open)),
    );
    games.list();
  }
  open();

  const element = h(
    'main',
    { class: 'home' },
    h(
      'header',
      { class: 'intro' },
      h('h1', {}, 'Chess in the dark'),
      h('p', { class: 'lead' }, lead),
      h('p', { class: 'row' }, h('a', { href: '/rules' }, 'Learn it in two minutes'), meeting.pointer),
    ),
    start,
    meeting.element,
    h('div', {}, games.element, h('p', {}, h('a', { href: '/import' }, 'Import a game'))),
  );
  return {
    title: 'Kriegspiel',
    element,
    close() {
      closed = true;
      games.close();
      meeting.close();
    },
  };
}
