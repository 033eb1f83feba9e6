// The field in which a try can be typed.
import { h, newId, say } from '../base/dom';
import { readBoard } from '../ui/men';
import { readTry, type Reading } from './entry';
import { ownTurn, type State } from './state';

export interface EntryForm {
  element: HTMLElement;
  /** Says what is wrong with what was typed, or nothing. */
  explain(problem: string): void;
}

type Meant = Exclude<Reading, { problem: string }>;

/** `typed` gets what the text means. */
export function makeEntryForm(state: () => State, typed: (meant: Meant) => void): EntryForm {
  const id = newId();
  const entry = h('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    placeholder: 'e2e4 or Nf3',
    'aria-describedby': `${id}-problem`,
  });
  const problem = h('p', { id: `${id}-problem`, class: 'problem', 'aria-live': 'polite' });
  const explain = (text: string) => say(problem, text);

  function submit(event: Event): void {
    event.preventDefault();
    const { now } = state();
    if (!now) return;
    if (!ownTurn(state())) return explain('It is not your turn.');
    const { askable, refused, may_ask_any: mayAskAny, board } = now;
    const reading = readTry(entry.value, { men: readBoard(board), askable, refused, mayAskAny });
    if ('problem' in reading) return explain(reading.problem);
    explain('');
    entry.value = '';
    typed(reading);
  }

  const element = h(
    'form',
    { class: 'entry', onsubmit: submit },
    h('label', { for: id }, 'Move'),
    entry,
    h('button', { type: 'submit' }, 'Try'),
    problem,
  );
  return { element, explain };
}
