// Questions inside the page: a choice among buttons, answered by one of them or by leaving (null).
import { h, newId } from '../base/dom';

export interface Choice<T> {
  label: string;
  value: T;
  style?: 'primary' | 'danger';
  picture?: Node;
}

export function chooseOne<T>(question: string, choices: Choice<T>[], leave: string, className = ''): Promise<T | null> {
  return new Promise((resolve) => {
    const heading = newId();
    const dialog = h('dialog', { class: `question ${className}`, 'aria-labelledby': heading });
    let answer: T | null = null;
    const buttons = choices.map(({ label, value, style, picture }) =>
      h(
        'button',
        {
          type: 'button',
          class: style,
          onclick: () => {
            answer = value;
            dialog.close();
          },
        },
        picture,
        label,
      ),
    );
    dialog.append(
      h('h2', { id: heading }, question),
      h('div', { class: 'row' }, buttons),
      h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, leave),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    // A press beside the box leaves it, as Escape does.
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

export const confirmed = async (question: string, yes: string, no: string): Promise<boolean> =>
  (await chooseOne(question, [{ label: yes, value: true, style: 'danger' as const }], no)) === true;

export const linkBox = (label: string, path: string): HTMLElement => copyBox(label, `${location.origin}${path}`);

/** A text that can be read, selected and copied. */
export function copyBox(label: string, text: string): HTMLElement {
  const field = h('input', { type: 'text', readonly: true, 'aria-label': label, value: text });
  field.addEventListener('focus', () => field.select());
  const button = h('button', { type: 'button', class: 'primary' }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select();
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return h('div', { class: 'copy-box' }, field, button);
}

export function linkDialog(question: string, explanation: string, path: string): void {
  const heading = newId();
  const dialog = h(
    'dialog',
    { class: 'question', 'aria-labelledby': heading },
    h('h2', { id: heading }, question),
    h('p', {}, explanation),
    linkBox(question, path),
  );
  dialog.append(h('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, 'Close'));
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
