// /player/NAME: a rating and how it came about, results, games, and a challenge for those who have a name themselves.
import { account } from '../base/account';
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import { other, title, type Account, type Profile, type Side, type Summary } from '../base/protocol';
import { verdictFor } from '../replay/result';
import { ratingGraph } from '../ui/graph';
import { accountName, capital, differenceText, kindMark, playerName, playerPath, ratingText } from '../ui/names';
import { loading } from '../ui/words';
import { challengeCard } from './challenge';
import { gameRow } from './game-row';
import { failed, notFound } from './not-found';
import type { Page } from './page';

function about(player: Account): HTMLElement {
  const since = new Date(player.since_ms).toLocaleDateString(undefined, { month: 'long', year: 'numeric' });
  return h(
    'header',
    { class: 'intro profile' },
    h('h1', {}, accountName(player), kindMark(player.kind)),
    h(
      'p',
      { class: 'lead' },
      h('strong', {}, ratingText(player)),
      ` ± ${Math.round(player.deviation)} after ${player.rated_games === 1 ? 'one rated game' : `${player.rated_games} rated games`}`,
    ),
    h(
      'p',
      { class: 'hint' },
      player.owner && ['A bot by ', h('a', { href: playerPath(player.owner) }, player.owner), '. '],
      player.kind === 'house' ? 'A built-in bot of this server. It is always available.' : `Joined in ${since}.`,
      player.provisional && ' The rating is provisional: there are too few games to be sure.',
    ),
  );
}

type Result = Profile['results'][number];

function bar({ won, drawn, lost }: Result): HTMLElement {
  const part = (name: string, count: number) => {
    const element = h('span', { class: name });
    element.style.flexGrow = String(count);
    return element;
  };
  return h(
    'span',
    { class: 'bar', 'aria-hidden': 'true' },
    part('bar-won', won),
    part('bar-drawn', drawn),
    part('bar-lost', lost),
  );
}

const results = (all: Result[]): HTMLElement =>
  h(
    'section',
    {},
    h('h2', {}, 'Results'),
    h(
      'div',
      { class: 'scroll' },
      h(
        'table',
        { class: 'results' },
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ['Rules', '', 'Won', 'Drawn', 'Lost'].map((head, column) =>
              column === 1 ? h('td') : h('th', { scope: 'col', class: column > 1 && 'number' }, head),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          all.map((result) =>
            h(
              'tr',
              {},
              h('th', { scope: 'row' }, capital(result.rules)),
              h('td', {}, bar(result)),
              [result.won, result.drawn, result.lost].map((count) => h('td', { class: 'number' }, count)),
            ),
          ),
        ),
      ),
    ),
  );

/** The side that the player of this page had. */
const sideOf = (game: Summary, name: string): Side => (game.white?.account === name ? 'white' : 'black');

function rowOf(game: Summary, name: string): HTMLElement {
  const side = sideOf(game, name);
  const opponent = game[other(side)];
  return gameRow(game, {
    side,
    names: opponent ? playerName(opponent) : 'Nobody',
    details: [title(side)],
    state: `${game.end ? verdictFor(game.end, side) : ''}${game.ratings ? ` ${differenceText(game.ratings, side)}` : ''}`,
  });
}

export function playerPage(name: string): Page {
  const element = h('main', { class: 'list-page' }, h('p', { class: 'loading' }, loading));
  let close = () => {};

  const open = () =>
    api.profile(name).then(
      (profile) => {
        const { player, games } = profile;
        const graph = ratingGraph(profile.graph);
        close = graph.close;
        const mayChallenge = account.value && account.value.name !== player.name && player.kind !== 'house';
        fill(
          element,
          about(player),
          mayChallenge && challengeCard(player.name),
          profile.graph.length > 0 && graph.element,
          profile.results.length > 0 && results(profile.results),
          games.length > 0 &&
            h(
              'section',
              {},
              h('h2', {}, 'Latest games'),
              h(
                'ul',
                { class: 'rows' },
                games.map((game) => rowOf(game, player.name)),
              ),
            ),
          games.length === 0 && h('p', { class: 'hint' }, 'No finished games yet.'),
        );
      },
      (error: api.ApiError) =>
        fill(
          element,
          error.status === 404 ? notFound('There is no player with this name.') : failed(error.message, open),
        ),
    );
  void open();
  return { title: name, element, close: () => close() };
}
