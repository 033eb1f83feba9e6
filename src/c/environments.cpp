// Environments for learning of blindmate.h.
#include <fmt/format.h>

#include <algorithm>

#include "blindmate/chess/fen.hpp"
#include "blindmate/policy/actions.hpp"
#include "border.hpp"

using namespace blindmate;
using namespace blindmate::c;
using environment::Environment;
using environment::Options;

namespace {

Options read_options(const bm_env_options& from) {
  Options options;
  options.games = from.games;
  options.threads = static_cast<int>(std::min<std::uint32_t>(from.threads, environment::kMostThreads + 1));
  options.seed = from.seed;
  const double* const beyond = from.rule_weights + options.rule_weights.size();
  std::copy(from.rule_weights, beyond, options.rule_weights.begin());
  if (std::any_of(beyond, std::end(from.rule_weights), [](double weight) { return weight != 0; }))
    throw Failure{BM_BAD_ARGUMENT, "rule weights: one is for a rule set that does not exist"};
  options.random_plies = static_cast<int>(std::min<std::uint32_t>(from.random_plies, environment::kMostPlies));
  options.most_plies = from.most_plies == 0
                           ? environment::kMostPlies
                           : static_cast<int>(std::min<std::uint32_t>(from.most_plies, environment::kMostPlies + 1));
  options.tables_win = from.tables_win != 0;
  if (from.start_count > 0) need(from.starts, "starts");
  for (size_t i = 0; i < from.start_count; ++i) {
    const Expected<chess::Position> start = chess::read_position(need_text(from.starts[i], "starts: a FEN"));
    if (!start) throw Failure{BM_BAD_TEXT, fmt::format("starts: number {}: {}", i, start.error().text())};
    options.starts.push_back(*start);
  }
  if (const auto checked = environment::check_options(options); !checked)
    throw Failure{BM_BAD_ARGUMENT, checked.error().reason};
  return options;
}

Environment& need_idle(const bm_env* env) {
  Environment& environment = *need(env, "env").environment;
  if (environment.busy()) throw Failure{BM_NOT_NOW, "the environment is busy: bm_env_wait comes first"};
  return environment;
}

// The number of the n-th bit, counted over all words.
int nth_bit(const std::uint64_t* askable, const std::uint64_t* impossible, int n) {
  for (unsigned word = 0;; ++word) {
    std::uint64_t bits = askable[word] & ~impossible[word];
    const int count = chess::count(bits);
    if (n >= count) {
      n -= count;
      continue;
    }
    while (n-- > 0) bits &= bits - 1;
    return static_cast<int>(64 * word) + chess::lowest(bits);
  }
}

int random_action(const bm_record& record, Random& random) {
  static constexpr std::uint64_t kNone[BM_ACTION_WORDS] = {};
  for (const std::uint64_t* impossible : {&record.impossible[0], &kNone[0]}) {
    int count = 0;
    for (unsigned word = 0; word < BM_ACTION_WORDS; ++word)
      count += chess::count(record.askable[word] & ~impossible[word]);
    if (count > 0)
      return nth_bit(record.askable, impossible, static_cast<int>(random.below(static_cast<std::uint32_t>(count))));
  }
  throw Failure{BM_BAD_ARGUMENT, "records: one has no askable action"};
}

}  // namespace

bm_status bm_env_defaults(bm_env_options* options) {
  return guarded([&] {
    bm_env_options& out = need(options, "options");
    const Options defaults;
    out = {};
    out.games = static_cast<std::uint32_t>(defaults.games);
    out.threads = static_cast<std::uint32_t>(defaults.threads);
    out.seed = defaults.seed;
    std::copy(defaults.rule_weights.begin(), defaults.rule_weights.end(), out.rule_weights);
    out.most_plies = static_cast<std::uint32_t>(defaults.most_plies);
  });
}

bm_status bm_env_new(const bm_env_options* options, bm_record* records, bm_truth* truths, bm_step* steps,
                     bm_env** env) {
  return guarded([&] {
    need(env, "env");
    const Options read = read_options(need(options, "options"));
    need(records, "records");
    need(steps, "steps");
    *env = make_handle<bm_env>(std::make_unique<Environment>(read, records, truths, steps));
  });
}

void bm_env_free(bm_env* env) { free_handle(env); }

bm_status bm_env_step(bm_env* env, const int32_t* actions) {
  return guarded([&] {
    Environment& environment = need_idle(env);
    need(actions, "actions");
    if (environment.broken()) throw Failure{BM_NOT_NOW, "a step has failed: bm_env_reset comes first"};
    environment.step(actions);
  });
}

bm_status bm_env_wait(bm_env* env) {
  return guarded([&] {
    const std::optional<Environment::BadAction> bad = need(env, "env").environment->wait();
    if (bad)
      throw Failure{BM_BAD_ARGUMENT, fmt::format("game {}: the action {} is not askable", bad->game, bad->action)};
  });
}

bm_status bm_env_reset(bm_env* env) {
  return guarded([&] { need_idle(env).reset(); });
}

bm_status bm_env_count(const bm_env* env, bm_env_counts* counts) {
  return guarded([&] { need(counts, "counts") = need_idle(env).counts(); });
}

bm_status bm_random_actions(const bm_record* records, size_t count, uint64_t seed, int32_t* actions) {
  return guarded([&] {
    if (count == 0) return;
    need(records, "records");
    need(actions, "actions");
    Random random(seed);
    std::vector<std::int32_t> chosen;
    for (size_t i = 0; i < count; ++i) chosen.push_back(random_action(records[i], random));
    std::copy(chosen.begin(), chosen.end(), actions);
  });
}

bm_status bm_action_of(bm_ask ask, int side, int size, int32_t* action) {
  return guarded([&] {
    const policy::OwnSide own_side(need_side(side),
                                   need_between(size, chess::kSmallestBoard, chess::kLargestBoard, "size"));
    need(action, "action");
    const int number = policy::action_of(read_ask(ask), own_side);
    // A number that does not lead back stands for something else.
    const auto promotes = [&](chess::Move) { return ask != BM_ANY && ask >> 12 == BM_QUEEN; };
    const auto back = policy::ask_of(number, need_side(side), size, promotes);
    if (!back || ask_code(*back) != ask) throw Failure{BM_BAD_ARGUMENT, "ask: no action on a board of this size"};
    *action = number;
  });
}

bm_status bm_action_ask(int32_t action, int side, int size, int promotes, bm_ask* ask) {
  return guarded([&] {
    need(ask, "ask");
    need_between(size, chess::kSmallestBoard, chess::kLargestBoard, "size");
    const auto on_last_rank = [&](chess::Move move) {
      return chess::rank_of(move.to()) == chess::last_rank(need_side(side), size);
    };
    bool possible = true;
    const auto read = policy::ask_of(action, need_side(side), size, [&](chess::Move move) {
      possible = promotes == 0 || on_last_rank(move);
      return promotes != 0;
    });
    if (!read || !possible)
      throw Failure{BM_BAD_ARGUMENT, fmt::format("{} is no action on a board of this size", action)};
    *ask = ask_code(*read);
  });
}
