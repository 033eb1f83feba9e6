// The HTTP side of docs/server.md, one function for each route that the pages use.
import type {
  Account,
  Classic,
  Entry,
  ExhibitionSettings,
  Invitation,
  Lesson,
  Now,
  Options,
  Profile,
  PuzzleList,
  Settings,
  Side,
  Summary,
  Tournament,
  Transcript,
} from './protocol';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const request: RequestInit =
    body === undefined
      ? {}
      : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch {
    throw new ApiError(0, 'The server does not answer. Try again in a moment.');
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as T;
  const reason = (answer as { error?: string } | null)?.error;
  throw new ApiError(response.status, sentence(reason ?? `the server answered ${response.status}`));
}

/** The server gives reasons in lower case, for programs as well. */
const sentence = (reason: string): string => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.`;

const part = encodeURIComponent;

let known: Promise<Options> | null = null;

/** What a game can be made of; asked for once, as it does not change while the server runs. */
export function options(): Promise<Options> {
  known ??= ask<Options>('/api/options').catch((error) => {
    known = null;
    throw error;
  });
  return known;
}

export const createGame = (settings: Settings) =>
  ask<{ game: string; invitation: string | null }>('/api/games', settings);
export const ownGames = () => ask<{ games: Summary[] }>('/api/games');
export const summary = (id: string) => ask<Summary>(`/api/games/${part(id)}`);
export const transcriptAddress = (id: string) => `/api/games/${part(id)}/transcript`;
export const transcript = (id: string) => ask<Transcript>(transcriptAddress(id));
/** Of the whole game, or as one side has heard it. */
export const pgnAddress = (id: string, side?: Side) => `/api/games/${part(id)}/pgn${side ? `?side=${side}` : ''}`;
export const importGame = (pgn: string) => ask<{ game: string }>('/api/imports', { pgn });
export const exhibitions = () => ask<{ games: Summary[] }>('/api/exhibitions');
export const beginExhibition = (settings: ExhibitionSettings) => ask<{ game: string }>('/api/exhibitions', settings);
export const machines = () => ask<{ tournaments: Tournament[] }>('/api/machines');
export const invitation = (token: string) => ask<Invitation>(`/api/invitations/${part(token)}`);
export const acceptInvitation = (token: string) => ask<{ game: string }>(`/api/invitations/${part(token)}`, {});
export const cancelGame = (id: string) => ask<{ game: string }>(`/api/games/${part(id)}/cancel`, {});
export const deviceLink = (id: string) => ask<{ link: string }>(`/api/games/${part(id)}/device`, {});
export const takeDevice = (token: string) => ask<{ game: string }>(`/api/devices/${part(token)}`, {});
export const problemAddress = (id: string) => `/api/problems/${part(id)}`;
export const classics = async (): Promise<Classic[]> =>
  (await ask<{ classics: Classic[] }>('/api/classics')).classics;
export const puzzles = () => ask<PuzzleList>('/api/puzzles');
/** The same; who was nobody is somebody then, whose progress is kept. */
export const keepProgress = () => ask<PuzzleList>('/api/puzzles', {});
export const lessons = () => ask<{ lessons: Lesson[] }>('/api/lessons');
export const lesson = (number: number, asked: string[]) =>
  ask<{ now: Now; log: Entry[] }>(`/api/lessons/${number}?asked=${asked.join(',')}`);

interface Named {
  account: Account;
}
export const account = () => ask<{ account: Account | null }>('/api/account');
export const signUp = (name: string, password: string) => ask<Named>('/api/account', { name, password });
export const logIn = (name: string, password: string) => ask<Named>('/api/account/login', { name, password });
export const logOut = (everywhere: boolean) => ask<object>('/api/account/logout', { everywhere });
export const changePassword = (password: string, new_password: string) =>
  ask<object>('/api/account/password', { password, new_password });
export const deleteAccount = (password: string) => ask<object>('/api/account/delete', { password });
export const bots = () => ask<{ bots: Account[] }>('/api/bots');
export const makeBot = (name: string) => ask<Named & { token: string }>('/api/bots', { name });
export const newToken = (bot: string) => ask<{ token: string }>(`/api/bots/${part(bot)}/token`, {});
export const deleteBot = (bot: string) => ask<object>(`/api/bots/${part(bot)}/delete`, {});
export const players = () => ask<{ players: Account[] }>('/api/players');
export const profile = (name: string) => ask<Profile>(`/api/players/${part(name)}`);
