// A form whose answer comes from the server and is shown below it.
import { h, say } from '../base/dom';

export type Values = Record<string, string>;

/** `act` returns what to say when it is done, or nothing. Whatever was typed is forgotten then. */
export function serverForm(
  label: string,
  style: 'primary' | 'danger' | undefined,
  fields: Element[],
  act: (values: Values) => Promise<string | void>,
): HTMLFormElement {
  const problem = h('p', { class: 'problem', role: 'alert' });
  const done = h('p', { class: 'done', role: 'status' });
  const button = h('button', { type: 'submit', class: style }, label);
  // A form that is sent before the page is ready must not put a password into the address.
  const form = h('form', { class: 'stacked', method: 'post' }, fields, problem, done, button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    say(problem, '');
    say(done, '');
    try {
      say(done, (await act(Object.fromEntries(new FormData(form)) as Values)) ?? '');
      form.reset();
    } catch (error) {
      say(problem, (error as Error).message);
    }
    button.disabled = false;
  });
  return form;
}
