// A fixed, seeded workload over everything that can be counted: perft, random games refereed under every rule set, and
// a checkmate problem by every algorithm. Random choices depend on what was askable and how long games went on, so
// almost any change of behaviour shows.
#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <chrono>
#include <memory>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/perft.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"

namespace blindmate::cli {
namespace {

struct PerftRow {
  std::string_view fen;
  int depth;
};
constexpr std::array kPerftRows = {
    PerftRow{chess::kStartFen, 5},
    PerftRow{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
    PerftRow{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5},
    PerftRow{"krbn/p3/3P/NBRK w - - 0 1", 6},
};
constexpr std::uint64_t kGamesEach = 100;
constexpr int kMostPlies = 400;

std::uint64_t answers_in_random_game(const referee::RuleSet& rules, std::uint64_t seed) {
  const std::unique_ptr<players::Player> player = players::make_random_player({.seed = seed}, {});
  players::Thinking thinking = players::Thinking::for_nodes(1);
  referee::Game game(rules);
  std::uint64_t answers = 0;
  while (!game.outcome() && game.plies() < kMostPlies) {
    game.ask(player->choose(game.view(game.position().turn()), thinking));
    ++answers;
  }
  return answers;
}

// Two states that differ in the defender's king, under each rule set, so that refusals, percepts and questions count.
std::uint64_t states_of_search(const referee::RuleSet& rules, std::string_view algorithm) {
  const referee::Problem problem{.id = "bench",
                                 .rules = &rules,
                                 .states = {*chess::read_position("8/1p4k1/8/8/2P1R3/8/3Q4/K7 w - - 0 1"),
                                            *chess::read_position("8/1p5k/8/8/2P1R3/8/3Q4/K7 w - - 0 1")}};
  return kriegspiel::solve(problem, 3, {.algorithm = std::string(algorithm)}).states;
}

int run_bench(bool json, bool quiet) {
  const auto started = std::chrono::steady_clock::now();
  std::uint64_t nodes = 0;
  {
    const auto algorithms = search::algorithms<kriegspiel::Checkmate>();
    Progress progress("bench", kPerftRows.size() + referee::kRuleSets.size() * (kGamesEach + algorithms.size()), quiet);
    for (const PerftRow& row : kPerftRows) {
      nodes += chess::perft(*chess::read_position(row.fen), row.depth);
      progress.advance();
    }
    for (const referee::RuleSet* rules : referee::kRuleSets) {
      for (std::uint64_t seed = 0; seed < kGamesEach; ++seed) {
        if (interrupted()) return kInterrupted;
        nodes += answers_in_random_game(*rules, seed);
        progress.advance();
      }
      for (const auto& algorithm : algorithms) {
        nodes += states_of_search(*rules, algorithm.name);
        progress.advance();
      }
    }
  }
  const double time_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  if (json) {
    fmt::print("{}\n", referee::json_text(boost::json::object{{"nodes", nodes}, {"time_s", time_s}}));
  } else {
    fmt::print("{}\n", nodes);
  }
  return kAnswered;
}

}  // namespace

Run declare_bench(CLI::App& app) {
  struct Options {
    bool json = false;
    bool quiet = false;
  };
  const auto options = std::make_shared<Options>();
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer("Example:\n  blindmate bench");
  return [options] { return run_bench(options->json, options->quiet); };
}

}  // namespace blindmate::cli
