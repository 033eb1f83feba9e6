// The words that server and browser exchange: docs/server.md as types. Nothing here knows how chess men move.

export type Side = 'white' | 'black';
export type Square = string;
export type Kind = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
export type Phantoms = Record<Square, Kind>;
export type Direction = 'file' | 'knight' | 'long' | 'rank' | 'short';
export type PawnTries = null | boolean | number | Square[];

export interface Heard {
  answer: 'ok' | 'no' | 'nonsense' | 'any-yes' | 'any-no';
  capture: { square: Square; kind: 'pawn' | 'piece' | null } | null;
  check: Direction[];
  en_passant: boolean;
  promotion: boolean;
  pawn_tries: PawnTries;
  end: string | null;
}

export interface Rules {
  name: string;
  summary: string;
  any: boolean;
  refusals_heard: boolean;
  pawn_tries: 'untold' | 'whether' | 'number' | 'squares';
}

export interface Player {
  kind: 'bot' | 'person';
  name: string;
}

export interface ClockSetting {
  minutes: number;
  increment: number;
}

export interface End {
  reason: string;
  winner: Side | null;
  phrase: string;
}

export interface Options {
  rules: Rules[];
  players: { name: string; summary: string }[];
  levels: { level: number; name: string; seconds: number }[];
  clock: { most_minutes: number; most_increment: number };
}

export interface Settings {
  rules: string;
  colour: Side | 'random';
  clock: ClockSetting | null;
  opponent: { player: string; level: number } | 'person';
}

export interface Summary {
  id: string;
  rules: string;
  status: 'waiting' | 'playing' | 'ended';
  side: Side | null;
  white: Player | null;
  black: Player | null;
  clock: ClockSetting | null;
  your_turn: boolean;
  end: End | null;
  created_ms: number;
  invitation?: string;
}

export interface Invitation {
  rules: string;
  clock: ClockSetting | null;
  colour: Side | 'random';
  yours: boolean;
}

export interface Turn {
  by: Side;
  asked: { ask: string; san: string; answer: Heard['answer'] }[];
  move: string | null;
  san: string | null;
  heard: Heard | null;
  phrase: string | null;
  fen: string | null;
}

export interface Transcript {
  id: string;
  rules: string | Rules;
  start: string;
  white: Player | null;
  black: Player | null;
  clock: ClockSetting | null;
  end: End;
  turns: Turn[];
}

export interface Entry {
  by: Side;
  ask: string | null;
  heard: Heard;
  times: number;
  phrase: string;
}

export interface Clock {
  white_ms: number;
  black_ms: number;
  running: Side | null;
}

export interface Now {
  status: 'waiting' | 'playing' | 'ended';
  turn: Side;
  board: string;
  askable: string[];
  may_ask_any: boolean;
  capture_duty: boolean;
  check: Direction[];
  check_squares: Square[];
  capture: Square | null;
  pawn_tries: PawnTries;
  last_own_move: string | null;
  refused: string[];
  opponent_men: { total: number; pawns: number | null; pieces: number | null };
  clock: Clock | null;
  draw_offer: null | 'own' | 'opponent';
  may_abort: boolean;
  may_offer_draw: boolean;
  opponent_here: boolean;
  claim_in_ms: number | null;
  end: End | null;
  rematch: null | 'own' | 'opponent' | { game: string };
}

export interface Game {
  id: string;
  rules: Rules;
  side: Side;
  start: string;
  white: Player | null;
  black: Player | null;
  clock: ClockSetting | null;
  invitation: string | null;
}

export type ServerMessage =
  | { type: 'view'; from: number; log: Entry[]; now: Now; game?: Game; phantoms?: Phantoms }
  | { type: 'answer'; ask: string; heard: Heard; phrase: string }
  | { type: 'phantoms'; phantoms: Phantoms }
  | { type: 'error'; code: string; message: string };

export type ClientMessage =
  | { type: 'try'; move: string; known: number }
  | { type: 'any'; known: number }
  | { type: 'draw'; action: 'offer' | 'accept' | 'decline' }
  | { type: 'resign' | 'abort' | 'claim' | 'rematch' }
  | { type: 'phantoms'; phantoms: Phantoms };

export interface Lesson {
  title: string;
  text: string;
  done: string;
}

export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
export const title = (side: Side): string => (side === 'white' ? 'White' : 'Black');
