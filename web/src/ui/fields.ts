// The fields of a form: a choice of a few, a list to choose from, a number, a switch, a line of text.
import { h, newId } from '../base/dom';

export interface Choice<T> {
  value: T;
  label: string;
}

/** A row of radio buttons that look like one switch. */
export function picks<T extends string | number>(
  legend: string,
  choices: Choice<T>[],
  value: T,
  changed: (value: T) => void,
): HTMLElement {
  const name = newId();
  return h(
    'fieldset',
    { class: 'picks' },
    h('legend', {}, legend),
    h(
      'div',
      { class: 'switch' },
      choices.map((choice) =>
        h(
          'label',
          {},
          h('input', { type: 'radio', name, checked: choice.value === value, onchange: () => changed(choice.value) }),
          h('span', {}, choice.label),
        ),
      ),
    ),
  );
}

export function select(
  label: string,
  choices: Choice<string>[],
  value: string,
  changed: (value: string) => void,
): HTMLElement {
  const id = newId();
  const field = h(
    'select',
    { id, onchange: () => changed(field.value) },
    choices.map((choice) => h('option', { value: choice.value, selected: choice.value === value }, choice.label)),
  );
  return h('div', { class: 'field' }, h('label', { for: id }, label), field);
}

export function amount(
  label: string,
  value: number,
  most: number,
  least: number,
  changed: (value: number) => void,
): HTMLElement {
  const id = newId();
  const field = h('input', { id, type: 'number', min: least, max: most, value, inputmode: 'numeric' });
  field.addEventListener('change', () => {
    const number = Math.max(least, Math.min(most, Math.round(Number(field.value) || least)));
    field.value = String(number);
    changed(number);
  });
  return h('div', { class: 'field narrow' }, h('label', { for: id }, label), field);
}

export interface Toggle {
  element: HTMLElement;
  show(on: boolean, possible: boolean): void;
}

export function toggle(label: string, changed: (on: boolean) => void): Toggle {
  const field = h('input', { type: 'checkbox', role: 'switch', onchange: () => changed(field.checked) });
  return {
    element: h('label', { class: 'toggle' }, field, label),
    show(on, possible) {
      field.checked = on && possible;
      field.disabled = !possible;
    },
  };
}

export function line(label: string, properties: Record<string, unknown>, hint?: string): HTMLElement {
  const id = newId();
  return h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label),
    h('input', {
      id,
      type: 'text',
      required: true,
      autocapitalize: 'off',
      spellcheck: 'false',
      'aria-describedby': hint && `${id}-hint`,
      ...properties,
    }),
    hint && h('p', { class: 'hint', id: `${id}-hint` }, hint),
  );
}

export interface Area {
  element: HTMLElement;
  value: string;
}

/** Lines of text, written or from a file. */
export function area(label: string, placeholder: string, accept: string | null, changed: () => void): Area {
  const id = newId();
  const field = h('textarea', { id, rows: 6, placeholder, spellcheck: 'false', oninput: changed });
  const file = h('input', { type: 'file', accept, class: 'unseen', tabindex: '-1', 'aria-hidden': 'true' });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    field.value = await chosen.text();
    file.value = '';
    changed();
  });
  return {
    element: h(
      'div',
      { class: 'field' },
      h('label', { for: id }, label),
      field,
      accept !== null && [
        h('button', { type: 'button', class: 'open-file', onclick: () => file.click() }, 'Open a file'),
        file,
      ],
    ),
    get value() {
      return field.value;
    },
    set value(text) {
      field.value = text;
    },
  };
}

/** What a name may be, so that most mistakes are told before the server is asked. */
export const newName = {
  name: 'name',
  minlength: 2,
  maxlength: 20,
  pattern: '[A-Za-z][A-Za-z0-9_\\-]*',
  title: '2 to 20 letters, digits, - and _, beginning with a letter',
};
