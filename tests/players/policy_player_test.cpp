// Players with a net: what they are told, where they play, and that together they are more than alone.
#include "blindmate/players/policy_player.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "blindmate/base/files.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/policy/actions.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::players {
namespace {

using chess::Side;
using referee::Game;

constexpr std::uint64_t kNodes = 3000;

std::unique_ptr<Player> player(const std::string& spec, std::uint64_t seed) {
  return std::move(*make_player(*read_player(spec), seed));
}

std::string problem_of(const std::string& spec) {
  const Expected<PlayerSpec> read = read_player(spec);
  if (!read) return read.error().reason;
  const auto made = make_player(*read, 1);
  return made ? "" : made.error().reason;
}

TEST(PolicyPlayer, SaysWhatIsWrongWithItsOptions) {
  const auto has = [](const std::string& spec, const char* part) {
    EXPECT_NE(problem_of(spec).find(part), std::string::npos) << spec << ": " << problem_of(spec);
  };
  const std::string small = TESTS_FOLDER "/data/nets/small.net";
  EXPECT_EQ(problem_of("policy"), "");
  EXPECT_EQ(problem_of("policy:temperature=0"), "");
  EXPECT_EQ(problem_of("policy:temperature=1.5,net=" + small), "");
  EXPECT_EQ(problem_of("champion:net=" + small), "");
  has("policy:temperature=-1", "temperature: \"-1\" is not a number from 0 to 10");
  has("policy:temperature=nan", "temperature");
  has("policy:temperature=warm", "temperature");
  has("policy:temperature=", "temperature");
  has("policy:net=", "net: a file is needed");
  has("policy:net=no/such/file.net", "no/such/file.net: ");
  has("policy:net=" TESTS_FOLDER "/data/problems.jsonl", "problems.jsonl: not a net file");
  has("champion:net=" TESTS_FOLDER "/data/problems.jsonl", "problems.jsonl: not a net file");
  has("policy:k=3", "unknown option");
  has("novice:net=" + small, "unknown option");
}

TEST(PolicyPlayer, PlaysOnTheWholeBoardOnly) {
  for (const PlayerEntry& entry : kPlayers) {
    const PlayerSpec spec = *read_player(entry.name);
    EXPECT_TRUE(check_board(spec, 8)) << entry.name;
    const auto checked = check_board(spec, 5);
    ASSERT_EQ(static_cast<bool>(checked), entry.small_boards) << entry.name;
    if (!checked) {
      EXPECT_EQ(checked.error().reason, std::string(entry.name) + " plays on 8x8 only");
    }
  }
  EXPECT_FALSE(check_board(*read_player("hs:engine=stockfish"), 5));
}

// On a small board, where there is no net for it.
TEST(Champion, PlaysAsClubOnSmallBoards) {
  const auto start = *chess::read_position("rnqkr/ppppp/5/PPPPP/RNQKR w - - 0 1");
  Game game(referee::kWild16, start);
  const auto champion = player("champion:k=20", 4);
  const auto club = player("club:k=20", 4);
  while (!game.outcome() && game.plies() < 30) {
    const referee::PlayerView& view = game.view(game.position().turn());
    Thinking of_champion = Thinking::for_nodes(kNodes);
    Thinking of_club = Thinking::for_nodes(kNodes);
    if (view.side() == Side::black) {
      game.ask(view.askable_tries()[0]);
      continue;
    }
    const referee::Ask asked = champion->choose(view, of_champion);
    EXPECT_EQ(referee::text(asked), referee::text(club->choose(view, of_club)));
    game.ask(asked);
  }
  EXPECT_GT(game.plies(), 6);
}

// The net's own probabilities, and how the temperature changes them.
TEST(PolicyPlayer, DrawsItsTriesByProbability) {
  constexpr int kDraws = 3000;
  const Game game(referee::kBerkeley);
  const referee::PlayerView& view = game.view(Side::white);
  policy::Actor actor(policy::Net::shipped(), view);
  const policy::Evaluation& evaluation = actor.consider(view);
  for (const auto& [spec, temperature] :
       {std::pair("policy:temperature=1", 1.0), std::pair("policy:temperature=0.3", 0.3)}) {
    std::map<std::string, int> drawn;
    const auto drawer = player(spec, 3);
    for (int i = 0; i < kDraws; ++i) {
      Thinking thinking = Thinking::for_nodes(1);
      ++drawn[referee::text(drawer->choose(view, thinking))];
    }
    for (const auto& [action, probability] : policy::probabilities(evaluation, actor.record(), temperature)) {
      const int times = drawn[referee::text(*policy::ask_of(action, view))];
      EXPECT_NEAR(times, kDraws * probability, 5 + 4 * std::sqrt(kDraws * probability)) << action << " " << spec;
    }
  }
  const auto greedy = player("policy:temperature=0", 3);
  Thinking thinking = Thinking::for_nodes(1);
  const referee::Ask likeliest = greedy->choose(view, thinking);
  EXPECT_EQ(referee::text(likeliest), referee::text(greedy->valued().front().ask));
}

// Points of the first in games with changed colours.
double points(const std::string& first, const std::string& second, int games) {
  double result = 0;
  for (int number = 0; number < games; ++number) {
    const Side side = number % 2 == 0 ? Side::white : Side::black;
    const auto one = player(first, 100 + static_cast<unsigned>(number));
    const auto two = player(second, 200 + static_cast<unsigned>(number));
    Game game(*referee::kRuleSets[static_cast<unsigned>(number) % referee::kRuleSets.size()]);
    while (!game.outcome() && game.plies() < 300) {
      const Side turn = game.position().turn();
      Thinking thinking = Thinking::for_nodes(kNodes);
      game.ask((turn == side ? one : two)->choose(game.view(turn), thinking));
    }
    const bool decided = game.outcome() && game.outcome()->winner;
    result += !decided ? 0.5 : *game.outcome()->winner == side ? 1 : 0;
  }
  return result;
}

// Far from the limits of chance: the true expectations are above 11 of 12.
TEST(PolicyPlayer, BeatsRandomInAllRuleSets) { EXPECT_GE(points("mate:policy", "random", 12), 9); }
TEST(Strengths, AreInTheRightOrder) {
  EXPECT_GE(points("regular", "novice", 12), 8);
  EXPECT_GE(points("champion", "regular", 12), 8);
}

}  // namespace
}  // namespace blindmate::players
