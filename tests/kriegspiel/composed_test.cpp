// Problems by composers: verdicts and keys that two other programs have found, and two long mates by J. Rotenberg.
#include <gtest/gtest.h>

#include <cctype>

#include "support.hpp"

namespace blindmate::kriegspiel {
namespace {

// Qc5e7 and a7a8=Q in coordinates.
std::string coordinates(std::string key) {
  if (std::isupper(static_cast<unsigned char>(key.front())) != 0) key.erase(0, 1);
  if (const std::size_t promotion = key.find('='); promotion != std::string::npos) {
    key.erase(promotion, 1);
    key.back() = static_cast<char>(std::tolower(static_cast<unsigned char>(key.back())));
  }
  return key;
}

TEST(ComposedProblems, HaveTheKnownVerdictsAndKeys) {
  int mates = 0;
  int all = 0;
  for (const auto& [problem, line] : known_problems("composed.jsonl")) {
    ++all;
    const Solution solution = solve(problem, *problem.ply, {.all_keys = true, .plan = true});
    ASSERT_EQ(solution.verdict, *problem.expect_mate ? Verdict::mate : Verdict::no_mate) << problem.id;
    if (!*problem.expect_mate) continue;
    ++mates;
    EXPECT_EQ(fault(problem, *problem.ply, to_json(*solution.plan)), "") << problem.id;
    std::vector<std::string> expected;
    for (const auto& key : line.at("keys").as_array()) expected.push_back(coordinates(std::string(key.as_string())));
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(*solution.keys, expected) << problem.id;
  }
  EXPECT_EQ(all, 75);
  EXPECT_EQ(mates, 49);
}

// The Problemist 1976: a mate in 8 that is not one in 6.
TEST(Rotenberg, TheMateInEight) {
  for (const auto& [problem, line] : known_problems("composed.jsonl")) {
    if (problem.id != "Rot76") continue;
    EXPECT_EQ(solve(problem, 11, {}).verdict, Verdict::no_mate);
    const Solution solution = solve(problem, 15, {.plan = true});
    ASSERT_EQ(solution.verdict, Verdict::mate);
    EXPECT_EQ(to_json(*solution.plan).at("try"), "a2g2");
    return;
  }
  FAIL() << "Rot76 is missing";
}

// Published in 2007 as a mate in 15.
TEST(Rotenberg, TheMateInFifteenIsOneInEight) {
  const referee::Problem problem = known_problems("rotenberg2007.jsonl").front().problem;
  const Solution solution = solve(problem, 15, {.plan = true});
  ASSERT_EQ(solution.verdict, Verdict::mate);
  EXPECT_EQ(fault(problem, 15, to_json(*solution.plan)), "");
}

}  // namespace
}  // namespace blindmate::kriegspiel
