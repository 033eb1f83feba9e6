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

/** Everything that rule sets differ in. */
export interface RuleSet extends Rules {
  /** Who hears of nonsense, or that it sounds like a refusal. */
  nonsense: 'mover' | 'both' | 'refusal';
  /** After "Any?" was answered with "yes". */
  any_duty: null | 'capture-until-legal' | 'one-capture-try';
  captured: 'square' | 'pawn-or-piece';
  names_en_passant: boolean;
  tells_promotion: boolean;
  check_narrows_tries: boolean;
  stalemate_loses: boolean;
  /** By repetition and after fifty moves. */
  chess_draws: boolean;
  lack_of_material: 'as-in-chess' | 'one-minor-each';
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
  rules: RuleSet[];
  /** `strength` is from 1 to 5 for those that people choose from, else 0. */
  players: { name: string; summary: string; strength: number }[];
  levels: { level: number; name: string; seconds: number }[];
  algorithms: { name: string; summary: string }[];
  clock: { most_minutes: number; most_increment: number };
}

export interface Settings {
  rules: string;
  colour: Side | 'random';
  clock: ClockSetting | null;
  opponent: Machine | { name: string } | 'anyone' | 'person';
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
  /** What both had left after the turn. */
  clock: TimeLeft | null;
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

export interface TimeLeft {
  white_ms: number;
  black_ms: number;
}

export interface Clock extends TimeLeft {
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

/** Shares of the positions, by the letters of a FEN and by squares. */
export type Shares = Record<string, Record<Square, number>>;

/** What a side could have known at one moment of a finished game. */
export interface Moment {
  ply: number;
  asked: number;
  states: number;
  exact: boolean;
  men: Shares;
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

/** A bot of the house as it is asked for. */
export interface Machine {
  player: string;
  level: number;
}

export interface ExhibitionSettings {
  rules: string;
  white: Machine;
  black: Machine;
}

/** A transcript that can still grow. */
export type Exhibition = Omit<Transcript, 'end'> & { end: End | null };

export type ExhibitionMessage =
  { type: 'exhibition'; transcript: Exhibition } | { type: 'turn'; number: number; turn: Turn; end: End | null };

export interface Tournament {
  title: string;
  rules: string;
  budget: string;
  command: string;
  /** Best first; `low` and `high` bound the 95% interval of the rating, `score` is in points. */
  players: { name: string; rating: number; low: number; high: number; games: number; score: number }[];
  /** Won by `a`. */
  pairs: { a: string; b: string; won: number; drawn: number; lost: number }[];
}

export interface Lesson {
  title: string;
  text: string;
  done: string;
}

/** One man of the defender: one of these kinds (`-` for none at all) on one of these squares. */
export interface BrushSource {
  kinds: string;
  squares: Square[];
}

export type Source =
  | { fens: string[] }
  | { own: string; side: Side; castling: string; men: BrushSource[] }
  | { game: string; side: Side; ply: number; asked: number }
  | { pgn: string; side: Side }
  | { problem: string }
  | { line: object };

/** What is possible for the defender. `fens` are the first of the positions. */
export interface Belief {
  states: number;
  /** The attacker's board. */
  own: string;
  men: Shares;
  fens: string[];
}

export interface Posed extends Belief {
  rules: string;
  side: Side;
  dropped: number;
  duty: boolean;
  ply: number | null;
}

/** A step through a plan: refused, yes, no, played 0, reply 0. */
export type PlanStep = string;

export interface Walked extends Belief {
  path: PlanStep[];
  turn: Side;
}

export interface Solution {
  verdict: 'mate' | 'no-mate' | 'unknown';
  limit: null | 'time' | 'states' | 'memory' | 'interrupted';
  ply: number;
  /** Moves of both sides. */
  length: number | null;
  states: number;
  seconds: number;
  keys: string[] | null;
  /** If it was asked for. */
  report: Report | null;
  plan: Plan | null;
}

/** What a composer wants to know. */
export interface Report {
  /** Null where that is not known. */
  one_key: boolean | null;
  /** Of the plan, without the first. */
  turns: number;
  turns_examined: number;
  /** Turns of the plan that others could have begun. */
  duals: { path: PlanStep[]; ply: number; others: string[] }[];
  /** `problem` says why it cannot be posed. */
  elsewhere: (Pick<Solution, 'verdict' | 'length' | 'keys' | 'limit'> & { rules: string; problem: string | null })[];
}

export type Progress = { states: number; seconds: number } | { waiting: number };

export type StudyMessage =
  | ({ type: 'posed' } & Posed)
  | ({ type: 'progress' } & Progress)
  | ({ type: 'solution' } & Solution)
  | ({ type: 'walked' } & Walked)
  | { type: 'saved'; problem: string }
  | { type: 'error'; code: string; message: string };

export interface Search {
  ply: number;
  algorithm: string;
  deepen: boolean;
  keys: boolean;
  report: boolean;
  seconds: number;
}

export type StudyRequest =
  | { type: 'pose'; rules?: string; source: Source }
  | ({ type: 'solve' } & Search)
  | { type: 'stop' }
  | { type: 'walk'; path: PlanStep[] }
  | { type: 'save'; ply: number | null };

export type PuzzleSize = 'small' | 'medium' | 'large';

export interface Solver {
  rating: number;
  deviation: number;
  provisional: boolean;
  solved: number;
  failed: number;
  /** When, and the rating from then on. */
  graph: [number, number][];
}

export interface PuzzleList {
  puzzles: { ply: number; size: PuzzleSize; classic: boolean; number: number }[];
  you: Solver | null;
}

/** Of a problem by a composer. */
export interface Origin {
  author: string | null;
  source: string;
}

export interface Classic {
  id: string;
  origin: Origin;
  ply: number;
  states: number;
}

export interface PuzzleNow extends Belief {
  /** What is left. */
  ply: number;
  askable: string[];
  may_ask_any: boolean;
  check: Direction[];
  refused: string[];
}

export interface Puzzle {
  puzzle: string;
  rules: string;
  side: Side;
  ply: number;
  size: PuzzleSize;
  origin: Origin | null;
  rating: number;
  counts: boolean;
  now: PuzzleNow;
}

export interface PuzzleEnd {
  solved: boolean;
  reason: 'checkmate' | 'no-mate-left' | 'stalemate' | 'too-long' | 'given-up';
  /** One in which the mate is lost. */
  position: string | null;
  plan: Plan;
  puzzle_rating: number;
  you: Solver | null;
}

export type PuzzleMessage =
  | ({ type: 'puzzle' } & Puzzle)
  | {
      type: 'answered';
      ask: string;
      heard: Heard;
      phrase: string;
      reply: { heard: Heard; phrase: string } | null;
      now: PuzzleNow;
    }
  | ({ type: 'ended' } & PuzzleEnd)
  | { type: 'error'; code: string; message: string };

export interface PuzzleWish {
  ply: number | null;
  size: PuzzleSize | null;
  /** Only what composers have made. */
  classic: boolean;
  puzzle: string | null;
}

export type PuzzleRequest =
  ({ type: 'start' } & PuzzleWish) | { type: 'try'; move: string } | { type: 'any' } | { type: 'give-up' };

export const sides: Side[] = ['white', 'black'];
export const other = (side: Side): Side => (side === 'white' ? 'black' : 'white');
export const title = (side: Side): string => (side === 'white' ? 'White' : 'Black');
