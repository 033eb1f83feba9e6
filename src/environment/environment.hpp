// Environment: many games at once over the real referee, stepped by a pool of threads, for programs that learn
// (docs/environment.md). The caller owns the arrays that decisions are written into.
//
// Each place draws its games from a random stream of its own, so the number of threads changes nothing.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "blindmate.h"
#include "blindmate/base/random.hpp"
#include "blindmate/policy/record.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::environment {

struct Options {
  std::size_t games = 1;
  int threads = 1;
  std::uint64_t seed = 1;
  std::array<double, referee::kRuleSets.size()> rule_weights = {1};
  std::vector<chess::Position> starts{};  // none: the initial position
  int random_plies = 0;
  int most_plies = 400;
  bool tables_win = false;
};

inline constexpr std::size_t kMostGames = 1 << 20;
inline constexpr int kMostThreads = 256;
inline constexpr int kMostPlies = 65535;

Expected<void> check_options(const Options& options);

using Counts = bm_env_counts;

class Environment {
 public:
  // The options are good. The arrays have a place for each game; `truths` may be null.
  Environment(const Options& options, bm_record* records, bm_truth* truths, bm_step* steps);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  std::size_t games() const { return places_.size(); }
  bool busy() const { return busy_; }
  // Something was thrown while games were stepped: they must all be begun anew.
  bool broken() const { return broken_; }

  // All games anew.
  void reset();

  struct BadAction {
    std::size_t game;
    std::int32_t action;
  };
  // Begins to answer; the actions must stay until wait() returns the first of them that was not askable. Games with
  // such an action are as they were. Throws what was thrown in a thread.
  void step(const std::int32_t* actions);
  std::optional<BadAction> wait();

  Counts counts() const { return counts_; }

 private:
  struct Play;  // a game and what its players know
  struct Place {
    Random random;
    std::uint32_t game = 0;
    std::unique_ptr<Play> play{};
  };

  void begin();
  void end_threads();
  void work();
  Counts do_share();
  void start_game(std::size_t i);
  void step(std::size_t i, std::int32_t action, Counts& counts);
  void write_decision(std::size_t i, chess::Man captured);
  static bool won_by_table(Play& play);

  Options options_;
  bm_record* records_;
  bm_truth* truths_;
  bm_step* steps_;
  std::vector<Place> places_;
  Counts counts_{};

  const std::int32_t* actions_ = nullptr;  // null: all games anew
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> first_bad_;
  bool busy_ = false;
  bool broken_ = false;

  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable done_;
  std::uint64_t round_ = 0;
  std::size_t working_ = 0;
  std::exception_ptr thrown_;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace blindmate::environment
