// Light or dark: what the system says, unless the player has chosen.
import { fill, h } from '../base/dom';
import { remember, remembered } from '../base/settings';
import { moon, sun } from './icons';

type Theme = 'light' | 'dark';

const systemDark = matchMedia('(prefers-color-scheme: dark)');
let chosen = remembered<Theme | null>('theme', null);

const current = (): Theme => chosen ?? (systemDark.matches ? 'dark' : 'light');

export function applyTheme(): void {
  if (chosen) document.documentElement.dataset['theme'] = chosen;
  else delete document.documentElement.dataset['theme'];
}

export function themeButton(): HTMLElement {
  const button = h('button', { class: 'quiet', type: 'button' });
  const label = () => {
    fill(button, current() === 'dark' ? sun() : moon());
    button.title = `Switch to ${current() === 'dark' ? 'light' : 'dark'} mode`;
  };
  button.addEventListener('click', () => {
    chosen = current() === 'dark' ? 'light' : 'dark';
    remember('theme', chosen);
    applyTheme();
    label();
  });
  systemDark.addEventListener('change', label);
  label();
  return button;
}
