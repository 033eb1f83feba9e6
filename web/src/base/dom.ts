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

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
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

/**
 * Keeps a list like `items`. What has not changed is left where it is, so that focus stays in it; for that, those that stay
 * must stay in order.
 */
export function listOf<T>(list: Element, make: (item: T) => HTMLElement): (items: T[]) => void {
  let drawn = new Map<string, HTMLElement>();
  return (items) => {
    const next = new Map(items.map((item) => [JSON.stringify(item), item]));
    for (const [key, row] of drawn) if (!next.has(key)) row.remove();
    drawn = new Map([...next].map(([key, item]) => [key, drawn.get(key) ?? make(item)]));
    [...drawn.values()].forEach((row, index) => {
      if (list.children[index] !== row) list.insertBefore(row, list.children[index] ?? null);
    });
  };
}

let names = 0;
export const newId = (): string => `id-${++names}`;
