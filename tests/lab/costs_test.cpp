// What algorithms spend, and ratios between them, on lists short enough to be worked out by hand.
#include "blindmate/lab/figures/costs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace blindmate::lab {
namespace {

Costs costs(const std::vector<double>& solved, const std::vector<double>& cut_off = {}) {
  Costs result;
  for (const double spent : cut_off) result.add(spent, false);
  for (const double spent : solved) result.add(spent, true);
  return result;
}

TEST(LabCosts, AreWhatAPartOfTheProblemsTakes) {
  const Costs ten = costs({10, 1, 9, 2, 8, 3, 7, 4, 6, 5});
  EXPECT_EQ(ten.to_solve(0.5), 5);
  EXPECT_EQ(ten.to_solve(0.8), 8);
  EXPECT_EQ(ten.to_solve(0.95), 10);
  EXPECT_EQ(ten.most(), 10);
  EXPECT_EQ(costs({3}).to_solve(0.5), 3);
  EXPECT_DOUBLE_EQ(costs({1, 100}).mean_log(1, 1000), std::log(10));
}

TEST(LabCosts, AreInfiniteForWhatWasCutOff) {
  const Costs half = costs({1, 2, 3, 4, 5}, {20, 20, 20, 20, 0.5});
  EXPECT_EQ(half.to_solve(0.5), 5);
  EXPECT_TRUE(std::isinf(half.to_solve(0.6)));
  EXPECT_EQ(half.at_least(0.6), 5) << "one ran out of memory early, and may be an easy one";
  EXPECT_EQ(half.at_least(0.9), 20);
  EXPECT_EQ(half.most(), 20);
  EXPECT_EQ(half.solved(), (std::vector<double>{1, 2, 3, 4, 5}));
  EXPECT_DOUBLE_EQ(costs({1}, {20}).mean_log(1, 100), std::log(10)) << "an unsolved one counts as the most";
}

TEST(LabCosts, HaveRatiosWithBoundsWhereALimitWasReached) {
  const Costs quick = costs({1, 2, 3, 4}, {});
  const Costs slow = costs({10, 30}, {60, 60});
  EXPECT_EQ(ratio(slow, quick, 0.5), "15");
  EXPECT_EQ(ratio(slow, quick, 0.75), "more than 20");
  EXPECT_EQ(ratio(quick, slow, 0.75), "less than 0.05");
  EXPECT_EQ(ratio(slow, slow, 0.75), "unknown");
}

}  // namespace
}  // namespace blindmate::lab
