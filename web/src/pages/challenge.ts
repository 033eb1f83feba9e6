// A challenge to one account, on the page of that account.
import { account } from '../base/account';
import * as api from '../base/api';
import { fill, h, show } from '../base/dom';
import type { Options } from '../base/protocol';
import { opened } from '../lobby/lobby';
import { serverForm } from '../ui/form';
import { chosenFrom, gameChoices, inShort, keep, settingsOf, type Chosen } from './choices';

function form(options: Options, name: string): HTMLElement {
  const chosen = chosenFrom(options);
  const short = h('p', { class: 'in-short' });
  const signedIn = account.value !== null;
  const settings = () => settingsOf(chosen, 'named', { name }, signedIn);
  const choices = gameChoices(options, chosen, (part: Partial<Chosen>) => {
    Object.assign(chosen, part);
    keep(chosen);
    draw();
  });

  function draw(): void {
    choices.draw('named', signedIn);
    fill(short, inShort(name, settings()));
  }
  draw();

  return h(
    'div',
    { class: 'card choices' },
    choices.elements,
    serverForm('Send challenge', 'primary', [short], async () => {
      opened((await api.createGame(settings())).game);
      return `${name} can see your challenge in the lobby. You can leave this page meanwhile.`;
    }),
  );
}

export function challengeCard(name: string): HTMLElement {
  const place = h('div');
  const problem = h('p', { class: 'problem', role: 'alert' });
  const button = h('button', { type: 'button', class: 'primary' }, 'Challenge');
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      fill(place, form(await api.options(), name));
      show(button, false);
    } catch (error) {
      fill(problem, (error as Error).message);
      button.disabled = false;
    }
  });
  return h('section', { class: 'challenge-card', 'aria-label': `Challenge ${name}` }, button, problem, place);
}
