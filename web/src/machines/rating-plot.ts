// Ratings with their 95% intervals, a line for each player, drawn for the width it has.
import { fill, h, svg } from '../base/dom';
import type { Tournament } from '../base/protocol';
import { ratingTicks, type Box } from '../ui/graph';

type Players = Tournament['players'];

const rowHeight = 30;
const lineOf = (row: number): number => 8 + rowHeight * (row + 0.5);

export function boxFor(names: string[], width: number): Box {
  const longest = Math.max(...names.map((name) => name.length));
  const left = Math.min(0.42 * width, 20 + 7.2 * longest);
  return { left, right: width - 22, top: 4, bottom: lineOf(names.length - 0.5) };
}

/** From ratings to places on the axis. */
export function alongAxis(ticks: number[], { left, right }: Box): (rating: number) => number {
  const low = ticks[0]!;
  return (rating) => left + ((rating - low) / (ticks.at(-1)! - low)) * (right - left);
}

/** As much of a name as there is room for. */
export function shortened(name: string, room: number): string {
  const letters = Math.floor(room / 7.2);
  return name.length > letters ? `${name.slice(0, Math.max(1, letters - 1))}…` : name;
}

/** With a minus sign that is as wide as a digit: ratings can be differences. */
export const whole = (rating: number): string => String(Math.round(rating)).replace('-', '−');

export const intervalText = ({ name, rating, low, high }: Players[number]): string =>
  `${name}: ${whole(rating)}, between ${whole(low)} and ${whole(high)}`;

function draw(players: Players, width: number): SVGElement {
  const box = boxFor(
    players.map(({ name }) => name),
    width,
  );
  const ticks = ratingTicks(
    Math.min(...players.map(({ low }) => low)),
    Math.max(...players.map(({ high }) => high)),
    Math.max(3, Math.min(8, Math.floor((box.right - box.left) / 36))),
  );
  const at = alongAxis(ticks, box);
  const height = box.bottom + 26;
  return svg(
    'svg',
    {
      class: 'graph rating-plot',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'aria-label': `Ratings with 95% intervals. ${players.map(intervalText).join('; ')}.`,
    },
    ...ticks.flatMap((tick) => [
      svg('line', { x1: at(tick), x2: at(tick), y1: box.top, y2: box.bottom }),
      svg('text', { x: at(tick), y: height - 7, 'text-anchor': 'middle' }, whole(tick)),
    ]),
    ...players.map((player, row) => {
      const y = lineOf(row);
      return svg(
        'g',
        {},
        svg('title', {}, intervalText(player)),
        svg('text', { class: 'name', x: 0, y: y + 4 }, shortened(player.name, box.left - 14)),
        svg('line', { class: 'interval', x1: at(player.low), x2: at(player.high), y1: y, y2: y }),
        svg('circle', { cx: at(player.rating), cy: y, r: 5 }),
      );
    }),
  );
}

export function ratingPlot(players: Players): { element: HTMLElement; close(): void } {
  const element = h('div', { class: 'rating-plot-place' });
  const watcher = new ResizeObserver(() => {
    if (element.clientWidth > 0) fill(element, draw(players, element.clientWidth));
  });
  watcher.observe(element);
  return { element, close: () => watcher.disconnect() };
}
