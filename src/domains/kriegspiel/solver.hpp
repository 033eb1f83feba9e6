// Guaranteed checkmates solved from end to end: a problem line, or a player's view of a game, which is estimated first
// or together with the search (Russell & Wolfe 2005, section 7).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/search/caches/counts.hpp"
#include "blindmate/search/meter.hpp"
#include "blindmate/view/player_view.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::kriegspiel {

inline constexpr std::string_view kDefaultAlgorithm = "closure";

struct SolveOptions {
  std::string algorithm{kDefaultAlgorithm};  // a name of search's table
  bool deepen = false;                       // find the shortest mate up to the bound
  bool all_keys = false;
  bool plan = false;
  bool seen = false;             // ordinary chess: problems of one position only, without a plan
  bool interleave = false;       // games only
  int threads = 1;               // on which the default algorithm solves one problem
  MaterialWins material_wins{};  // beside those that the problem asks for
  std::optional<std::uint64_t> seed{};
  search::Without without{};  // for comparison
  search::Budget budget{};    // for each problem
};

enum class Verdict : std::uint8_t { mate, no_mate, unknown };
std::string_view name(Verdict verdict);  // mate, no-mate, unknown

struct Solution {
  Verdict verdict = Verdict::unknown;
  search::Limit limit = search::Limit::none;       // why it is unknown, or not all keys of a mate are known
  std::optional<int> length{};                     // of the plan, for a mate
  std::optional<Plan> plan{};                      // if asked for
  std::optional<std::vector<std::string>> keys{};  // if asked for, sorted
  std::optional<referee::Problem> problem{};       // that was solved; of a game, without id and ply
  std::uint64_t positions = 0;                     // of the belief state, as far as it was looked at
  std::uint64_t states = 0;                        // constructed by the search
  std::uint64_t nodes = 0;
  std::uint64_t peak_bytes = 0;
  search::CacheCounts cache{};  // of graph algorithms
  std::chrono::duration<double> time{};
};

Expected<void> check_options(const SolveOptions& options);

// Within so many ply. The options are good.
Solution solve(const referee::Problem& problem, int ply, const SolveOptions& options);

// What a player has asked and heard in the turn in which his view ends, as a problem whose states are still to be
// found.
referee::Problem turn_of(const referee::PlayerView& view);

// Whether the view's player is to move.
Expected<void> check_view(const referee::PlayerView& view);

// Of the player's turn in which the view ends. The error is a view that contradicts itself.
Expected<Solution> solve(const referee::PlayerView& view, int ply, const SolveOptions& options);

}  // namespace blindmate::kriegspiel
