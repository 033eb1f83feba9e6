// What is heard in the first moves tells a number of bits that can be counted by hand; later, brute force counts.
#include "blindmate/lab/figures/information.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/lab/figures/game_mean.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

using chess::Side;
using Bits = std::map<std::string, double>;  // by "by: what"

// Plays "e2e4", "any" and so on; what the last observation of a side tells it.
Bits told_last(const referee::RuleSet& rules, const std::vector<std::string>& asks, Side side) {
  referee::Game game(rules);
  for (const std::string& ask : asks)
    game.ask(ask == "any" ? referee::Ask(referee::AnyAsked{}) : referee::Ask(*chess::parse_coordinates(ask)));
  const std::vector<belief::Observation> observations = belief::observations(game.view(side));
  belief::BeliefState belief(game.start(), side, rules);
  for (std::size_t i = 0; i + 1 < observations.size(); ++i) belief.hear(observations[i]);
  Bits result;
  for (const Told& told : told_by(observations.back(), belief))
    result[std::string(told.by) + ": " + std::string(told.what)] = told.bits;
  return result;
}

TEST(Information, OfTriesAfterOneMove) {
  using referee::kBerkeley;
  // Of Black's 20 first moves one puts a man on d5, and one a pawn on e5.
  const Bits refused = told_last(kBerkeley, {"e2e4", "g8f6", "e4d5"}, Side::white);
  EXPECT_EQ(refused, (Bits{{"refused try: pawn capture", std::log2(20.0 / 19)}}));
  const Bits accepted = told_last(kBerkeley, {"e2e4", "d7d5", "e4d5"}, Side::white);
  EXPECT_EQ(accepted.at("accepted try: pawn capture"), std::log2(20.0));
  EXPECT_EQ(accepted.at("own move: capture"), 0) << "what was accepted has told it";
  const Bits advance = told_last(kBerkeley, {"e2e4", "e7e5", "e4e5"}, Side::white);
  EXPECT_EQ(advance, (Bits{{"refused try: pawn advance", std::log2(20.0)}}));
}

TEST(Information, OfChecksAndSilence) {
  using referee::kBerkeley;
  // The bishop captures on b5 after b7b5, and checks there after d7d6 and d7d5.
  const Bits silence = told_last(kBerkeley, {"e2e4", "g8f6", "f1b5"}, Side::white);
  EXPECT_EQ(silence.at("accepted try: line move"), 0);
  EXPECT_NEAR(silence.at("own move: no capture"), std::log2(20.0 / 19), 1e-12);
  EXPECT_NEAR(silence.at("own move: no check"), std::log2(19.0 / 17), 1e-12);
  EXPECT_NEAR(silence.at("own move: silence"), std::log2(20.0 / 17), 1e-12);
  const Bits check = told_last(kBerkeley, {"e2e4", "d7d5", "f1b5"}, Side::white);
  EXPECT_NEAR(check.at("own move: check: long diagonal"), std::log2(19.0 / 2), 1e-12);
  EXPECT_NEAR(check.at("own move: all"), std::log2(20.0 / 2), 1e-12);
  EXPECT_FALSE(check.contains("own move: silence"));
  EXPECT_FALSE(check.contains("own move: no pawn tries")) << "berkeley tells nothing of them";
}

TEST(Information, OfPawnTries) {
  for (const referee::RuleSet* rules : {&referee::kCincinnati, &referee::kWild16, &referee::kRand}) {
    // d7d5 and f7f5 can be captured.
    const Bits none = told_last(*rules, {"e2e4", "g8f6"}, Side::white);
    EXPECT_NEAR(none.at("opponent's move: no pawn tries"), std::log2(20.0 / 18), 1e-12) << rules->name;
    const Bits some = told_last(*rules, {"e2e4", "f7f5"}, Side::white);
    EXPECT_NEAR(some.at("opponent's move: pawn tries"), std::log2(10.0), 1e-12) << rules->name;
    EXPECT_NEAR(some.at("opponent's move: all"), std::log2(10.0), 1e-12) << rules->name;
    const Bits capture = told_last(*rules, {"e2e4", "d7d5", "e4d5"}, Side::white);
    EXPECT_EQ(capture.at("accepted try: pawn capture"), 1) << rules->name;
    EXPECT_EQ(capture.at("own move: pawn captured"), 0) << rules->name;
  }
}

TEST(Information, OfTheQuestion) {
  using referee::kBerkeleyAny;
  const Bits yes = told_last(kBerkeleyAny, {"e2e4", "d7d5", "any"}, Side::white);
  EXPECT_EQ(yes, (Bits{{"own question: Any?: yes", std::log2(10.0)}}));
  const Bits no = told_last(kBerkeleyAny, {"e2e4", "g8f6", "any"}, Side::white);
  EXPECT_EQ(no, (Bits{{"own question: Any?: no", std::log2(20.0 / 18)}}));
  // To Black: White has a pawn on c4 or e4, and must capture.
  const Bits heard = told_last(kBerkeleyAny, {"e2e4", "d7d5", "any", "e4d5"}, Side::black);
  EXPECT_NEAR(heard.at("opponent's tries: Any?: yes"), std::log2(10.0), 1e-12);
  EXPECT_EQ(heard.at("opponent's move: capture"), 0);
}

std::string without_clocks(const std::string& fen) { return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)); }

// All that a move of the opponent can lead to, as a set of FENs, against what is left after the announcement.
TEST(Information, OfTheOpponentsMovesIsWhatBruteForceCounts) {
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    Random random(7);
    for (int round = 0; round < 2; ++round) {
      referee::Game game(*rules);
      while (!game.outcome() && game.plies() < 6) {
        const chess::MoveList tries = game.view(game.position().turn()).askable_tries();
        game.ask(tries[random.below(static_cast<std::uint32_t>(tries.size()))]);
      }
      belief::BeliefState belief(game.start(), Side::black, *rules);
      for (const belief::Observation& observation : belief::observations(game.view(Side::black))) {
        const std::vector<Told> told = told_by(observation, belief);
        std::set<std::string> possible;
        for (std::size_t i = 0; i < belief.size(); ++i) {
          for (const chess::Move move : chess::legal_moves(belief.position(i)))
            possible.insert(without_clocks(chess::fen(belief.position(i).after(move))));
        }
        belief.hear(observation);
        if (!std::holds_alternative<belief::OpponentTurn>(observation) || belief::move_heard(observation) == nullptr)
          continue;
        double refusals = 0;
        double parts = 0;
        double all = -1;
        for (const Told& part : told) {
          if (part.by == kOpponentAsked) {
            refusals += part.bits;
          } else if (part.what == "all") {
            all = part.bits;
          } else if (part.what != "silence") {
            parts += part.bits;
          }
        }
        EXPECT_NEAR(parts, all, 1e-9);
        if (refusals == 0) {
          EXPECT_NEAR(all, std::log2(static_cast<double>(possible.size()) / static_cast<double>(belief.size())), 1e-9)
              << rules->name;
        }
      }
    }
  }
}

TEST(GameMean, KnowsThatEventsOfOneGameResembleEachOther) {
  GameMean alone;
  GameMean together;
  for (std::size_t i = 0; i < 100; ++i) {
    alone.add(i, i % 2 == 0 ? 0 : 1);
    together.add(i / 50, i < 50 ? 0 : 1);
  }
  EXPECT_EQ(alone.mean(), 0.5);
  EXPECT_EQ(together.mean(), 0.5);
  EXPECT_NEAR(alone.reach(), 1.96 * 0.05, 1e-12) << "a hundred throws of a coin";
  EXPECT_NEAR(together.reach(), 1.96 * std::sqrt(0.125), 1e-12) << "two";
}

}  // namespace
}  // namespace blindmate::lab
