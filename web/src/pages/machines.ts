// /machines: games of our own players to look at, and what the laboratory knows of their strength.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import {
  sides,
  title,
  type ExhibitionSettings,
  type Machine,
  type Options,
  type Side,
  type Summary,
} from '../base/protocol';
import { tournamentCard } from '../machines/tournament';
import { verdict } from '../replay/result';
import { select } from '../ui/fields';
import { serverForm } from '../ui/form';
import { capital } from '../ui/names';
import { loading } from '../ui/words';
import { chosenFrom, machineFields } from './choices';
import { gameRow } from './game-row';
import { failed } from './not-found';
import type { Frame, Page } from './page';
import { playersText } from './words';

function beginForm(options: Options, frame: Frame): HTMLElement {
  const { rules, player, level } = chosenFrom(options);
  const chosen: ExhibitionSettings = { rules, white: { player, level }, black: { player, level } };
  const seat = (side: Side) => {
    const fields = machineFields(options, chosen[side], (part: Partial<Machine>) => {
      Object.assign(chosen[side], part);
      fields.draw(chosen[side].player);
    });
    fields.draw(chosen[side].player);
    return h(
      'fieldset',
      { class: 'seat' },
      h('legend', {}, h('span', { class: `dot ${side}`, 'aria-hidden': 'true' }), title(side)),
      fields.element,
    );
  };
  const form = serverForm(
    'Start',
    'primary',
    [
      h('div', { class: 'seats' }, sides.map(seat)),
      select(
        'Rules',
        options.rules.map(({ name }) => ({ value: name, label: capital(name) })),
        rules,
        (name) => (chosen.rules = name),
      ),
    ],
    async () => frame.go(`/machines/${(await api.beginExhibition(chosen)).game}`),
  );
  return h('section', { class: 'card' }, h('h2', {}, 'Start a game'), form);
}

const exhibitionRow = (game: Summary): HTMLElement =>
  gameRow(game, {
    side: null,
    names: playersText(game),
    details: [],
    state: game.end ? verdict(game.end, null) : 'Watch',
    path: game.end ? `/game/${game.id}` : `/machines/${game.id}`,
  });

/** Games come and go while one looks at the list. */
const listAgain = 10_000;

function makeExhibitions() {
  const element = h('div');
  let closed = false;
  function list(): void {
    if (document.hidden) return;
    api.exhibitions().then(
      ({ games }) => {
        if (closed) return;
        const empty = h('p', { class: 'hint' }, 'No exhibitions yet. Choose two bots above and start one.');
        fill(element, games.length > 0 ? h('ul', { class: 'rows' }, games.map(exhibitionRow)) : empty);
      },
      (error: Error) =>
        !closed && element.childElementCount === 0 && fill(element, h('p', { class: 'problem' }, error.message)),
    );
  }
  list();
  document.addEventListener('visibilitychange', list);
  const listing = setInterval(list, listAgain);
  return {
    element,
    close(): void {
      closed = true;
      clearInterval(listing);
      document.removeEventListener('visibilitychange', list);
    },
  };
}

function makeTournaments() {
  const element = h('div', { class: 'tournaments' }, h('p', { class: 'hint' }, loading));
  let closePlots: (() => void)[] = [];
  let closed = false;
  function open(): void {
    api.machines().then(
      ({ tournaments }) => {
        if (closed) return;
        const cards = tournaments.map(tournamentCard);
        closePlots = cards.map(({ close }) => close);
        const empty = h('p', { class: 'hint' }, 'No tournaments on this server yet.');
        fill(element, cards.length > 0 ? cards.map((card) => card.element) : empty);
      },
      (error: Error) => !closed && fill(element, failed(error.message, open)),
    );
  }
  open();
  return {
    element,
    close(): void {
      closed = true;
      for (const close of closePlots) close();
    },
  };
}

export function machinesPage(frame: Frame): Page {
  const begin = h('div', {}, h('p', { class: 'loading' }, loading));
  const exhibitions = makeExhibitions();
  const tournaments = makeTournaments();
  let closed = false;

  function openForm(): void {
    api.options().then(
      (options) => !closed && fill(begin, beginForm(options, frame)),
      (error: Error) => !closed && fill(begin, failed(error.message, openForm)),
    );
  }
  openForm();

  const lead = 'Watch our bots play each other. You see White’s view, Black’s view and the true board.';
  return {
    title: 'Bots',
    element: h(
      'main',
      { class: 'list-page machines' },
      h(
        'header',
        { class: 'intro' },
        h('h1', {}, 'Bots'),
        h('p', { class: 'lead' }, lead),
        h('p', { class: 'row' }, h('a', { href: '/import' }, 'Import a game')),
      ),
      begin,
      h('section', {}, h('h2', {}, 'Exhibitions'), exhibitions.element),
      h('section', {}, h('h2', {}, 'Tournaments'), tournaments.element),
    ),
    close() {
      closed = true;
      exhibitions.close();
      tournaments.close();
    },
  };
}
