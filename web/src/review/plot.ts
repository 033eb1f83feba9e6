// How many positions were possible for each side over the whole game, on a logarithmic axis: a picture to jump in.
import { fill, h, say, show, svg } from '../base/dom';
import { sides, title, type Moment, type Side } from '../base/protocol';
import { pathOf, type Box } from '../ui/graph';
import { positionsText } from '../ui/words';

/** For each side and each step what was known, as far as it is told. */
export type Numbers = Record<Side, (Moment | null)[]>;

/** Powers of ten from 1 to at least the largest number. */
export function powersTo(most: number): number[] {
  const last = Math.max(1, Math.ceil(Math.log10(most)));
  return Array.from({ length: last + 1 }, (_, power) => 10 ** power);
}

/** From steps and numbers to places. */
export function placesOf(steps: number, top: number, box: Box): (step: number, states: number) => [number, number] {
  const way = (box.right - box.left) / Math.max(1, steps - 1);
  return (step, states) => [
    box.left + way * step,
    box.bottom - (Math.log10(Math.max(1, states)) / Math.log10(top)) * (box.bottom - box.top),
  ];
}

export function stepAt(x: number, steps: number, box: Box): number {
  const step = Math.round(((x - box.left) / (box.right - box.left)) * (steps - 1));
  return Math.max(0, Math.min(steps - 1, step));
}

interface Run {
  exact: boolean;
  points: [number, number][];
}

/** Pieces of a line that are drawn alike. A way that leads to a number that is not exact is not exact itself. */
export function runsOf(moments: (Moment | null)[]): Run[] {
  const runs: Run[] = [];
  moments.forEach((moment, step) => {
    if (!moment) return;
    const last = runs.at(-1);
    const previous = last?.points.at(-1);
    const follows = previous?.[0] === step - 1;
    const point: [number, number] = [step, moment.states];
    if (last && follows && last.exact === moment.exact) last.points.push(point);
    else runs.push({ exact: moment.exact, points: follows ? [previous, point] : [point] });
  });
  return runs;
}

export function plotWords(numbers: Numbers): string {
  const words = sides.flatMap((side) => {
    const told = numbers[side].filter((moment) => moment !== null);
    if (told.length === 0) return [];
    const largest = told.reduce((most, moment) => (moment.states > most.states ? moment : most));
    return [`for ${title(side)} ${positionsText(largest)} at the peak, ${positionsText(told.at(-1))} at the end`];
  });
  return words.length > 0 ? `Possible positions over the game: ${words.join('; ')}.` : '';
}

const height = 190;
const boxOf = (width: number): Box => ({ left: 44, right: width - 12, top: 10, bottom: height - 22 });
const short = new Intl.NumberFormat('en', { notation: 'compact' });

/** Under the axis stand the numbers of moves, as far apart as they need. */
function draw(numbers: Numbers, numbering: number[], now: number, width: number): SVGElement {
  const box = boxOf(width);
  const most = Math.max(10, ...sides.flatMap((side) => numbers[side].map((moment) => moment?.states ?? 1)));
  const ticks = powersTo(most);
  const at = placesOf(numbering.length, ticks.at(-1)!, box);
  const apart = Math.ceil(numbering.at(-1)! / Math.floor(width / 60) / 5) * 5;
  const [x] = at(now, 1);
  return svg(
    'svg',
    { class: 'graph', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    ...ticks.flatMap((tick) => {
      const y = at(0, tick)[1];
      return [
        svg('line', { x1: box.left, x2: box.right, y1: y, y2: y }),
        svg('text', { x: box.left - 6, y: y + 4, 'text-anchor': 'end' }, short.format(tick)),
      ];
    }),
    ...numbering.flatMap((number, step) => {
      const isNamed = number !== numbering[step - 1] && (number === 1 || (number > 0 && number % apart === 0));
      return isNamed ? [svg('text', { x: at(step, 1)[0], y: height - 5, 'text-anchor': 'middle' }, `${number}`)] : [];
    }),
    svg('line', { class: 'now-line', x1: x, x2: x, y1: box.top - 4, y2: box.bottom }),
    ...sides.flatMap((side) =>
      runsOf(numbers[side]).map(({ exact, points }) =>
        svg('path', {
          class: `known-line ${side}${exact ? '' : ' rough'}`,
          d: pathOf(points.map(([step, states]) => at(step, states))),
        }),
      ),
    ),
    ...sides.flatMap((side) => {
      const moment = numbers[side][now];
      return moment
        ? [svg('circle', { class: `known-now ${side}`, cx: x, cy: at(now, moment.states)[1], r: 4.5 })]
        : [];
    }),
  );
}

export interface Plot {
  element: HTMLElement;
  /** `name` is what the step is called. */
  update(numbers: Numbers, step: number, name: string): void;
  close(): void;
}

/** `numbering` has the number of the move for each step. */
export function makePlot(numbering: number[], go: (step: number) => void): Plot {
  const steps = numbering.length;
  const place = h('div', {
    class: 'plot-place',
    role: 'slider',
    tabindex: '0',
    'aria-label': 'Step of the game, with the numbers of possible positions',
    'aria-valuemin': '0',
    'aria-valuemax': String(steps - 1),
  });
  const words = h('p', { class: 'unseen' });
  const rough = h('span', { class: 'rough' }, 'at least');
  const legend = h(
    'p',
    { class: 'plot-legend', 'aria-hidden': 'true' },
    sides.map((side) => h('span', { class: side }, title(side))),
    rough,
  );
  const element = h(
    'section',
    { class: 'plot', 'aria-label': 'Possible positions' },
    h('div', { class: 'plot-head' }, h('h2', {}, 'Possible positions'), legend),
    place,
    words,
  );
  let numbers: Numbers = { white: [], black: [] };
  let now = 0;

  function redraw(): void {
    if (place.clientWidth > 0) fill(place, draw(numbers, numbering, now, place.clientWidth));
  }

  function jump({ clientX }: PointerEvent): void {
    const { left, width } = place.getBoundingClientRect();
    go(stepAt(clientX - left, steps, boxOf(width)));
  }
  place.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    // What is under the pointer is drawn anew while it moves.
    place.setPointerCapture(event.pointerId);
    jump(event);
  });
  place.addEventListener('pointermove', (event) => {
    if (place.hasPointerCapture(event.pointerId)) jump(event);
  });
  const watcher = new ResizeObserver(redraw);
  watcher.observe(place);

  return {
    element,
    update(next, step, name) {
      numbers = next;
      now = step;
      say(words, plotWords(numbers));
      show(rough, !sides.every((side) => numbers[side].every((moment) => moment?.exact ?? true)));
      const known = sides.map((side) => `${title(side)} ${positionsText(numbers[side][now])}`);
      place.setAttribute('aria-valuenow', String(now));
      place.setAttribute('aria-valuetext', `${name} ${known.join(', ')}.`);
      redraw();
    },
    close: () => watcher.disconnect(),
  };
}
