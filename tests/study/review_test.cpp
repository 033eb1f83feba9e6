// Reviews of finished games: numbers and maps are the naive estimator's, a part of the states is a lower bound, and
// mates are there, missed or carried out as chess says.
#include "blindmate/study/review.hpp"

#include <gtest/gtest.h>

#include "belief/naive_listener.hpp"
#include "belief/random_game.hpp"
#include "blindmate/chess/fen.hpp"

namespace blindmate::study {
namespace {

using chess::Position;
using chess::Side;
using referee::Game;

std::vector<Moment> review(const Game& game, Side side, const ReviewLimits& limits = {}) {
  Reviewer reviewer(game, side, limits);
  std::vector<Moment> moments;
  while (std::optional<Moment> moment = reviewer.next()) moments.push_back(std::move(*moment));
  EXPECT_EQ(moments.size(), reviewer.size());
  return moments;
}

Game random_game(const referee::RuleSet& rules, int plies, Random& random) {
  Game game(rules);
  while (!game.outcome() && game.plies() < plies) belief::ask_at_random(game, random);
  if (!game.outcome()) game.conclude({"resignation", Side::white});
  return game;
}

class Reviews : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(Reviews, TellWhatTheNaiveEstimatorKnows) {
  Random random(7);
  for (int times = 0; times < 4; ++times) {
    const Game game = random_game(*GetParam(), 6, random);
    for (const Side side : {Side::white, Side::black}) {
      const std::vector<Moment> moments = review(game, side, {.states = 1'000'000, .mate_states = 0});
      naive::Estimator naive(std::string(game.rules().name), belief::without_clocks(game.start()), side == Side::white);
      const std::vector<belief::Observation> heard = belief::observations(game.view(side));
      for (std::size_t i = 0; i <= heard.size(); ++i) {
        if (i > 0) belief::hear_naively(naive, heard[i - 1]);
        ASSERT_TRUE(moments[i].is_exact);
        ASSERT_EQ(moments[i].states, naive.states().size()) << i;
        std::array<std::array<double, 64>, 6> counted{};
        for (const std::string& fen : naive.states()) {
          const Position position = *chess::read_position(fen);
          for (unsigned man = 0; man < 6; ++man) {
            for (unsigned s = 0; s < 64; ++s) {
              const auto square = static_cast<chess::Square>(s);
              if (position.men(other(side), static_cast<chess::Man>(man)) & chess::bit(square)) counted[man][s] += 1;
            }
          }
        }
        for (unsigned man = 0; man < 6; ++man) {
          for (unsigned s = 0; s < 64; ++s) {
            ASSERT_NEAR(moments[i].men[man][s], counted[man][s] / static_cast<double>(naive.states().size()), 1e-9);
          }
        }
      }
    }
  }
}

TEST_P(Reviews, APartOfTheStatesIsAtLeastSoMany) {
  constexpr std::uint64_t kFew = 30;
  Random random(8);
  bool some_are_inexact = false;
  for (int times = 0; times < 4; ++times) {
    const Game game = random_game(*GetParam(), 10, random);
    for (const Side side : {Side::white, Side::black}) {
      const std::vector<Moment> all = review(game, side, {.states = 10'000'000, .mate_states = 0});
      const std::vector<Moment> few = review(game, side, {.states = kFew, .mate_states = 0});
      ASSERT_EQ(all.size(), few.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_LE(few[i].states, all[i].states);
        EXPECT_LE(few[i].states, kFew + 1);
        EXPECT_GE(few[i].states, 1U);
        if (few[i].is_exact) {
          EXPECT_EQ(few[i].states, all[i].states);
        }
        some_are_inexact = some_are_inexact || !few[i].is_exact;
        double kings = 0;
        for (const double share : few[i].men[static_cast<std::size_t>(chess::Man::king)]) kings += share;
        EXPECT_NEAR(kings, 1, 1e-9);
      }
    }
  }
  EXPECT_TRUE(some_are_inexact);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Reviews, testing::ValuesIn(referee::kRuleSets));

// Two rooks and a king in the corner that both sides know: Ra7 and Rb8 mate, Ke2 does not.
Game rooks(const std::vector<const char*>& moves) {
  Game game(*referee::find_rule_set("berkeley"), *chess::read_position("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1"));
  for (const char* move : moves) EXPECT_EQ(game.ask(*chess::parse_coordinates(move)).heard.answer, referee::Answer::ok);
  return game;
}

TEST(MatesOfAReview, AreMissedByWhoPlaysOtherwise) {
  Game game = rooks({"e1e2", "h8g8"});
  game.conclude({"resignation", Side::black});
  const std::vector<Moment> white = review(game, Side::white);
  ASSERT_TRUE(white[0].mate);
  EXPECT_EQ(white[0].mate->length, 3);
  EXPECT_EQ(white[0].verdict, kriegspiel::Verdict::mate);
  const std::vector<std::size_t> missed = missed_mates(white, game);
  ASSERT_FALSE(missed.empty());
  EXPECT_EQ(missed.front(), 0U);
  for (const Moment& moment : review(game, Side::black)) EXPECT_FALSE(moment.mate);
}

TEST(MatesOfAReview, AreNotMissedByWhoMates) {
  const Game game = rooks({"a2a7", "h8g8", "b1b8"});
  ASSERT_TRUE(game.outcome());
  EXPECT_EQ(game.outcome()->reason, "checkmate");
  const std::vector<Moment> white = review(game, Side::white);
  ASSERT_TRUE(white[0].mate);
  ASSERT_TRUE(white[2].mate);
  EXPECT_EQ(white[2].mate->length, 1);
  EXPECT_TRUE(missed_mates(white, game).empty());
}

TEST(MatesOfAReview, AreNotLookedForBeyondTheLimits) {
  Game game = rooks({"e1e2", "h8g8"});
  game.conclude({"resignation", Side::black});
  for (const Moment& moment : review(game, Side::white, {.mate_states = 0})) {
    EXPECT_FALSE(moment.mate);
    EXPECT_EQ(moment.verdict, kriegspiel::Verdict::unknown);
  }
  EXPECT_EQ(review(game, Side::white, {.mate_ply = 1})[0].verdict, kriegspiel::Verdict::no_mate);
}

}  // namespace
}  // namespace blindmate::study
