// /players: the rating list.
import * as api from '../base/api';
import { fill, h } from '../base/dom';
import type { Account } from '../base/protocol';
import { accountName, kindMark, playerPath, ratingText } from '../ui/names';
import { loading } from '../ui/words';
import { failed } from './not-found';
import type { Page } from './page';

const row = (player: Account, index: number): HTMLElement =>
  h(
    'tr',
    {},
    h('td', { class: 'rank' }, index + 1),
    h('th', { scope: 'row' }, h('a', { href: playerPath(player.name) }, accountName(player)), kindMark(player.kind)),
    h(
      'td',
      { class: 'number' },
      h('strong', {}, ratingText(player)),
      h('small', {}, ` ± ${Math.round(player.deviation)}`),
    ),
    h('td', { class: 'number' }, player.rated_games),
  );

function list(players: Account[]): HTMLElement {
  if (players.length === 0) return h('p', { class: 'hint' }, 'No rated games yet.');
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: 'players' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          h('th', { scope: 'col', class: 'rank' }, h('span', { class: 'unseen' }, 'Rank')),
          h('th', { scope: 'col' }, 'Name'),
          h('th', { scope: 'col', class: 'number' }, 'Rating'),
          h('th', { scope: 'col', class: 'number' }, 'Games'),
        ),
      ),
      h('tbody', {}, players.map(row)),
    ),
  );
}

export function playersPage(): Page {
  const content = h('div', {}, h('p', { class: 'loading' }, loading));
  const open = () =>
    api.players().then(
      ({ players }) => fill(content, list(players)),
      (error: Error) => fill(content, failed(error.message, open)),
    );
  void open();
  return {
    title: 'Players',
    element: h(
      'main',
      { class: 'list-page' },
      h(
        'header',
        { class: 'intro' },
        h('h1', {}, 'Players'),
        h(
          'p',
          {},
          'Everyone who has played a rated game, people and bots. A question mark means that the rating is provisional: there are too few games to be sure.',
        ),
      ),
      content,
    ),
  };
}
