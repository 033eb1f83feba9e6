// Small pieces of the protocol for the tests.
import type { Challenge, Entry, Game, Heard, Now, Player, ServerMessage, Side } from '../../src/base/protocol';

export const heard = (answer: Heard['answer'] = 'ok', more: Partial<Heard> = {}): Heard => ({
  answer,
  capture: null,
  check: [],
  en_passant: false,
  promotion: false,
  pawn_tries: null,
  end: null,
  ...more,
});

export const entry = (
  by: Side,
  ask: string | null,
  answer: Heard['answer'] = 'ok',
  more: Partial<Heard> = {},
): Entry => {
  const who = by === 'white' ? 'White' : 'Black';
  const phrase = answer === 'ok' ? `${who} has moved.` : `${who} tries: no.`;
  return { by, ask, heard: heard(answer, more), times: 1, phrase };
};

export const now = (more: Partial<Now> = {}): Now => ({
  status: 'playing',
  turn: 'white',
  board: '8/8/8/8/8/8/PPPPPPPP/RNBQKBNR',
  askable: ['e2e3', 'e2e4', 'e2d3', 'e2f3'],
  may_ask_any: false,
  capture_duty: false,
  check: [],
  check_squares: [],
  capture: null,
  pawn_tries: null,
  last_own_move: null,
  refused: [],
  opponent_men: { total: 16, pawns: null, pieces: null },
  clock: null,
  draw_offer: null,
  may_abort: true,
  may_offer_draw: true,
  opponent_here: true,
  claim_in_ms: null,
  end: null,
  rematch: null,
  ...more,
});

export const guest: Player = { kind: 'person', name: 'guest', account: null, rating: null, provisional: false };

export const machine: Player = {
  kind: 'bot',
  name: 'club, medium',
  account: 'club, medium',
  rating: 1600,
  provisional: false,
};

export const challenge = (id: string, more: Partial<Challenge> = {}): Challenge => ({
  game: id,
  by: guest,
  rules: 'berkeley',
  clock: null,
  rated: false,
  colour: 'black',
  to: null,
  yours: false,
  ...more,
});

export const game = (more: Partial<Game> = {}): Game => ({
  id: 'g',
  rules: { name: 'berkeley', summary: '', any: false, refusals_heard: true, pawn_tries: 'untold' },
  rated: false,
  side: 'white',
  start: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  white: guest,
  black: machine,
  clock: null,
  invitation: null,
  ...more,
});

export const firstView = (more: Partial<Extract<ServerMessage, { type: 'view' }>> = {}): ServerMessage => ({
  type: 'view',
  from: 0,
  log: [],
  now: now(),
  game: game(),
  phantoms: {},
  ...more,
});
