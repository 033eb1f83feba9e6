// Making elements without a framework: h('button', { class: 'primary', onclick: play }, 'Play').

type Child = Node | string | number | null | undefined | false;
type Properties = Record<string, unknown>;

export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value as EventListener);
    else if (key === 'value') (element as HTMLInputElement).value = String(value);
    else element.setAttribute(key === 'class' ? 'class' : key, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Replaces everything inside the element. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  const kept = children
    .flat()
    .filter((child): child is Node | string | number => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...kept.map((child) => (child instanceof Node ? child : String(child))));
}

/** Changes text only where it differs, so that a live region does not repeat itself. */
export function say(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function show(element: HTMLElement, visible: boolean): void {
  element.hidden = !visible;
}

let names = 0;
export const newId = (): string => `id-${++names}`;
