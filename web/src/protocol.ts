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
  /** The name of a player page; guests have none. */
  account: string | null;
  rating: number | null;
  provisional: boolean;
}

export interface Account {
  name: string;
  kind: 'person' | 'bot' | 'house';
  owner: string | null;
  since_ms: number;
  rating: number;
  deviation: number;
  provisional: boolean;
  rated_games: number;
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
  opponent: { player: string; level: number } | { name: string } | 'anyone' | 'person';
  rated: boolean;
}

/** Before and after a rated game. */
export type RatingChanges = Record<Side, [number, number]>;

export interface Summary {
  id: string;
  rules: string;
  rated: boolean;
  status: 'waiting' | 'playing' | 'ended';
  side: Side | null;
  white: Player | null;
  black: Player | null;
  clock: ClockSetting | null;
  your_turn: boolean;
  end: End | null;
  created_ms: number;
  invitation?: string;
  ratings: RatingChanges | null;
}

export interface Invitation {
  rules: string;
  clock: ClockSetting | null;
  rated: boolean;
  colour: Side;
  by: Player;
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
  rules: Rules;
  rated: boolean;
  ratings: RatingChanges | null;
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
  rated: boolean;
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

export interface Challenge {
  game: string;
  by: Player;
  rules: string;
  clock: ClockSetting | null;
  rated: boolean;
  /** What the accepter will have. */
  colour: Side;
  to: string | null;
  yours: boolean;
}

export type Present = Pick<Account, 'name' | 'kind' | 'rating' | 'provisional'>;

export type LobbyMessage =
  { type: 'lobby'; challenges: Challenge[]; players: Present[] } | { type: 'started'; game: string };

/** What the referee says in a plan: HEARD without what is as usual. */
export interface Announced {
  capture?: { square: Square; kind?: 'pawn' | 'piece' | null };
  check?: Direction[];
  en_passant?: boolean;
  promotion?: boolean;
  pawn_tries?: PawnTries;
}

export interface PlanBranch {
  announced: Announced;
  mate?: boolean;
  replies?: { announced: Announced; plan: Plan }[];
}

export type Plan =
  { try: string; refused: Plan | null; played: PlanBranch[] } | { ask: 'any'; yes: Plan | null; no: Plan | null };

/** What a side could have known at one moment of a finished game. */
export interface Moment {
  ply: number;
  asked: number;
  states: number;
  exact: boolean;
  /** Shares of the positions, by the letters of a FEN and by squares. */
  men: Record<string, Record<Square, number>>;
  verdict: 'mate' | 'no-mate' | 'unknown';
  /** The length counts the moves of both sides. */
  mate: { length: number; plan: Plan | null } | null;
}

export type ReviewMessage =
  { type: 'moment'; side: Side; of: number; moment: Moment } | { type: 'reviewed'; side: Side; missed: number[] };

export interface Profile {
  player: Account;
  results: { rules: string; won: number; drawn: number; lost: number }[];
  /** When, and the rating from then on. */
  graph: [number, number][];
  games: Summary[];
}

export interface Lesson {
  title: string;
  text: string;
  done: string;
}

export const sides: Side[] = ['white', 'black'];
export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
export const title = (side: Side): string => (side === 'white' ? 'White' : 'Black');
