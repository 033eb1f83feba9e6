// Stepping through a game: buttons, keys, and playing by itself.
import { fill, h } from '../base/dom';
import { pause, play } from '../ui/icons';

export interface Controls {
  element: HTMLElement;
  /** Where it is, and which step is the last one. */
  update(at: number, last: number): void;
  close(): void;
}

const pace = 1100;

class GameControls implements Controls {
  private at = 0;
  private last = 0;
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly first = this.control('First position', '«', () => 0);
  private readonly back = this.control('Back', '‹', () => this.at - 1);
  private readonly on = this.control('Forward', '›', () => this.at + 1);
  private readonly end = this.control('Last position', '»', () => this.last);
  private readonly player = h('button', { type: 'button', class: 'play', onclick: () => this.toggle() });
  readonly element = h('div', { class: 'row steps' }, this.first, this.back, this.player, this.on, this.end);
  private readonly keys: Record<string, () => void> = {
    ArrowLeft: () => this.step(this.at - 1),
    ArrowRight: () => this.step(this.at + 1),
    Home: () => this.step(0),
    End: () => this.step(this.last),
    ' ': () => this.toggle(),
  };

  constructor(private readonly go: (index: number) => void) {
    document.addEventListener('keydown', this.pressed);
    this.drawPlayer();
  }

  private control(label: string, sign: string, target: () => number): HTMLButtonElement {
    const step = () => this.step(target());
    return h('button', { type: 'button', 'aria-label': label, title: label, onclick: step }, sign);
  }

  private step(to: number): void {
    this.stop();
    this.go(to);
  }

  private drawPlayer(): void {
    const label = this.timer === undefined ? 'Play' : 'Pause';
    this.player.setAttribute('aria-label', label);
    this.player.setAttribute('title', label);
    fill(this.player, this.timer === undefined ? play() : pause());
  }

  private stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.drawPlayer();
  }

  private toggle(): void {
    if (this.timer !== undefined) return this.stop();
    if (this.at === this.last) this.go(0);
    this.timer = setInterval(() => {
      if (this.at < this.last) this.go(this.at + 1);
      if (this.at === this.last) this.stop();
    }, pace);
    this.drawPlayer();
  }

  private readonly pressed = (event: KeyboardEvent): void => {
    const act = this.keys[event.key];
    if (!act || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.closest('input, dialog') || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    act();
  };

  update(index: number, newest: number): void {
    this.at = index;
    this.last = newest;
    this.first.disabled = this.back.disabled = index === 0;
    this.on.disabled = this.end.disabled = index === newest;
  }

  close(): void {
    this.stop();
    document.removeEventListener('keydown', this.pressed);
  }
}

export const makeControls = (go: (index: number) => void): Controls => new GameControls(go);
