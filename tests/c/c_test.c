/* The C interface as a C program uses it: what it gives, and that bad arguments of every kind are an error with a
 * reason and never a crash. Prints each expectation that fails, and ends with 1 if there was one. */
#include <blindmate.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures = 0;

static void expect(int holds, const char* what, int line) {
  if (holds) return;
  fprintf(stderr, "line %d: not so: %s (%s)\n", line, what, bm_error());
  ++failures;
}
#define EXPECT(condition) expect((condition) != 0, #condition, __LINE__)

/* A call that must fail with this status and say why. */
static void expect_refused(bm_status status, bm_status wanted, const char* reason, int line) {
  if (status == wanted && strstr(bm_error(), reason) != NULL) return;
  fprintf(stderr, "line %d: status %d, '%s' instead of %d, '%s'\n", line, (int)status, bm_error(), (int)wanted, reason);
  ++failures;
}
#define REFUSED(call, status, reason) expect_refused((call), (status), (reason), __LINE__)

static bm_game* new_game(const char* rules, const char* fen) {
  bm_game* game = NULL;
  EXPECT(bm_game_new(rules, fen, &game) == BM_OK);
  return game;
}

static bm_announcement ask(bm_game* game, const char* text) {
  bm_ask code = 0;
  bm_announcement said;
  memset(&said, 0xFF, sizeof said);
  EXPECT(bm_ask_read(text, &code) == BM_OK);
  EXPECT(bm_game_ask(game, code, &said) == BM_OK);
  return said;
}

static void test_words(void) {
  bm_ask code;
  char text[6];
  EXPECT(bm_ask_read("e7e8q", &code) == BM_OK && code == (52 | 60 << 6 | BM_QUEEN << 12));
  EXPECT(bm_ask_text(code, text) == BM_OK && strcmp(text, "e7e8q") == 0);
  EXPECT(bm_ask_read("any", &code) == BM_OK && code == BM_ANY);
  REFUSED(bm_ask_read("e9", &code), BM_BAD_TEXT, "e9");
  REFUSED(bm_ask_read(NULL, &code), BM_BAD_ARGUMENT, "text is NULL");
  REFUSED(bm_ask_text(7 << 12, text), BM_BAD_ARGUMENT, "no try");
  int number;
  bm_rule_set rules;
  EXPECT(bm_rule_set_find("wild16", &number) == BM_OK && bm_rule_set_at(number, &rules) == BM_OK);
  EXPECT(strcmp(rules.name, "wild16") == 0 && rules.refusal_is_private == 1 && rules.pawn_tries == 2);
  REFUSED(bm_rule_set_find("chess", &number), BM_BAD_ARGUMENT, "chess");
  char reason[40];
  snprintf(reason, sizeof reason, "not between 0 and %d", bm_rule_set_count() - 1);
  EXPECT(bm_rule_set_at(bm_rule_set_count() - 1, &rules) == BM_OK);
  REFUSED(bm_rule_set_at(bm_rule_set_count(), &rules), BM_BAD_ARGUMENT, reason);
  EXPECT(bm_interface_version() == BM_INTERFACE_VERSION && bm_record_version() == BM_RECORD_VERSION);
}

static void test_game(void) {
  bm_game* game = new_game("berkeley", NULL);
  EXPECT(ask(game, "e2e4").answer == BM_ANSWER_OK);
  EXPECT(ask(game, "d7d5").answer == BM_ANSWER_OK);
  EXPECT(ask(game, "e4f5").answer == BM_ANSWER_NO);
  EXPECT(ask(game, "e4e2").answer == BM_ANSWER_NONSENSE);
  const bm_announcement said = ask(game, "e4d5");
  EXPECT(said.answer == BM_ANSWER_OK && said.by == BM_WHITE && said.capture == 35 && said.check == 0);
  char* words = NULL;
  EXPECT(bm_announcement_text(&said, &words) == BM_OK && strcmp(words, "White has moved. Capture on d5.") == 0);
  bm_text_free(words);
  int side, plies, end, winner;
  EXPECT(bm_game_turn(game, &side) == BM_OK && side == BM_BLACK);
  EXPECT(bm_game_plies(game, &plies) == BM_OK && plies == 3);
  bm_ask tries[4];
  size_t count;
  EXPECT(bm_game_askable(game, tries, 4, &count) == BM_OK && count > 20);
  char *pgn = NULL, *again = NULL, *fen = NULL;
  EXPECT(bm_game_pgn(game, &pgn) == BM_OK);
  bm_pgn* file = NULL;
  size_t games;
  bm_game* copy = NULL;
  EXPECT(bm_pgn_read(pgn, &file) == BM_OK && bm_pgn_count(file, &games) == BM_OK && games == 1);
  EXPECT(bm_pgn_game(file, 0, &copy) == BM_OK && bm_game_pgn(copy, &again) == BM_OK && strcmp(pgn, again) == 0);
  REFUSED(bm_pgn_game(file, 1, &copy), BM_BAD_ARGUMENT, "there is no game 1");
  bm_pgn_free(file);
  EXPECT(bm_game_position(game, &fen) == BM_OK && strncmp(fen, "rnbqkbnr/ppp1pppp/8/3P4/", 24) == 0);
  EXPECT(bm_game_conclude(game, "resignation", BM_WHITE) == BM_OK);
  EXPECT(bm_game_result(game, &end, &winner, NULL) == BM_OK && end == BM_END_OUTSIDE && winner == BM_WHITE);
  bm_announcement unused;
  REFUSED(bm_game_ask(game, 0, &unused), BM_NOT_NOW, "resignation");
  REFUSED(bm_game_conclude(game, "again", -1), BM_NOT_NOW, "over");
  REFUSED(bm_game_new("berkeley", "8/8/8/8", &copy), BM_BAD_TEXT, "");
  REFUSED(bm_game_conclude(copy, "checkmate", -1), BM_BAD_ARGUMENT, "referee's word");
  REFUSED(bm_game_new(NULL, NULL, &copy), BM_BAD_ARGUMENT, "rules is NULL");
  REFUSED(bm_game_new("berkeley", NULL, NULL), BM_BAD_ARGUMENT, "game is NULL");
  bm_text_free(fen);
  bm_text_free(again);
  bm_text_free(pgn);
  bm_game_free(copy);
  bm_game_free(game);
  bm_game_free(NULL);
}

static void test_view(void) {
  bm_game* game = new_game("wild16", NULL);
  ask(game, "e2e4");
  ask(game, "d7d5");
  ask(game, "e4f5");
  bm_view *white, *black;
  EXPECT(bm_game_view(game, BM_WHITE, &white) == BM_OK && bm_game_view(game, BM_BLACK, &black) == BM_OK);
  size_t heard_by_white, heard_by_black;
  EXPECT(bm_view_events(white, &heard_by_white) == BM_OK && heard_by_white == 3);
  EXPECT(bm_view_events(black, &heard_by_black) == BM_OK && heard_by_black == 2); /* the refusal is private */
  bm_event event;
  EXPECT(bm_view_event(white, 2, &event) == BM_OK && event.has_ask && event.heard.answer == BM_ANSWER_NO);
  EXPECT(bm_view_event(black, 0, &event) == BM_OK && !event.has_ask && event.heard.by == BM_WHITE);
  REFUSED(bm_view_event(black, 2, &event), BM_BAD_ARGUMENT, "there is no event 2");
  bm_announcement told;
  EXPECT(bm_view_announced(white, &told) == BM_OK && told.pawn_tries_form == 2 && told.pawn_tries == 1);
  char *board = NULL, *json = NULL, *pgn = NULL;
  EXPECT(bm_view_own_board(black, &board) == BM_OK && strcmp(board, "rnbqkbnr/ppp1pppp/8/3p4/8/8/8/8") == 0);
  EXPECT(bm_view_json(black, &json) == BM_OK && strstr(json, "e2e4") == NULL && strstr(json, "e4f5") == NULL);
  EXPECT(bm_view_pgn(white, &pgn) == BM_OK);
  bm_pgn* file = NULL;
  bm_view* read = NULL;
  EXPECT(bm_pgn_read(pgn, &file) == BM_OK && bm_pgn_view(file, 0, BM_WHITE, &read) == BM_OK);
  bm_game* none = NULL;
  REFUSED(bm_pgn_game(file, 0, &none), BM_BAD_TEXT, "filtered");
  bm_pgn_free(file);
  REFUSED(bm_game_view(game, 2, &read), BM_BAD_ARGUMENT, "side");
  REFUSED(bm_view_events((const bm_view*)(const void*)game, &heard_by_white), BM_BAD_ARGUMENT, "another kind");
  bm_text_free(pgn);
  bm_text_free(json);
  bm_text_free(board);
  bm_view_free(read);
  bm_view_free(white);
  bm_view_free(black);
  bm_game_free(game);
}

static void test_belief(void) {
  bm_game* game = new_game("berkeley", NULL);
  ask(game, "e2e4");
  bm_view* view;
  bm_belief* belief = NULL;
  EXPECT(bm_game_view(game, BM_BLACK, &view) == BM_OK && bm_belief_of_view(view, NULL, &belief) == BM_OK);
  uint64_t size, counts[384];
  EXPECT(bm_belief_size(belief, &size) == BM_OK && size == 20); /* White's twenty first moves */
  EXPECT(bm_belief_counts(belief, counts) == BM_OK);
  EXPECT(counts[64 * BM_KING + 4] == 20 && counts[64 * BM_PAWN + 28] == 1 && counts[64 * BM_KNIGHT + 16] == 1);
  char* fens = NULL;
  EXPECT(bm_belief_positions(belief, 18, 100, &fens) == BM_OK && strchr(strchr(fens, '\n') + 1, '\n')[1] == '\0');
  int contained;
  EXPECT(bm_belief_contains(belief, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", &contained) ==
             BM_OK &&
         contained == 1);
  const bm_limits few = {.states = 5};
  bm_belief* none = NULL;
  REFUSED(bm_belief_of_view(view, &few, &none), BM_LIMIT, "states");
  const bm_limits odd = {.seconds = -1};
  REFUSED(bm_belief_of_view(view, &odd, &none), BM_BAD_ARGUMENT, "seconds");
  EXPECT(none == NULL);
  bm_text_free(fens);
  bm_belief_free(belief);
  bm_view_free(view);
  bm_game_free(game);
}

static void test_mates(void) {
  /* Two black kings' squares, one rook: mate at once on the back rank. */
  const char* problem =
      "{\"id\":\"corridor\",\"rules\":\"berkeley\",\"ply\":1,"
      "\"states\":[\"k7/8/1K6/8/8/8/8/7R w - - 0 1\",\"1k6/8/1K6/8/8/8/8/7R w - - 0 1\"]}";
  const bm_solve_options options = {.plan = 1};
  char *json = NULL, *reason = NULL;
  int valid = -1;
  EXPECT(bm_solve(problem, &options, &json) == BM_OK && strstr(json, "\"verdict\":\"mate\"") != NULL);
  const char* plan = json != NULL ? strstr(json, "\"plan\":") : NULL;
  EXPECT(plan != NULL);
  if (plan != NULL) {
    char* copy = strdup(plan + strlen("\"plan\":"));
    copy[strlen(copy) - 1] = '\0'; /* the end of the line's object */
    EXPECT(bm_verify(problem, copy, 0, 0, NULL, &valid, &reason) == BM_OK && valid == 1 && *reason == '\0');
    bm_text_free(reason);
    char* try_h8 = strstr(copy, "h1h8");
    EXPECT(try_h8 != NULL);
    if (try_h8 != NULL) memcpy(try_h8, "h1h7", 4);
    EXPECT(bm_verify(problem, copy, 0, 0, NULL, &valid, &reason) == BM_OK && valid == 0 && *reason != '\0');
    bm_text_free(reason);
    free(copy);
  }
  bm_text_free(json);
  const bm_solve_options wrong = {.algorithm = "magic"};
  REFUSED(bm_solve(problem, &wrong, &json), BM_BAD_ARGUMENT, "magic");
  REFUSED(bm_solve("{", NULL, &json), BM_BAD_TEXT, "");
  REFUSED(bm_verify(problem, "[]", 0, 0, NULL, &valid, NULL), BM_BAD_TEXT, "");
  EXPECT(bm_algorithm_name(0) != NULL && bm_algorithm_name(bm_algorithm_count()) == NULL);
}

#ifndef BLINDMATE_SANITIZED
/* Plans are read and checked by recursion: nested as deep as is allowed, and deeper, on the smallest stack of the
 * header. */
static void* verify_deep_plans(void* unused) {
  (void)unused;
  const char* problem =
      "{\"id\":\"deep\",\"rules\":\"berkeley\",\"ply\":1,\"states\":[\"k7/8/1K6/8/8/8/8/7R w - - 0 1\"]}";
  const char* level = "{\"try\":\"h1h7\",\"played\":[],\"refused\":";
  for (int levels = 990; levels <= 5000; levels += 4010) {
    char* plan = calloc((size_t)levels, strlen(level) + 2);
    char* end = plan;
    for (int i = 0; i < levels; ++i) end = stpcpy(end, level);
    end = stpcpy(end, "null");
    memset(end, '}', (size_t)levels);
    int valid = -1;
    const bm_status status = bm_verify(problem, plan, 0, 0, NULL, &valid, NULL);
    EXPECT(levels < 1000 ? status == BM_OK && valid == 0 : status == BM_BAD_TEXT);
    free(plan);
  }
  return NULL;
}

static void test_deep_plans(void) {
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 2U << 20);
  EXPECT(pthread_create(&thread, &attributes, verify_deep_plans, NULL) == 0);
  pthread_join(thread, NULL);
}
#endif

/* A game as its player has noted it, in which every try was refused: no position fits that. */
static void test_players_without_a_try(void) {
  const char* pgn =
      "[Variant \"berkeley\"]\n[Filtered \"White\"]\n[SetUp \"1\"]\n[FEN \"3k/3p/P3/K3 w - - 0 1\"]\n[Result \"*\"]\n\n"
      "1. -- {:a3,axb3,Kb1,Kb2} *\n";
  bm_pgn* file = NULL;
  bm_view* view = NULL;
  bm_player* player = NULL;
  bm_ask chosen;
  if (bm_pgn_read(pgn, &file) == BM_OK && bm_pgn_view(file, 0, BM_WHITE, &view) == BM_OK) {
    EXPECT(bm_player_new("random", 1, &player) == BM_OK);
    REFUSED(bm_player_choose(player, view, 0.01, 0, &chosen), BM_BAD_TEXT, "every try was refused");
  } else {
    EXPECT(!"the game is read");
  }
  bm_player_free(player);
  bm_view_free(view);
  bm_pgn_free(file);
}

static void test_players(void) {
  bm_game* game = new_game("berkeley", NULL);
  bm_player* player = NULL;
  EXPECT(bm_player_new("random", 7, &player) == BM_OK);
  bm_view *white, *black;
  EXPECT(bm_game_view(game, BM_WHITE, &white) == BM_OK && bm_game_view(game, BM_BLACK, &black) == BM_OK);
  bm_ask chosen = 0;
  bm_announcement said;
  REFUSED(bm_player_choose(player, black, 0.01, 0, &chosen), BM_NOT_NOW, "not to move");
  do { /* until a try is no longer refused */
    bm_view_free(white);
    EXPECT(bm_game_view(game, BM_WHITE, &white) == BM_OK);
    EXPECT(bm_player_choose(player, white, 0.01, 0, &chosen) == BM_OK && bm_game_ask(game, chosen, &said) == BM_OK);
  } while (failures == 0 && said.answer != BM_ANSWER_OK);
  bm_view_free(black);
  EXPECT(bm_game_view(game, BM_BLACK, &black) == BM_OK);
  REFUSED(bm_player_choose(player, black, 0.01, 0, &chosen), BM_BAD_ARGUMENT, "another game");
  bm_player* none = NULL;
  REFUSED(bm_player_new("nobody", 1, &none), BM_BAD_ARGUMENT, "nobody");
  REFUSED(bm_player_new("mate:mate:hs", 1, &none), BM_BAD_ARGUMENT, "mate");
  EXPECT(bm_player_name(0) != NULL && bm_player_name(bm_player_count()) == NULL);
  bm_player_free(player);
  bm_view_free(white);
  bm_view_free(black);
  bm_game_free(game);
}

enum { kGames = 8 };

static void test_environment(void) {
  bm_env_options options;
  EXPECT(bm_env_defaults(&options) == BM_OK);
  options.games = kGames;
  options.threads = 2;
  for (int i = 0; i < bm_rule_set_count(); ++i) options.rule_weights[i] = 1;
  static bm_record records[kGames], again;
  static bm_truth truths[kGames];
  static bm_step steps[kGames];
  int32_t actions[kGames];
  bm_env* env = NULL;
  EXPECT(bm_env_new(&options, records, truths, steps, &env) == BM_OK);
  for (uint64_t i = 0; i < 500; ++i) {
    EXPECT(bm_random_actions(records, kGames, i, actions) == BM_OK);
    EXPECT(bm_env_step(env, actions) == BM_OK && bm_env_wait(env) == BM_OK);
  }
  bm_env_counts counts;
  EXPECT(bm_env_count(env, &counts) == BM_OK && counts.decisions == 500 * kGames);
  EXPECT(counts.decisions == counts.moves + counts.refusals + counts.questions);
  EXPECT(bm_random_actions(records, kGames, 1, actions) == BM_OK);
  again = records[3];
  actions[3] = -5;
  EXPECT(bm_env_step(env, actions) == BM_OK);
  REFUSED(bm_env_wait(env), BM_BAD_ARGUMENT, "game 3: the action -5");
  EXPECT(steps[3].answer == BM_ANSWER_NONSENSE && steps[3].ended == 0 && steps[2].answer != BM_ANSWER_NONSENSE);
  EXPECT(memcmp(&again, &records[3], sizeof again) == 0);
  EXPECT(bm_env_reset(env) == BM_OK);
  bm_env* none = NULL;
  const char* starts[] = {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "nothing"};
  options.starts = starts;
  options.start_count = 2;
  REFUSED(bm_env_new(&options, records, truths, steps, &none), BM_BAD_TEXT, "number 1");
  options.start_count = 1;
  options.games = 0;
  REFUSED(bm_env_new(&options, records, truths, steps, &none), BM_BAD_ARGUMENT, "games");
  options.games = kGames;
  memset(options.rule_weights, 0, sizeof options.rule_weights);
  REFUSED(bm_env_new(&options, records, truths, steps, &none), BM_BAD_ARGUMENT, "all are zero");
  options.rule_weights[bm_rule_set_count()] = 1;
  REFUSED(bm_env_new(&options, records, truths, steps, &none), BM_BAD_ARGUMENT, "does not exist");
  REFUSED(bm_env_new(&options, NULL, truths, steps, &none), BM_BAD_ARGUMENT, "");
  bm_env_free(env);
}

#ifndef BLINDMATE_SANITIZED
/* Memory that runs out in a thread of the environment is an error like others. In a process of its own. */
static void test_lack_of_memory(void) {
  enum { kMany = 50000 };
  const pid_t child = fork();
  if (child == 0) {
    bm_env_options options;
    bm_env_defaults(&options);
    options.games = kMany;
    options.threads = 2;
    bm_record* records = calloc(kMany, sizeof *records);
    bm_step* steps = calloc(kMany, sizeof *steps);
    long pages = 0;
    FILE* statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%ld", &pages) != 1) _exit(2);
    const rlim_t most = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (60U << 20);
    const struct rlimit limit = {most, most};
    setrlimit(RLIMIT_AS, &limit);
    bm_env* env = NULL;
    _exit(bm_env_new(&options, records, NULL, steps, &env) == BM_NO_MEMORY ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
#endif

static void test_actions(void) {
  bm_ask code, back;
  int32_t action;
  EXPECT(bm_ask_read("e2e1n", &code) == BM_OK && bm_action_of(code, BM_BLACK, 8, &action) == BM_OK);
  EXPECT(action == 4096 + 24 * 2 + 3 * 4 + 1);
  EXPECT(bm_action_ask(action, BM_BLACK, 8, 1, &back) == BM_OK && back == code);
  EXPECT(bm_ask_read("g1f3", &code) == BM_OK && bm_action_of(code, BM_WHITE, 8, &action) == BM_OK);
  EXPECT(action == 64 * 6 + 21);
  EXPECT(bm_action_of(BM_ANY, BM_WHITE, 8, &action) == BM_OK && action == BM_ACTION_ANY);
  REFUSED(bm_action_of(code, BM_WHITE, 4, &action), BM_BAD_ARGUMENT, "board of this size");
  REFUSED(bm_action_ask(BM_ACTIONS, BM_WHITE, 8, 0, &back), BM_BAD_ARGUMENT, "no action");
  REFUSED(bm_action_ask(63, BM_WHITE, 9, 0, &back), BM_BAD_ARGUMENT, "size");
  REFUSED(bm_action_ask(64 * 12 + 28, BM_WHITE, 8, 1, &back), BM_BAD_ARGUMENT, "no action"); /* e2e4 promotes nothing */
}

int main(void) {
  test_words();
  test_game();
  test_view();
  test_belief();
  test_mates();
  test_players_without_a_try();
  test_players();
#ifndef BLINDMATE_SANITIZED
  test_deep_plans(); /* sanitizers need more stack */
  test_lack_of_memory();
#endif
  test_environment();
  test_actions();
  if (failures == 0) printf("the C interface is as its header says\n");
  return failures == 0 ? 0 : 1;
}
