// A rating over time, drawn for the width it has. Where things are is computed by pure functions.
import { fill, h, svg } from '../base/dom';

export type Points = [number, number][];

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Round numbers around the lowest and the highest value, at most `most` of them and at least 100 apart in all. */
export function ratingTicks(lowest: number, highest: number, most: number): number[] {
  const middle = (lowest + highest) / 2;
  const low = Math.min(lowest, middle - 50);
  const high = Math.max(highest, middle + 50);
  for (let power = 10; ; power *= 10) {
    for (const step of [power, 2 * power, 5 * power]) {
      const first = Math.floor(low / step);
      const last = Math.ceil(high / step);
      if (last - first < most) return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
    }
  }
}

const hour = 3_600_000;

function timeFormat(span: number): Intl.DateTimeFormatOptions {
  if (span < 36 * hour) return { hour: '2-digit', minute: '2-digit' };
  if (span < 330 * 24 * hour) return { day: 'numeric', month: 'short' };
  return { month: 'short', year: 'numeric' };
}

/** Moments from first to last, evenly apart, each with a name that differs from the one before. */
export function timeTicks(from: number, to: number, most: number, locale?: string): { at: number; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, timeFormat(to - from));
  const count = to > from ? Math.max(2, most) : 1;
  const ticks = Array.from({ length: count }, (_, index) => {
    const at = from + ((to - from) * index) / Math.max(1, count - 1);
    return { at, label: format.format(at) };
  });
  return ticks.filter(({ label }, index) => label !== ticks[index - 1]?.label);
}

/** From times and ratings to places. A single moment is in the middle. */
export function places(points: Points, ticks: number[], box: Box): (time: number, rating: number) => [number, number] {
  const from = points[0]![0];
  const span = points.at(-1)![0] - from;
  const low = ticks[0]!;
  const range = ticks.at(-1)! - low;
  return (time, rating) => [
    box.left + (span > 0 ? (time - from) / span : 0.5) * (box.right - box.left),
    box.bottom - ((rating - low) / range) * (box.bottom - box.top),
  ];
}

export const pathOf = (corners: [number, number][]): string =>
  corners.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export function inWords(points: Points, locale?: string): string {
  const ratings = points.map(([, rating]) => Math.round(rating));
  const day = (at: number) =>
    new Date(at).toLocaleDateString(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const [first, last] = [points[0]!, points.at(-1)!];
  if (points.length === 1) return `Rating ${ratings[0]} on ${day(first[0])}.`;
  return `Rating over time: ${ratings[0]} on ${day(first[0])}, ${ratings.at(-1)} on ${day(last[0])}, lowest ${Math.min(...ratings)}, highest ${Math.max(...ratings)}.`;
}

const height = 220;

function draw(points: Points, width: number): SVGElement {
  const ratings = points.map(([, rating]) => rating);
  const ticks = ratingTicks(Math.min(...ratings), Math.max(...ratings), 6);
  const box = { left: 46, right: width - 14, top: 12, bottom: height - 28 };
  const at = places(points, ticks, box);
  const line = points.map(([time, rating]) => at(time, rating));
  const [endX, endY] = line.at(-1)!;
  const times = timeTicks(points[0]![0], points.at(-1)![0], Math.floor(width / 110));
  return svg(
    'svg',
    { class: 'graph', viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': inWords(points) },
    ...ticks.flatMap((tick) => {
      const y = at(points[0]![0], tick)[1];
      return [
        svg('line', { x1: box.left, x2: box.right, y1: y, y2: y }),
        svg('text', { x: box.left - 8, y: y + 4, 'text-anchor': 'end' }, String(tick)),
      ];
    }),
    ...times.map(({ at: time, label }, index) => {
      const last = index === times.length - 1 && index > 0;
      const anchor = points.length === 1 ? 'middle' : last ? 'end' : index === 0 ? 'start' : 'middle';
      return svg('text', { x: at(time, ticks[0]!)[0], y: height - 8, 'text-anchor': anchor }, label);
    }),
    svg('path', { class: 'graph-line', d: pathOf(line) }),
    svg('circle', { cx: endX, cy: endY, r: 4 }),
  );
}

export function ratingGraph(points: Points): { element: HTMLElement; close(): void } {
  const place = h('div', { class: 'graph-place' });
  const watcher = new ResizeObserver(() => {
    if (points.length > 0 && place.clientWidth > 0) fill(place, draw(points, place.clientWidth));
  });
  watcher.observe(place);
  return {
    element: h('section', { class: 'card' }, h('h2', {}, 'Rating'), place),
    close: () => watcher.disconnect(),
  };
}
