// /import: a game from elsewhere, as Kriegspiel PGN, to be reviewed like one that was played here.
import * as api from '../base/api';
import { fill, h, newId, say } from '../base/dom';
import type { Frame, Page } from './page';
import { readProblem, whyNot } from './pgn';

const example = `[Variant "berkeley"]

1. e4 {:exd3} d5 {:} 2. exd5 {d5:exf5} Qxd5 {d5:} 3. Nc3 {:} *`;

function importForm(frame: Frame): HTMLElement {
  const id = newId();
  const text = h('textarea', {
    id,
    rows: 14,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    placeholder: example,
    'aria-describedby': `${id}-problem`,
  });
  const problem = h('div', { id: `${id}-problem`, class: 'problem', role: 'alert' });
  const file = h('input', { type: 'file', class: 'unseen', id: `${id}-file`, accept: '.pgn,.txt,text/plain' });
  const button = h('button', { type: 'submit', class: 'primary' }, 'Import');

  const complain = (message: string) => fill(problem, h('p', {}, message));

  /** Says what is wrong, and shows where. */
  function explain(message: string): void {
    const { text: reason, line } = readProblem(message, text.value);
    complain(reason);
    if (!line) return;
    problem.append(h('pre', {}, line.text));
    text.focus();
    text.setSelectionRange(line.from, line.to);
  }

  file.addEventListener('change', async () => {
    const chosen = file.files?.[0];
    file.value = '';
    if (!chosen) return;
    say(problem, '');
    try {
      text.value = await chosen.text();
      const reason = whyNot(text.value);
      if (reason) complain(reason);
    } catch {
      complain('This file cannot be read.');
    }
  });

  const form = h(
    'form',
    { class: 'card import', novalidate: true },
    h('label', { for: id }, 'Kriegspiel PGN'),
    text,
    problem,
    h('div', { class: 'row' }, button, h('label', { class: 'button', for: file.id }, 'Open a file'), file),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    say(problem, '');
    const reason = whyNot(text.value);
    if (reason) return complain(reason);
    button.disabled = true;
    try {
      frame.go(`/game/${(await api.importGame(text.value)).game}`);
    } catch (error) {
      explain((error as Error).message);
      button.disabled = false;
    }
  });
  return form;
}

export function importPage(frame: Frame): Page {
  return {
    title: 'Import a game',
    element: h(
      'main',
      { class: 'list-page' },
      h(
        'header',
        { class: 'intro' },
        h('h1', {}, 'Import a game'),
        h(
          'p',
          { class: 'lead' },
          'Import a Kriegspiel game with its refused tries as PGN. The referee replays it, and you can review it like a game that was played here. Anyone who has the link can see it.',
        ),
      ),
      importForm(frame),
      h('p', {}, 'Only one player’s view? ', h('a', { href: '/study' }, 'Open it in the study'), '.'),
    ),
  };
}
