// The HTTP side of docs/server.md, one function for each route that the pages use.
import type { Entry, Invitation, Lesson, Now, Options, Settings, Summary, Transcript } from './protocol';

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
  throw new ApiError(response.status, reason ?? `The server answered ${response.status}.`);
}

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
export const transcript = (id: string) => ask<Transcript>(`/api/games/${part(id)}/transcript`);
export const pgnAddress = (id: string) => `/api/games/${part(id)}/pgn`;
export const invitation = (token: string) => ask<Invitation>(`/api/invitations/${part(token)}`);
export const acceptInvitation = (token: string) => ask<{ game: string }>(`/api/invitations/${part(token)}`, {});
export const deviceLink = (id: string) => ask<{ link: string }>(`/api/games/${part(id)}/device`, {});
export const takeDevice = (token: string) => ask<{ game: string }>(`/api/devices/${part(token)}`, {});
export const lessons = () => ask<{ lessons: Lesson[] }>('/api/lessons');
export const lesson = (number: number, asked: string[]) =>
  ask<{ now: Now; log: Entry[] }>(`/api/lessons/${number}?asked=${asked.join(',')}`);
