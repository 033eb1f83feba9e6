// When the screen is drawn: at once after what the player does, and at most once a frame after what the server says, which
// often takes several messages for one thing that has happened.
export interface Drawing<T> {
  now(state: T): void;
  /** With the next frame, and only if it looks different from what was drawn last. */
  soon(state: T): void;
  close(): void;
}

export function makeDrawing<T>(draw: (state: T) => void, looksLike: (a: T, b: T) => boolean): Drawing<T> {
  let drawn: T | null = null;
  let due = 0;
  let latest: T;

  function now(state: T): void {
    drawn = state;
    draw(state);
  }
  function frame(): void {
    due = 0;
    if (drawn === null || !looksLike(drawn, latest)) now(latest);
  }
  return {
    now(state) {
      latest = state;
      now(state);
    },
    soon(state) {
      latest = state;
      if (due === 0) due = requestAnimationFrame(frame);
    },
    close: () => cancelAnimationFrame(due),
  };
}
