// The result of a finished game, and what can be done with it.
import { h } from '../base/dom';
import type { Side, Transcript } from '../base/protocol';
import { playerList, reasonName, verdict } from '../replay/result';
import { capital } from '../ui/names';
import { exportMenu } from './export';

/** `footer` has what else can be done: rematch, a new game. */
export function endCard(transcript: Transcript, own: Side | null, footer: HTMLElement): HTMLElement {
  const { end, rules, rated } = transcript;
  return h(
    'div',
    { class: 'end-card' },
    h('h1', {}, verdict(end, own)),
    h('p', {}, `${reasonName(end.reason)}. Rules: ${capital(rules.name)}. ${rated ? 'Rated.' : 'Casual.'}`),
    playerList(transcript, own),
    h('div', { class: 'row' }, footer, exportMenu(transcript)),
  );
}
