// What a page is, and what every page may ask of the frame around it.

export interface Page {
  title: string;
  element: HTMLElement;
  /** Whether a game runs here, which nobody may be taken away from. */
  playing?(): boolean;
  /** Called when another page takes its place. */
  close?(): void;
}

export interface Frame {
  go(path: string): void;
  setTitle(title: string): void;
}
