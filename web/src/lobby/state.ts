// The lobby as the server has told it, and what has become of the own challenges. Pure.
import type { Challenge, LobbyMessage, Present } from '../base/protocol';
import type { Link } from '../base/socket';

export interface LobbyState {
  link: Link;
  challenges: Challenge[];
  players: Present[];
  /** The own challenges that wait, also while the server has not told of them yet. */
  open: string[];
  /** Games that began when somebody accepted, and that were not looked at yet. */
  started: string[];
  /** Why a challenge could not be withdrawn. */
  complaint: string | null;
}

export const emptyLobby: LobbyState = {
  link: 'connecting',
  challenges: [],
  players: [],
  open: [],
  started: [],
  complaint: null,
};

const without = (games: string[], game: string) => games.filter((one) => one !== game);
const withOne = (games: string[], game: string) => [...without(games, game), game];

export function fold(state: LobbyState, message: LobbyMessage): LobbyState {
  switch (message.type) {
    case 'lobby': {
      const { challenges, players } = message;
      return { ...state, challenges, players, open: challenges.filter(({ yours }) => yours).map(({ game }) => game) };
    }
    case 'started':
      return begun(state, message.game);
  }
}

export const opened = (state: LobbyState, game: string): LobbyState => ({
  ...state,
  open: withOne(state.open, game),
  complaint: null,
});

export const begun = (state: LobbyState, game: string): LobbyState => ({
  ...withdrawn(state, game),
  started: withOne(state.started, game),
});

export const withdrawn = (state: LobbyState, game: string): LobbyState => ({
  ...state,
  open: without(state.open, game),
  challenges: state.challenges.filter((one) => one.game !== game),
  complaint: null,
});

export const visited = (state: LobbyState, game: string): LobbyState => ({
  ...state,
  started: without(state.started, game),
});

/** Own challenges that are gone without a word, as after a lost connection: accepted or withdrawn. */
export const vanished = (before: LobbyState, after: LobbyState): string[] =>
  before.open.filter((game) => !after.open.includes(game) && !after.started.includes(game));

/** What is for oneself comes first, the rest as the server has it: the oldest first. */
export const inOrder = (challenges: Challenge[]): Challenge[] => {
  const toMe = ({ to, yours }: Challenge) => to !== null && !yours;
  return [...challenges.filter(toMe), ...challenges.filter((challenge) => !toMe(challenge))];
};

export const waitingFor = (challenge: Challenge): string =>
  challenge.to === null ? 'Your challenge' : `Your challenge to ${challenge.to}`;
