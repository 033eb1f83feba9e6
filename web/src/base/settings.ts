// What this browser remembers between visits. Private windows may forbid it, and then nothing is remembered.

export function remembered<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`blindmate.${name}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`blindmate.${name}`);
    else localStorage.setItem(`blindmate.${name}`, JSON.stringify(value));
  } catch {
    // Not worth a word to the player.
  }
}
