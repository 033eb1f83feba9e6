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

export function makeControls(go: (index: number) => void): Controls {
  let at = 0;
  let last = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function step(to: number): void {
    stop();
    go(to);
  }
  const control = (label: string, sign: string, target: () => number) =>
    h('button', { type: 'button', 'aria-label': label, title: label, onclick: () => step(target()) }, sign);
  const first = control('First position', '«', () => 0);
  const back = control('Back', '‹', () => at - 1);
  const on = control('Forward', '›', () => at + 1);
  const end = control('Last position', '»', () => last);
  const player = h('button', { type: 'button', class: 'play', onclick: toggle });
  const element = h('div', { class: 'row steps' }, first, back, player, on, end);

  function drawPlayer(): void {
    const label = timer === undefined ? 'Play' : 'Pause';
    player.setAttribute('aria-label', label);
    player.setAttribute('title', label);
    fill(player, timer === undefined ? play() : pause());
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    drawPlayer();
  }

  function toggle(): void {
    if (timer !== undefined) return stop();
    if (at === last) go(0);
    timer = setInterval(() => {
      if (at < last) go(at + 1);
      if (at === last) stop();
    }, pace);
    drawPlayer();
  }

  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(at - 1),
    ArrowRight: () => step(at + 1),
    Home: () => step(0),
    End: () => step(last),
    ' ': toggle,
  };
  function pressed(event: KeyboardEvent): void {
    const act = keys[event.key];
    if (!act || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element;
    if (target.closest('input, dialog') || (event.key === ' ' && target.closest('button, a, summary'))) return;
    event.preventDefault();
    act();
  }
  document.addEventListener('keydown', pressed);
  drawPlayer();

  return {
    element,
    update(index, newest) {
      at = index;
      last = newest;
      first.disabled = back.disabled = at === 0;
      on.disabled = end.disabled = at === last;
    },
    close() {
      stop();
      document.removeEventListener('keydown', pressed);
    },
  };
}
