// A fixed, seeded workload over everything whose behaviour can be counted or compared, in parts: perft, random games
// refereed under every rule set, a checkmate problem by every algorithm, belief states, each player, endings, a review.
// Each part has a number, and they have one together, which changes with almost any change of behaviour.
//
// The numbers are the same on every machine and with every compiler: nothing looks at a clock, and nothing that was
// computed in floating point is part of a number. Players choose by means of values, though, so players with a net,
// whose last digits depend on the processor, are left out.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <functional>
#include <memory>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/perft.hpp"
#include "blindmate/endings/tables.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/matches/ending_games.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/study/review.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"

namespace blindmate::cli {
namespace {

using chess::Side;

// FNV-1a, over whatever a part has to say.
class Fingerprint {
 public:
  void add(std::uint64_t number) {
    for (int byte = 0; byte < 8; ++byte, number >>= 8) add_byte(static_cast<std::uint8_t>(number));
  }
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<std::uint8_t>(c));
    add_byte('\n');
  }
  std::uint64_t number() const { return hash_; }

 private:
  void add_byte(std::uint8_t byte) { hash_ = (hash_ ^ byte) * 16777619U; }

  std::uint32_t hash_ = 2166136261U;
};

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

// Tries in the order in which they are asked, refused ones too.
struct FixedGame {
  std::string_view fen;
  std::string_view tries;
};
constexpr FixedGame kOpening{chess::kStartFen,
                             "e2e4 d7d5 e4f5 e4d5 d8d5 b1c3 d5e5 e1e2 f1e2 c8g4 d2d4 g4e2 g1e2 e5a5 c1d2 b8c6 d4d5 "
                             "a8d8 d5e6 d5c6 b7a6 b7c6 c3b5 a5b6 d2a5 b6a5 b2b4 a5b5 a2a4 b5b4 c2c3 b4b2 d1d8 e8d8 "
                             "a1d1 d8c8 e1g1 b2e2"};
constexpr FixedGame kEnding{"8/1p4k1/8/8/2P1R3/8/3Q4/K7 w - - 0 1",
                            "d2d7 g7g6 c4c5 b7b5 c5b6 g6f5 g6g5 b6b7 g5f5 g5h4 g5h5 b7b8q h5g5 b8g8 g5h6 e4e6 h6h5 "
                            "d7h7"};

constexpr std::uint64_t kGamesEach = 100;
constexpr int kMostPlies = 400;
constexpr std::uint64_t kMostStates = 100'000;  // of a belief state that is followed
constexpr std::uint64_t kNodes = 5000;          // of a player, for a try
constexpr int kPliesOfPlayers = 30;
constexpr int kEndingGames = 20;

std::uint64_t perft_nodes() {
  std::uint64_t nodes = 0;
  for (const PerftRow& row : kPerftRows) nodes += chess::perft(*chess::read_position(row.fen), row.depth);
  return nodes;
}

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

std::uint64_t referee_answers() {
  std::uint64_t answers = 0;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    for (std::uint64_t seed = 0; seed < kGamesEach; ++seed) answers += answers_in_random_game(*rules, seed);
  }
  return answers;
}

// Two states that differ in the defender's king, under each rule set, so that refusals, percepts and questions count.
std::uint64_t solver_states() {
  std::uint64_t states = 0;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    const referee::Problem problem{.id = "bench",
                                   .rules = rules,
                                   .states = {*chess::read_position("8/1p4k1/8/8/2P1R3/8/3Q4/K7 w - - 0 1"),
                                              *chess::read_position("8/1p5k/8/8/2P1R3/8/3Q4/K7 w - - 0 1")}};
    for (const auto& algorithm : search::kAlgorithms)
      states += kriegspiel::solve(problem, 3, {.algorithm = std::string(algorithm.name)}).states;
  }
  return states;
}

referee::Game replay(const FixedGame& fixed, const referee::RuleSet& rules) {
  referee::Game game(rules, *chess::read_position(fixed.fen));
  for (const std::string_view tried : words(fixed.tries)) {
    if (!game.outcome()) game.ask(*chess::parse_coordinates(tried));
  }
  return game;
}

// Of both sides, after each observation, as long as they are not too large.
std::uint64_t belief_sizes() {
  Fingerprint result;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    for (const FixedGame& fixed : {kOpening, kEnding}) {
      const referee::Game game = replay(fixed, *rules);
      for (const Side side : {Side::white, Side::black}) {
        belief::BeliefState belief(game.start(), side, *rules);
        for (const belief::Observation& observation : belief::observations(game.view(side))) {
          if (belief.hear(observation, {.states = kMostStates}) != belief::Stop::none) break;
          result.add(belief.size());
        }
      }
    }
  }
  return result.number();
}

// What a player asks when it plays both sides.
std::uint64_t asked_by(const players::PlayerEntry& entry) {
  Fingerprint result;
  for (const referee::RuleSet* rules : {&referee::kBerkeley, &referee::kEnglish}) {
    for (const FixedGame& fixed : {kOpening, kEnding}) {
      std::array<std::unique_ptr<players::Player>, 2> both;
      for (std::size_t seed = 0; seed < both.size(); ++seed)
        both[seed] = *players::make_player({.entry = &entry}, seed);
      referee::Game game(*rules, *chess::read_position(fixed.fen));
      while (!game.outcome() && game.plies() < kPliesOfPlayers) {
        const Side side = game.position().turn();
        players::Thinking thinking = players::Thinking::for_nodes(kNodes);
        const referee::Ask asked = both[chess::index(side)]->choose(game.view(side), thinking);
        game.ask(asked);
        result.add(referee::text(asked));
      }
    }
  }
  return result.number();
}

bool has_net(const players::PlayerEntry& entry) {
  const std::vector<std::string_view> options = words(entry.options);
  return !entry.net.empty() || std::find(options.begin(), options.end(), "net") != options.end();
}

std::uint64_t endings_played() {
  Fingerprint result;
  for (const endings::Recipe& recipe : endings::kRecipes) {
    for (const lab::Defender defender : {lab::Defender::random, lab::Defender::best}) {
      const lab::EndingGames games = lab::play_endings(recipe.ending, defender, kEndingGames, true, 1);
      for (const int count : {games.won, games.stalemates, games.men_lost, games.longest})
        result.add(static_cast<std::uint64_t>(count));
      result.add(static_cast<std::uint64_t>(games.moves));
    }
  }
  return result.number();
}

std::uint64_t moments_reviewed() {
  Fingerprint result;
  for (const FixedGame& fixed : {kOpening, kEnding}) {
    const referee::Game game = replay(fixed, referee::kBerkeley);
    for (const Side side : {Side::white, Side::black}) {
      study::Reviewer reviewer(game, side, {.states = 2000, .search_states = 20'000});
      while (const std::optional<study::Moment> moment = reviewer.next()) {
        result.add(moment->states);
        result.add(moment->is_exact ? 1 : 0);
        for (const auto& squares : moment->men) {
          for (const double share : squares)
            result.add(static_cast<std::uint64_t>(std::llround(share * static_cast<double>(moment->states))));
        }
        result.add(kriegspiel::name(moment->verdict));
        if (moment->mate) result.add(referee::json_text(kriegspiel::to_json(moment->mate->plan)));
      }
    }
  }
  return result.number();
}

struct Part {
  std::string_view name;
  std::function<std::uint64_t()> number;
};

std::vector<Part> parts() {
  std::vector<Part> result = {
      {"perft", perft_nodes}, {"referee", referee_answers}, {"solver", solver_states}, {"belief", belief_sizes}};
  for (const players::PlayerEntry& entry : players::kPlayers) {
    if (!has_net(entry)) result.push_back({entry.name, [&entry] { return asked_by(entry); }});
  }
  result.push_back({"endings", endings_played});
  result.push_back({"review", moments_reviewed});
  return result;
}

int run_bench(bool json, bool quiet) {
  const std::vector<Part> all = parts();
  std::vector<std::uint64_t> numbers;
  {
    Progress progress("bench", all.size(), quiet);
    for (const Part& part : all) {
      progress.label(fmt::format("bench: {}", part.name));
      numbers.push_back(part.number());
      if (interrupted()) return kInterrupted;
      progress.advance();
    }
  }
  Fingerprint together;
  for (std::size_t i = 0; i < all.size(); ++i) {
    together.add(numbers[i]);
    if (json) {
      fmt::print("{}\n", referee::json_text(
                             boost::json::object{{"part", boost::json::string(all[i].name)}, {"number", numbers[i]}}));
    } else {
      fmt::print("{:<10} {}\n", all[i].name, numbers[i]);
    }
  }
  if (json) {
    fmt::print("{}\n", referee::json_text(boost::json::object{{"bench", together.number()}}));
  } else {
    fmt::print("{}\n", together.number());
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
