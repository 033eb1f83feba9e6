// The C interface, called with whatever comes: each byte picks a function, those after it are its arguments. Nothing
// may crash, and a call that fails must say why.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "blindmate.h"

namespace {

class Caller {
 public:
  Caller(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}
  ~Caller() {
    bm_game_free(game_);
    bm_view_free(view_);
    bm_belief_free(belief_);
    bm_player_free(player_);
    bm_env_free(env_);
  }

  bool done() const { return left_ == 0; }

  void call() {
    switch (byte() % 26) {
      case 0: new_game(); break;
      case 1:
      case 2:
      case 3: ask(static_cast<bm_ask>(byte() | byte() << 8)); break;
      case 4:
      case 5:
      case 6:
      case 7: ask_something_askable(); break;
      case 8: take_view(); break;
      case 9: text([&](char** out) { return bm_game_pgn(game_, out); }); break;
      case 10: text([&](char** out) { return bm_view_json(view_, out); }); break;
      case 11: view_from_pgn(); break;
      case 12: game_from_pgn(); break;
      case 13: estimate(); break;
      case 14: text([&](char** out) { return bm_belief_positions(belief_, byte(), byte(), out); }); break;
      case 15: count_men(); break;
      case 16: solve(); break;
      case 17: verify(); break;
      case 18: new_player(); break;
      case 19: choose(); break;
      case 20: new_env(); break;
      case 21:
      case 22: step(); break;
      case 23: act(); break;
      case 24: conclude(); break;
      case 25: look_at_view(); break;
    }
  }

 private:
  std::uint8_t byte() {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }
  std::string word() {
    const std::size_t size = std::min<std::size_t>(byte(), left_);
    std::string result(reinterpret_cast<const char*>(data_), size);
    data_ += size;
    left_ -= size;
    return result;
  }
  const char* rules() {
    bm_rule_set rules{};
    return bm_rule_set_at(byte() % 8, &rules) == BM_OK ? rules.name : "none";
  }

  static bm_status need_reason(bm_status status) {
    if (status != BM_OK && (bm_error() == nullptr || *bm_error() == '\0')) std::abort();
    if (status == BM_INTERNAL) std::abort();
    return status;
  }
  template <class Call>
  static void text(const Call& call) {
    char* out = nullptr;
    if (need_reason(call(&out)) == BM_OK) bm_text_free(out);
  }

  void new_game() {
    const std::string fen = word();
    bm_game* game = nullptr;
    if (need_reason(bm_game_new(rules(), fen.empty() ? nullptr : fen.c_str(), &game)) != BM_OK) return;
    bm_game_free(game_);
    game_ = game;
  }
  void ask(bm_ask ask) {
    bm_announcement said;
    if (need_reason(bm_game_ask(game_, ask, &said)) != BM_OK) return;
    text([&](char** out) { return bm_announcement_text(&said, out); });
  }
  void ask_something_askable() {
    bm_ask tries[64];
    size_t count = 0;
    if (bm_game_askable(game_, tries, 64, &count) != BM_OK || count == 0) return;
    ask(tries[byte() % std::min<size_t>(count, 64)]);
  }
  void keep(bm_view* view) {
    bm_view_free(view_);
    view_ = view;
  }
  void take_view() {
    bm_view* view = nullptr;
    if (need_reason(bm_game_view(game_, byte() % 3, &view)) == BM_OK) keep(view);
  }
  void view_from_pgn() {
    char* pgn = nullptr;
    if (need_reason(bm_view_pgn(view_, &pgn)) != BM_OK) return;
    std::string damaged = pgn;
    bm_text_free(pgn);
    if (!damaged.empty() && byte() % 2 == 0)
      damaged[(byte() * 256U + byte()) % damaged.size()] = static_cast<char>(byte());
    bm_pgn* file = nullptr;
    if (need_reason(bm_pgn_read(damaged.c_str(), &file)) != BM_OK) return;
    bm_view* view = nullptr;
    if (need_reason(bm_pgn_view(file, byte() % 2, byte() % 2, &view)) == BM_OK) keep(view);
    bm_pgn_free(file);
  }
  void game_from_pgn() {
    const std::string pgn = word();
    bm_pgn* file = nullptr;
    if (need_reason(bm_pgn_read(pgn.c_str(), &file)) != BM_OK) return;
    bm_game* game = nullptr;
    if (need_reason(bm_pgn_game(file, byte() % 2, &game)) == BM_OK) bm_game_free(game);
    bm_pgn_free(file);
  }
  void estimate() {
    const bm_limits limits = {.states = 300, .bytes = 1U << 20, .seconds = 0, .threads = byte() % 3U, .reserved = 0};
    bm_belief* belief = nullptr;
    if (need_reason(bm_belief_of_view(view_, &limits, &belief)) != BM_OK) return;
    bm_belief_free(belief_);
    belief_ = belief;
  }
  void count_men() {
    std::uint64_t counts[384];
    need_reason(bm_belief_counts(belief_, counts));
    int contained = 0;
    need_reason(bm_belief_contains(belief_, word().c_str(), &contained));
  }
  void solve() {
    bm_solve_options options{};
    const std::string algorithm = byte() % 4 == 0 ? word() : "closure";
    options.algorithm = algorithm.c_str();
    options.ply = byte() % 5;
    options.plan = options.all_keys = byte() % 2;
    options.limits.states = 500;
    options.limits.bytes = 1U << 20;
    text([&](char** out) { return bm_solve_view(view_, &options, out); });
    text([&](char** out) { return bm_solve(word().c_str(), &options, out); });
  }
  void verify() {
    int valid = 0;
    char* reason = nullptr;
    const std::string problem = word();
    const std::string plan = word();
    if (need_reason(bm_verify(problem.c_str(), plan.c_str(), byte() % 4, byte() % 4, nullptr, &valid, &reason)) ==
        BM_OK)
      bm_text_free(reason);
  }
  void new_player() {
    bm_player* player = nullptr;
    const std::string spec = byte() % 4 == 0 ? word() : "random";
    if (spec.find("engine") != std::string::npos) return;  // would start programs of this machine
    if (need_reason(bm_player_new(spec.c_str(), byte(), &player)) != BM_OK) return;
    bm_player_free(player_);
    player_ = player;
  }
  void choose() {
    bm_ask ask = 0;
    need_reason(bm_player_choose(player_, view_, 0, byte() % 2U, &ask));
  }
  void new_env() {
    bm_env_options options;
    bm_env_defaults(&options);
    options.games = byte() % (kGames + 1);
    options.threads = byte() % 3;
    for (int i = 0; i <= bm_rule_set_count(); ++i)
      options.rule_weights[i] = i < bm_rule_set_count() ? byte() - 10.0 : byte() % 2;
    const std::string fen = word();
    const char* starts[] = {fen.c_str()};
    options.starts = starts;
    options.start_count = fen.empty() ? 0 : 1;
    options.random_plies = byte() % 5;
    options.most_plies = byte();
    options.tables_win = 0;
    bm_env* env = nullptr;
    // An environment must be gone before another has its arrays.
    bm_env_free(env_);
    env_ = nullptr;
    if (need_reason(bm_env_new(&options, records_, truths_, steps_, &env)) != BM_OK) return;
    env_ = env;
    games_ = options.games;
  }
  void step() {
    if (env_ == nullptr) return;
    std::int32_t actions[kGames];
    need_reason(bm_random_actions(records_, games_, byte(), actions));
    if (byte() % 8 == 0) actions[byte() % games_] = byte() * 257 - 100;
    need_reason(bm_env_step(env_, actions));
    need_reason(bm_env_wait(env_));
  }
  void act() {
    std::int32_t action = byte() * 256 + byte();
    bm_ask ask = 0;
    const int side = byte() % 3;
    const int size = byte() % 10;
    if (need_reason(bm_action_ask(action, side, size, byte() % 2, &ask)) != BM_OK) return;
    std::int32_t back = -1;
    if (need_reason(bm_action_of(ask, side, size, &back)) == BM_OK && back != action) std::abort();
  }
  void conclude() { need_reason(bm_game_conclude(game_, word().c_str(), byte() % 5 - 2)); }
  void look_at_view() {
    bm_event event;
    need_reason(bm_view_event(view_, byte(), &event));
    bm_record record;
    need_reason(bm_view_record(view_, &record));
    int may_ask = 0;
    int duty = 0;
    need_reason(bm_view_any(view_, &may_ask, &duty));
  }

  static constexpr std::uint32_t kGames = 4;

  const std::uint8_t* data_;
  std::size_t left_;
  bm_game* game_ = nullptr;
  bm_view* view_ = nullptr;
  bm_belief* belief_ = nullptr;
  bm_player* player_ = nullptr;
  bm_env* env_ = nullptr;
  std::uint32_t games_ = 0;
  bm_record records_[kGames];
  bm_truth truths_[kGames];
  bm_step steps_[kGames];
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Caller caller(data, size);
  for (int calls = 0; calls < 200 && !caller.done(); ++calls) caller.call();
  return 0;
}
