/* Blindmate for other languages: the referee of Kriegspiel, what a player can know, guaranteed mates, players, and an
 * environment for learning, as plain C. libblindmate.so exports exactly what is declared here.
 *
 * Every function that can fail returns a bm_status: BM_OK, or what was wrong; bm_error() then has the reason in words.
 * A call that fails changes nothing and writes nothing into its out parameters, except where it says so. NULL where a
 * value is needed is BM_BAD_ARGUMENT, never a crash.
 *
 * Handles are opaque. A handle that a function writes into its last parameter belongs to the caller, who gives it back
 * by the bm_..._free of its kind; free takes NULL. No handle keeps a reference to another: a view, for instance, is
 * what a player knew when it was taken, and outlives its game. Text that a function writes into a `char** text` belongs
 * to the caller too, who gives it back by bm_text_free. A `const char*` that is returned belongs to the library.
 *
 * A handle may be used by one thread at a time; different handles by different threads at once. Threads need a stack of
 * 2 MiB. Environments do not survive a fork: the child must not touch them.
 *
 * Compare bm_interface_version() with BM_INTERFACE_VERSION before anything else. */
#ifndef BLINDMATE_H
#define BLINDMATE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/* ------------------------------------------------------------------------------------------------ versions, errors */

#define BM_INTERFACE_VERSION 2 /* of this header: raised when something that is declared here changes */
#define BM_RECORD_VERSION 1    /* of bm_record, bm_truth, bm_step and the numbers of actions */

typedef enum bm_status {
  BM_OK = 0,
  BM_BAD_ARGUMENT = 1, /* NULL, a number out of range, an unknown name, a handle that does not fit */
  BM_BAD_TEXT = 2,     /* FEN, PGN, JSON, a move: bm_error() has the place and the reason */
  BM_NOT_NOW = 3,      /* the game is over, it is the other side's turn, the environment is busy */
  BM_LIMIT = 4,        /* a limit of states, memory or time was reached */
  BM_NO_MEMORY = 5,
  BM_INTERNAL = 6 /* a fault of the library: please report it */
} bm_status;

int bm_interface_version(void); /* BM_INTERFACE_VERSION of the library that is loaded */
int bm_record_version(void);
const char* bm_version(void); /* of Blindmate, "0.1.0" */

/* Why the last call of this thread that failed has failed; "" if none has. Valid until the thread's next call. */
const char* bm_error(void);

void bm_text_free(char* text);

/* ------------------------------------------------------------------------------------------------ words of chess */

#define BM_WHITE 0
#define BM_BLACK 1

/* Squares count from a1 = 0, b1 = 1 ... h8 = 63 on boards of every size; a smaller board is the corner at a1. */
#define BM_NO_SQUARE 64

enum { BM_PAWN, BM_KNIGHT, BM_BISHOP, BM_ROOK, BM_QUEEN, BM_KING, BM_NO_MAN };

/* A try: from | to << 6 | promotion << 12, promotion being 0 or a man. BM_ANY is the question "Any?". */
typedef uint16_t bm_ask;
#define BM_ANY 0xFFFF

/* "e2e4", "e7e8q" or "any" in and out; `text` has room for 6 characters. */
bm_status bm_ask_read(const char* text, bm_ask* ask);
bm_status bm_ask_text(bm_ask ask, char* text);

/* ------------------------------------------------------------------------------------------------ rule sets */

#define BM_MOST_RULE_SETS 16 /* room for later ones: bm_rule_set_count() is how many there are */

/* docs/rules.md explains the columns. Flags are 0 or 1. */
typedef struct bm_rule_set {
  const char* name;
  const char* summary;
  int32_t refusal_is_private;
  int32_t nonsense;   /* 0: only the mover hears it, 1: both hear it, 2: it sounds like a refusal */
  int32_t any;        /* 0: no question, 1: after yes pawn captures until one is legal, 2: after yes one pawn capture */
  int32_t pawn_tries; /* told before a turn: 0 nothing, 1 whether there are any, 2 how many, 3 from which squares */
  int32_t tells_pawn_or_piece;
  int32_t names_en_passant;
  int32_t tells_promotion;
  int32_t check_narrows_tries;
  int32_t stalemate_loses;
  int32_t chess_draws; /* repetition and fifty moves */
} bm_rule_set;

/* Rule sets are numbered from 0; their strings belong to the library. */
int bm_rule_set_count(void);
bm_status bm_rule_set_at(int number, bm_rule_set* rules);
bm_status bm_rule_set_find(const char* name, int* number);

/* ------------------------------------------------------------------------------------------------ announcements */

enum { BM_ANSWER_OK, BM_ANSWER_NO, BM_ANSWER_NONSENSE, BM_ANSWER_ANY_YES, BM_ANSWER_ANY_NO };
enum { BM_KIND_UNTOLD, BM_KIND_PAWN, BM_KIND_PIECE };
enum { BM_CHECK_FILE = 1, BM_CHECK_KNIGHT = 2, BM_CHECK_LONG = 4, BM_CHECK_RANK = 8, BM_CHECK_SHORT = 16 };

/* How a game ends. The last two are no rules: an environment's limit of plies, and its ending tables. */
enum {
  BM_END_NONE,
  BM_END_CHECKMATE,
  BM_END_STALEMATE,
  BM_END_INSUFFICIENT_MATERIAL,
  BM_END_REPETITION,
  BM_END_FIFTY_MOVES,
  BM_END_OUTSIDE, /* resignation, adjudication ...: bm_game_result has the word */
  BM_END_PLY_LIMIT,
  BM_END_TABLE
};

/* What the referee says. */
typedef struct bm_announcement {
  uint8_t by;            /* whose turn it was */
  uint8_t answer;        /* BM_ANSWER_... */
  uint8_t capture;       /* a square, or BM_NO_SQUARE */
  uint8_t captured_kind; /* BM_KIND_... */
  uint8_t check;         /* BM_CHECK_..., several in a double check */
  uint8_t en_passant;
  uint8_t promotion;
  uint8_t end;             /* BM_END_... */
  uint8_t pawn_tries_form; /* as in bm_rule_set: 0 when nothing is told */
  uint8_t opponent_hears;
  uint8_t reserved[6];
  uint64_t pawn_tries; /* 0 or 1, the number, or the squares as bits */
} bm_announcement;

/* The referee's words, such as "White has moved. Check on the rank." */
bm_status bm_announcement_text(const bm_announcement* announcement, char** text);

/* One thing that a player heard. */
typedef struct bm_event {
  bm_announcement heard;
  uint16_t ask; /* what was asked; known of the own turns only, and valid where has_ask is 1 */
  uint8_t has_ask;
  uint8_t nonsense; /* the own try was nonsense, whatever it was answered */
  uint32_t times;   /* refusals of the opponent in a row are one event */
} bm_event;

/* ------------------------------------------------------------------------------------------------ games */

/* The referee at the table: the true position, both players' views, the end. */
typedef struct bm_game bm_game;

/* `fen` NULL: the initial position. Boards from 4x4 to 8x8, by the FEN. */
bm_status bm_game_new(const char* rules, const char* fen, bm_game** game);
bm_status bm_game_copy(const bm_game* game, bm_game** copy);
void bm_game_free(bm_game* game);

/* The side to move asks. Nonsense is an answer, not an error; after the end of the game it is BM_NOT_NOW. */
bm_status bm_game_ask(bm_game* game, bm_ask ask, bm_announcement* announcement);

bm_status bm_game_rules(const bm_game* game, int* number);
bm_status bm_game_turn(const bm_game* game, int* side);
bm_status bm_game_plies(const bm_game* game, int* plies);
/* The true position as FEN: the referee's knowledge, no player's. */
bm_status bm_game_position(const bm_game* game, char** fen);

/* The askable tries of the side to move, not yet refused: at most `room` are written, `count` is how many there are.
 * Promotions are four tries; the question "Any?" is not among them. None after the end. */
bm_status bm_game_askable(const bm_game* game, bm_ask* tries, size_t room, size_t* count);

/* `end` is BM_END_NONE while the game goes on; `winner` BM_WHITE, BM_BLACK or -1; `reason` a word such as "checkmate"
 * or "resignation", "" while the game goes on. Any of the three may be NULL. */
bm_status bm_game_result(const bm_game* game, int* end, int* winner, char** reason);

/* Ends the game from outside the rules, by a word of letters, digits, spaces and hyphens that is none of the referee's;
 * `winner` -1 is a draw. */
bm_status bm_game_conclude(bm_game* game, const char* reason, int winner);

/* Kriegspiel PGN. */
bm_status bm_game_pgn(const bm_game* game, char** pgn);

/* ------------------------------------------------------------------------------------------------ views */

/* All that one player knows, and nothing else. */
typedef struct bm_view bm_view;

bm_status bm_game_view(const bm_game* game, int side, bm_view** view);
void bm_view_free(bm_view* view);

bm_status bm_view_rules(const bm_view* view, int* number);
bm_status bm_view_side(const bm_view* view, int* side);
bm_status bm_view_turn(const bm_view* view, int* side);
bm_status bm_view_size(const bm_view* view, int* size);
/* The first field of a FEN with the own men only. */
bm_status bm_view_own_board(const bm_view* view, char** board);
bm_status bm_view_askable(const bm_view* view, bm_ask* tries, size_t room, size_t* count);
/* Whether "Any?" can be asked now; whether a pawn capture must be tried. */
bm_status bm_view_any(const bm_view* view, int* may_ask, int* duty);
/* What counts as announced for the own turn: check, and what is told of pawn captures; the rest is empty. */
bm_status bm_view_announced(const bm_view* view, bm_announcement* announcement);
bm_status bm_view_events(const bm_view* view, size_t* count);
bm_status bm_view_event(const bm_view* view, size_t number, bm_event* event);
bm_status bm_view_result(const bm_view* view, int* end, int* winner, char** reason);
bm_status bm_view_json(const bm_view* view, char** json);
bm_status bm_view_pgn(const bm_view* view, char** pgn);

/* ------------------------------------------------------------------------------------------------ PGN */

/* All games of a Kriegspiel PGN, each replayed by the referee; they are numbered from 0. */
typedef struct bm_pgn bm_pgn;

bm_status bm_pgn_read(const char* text, bm_pgn** pgn);
void bm_pgn_free(bm_pgn* pgn);
bm_status bm_pgn_count(const bm_pgn* pgn, size_t* games);
/* BM_BAD_TEXT for a game that was filtered for one side. */
bm_status bm_pgn_game(const bm_pgn* pgn, size_t number, bm_game** game);
/* Of a filtered game its player's view; of a whole game that of `side`. */
bm_status bm_pgn_view(const bm_pgn* pgn, size_t number, int side, bm_view** view);

/* The text of a file, unpacked if it is packed by zstd: for PGN, and for problem lines. */
bm_status bm_file_text(const char* path, char** text);

/* ------------------------------------------------------------------------------------------------ belief states */

/* 0 is no limit. `threads` 0 is 1. */
typedef struct bm_limits {
  uint64_t states;
  uint64_t bytes;
  double seconds;
  uint32_t threads;
  uint32_t reserved;
} bm_limits;

/* Every position that a player's observations allow. */
typedef struct bm_belief bm_belief;

/* `limits` NULL is none. BM_LIMIT when one is reached, BM_BAD_TEXT when no position fits what a filtered game tells. */
bm_status bm_belief_of_view(const bm_view* view, const bm_limits* limits, bm_belief** belief);
void bm_belief_free(bm_belief* belief);
bm_status bm_belief_size(const bm_belief* belief, uint64_t* positions);
/* In how many positions a man of the opponent stands on a square: counts[64 * man + square]. */
bm_status bm_belief_counts(const bm_belief* belief, uint64_t counts[384]);
/* Positions from number `first` on, at most `most`, as FENs, each with a line feed behind it. */
bm_status bm_belief_positions(const bm_belief* belief, uint64_t first, uint64_t most, char** fens);
/* Whether a position of this FEN is among them, its clocks aside. */
bm_status bm_belief_contains(const bm_belief* belief, const char* fen, int* contained);

/* ------------------------------------------------------------------------------------------------ guaranteed mates */

size_t bm_algorithm_count(void);
const char* bm_algorithm_name(size_t number); /* NULL where there is none */

typedef struct bm_solve_options {
  const char* algorithm; /* NULL: the default */
  int32_t ply;           /* the bound; 0: the problem's own */
  int32_t deepen;        /* find the shortest mate */
  int32_t all_keys;      /* find all first tries that mate */
  int32_t plan;          /* write the plan */
  int32_t material_wins; /* 0: mates only, 1: certain wins by material too, 2: likely ones as well */
  bm_limits limits;      /* of the search; threads are not used */
} bm_solve_options;

/* `problem` is a problem line, the answer a line of `blindmate solve --json` (docs/formats.md). A limit that is reached
 * is the verdict "unknown", not an error. `options` NULL: all at their defaults. */
bm_status bm_solve(const char* problem, const bm_solve_options* options, char** json);
/* The same for the own turn in which a view ends; a bound is needed. */
bm_status bm_solve_view(const bm_view* view, const bm_solve_options* options, char** json);
/* The problem that a view poses, with all its positions; `ply` is written into it unless it is 0. */
bm_status bm_problem_of_view(const bm_view* view, int ply, const bm_limits* limits, char** problem);

/* Whether a plan is a guaranteed mate for a problem within so many ply (0: the problem's own), by the independent
 * checker. `reason` says why not, and is "" for a valid plan; it may be NULL. */
bm_status bm_verify(const char* problem, const char* plan, int ply, int material_wins, const bm_limits* limits,
                    int* valid, char** reason);

/* ------------------------------------------------------------------------------------------------ players */

typedef struct bm_player bm_player;

size_t bm_player_count(void);
const char* bm_player_name(size_t number); /* NULL where there is none */

/* `spec` as in `blindmate match`: "club", "hs:k=100", "mate:hs". */
bm_status bm_player_new(const char* spec, uint64_t seed, bm_player** player);
void bm_player_free(bm_player* player);

/* What the player asks in its turn, thinking for so many seconds, or with so many nodes if `nodes` is not 0. A player
 * plays one game, whose views grow from call to call. */
bm_status bm_player_choose(bm_player* player, const bm_view* view, double seconds, uint64_t nodes, bm_ask* ask);

/* ------------------------------------------------------------------------------------------------ environment */

/* What the player to move can know, as numbers; docs/environment.md explains each bit. Everything is seen from the
 * player's own side: bit 0 of a set of squares is the own left corner, a1 for White; Black's board is turned upside
 * down, files are not mirrored. */
#define BM_PLANES 50
#define BM_NUMBERS 40
#define BM_ACTIONS 4169 /* 64 * from + to; then 72 under-promotions; then the question "Any?" */
#define BM_ACTION_WORDS 66
#define BM_ACTION_ANY 4168

typedef struct bm_record {
  uint64_t planes[BM_PLANES];           /* sets of squares */
  uint64_t askable[BM_ACTION_WORDS];    /* bit a % 64 of word a / 64: action a is askable and not yet refused */
  uint64_t impossible[BM_ACTION_WORDS]; /* a part of these: the player can prove that it will be refused */
  uint8_t numbers[BM_NUMBERS];
} bm_record;

/* What the player to move cannot know: for the teacher, never for the player. Seen from the same side. */
typedef struct bm_truth {
  uint64_t men[6];      /* the opponent's, by kind */
  uint64_t attacked;    /* by the opponent */
  uint64_t en_passant;  /* where a pawn can be taken so, if one can */
  uint8_t castle_short; /* the opponent's rights */
  uint8_t castle_long;
  uint8_t quiet_plies; /* the referee's count for the fifty moves, at most 255 */
  uint8_t occurrences; /* of this position so far, at most 255 */
  uint8_t captured;    /* the man that the last step took, or BM_NO_MAN */
  uint8_t reserved[11];
} bm_truth;

/* What became of the last action. After a game's end the record is of the game that replaces it. */
typedef struct bm_step {
  uint8_t mover;   /* who acted */
  uint8_t answer;  /* BM_ANSWER_... */
  uint8_t ended;   /* 1: the game is over */
  uint8_t end;     /* BM_END_... */
  int8_t reward;   /* to the mover, -1, 0 or 1; to the other side its negative */
  uint8_t to_move; /* whose record it is now */
  uint8_t first;   /* 1: that player's first decision in its game */
  uint8_t rules;   /* of the record's game */
  uint32_t plies;  /* of the mover's game */
  uint32_t game;   /* number of the record's game in its place, from 0 */
} bm_step;

typedef struct bm_env_options {
  uint32_t games; /* at once */
  uint32_t threads;
  uint64_t seed; /* of rules, starts and openings; the same seed, the same games, whatever the threads */
  double rule_weights[BM_MOST_RULE_SETS]; /* by number of the rule set; 0 beyond the last */
  const char* const* starts;              /* FENs, one drawn for each game; none: the initial position */
  size_t start_count;
  uint32_t random_plies; /* a game begins with up to so many plies of random tries, which the players hear */
  uint32_t most_plies;   /* then the game is a draw; 0: no limit but 65,535 */
  uint32_t tables_win;   /* 1: a game ends as won when an ending table knows a sure mate (8x8) */
  uint32_t reserved;
} bm_env_options;

typedef struct bm_env_counts {
  uint64_t decisions;
  uint64_t moves;
  uint64_t refusals;
  uint64_t questions;
  uint64_t games; /* finished */
  uint64_t plies; /* of finished games */
  uint64_t white_wins;
  uint64_t black_wins;
  uint64_t draws;
  uint64_t ends[9]; /* by BM_END_... */
} bm_env_counts;

typedef struct bm_env bm_env;

/* One game, one thread, berkeley, the initial position, 400 plies. */
bm_status bm_env_defaults(bm_env_options* options);

/* The arrays have a place for each game, belong to the caller and outlive the environment, which writes them between
 * bm_env_step and bm_env_wait; `truths` may be NULL. The first records are there when this returns. */
bm_status bm_env_new(const bm_env_options* options, bm_record* records, bm_truth* truths, bm_step* steps, bm_env** env);
void bm_env_free(bm_env* env);

/* Gives each game its action, and returns at once; `actions` must stay until bm_env_wait. bm_env_wait returns when all
 * have been answered. An action that is not askable leaves its game and its record as they were, and its step says
 * BM_ANSWER_NONSENSE; bm_env_wait is then BM_BAD_ARGUMENT and names the first such game, while the others have gone on.
 * After any other failure bm_env_reset must come first. */
bm_status bm_env_step(bm_env* env, const int32_t* actions);
bm_status bm_env_wait(bm_env* env);
/* Replaces all games by new ones, which continue the random stream and the counts; waits. */
bm_status bm_env_reset(bm_env* env);

/* Since the beginning. */
bm_status bm_env_count(const bm_env* env, bm_env_counts* counts);

/* For each record an action, each that is askable and not impossible as likely as the others; an impossible one only
 * where nothing else is left. */
bm_status bm_random_actions(const bm_record* records, size_t count, uint64_t seed, int32_t* actions);

/* A try as an action of the side to move on a board of this size, and back. */
bm_status bm_action_of(bm_ask ask, int side, int size, int32_t* action);
/* `promotes`: a pawn's move to the last rank, where actions below 4096 mean a queen. */
bm_status bm_action_ask(int32_t action, int side, int size, int promotes, bm_ask* ask);

/* The record of a view whose player is to move: the same as an environment writes. */
bm_status bm_view_record(const bm_view* view, bm_record* record);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
