// The line above every page: an own challenge is open, or was accepted while another game is being played.
import { fill, h } from '../base/dom';
import { lobby, withdraw } from './lobby';
import { waitingFor, type LobbyState } from './state';

function openText({ open, challenges }: LobbyState): string {
  if (open.length > 1) return `Your ${open.length} challenges are open`;
  const only = challenges.find(({ game }) => game === open[0]);
  return `${only ? waitingFor(only) : 'Your challenge'} is open`;
}

function parts(state: LobbyState): HTMLElement[] {
  const { open, started, complaint } = state;
  const lines = started.map((game) =>
    h(
      'div',
      { class: 'banner started' },
      h('p', {}, 'Challenge accepted. Your game has started.'),
      h('a', { class: 'button primary', href: `/game/${game}` }, 'Go to the game'),
    ),
  );
  if (open.length > 0)
    lines.push(
      h(
        'div',
        { class: 'banner' },
        h('p', {}, openText(state), complaint && h('small', { class: 'complaint' }, complaint)),
        h(
          'button',
          { type: 'button', onclick: () => open.forEach((game) => void withdraw(game)) },
          open.length > 1 ? 'Withdraw all' : 'Withdraw',
        ),
      ),
    );
  return lines;
}

export function banners(): HTMLElement {
  const element = h('div', { class: 'banners', role: 'status' });
  let drawn = '';
  const draw = (state: LobbyState) => {
    const key = JSON.stringify([state.started, state.open, openText(state), state.complaint]);
    if (key !== drawn) fill(element, parts(state));
    drawn = key;
  };
  lobby.watch(draw);
  draw(lobby.value);
  return element;
}
