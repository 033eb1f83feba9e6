#include "blindmate/tournament/cross_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace blindmate::tournament {
namespace {

CrossTable of_two(int wins, int draws, int losses) {
  CrossTable table(2);
  table.add(0, 1, wins, draws, losses);
  return table;
}

TEST(Ratings, DifferByWhatTheResultsSay) {
  // Equal, and 3 to 1.
  const std::vector<double> equal = of_two(50, 0, 50).ratings();
  EXPECT_NEAR(equal[0], 0, 1e-6);
  const std::vector<double> better = of_two(7500, 0, 2500).ratings();
  EXPECT_NEAR(better[0] - better[1], 400 * std::log10(3), 0.5);
  EXPECT_NEAR(better[0] + better[1], 0, 1e-6);
  const std::vector<double> all = of_two(10, 0, 0).ratings();
  EXPECT_LT(all[0] - all[1], 1000) << "who wins all games has a rating all the same";
}

TEST(Standings, HaveTheBestFirst) {
  CrossTable table(3);
  table.add(0, 1, 1, 2, 7);
  table.add(1, 2, 3, 2, 5);
  const std::vector<Standing> standings = table.standings();
  ASSERT_EQ(standings.size(), 3U);
  EXPECT_EQ(standings[0].player, 2U);
  EXPECT_EQ(standings[2].player, 0U);
  EXPECT_EQ(standings[1].points, 12);
  EXPECT_EQ(standings[1].games, 20);
  EXPECT_EQ(table.points(1, 0), 8);
  EXPECT_EQ(table.games(2, 1), 10);
}

TEST(Standings, HaveErrorsOfTheTextbook) {
  // The mean of 20 games with a deviation of 0.5 each has one of 0.1118; a draw has none.
  const Standing decided = of_two(10, 0, 10).standings()[0];
  EXPECT_NEAR(decided.low, -163.3, 0.1);
  EXPECT_NEAR(decided.high, 163.3, 0.1);
  EXPECT_NEAR(decided.error, 152.3, 0.1);
  const Standing drawn = of_two(0, 20, 0).standings()[0];
  EXPECT_NEAR(drawn.low, 0, 1e-6);
  EXPECT_NEAR(drawn.high, 0, 1e-6);
}

}  // namespace
}  // namespace blindmate::tournament
