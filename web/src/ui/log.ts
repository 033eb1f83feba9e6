// The referee's log: one block a turn, both sides, the newest last and in view.
import { fill, h } from '../base/dom';
import { title, type Entry, type Side } from '../base/protocol';
import { askText, turnsOf, type LogTurn } from './referee';

/** The phrase without its "White has moved." and "White tries:", which the block's heading says already. */
export function shortPhrase({ by, heard, phrase, times }: Entry): string {
  const who = title(by);
  let text = phrase;
  if (heard.answer === 'no') text = times > 1 ? `no, ${times} times` : 'no';
  else if (heard.answer === 'nonsense') text = times > 1 ? `nonsense, ${times} times` : 'nonsense';
  else if (heard.answer === 'ok')
    text = phrase.replace(`${who} has moved. `, '').replace(`${who} has moved.`, 'has moved');
  else text = phrase.replace(`${who} asks "Any?": `, '');
  return text;
}

function line(entry: Entry): HTMLElement {
  const refused = entry.heard.answer === 'no' || entry.heard.answer === 'nonsense';
  const asked = entry.ask ?? (entry.heard.answer.startsWith('any') ? 'any' : null);
  const text = shortPhrase(entry);
  const plain = entry.heard.answer === 'ok' && text === 'has moved' && asked !== null;
  return h(
    'li',
    { class: refused ? 'refused' : entry.heard.check.length > 0 ? 'check' : undefined },
    asked !== null && h('span', { class: 'ask' }, askText(asked)),
    !plain && h('span', { class: 'word' }, asked === null && refused ? `tries: ${text}` : text),
  );
}

function block(turn: LogTurn, current: boolean, own: Side): HTMLElement {
  return h(
    'li',
    { class: `turn ${turn.by}${turn.by === own ? ' own' : ''}`, 'aria-current': current ? 'step' : undefined },
    h(
      'span',
      { class: 'turn-head' },
      h('span', { class: `dot ${turn.by}`, 'aria-hidden': 'true' }),
      `${turn.number} ${title(turn.by)}`,
    ),
    h('ul', {}, turn.entries.map(line)),
  );
}

export function makeLog(): { element: HTMLElement; update(log: Entry[], own: Side): void } {
  const list = h('ol', { class: 'log-turns' });
  const element = h('section', { class: 'log', 'aria-label': 'Referee’s log', tabindex: '0' }, list);
  let drawn = '';
  return {
    element,
    update(log, own) {
      const now = JSON.stringify(log);
      if (now === drawn) return;
      drawn = now;
      const turns = turnsOf(log, log[0]?.by);
      if (turns.length === 0) fill(list, h('li', { class: 'empty' }, 'The referee’s announcements appear here.'));
      else
        fill(
          list,
          turns.map((turn, i) => block(turn, i === turns.length - 1, own)),
        );
      element.scrollTop = element.scrollHeight;
    },
  };
}
