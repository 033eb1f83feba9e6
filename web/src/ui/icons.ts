// Small pictures for buttons, drawn with the colour of the text.
import { svg } from '../base/dom';

const icon =
  (...lines: string[]) =>
  (): SVGElement =>
    svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...lines.map((d) => svg('path', { d })));

const speaker = 'M4 9.5v5h3.5L12 19V5L7.5 9.5z';

export const soundOn = icon(speaker, 'M15.5 9a4.2 4.2 0 0 1 0 6', 'M18 6.5a7.8 7.8 0 0 1 0 11');
export const soundOff = icon(speaker, 'M16 9.5l5 5', 'M21 9.5l-5 5');
export const moon = icon('M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z');
export const sun = icon(
  'M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8z',
  'M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
);
export const play = icon('M8 5.5v13l10.5-6.5z');
export const pause = icon('M8.5 5.5v13', 'M15.5 5.5v13');
