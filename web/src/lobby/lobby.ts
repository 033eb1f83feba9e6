// The connection to the lobby. It is there while somebody looks at the lobby, and on every page while an own challenge is open.
import { checkAccount } from '../base/account';
import * as api from '../base/api';
import type { LobbyMessage } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { connect, type Connection } from '../base/socket';
import { watched } from '../base/watched';
import * as state from './state';

// Remembered, because a challenge outlives loading the page anew.
export const lobby = watched<state.LobbyState>({ ...state.emptyLobby, open: remembered<string[]>('challenges', []) });

let connection: Connection<never> | null = null;
let visitors = 0;

function set(next: state.LobbyState): void {
  remember('challenges', next.open.length > 0 ? next.open : null);
  lobby.set(next);
  keepConnected();
}

export function keepConnected(): void {
  const wanted = visitors > 0 || lobby.value.open.length > 0;
  if (wanted && !connection) {
    connection = connect<LobbyMessage, never>('/ws/lobby', hear, (link) => {
      if (link === 'lost') void checkAccount();
      if (link !== lobby.value.link) lobby.set({ ...lobby.value, link });
    });
  } else if (!wanted && connection) {
    connection.close();
    connection = null;
    lobby.set({ ...state.emptyLobby, started: lobby.value.started });
  }
}

function hear(message: LobbyMessage): void {
  const before = lobby.value;
  const after = state.fold(before, message);
  set(after);
  if (message.type === 'lobby') for (const game of state.vanished(before, after)) void lookFor(game);
}

async function lookFor(game: string): Promise<void> {
  try {
    const { status } = await api.summary(game);
    if (status === 'playing') set(state.begun(lobby.value, game));
    if (status === 'waiting') set(state.opened(lobby.value, game));
  } catch (error) {
    if ((error as api.ApiError).status !== 404) set(state.opened(lobby.value, game));
  }
}

/** Goes to the lobby; calling what it returns leaves it. */
export function enter(): () => void {
  visitors += 1;
  keepConnected();
  return () => {
    visitors -= 1;
    keepConnected();
  };
}

/** Connects anew, because the server learns who one is on connecting only. */
export function introduce(): void {
  connection?.close();
  connection = null;
  keepConnected();
}

export function opened(game: string): void {
  set(state.opened(lobby.value, game));
  introduce();
}

export async function withdraw(game: string): Promise<void> {
  try {
    await api.cancelGame(game);
    set(state.withdrawn(lobby.value, game));
  } catch (error) {
    set({ ...lobby.value, complaint: (error as Error).message });
  }
}

export const visited = (game: string): void => lobby.set(state.visited(lobby.value, game));
