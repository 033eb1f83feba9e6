// A value that others watch.

export interface Watched<T> {
  readonly value: T;
  set(value: T): void;
  /** Tells of every change until the function that it returns is called. */
  watch(changed: (value: T, before: T) => void): () => void;
}

export function watched<T>(first: T): Watched<T> {
  const watchers = new Set<(value: T, before: T) => void>();
  let value = first;
  return {
    get value() {
      return value;
    },
    set(next) {
      const before = value;
      value = next;
      // A watcher may have set it again: nobody is told of what is past.
      for (const changed of [...watchers]) changed(value, before);
    },
    watch(changed) {
      watchers.add(changed);
      return () => void watchers.delete(changed);
    },
  };
}
