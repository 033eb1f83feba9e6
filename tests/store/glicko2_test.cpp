// Glicko-2 against the example of Glickman's paper, numbers worked out from its formulas, and a second implementation.
#include "blindmate/store/glicko2.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "blindmate/base/random.hpp"
#include "store/naive_glicko2.hpp"

namespace blindmate::store {
namespace {

void expect_near(const Rating& rating, const Rating& other, double tolerance) {
  EXPECT_NEAR(rating.rating, other.rating, tolerance);
  EXPECT_NEAR(rating.deviation, other.deviation, tolerance);
  EXPECT_NEAR(rating.volatility, other.volatility, tolerance);
}

// http://www.glicko.net/glicko/glicko2.pdf, "Example calculation".
TEST(Glicko2, ExampleOfThePaper) {
  const Rating after =
      rated({1500, 200, 0.06}, {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}});
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

// Step 6 of the paper: who has not played in a period keeps his rating and volatility, and phi becomes
// sqrt(phi^2 + sigma^2). With 200 and 0.06: sqrt(200^2 + (173.7178 * 0.06)^2) = sqrt(40000 + 108.6407) = 200.2714.
TEST(Glicko2, WhoDoesNotPlayIsLessCertain) {
  const Rating before{1620, 200, 0.06};
  expect_near(unplayed(before, 1), {1620, 200.2714, 0.06}, 0.0001);
  EXPECT_EQ(rated(before, {}), unplayed(before, 1));
  EXPECT_EQ(unplayed(before, 0).deviation, 200);
  expect_near(unplayed(unplayed(before, 2), 3), unplayed(before, 5), 1e-9);
  expect_near(unplayed(unplayed(before, 0.25), 0.75), unplayed(before, 1), 1e-9);
}

TEST(Glicko2, NobodyIsLessCertainThanWhoHasNeverPlayed) {
  EXPECT_EQ(unplayed({1620, 200, 0.06}, 1e9), (Rating{1620, 350, 0.06}));
  EXPECT_EQ(unplayed({1500, 350, 0.06}, 1), Rating{});
  EXPECT_LE(rated({1500, 350, 0.3}, {{{2900, 350, 0.06}, 0}}).deviation, 350);
}

TEST(Glicko2, BeginnersAreAtTheMiddleAndProvisional) {
  EXPECT_EQ(Rating{}, (Rating{1500, 350, 0.06}));
  EXPECT_GT(Rating{}.deviation, kProvisionalDeviation);
}

// Two who have never played. By the formulas: g(350 / 173.7178) = 0.669069, E = 0.5, v = 1 / (g^2 / 4) = 8.935475; the
// volatility hardly moves; phi' = 1 / sqrt(1 / (4.059265 + 0.0036) + 1 / v) = 1.671210, which is 290.32;
// mu' = phi'^2 * g / 2 = 0.934337, which is 162.31.
TEST(Glicko2, TheFirstGameOfTwo) {
  const Rating won = rated({}, {{{}, 1}});
  expect_near(won, {1662.31, 290.32, 0.06}, 0.01);
  const Rating lost = rated({}, {{{}, 0}});
  expect_near(lost, {1337.69, 290.32, 0.06}, 0.01);
  const Rating drawn = rated({}, {{{}, 0.5}});
  EXPECT_DOUBLE_EQ(drawn.rating, 1500);
  EXPECT_NEAR(drawn.deviation, 290.32, 0.01);
}

Rating random_rating(Random& random) {
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random.below(1'000'001)) / 1e6;
  };
  return {between(100, 3500), between(20, 350), between(0.03, 0.2)};
}

TEST(Glicko2, IsWhatASecondImplementationSays) {
  Random random(1);
  for (int i = 0; i < 20'000; ++i) {
    const Rating own = random_rating(random);
    const Rating opponent = random_rating(random);
    const double score = random.below(3) / 2.0;
    const Rating after = rated(own, {{opponent, score}});
    const Rating other = naive::rated(own, opponent, score);
    ASSERT_NEAR(after.rating, other.rating, 1e-3) << i;
    ASSERT_NEAR(after.deviation, other.deviation, 1e-3) << i;
    ASSERT_NEAR(after.volatility, other.volatility, 1e-6) << i;
  }
}

TEST(Glicko2, BehavesAsARatingMust) {
  Random random(2);
  for (int i = 0; i < 5000; ++i) {
    const Rating own = random_rating(random);
    const Rating opponent = random_rating(random);
    const Rating won = rated(own, {{opponent, 1}});
    const Rating drawn = rated(own, {{opponent, 0.5}});
    const Rating lost = rated(own, {{opponent, 0}});
    for (const Rating& after : {won, drawn, lost}) {
      ASSERT_TRUE(std::isfinite(after.rating) && std::isfinite(after.deviation) && std::isfinite(after.volatility));
      ASSERT_GT(after.deviation, 0);
      ASSERT_LE(after.deviation, 350);
      ASSERT_GT(after.volatility, 0);
      ASSERT_LT(after.deviation, unplayed(own, 1).deviation + 1) << "a game makes more certain, unless it surprises";
    }
    ASSERT_GE(won.rating, own.rating);
    ASSERT_LE(lost.rating, own.rating);
    ASSERT_LE(lost.rating, drawn.rating);
    ASSERT_LE(drawn.rating, won.rating);
    // The mirror image about 1500.
    const Rating mirrored = rated({3000 - own.rating, own.deviation, own.volatility},
                                  {{{3000 - opponent.rating, opponent.deviation, opponent.volatility}, 0}});
    ASSERT_NEAR(mirrored.rating - 1500, 1500 - won.rating, 1e-6);
    ASSERT_NEAR(mirrored.deviation, won.deviation, 1e-6);
  }
}

// The order of the games of a period does not count.
TEST(Glicko2, APeriodIsASet) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const Rating own = random_rating(random);
    const RatedResult a{random_rating(random), 1};
    const RatedResult b{random_rating(random), 0.5};
    const RatedResult c{random_rating(random), 0};
    const Rating forwards = rated(own, {a, b, c});
    const Rating backwards = rated(own, {c, b, a});
    ASSERT_NEAR(forwards.rating, backwards.rating, 1e-3);
    ASSERT_NEAR(forwards.deviation, backwards.deviation, 1e-3);
  }
}

// Who wins as often as is expected of him stays where he is, and becomes certain of it.
TEST(Glicko2, EqualsStayEqual) {
  Rating anna;
  Rating ben;
  for (int i = 0; i < 200; ++i) {
    const double score = i % 2 == 0 ? 1 : 0;
    const Rating anna_before = anna;
    anna = rated(anna, {{ben, score}});
    ben = rated(ben, {{anna_before, 1 - score}});
  }
  EXPECT_NEAR(anna.rating, 1500, 60);
  EXPECT_NEAR(anna.rating + ben.rating, 3000, 60);
  EXPECT_LT(anna.deviation, kProvisionalDeviation);
}

}  // namespace
}  // namespace blindmate::store
