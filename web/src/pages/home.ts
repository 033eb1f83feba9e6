// /: a game in two clicks, the choices below the button, and the own games.
import * as api from '../api';
import { fill, h, show } from '../dom';
import { boardPicture } from '../game/picture';
import type { Options, Settings, Side, Summary } from '../protocol';
import { remember, remembered } from '../settings';
import { amount, picks, select } from './fields';
import { failed } from './not-found';
import type { Frame, Page } from './page';
import { clockName, opponentName, statusName } from './words';

interface Chosen {
  against: 'machine' | 'person';
  player: string;
  level: number;
  rules: string;
  colour: Side | 'random';
  clocked: boolean;
  minutes: number;
  increment: number;
}

const usual: Chosen = {
  against: 'machine',
  player: 'club',
  level: 2,
  rules: 'berkeley',
  colour: 'random',
  clocked: false,
  minutes: 15,
  increment: 10,
};

/** What was chosen last, as far as this server still has it. */
function chosenFrom(options: Options): Chosen {
  const chosen = { ...usual, ...remembered<Partial<Chosen>>('choices', {}) };
  if (!options.players.some(({ name }) => name === chosen.player))
    chosen.player = options.players.find(({ name }) => name === usual.player)?.name ?? options.players[0]!.name;
  if (!options.levels.some(({ level }) => level === chosen.level)) chosen.level = options.levels[0]!.level;
  if (!options.rules.some(({ name }) => name === chosen.rules)) chosen.rules = options.rules[0]!.name;
  return chosen;
}

export function settingsOf(chosen: Chosen): Settings {
  return {
    rules: chosen.rules,
    colour: chosen.colour,
    clock: chosen.clocked ? { minutes: chosen.minutes, increment: chosen.increment } : null,
    opponent: chosen.against === 'person' ? 'person' : { player: chosen.player, level: chosen.level },
  };
}

function startCard(options: Options, frame: Frame): HTMLElement {
  const chosen = chosenFrom(options);
  const inShort = h('p', { class: 'in-short' });
  const summary = h('p', { class: 'hint' });
  const playerSummary = h('p', { class: 'hint' });
  const problem = h('p', { class: 'complaint', role: 'alert' });
  const button = h('button', { type: 'button', class: 'primary large' });

  const machine = h(
    'div',
    { class: 'fields' },
    select(
      'Player',
      options.players.map(({ name }) => ({ value: name, label: name })),
      chosen.player,
      (value) => change({ player: value }),
    ),
    select(
      'Level',
      options.levels.map(({ level, name }) => ({ value: String(level), label: name })),
      String(chosen.level),
      (value) => change({ level: Number(value) }),
    ),
    playerSummary,
  );
  const times = h(
    'div',
    { class: 'fields' },
    amount('Minutes', chosen.minutes, options.clock.most_minutes, 1, (value) => change({ minutes: value })),
    amount('Seconds a move', chosen.increment, options.clock.most_increment, 0, (value) =>
      change({ increment: value }),
    ),
  );

  function change(part: Partial<Chosen>): void {
    Object.assign(chosen, part);
    remember('choices', chosen);
    draw();
  }

  function draw(): void {
    const person = chosen.against === 'person';
    const level = options.levels.find(({ level: number }) => number === chosen.level)?.name ?? '';
    button.textContent = person ? 'Make a private link' : 'Play';
    fill(
      inShort,
      [
        person ? 'a person' : `${chosen.player}, ${level}`,
        `${chosen.rules} rules`,
        chosen.colour === 'random' ? 'colour by lot' : chosen.colour,
        clockName(chosen.clocked ? chosen : null).toLowerCase(),
      ].join(' · '),
    );
    fill(summary, options.rules.find(({ name }) => name === chosen.rules)?.summary);
    fill(playerSummary, options.players.find(({ name }) => name === chosen.player)?.summary);
    show(machine, !person);
    show(times, chosen.clocked);
  }

  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      frame.go(`/game/${(await api.createGame(settingsOf(chosen))).game}`);
    } catch (error) {
      problem.textContent = (error as Error).message;
      button.disabled = false;
    }
  });
  draw();

  return h(
    'section',
    { class: 'start', 'aria-label': 'A new game' },
    h('div', { class: 'start-now' }, boardPicture(), button, inShort, problem),
    h(
      'div',
      { class: 'choices' },
      picks(
        'Opponent',
        [
          { value: 'machine', label: 'The machine' },
          { value: 'person', label: 'A person' },
        ],
        chosen.against,
        (value) => change({ against: value as Chosen['against'] }),
      ),
      machine,
      select(
        'Rules',
        options.rules.map(({ name }) => ({ value: name, label: name })),
        chosen.rules,
        (value) => change({ rules: value }),
      ),
      summary,
      picks(
        'Your colour',
        [
          { value: 'white', label: 'White' },
          { value: 'random', label: 'By lot' },
          { value: 'black', label: 'Black' },
        ],
        chosen.colour,
        (value) => change({ colour: value as Chosen['colour'] }),
      ),
      picks(
        'Clock',
        [
          { value: 'none', label: 'None' },
          { value: 'clock', label: 'With a clock' },
        ],
        chosen.clocked ? 'clock' : 'none',
        (value) => change({ clocked: value === 'clock' }),
      ),
      times,
    ),
  );
}

function gameRow(game: Summary): HTMLElement {
  const date = new Date(game.created_ms).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
  return h(
    'li',
    {},
    h(
      'a',
      { href: `/game/${game.id}`, class: game.your_turn ? 'yours' : undefined },
      h('span', { class: `dot ${game.side ?? 'white'}`, 'aria-hidden': 'true' }),
      h(
        'span',
        { class: 'who' },
        opponentName(game),
        h('small', {}, `${game.rules} · ${game.side ?? ''} · ${clockName(game.clock).toLowerCase()} · ${date}`),
      ),
      h('span', { class: 'state' }, statusName(game)),
    ),
  );
}

export function homePage(frame: Frame): Page {
  const start = h('div', {}, h('p', { class: 'loading' }, 'One moment …'));
  const games = h('div');
  let closed = false;

  function open(): void {
    api.options().then(
      (options) => !closed && fill(start, startCard(options, frame)),
      (error: Error) => !closed && fill(start, failed(error.message, open)),
    );
    listGames();
  }

  function listGames(): void {
    if (document.hidden) return;
    api.ownGames().then(
      ({ games: own }) => {
        if (closed || own.length === 0) return;
        fill(games, h('section', { class: 'own-games' }, h('h2', {}, 'Your games'), h('ul', {}, own.map(gameRow))));
      },
      () => undefined,
    );
  }
  open();
  // Whose turn it is may have changed while nobody looked.
  document.addEventListener('visibilitychange', listGames);

  const element = h(
    'main',
    { class: 'home' },
    h(
      'header',
      { class: 'intro' },
      h('h1', {}, 'Chess in the dark'),
      h(
        'p',
        { class: 'lead' },
        'In Kriegspiel you see your own men and nothing else. A referee knows the whole board. You try; he says “no”, or lets you move, and tells both of you about captures and checks. The rest you must find out.',
      ),
      h('p', {}, h('a', { href: '/rules' }, 'Learn it in two minutes')),
    ),
    start,
    games,
  );
  return {
    title: 'Kriegspiel',
    element,
    close() {
      closed = true;
      document.removeEventListener('visibilitychange', listGames);
    },
  };
}
