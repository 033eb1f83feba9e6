// The lobby, a part of the first page: open challenges, and who is here.
import { account } from '../base/account';
import * as api from '../base/api';
import { h, listOf, say, show } from '../base/dom';
import { title, type Challenge, type Present } from '../base/protocol';
import * as lobby from '../lobby/lobby';
import { inOrder, waitingFor, type LobbyState } from '../lobby/state';
import { accountName, kindMark, playerPath, playerTag, ratingText } from '../ui/names';
import { reconnecting } from '../ui/words';
import type { Frame } from './page';
import { signInLink } from './sign-in';
import { termsName } from './words';

export interface LobbySection {
  element: HTMLElement;
  /** Leads down to the lobby, where that is out of sight; hidden while nobody waits. */
  pointer: HTMLElement;
  close(): void;
}

type Accept = (game: string, button: HTMLButtonElement) => void;

function answer(challenge: Challenge, accept: Accept): HTMLElement {
  if (challenge.yours)
    return h('button', { type: 'button', onclick: () => void lobby.withdraw(challenge.game) }, 'Withdraw');
  if (challenge.rated && !account.value) return signInLink();
  const button = h('button', { type: 'button', class: 'primary' }, 'Accept');
  button.addEventListener('click', () => accept(challenge.game, button));
  return button;
}

function challengeRow(challenge: Challenge, accept: Accept): HTMLElement {
  const { by, colour, to, yours } = challenge;
  return h(
    'li',
    { class: yours ? 'challenge own' : 'challenge' },
    h('span', { class: `dot ${colour}`, 'aria-hidden': 'true' }),
    h(
      'span',
      { class: 'who' },
      h(
        'span',
        {},
        yours ? waitingFor(challenge) : playerTag(by),
        by.kind === 'bot' && kindMark('bot'),
        to !== null && !yours && h('span', { class: 'mark to-you' }, 'for you'),
      ),
      h('small', {}, `${termsName(challenge)} · ${yours ? 'your opponent plays' : 'you play'} ${title(colour)}`),
    ),
    answer(challenge, accept),
  );
}

const personRow = ({ name, kind, rating, provisional }: Present): HTMLElement =>
  h(
    'li',
    {},
    h('a', { href: playerPath(name) }, accountName({ kind, name })),
    h('span', { class: 'rating' }, ratingText({ rating, provisional })),
    kindMark(kind),
  );

function emptyText({ link, challenges }: LobbyState): string {
  if (link === 'lost') return reconnecting;
  const isKnown = challenges.length === 0 && link === 'open';
  return isKnown ? 'No open challenges. Choose “Anyone” above to create one.' : '';
}

export function lobbySection(frame: Frame): LobbySection {
  const problem = h('p', { class: 'complaint', role: 'alert' });
  const empty = h('p', { class: 'hint' });
  const challenges = h('ul', { class: 'rows' });
  const people = h('ul', { class: 'people' });
  const here = h('div', { class: 'here' }, h('h3', {}, 'Online'), people);
  const pointer = h('button', { type: 'button', class: 'link', onclick: () => element.scrollIntoView() });
  const drawChallenges = listOf(challenges, (one: Challenge) =>
    challengeRow(one, (game, button) => void accept(game, button)),
  );
  const drawPeople = listOf(people, personRow);

  async function accept(game: string, button: HTMLButtonElement): Promise<void> {
    button.disabled = true;
    say(problem, '');
    try {
      frame.go(`/game/${(await api.acceptInvitation(game)).game}`);
    } catch (error) {
      say(problem, (error as Error).message);
      button.disabled = false;
    }
  }

  function draw(state: LobbyState): void {
    drawChallenges(inOrder(state.challenges));
    drawPeople(state.players);
    show(here, state.players.length > 0);
    show(challenges, state.challenges.length > 0);
    const waiting = state.challenges.filter(({ yours }) => !yours).length;
    show(pointer, waiting > 0);
    say(pointer, waiting === 1 ? 'One open challenge' : `${waiting} open challenges`);
    say(empty, emptyText(state));
  }

  const element = h(
    'section',
    { class: 'lobby', 'aria-label': 'Lobby' },
    h('div', { class: 'challenges' }, h('h2', {}, 'Open challenges'), empty, problem, challenges),
    here,
  );
  const unwatch = lobby.lobby.watch(draw);
  const leave = lobby.enter();
  draw(lobby.lobby.value);
  const close = () => {
    unwatch();
    leave();
  };
  return { element, pointer, close };
}
