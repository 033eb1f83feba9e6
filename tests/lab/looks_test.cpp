// Curves of different algorithms can be told apart.
#include "blindmate/lab/figures/looks.hpp"

#include <gtest/gtest.h>

#include <set>

namespace blindmate::lab {
namespace {

TEST(LabLooks, DifferByColourOrDash) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  for (const NamedLook& named : kAlgorithmLooks) {
    EXPECT_TRUE(seen.emplace(named.look.colour, named.look.dash).second) << named.name;
    EXPECT_EQ(look_of(named.name, 99).colour, named.look.colour) << "wherever it is in the legend";
  }
}

}  // namespace
}  // namespace blindmate::lab
