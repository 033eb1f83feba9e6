// A tournament of the laboratory: ratings as picture and as list, who beat whom, and how it was made.
import { h } from '../base/dom';
import type { Tournament } from '../base/protocol';
import { capital } from '../ui/names';
import { against, percent, resultText, scoreOf } from './cross-table';
import { ratingPlot, whole } from './rating-plot';

const column = (label: string, style = 'number') => h('th', { scope: 'col', class: style }, label);

const unseenColumn = (label: string) => h('th', { scope: 'col' }, h('span', { class: 'unseen' }, label));

const scrolling = (label: string, table: HTMLElement) =>
  h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, table);

function ratingList({ title, players }: Tournament): HTMLElement {
  return scrolling(
    `Ratings: ${title}`,
    h(
      'table',
      { class: 'ratings' },
      h(
        'thead',
        {},
        h('tr', {}, column('Player', ''), column('Rating'), column('95% interval'), column('Score'), column('Games')),
      ),
      h(
        'tbody',
        {},
        players.map(({ name, rating, low, high, score, games }) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, name),
            h('td', { class: 'number' }, h('strong', {}, whole(rating))),
            h('td', { class: 'number' }, `${whole(low)} to ${whole(high)}`),
            h('td', { class: 'number' }, games > 0 && percent(score / games)),
            h('td', { class: 'number' }, games),
          ),
        ),
      ),
    ),
  );
}

function crossCell(tournament: Tournament, row: string, other: string): HTMLElement {
  if (row === other) return h('td', { class: 'self' }, h('span', { class: 'unseen' }, 'itself'));
  const result = against(tournament, row, other);
  const score = scoreOf(result);
  if (score === null) return h('td', { class: 'none' }, '–');
  const text = resultText(result);
  const cell = h(
    'td',
    { class: 'number', title: `${row} against ${other}: ${text}` },
    percent(score),
    h('span', { class: 'unseen' }, ` (${text})`),
  );
  cell.style.setProperty('--score', String(score));
  return cell;
}

function crossTable(tournament: Tournament): HTMLElement {
  const names = tournament.players.map(({ name }) => name);
  return scrolling(
    `Cross table: ${tournament.title}`,
    h(
      'table',
      { class: 'cross' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          unseenColumn('Score of'),
          names.map((name) => column(name)),
        ),
      ),
      h(
        'tbody',
        {},
        names.map((row) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, row),
            names.map((other) => crossCell(tournament, row, other)),
          ),
        ),
      ),
    ),
  );
}

export function tournamentCard(tournament: Tournament): { element: HTMLElement; close(): void } {
  const { title, rules, budget, command, players } = tournament;
  const plot = ratingPlot(players);
  const element = h(
    'section',
    { class: 'card tournament' },
    h('div', {}, h('h3', {}, title), h('p', { class: 'hint' }, [`${capital(rules)} rules`, budget].filter(Boolean).join(' · '))),
    players.length === 0
      ? h('p', { class: 'hint' }, 'No games yet.')
      : [plot.element, ratingList(tournament), h('h4', {}, 'Row against column'), crossTable(tournament)],
    h('details', {}, h('summary', {}, 'How it was made'), h('pre', { class: 'command', tabindex: '0' }, command)),
  );
  return { element, close: plot.close };
}
