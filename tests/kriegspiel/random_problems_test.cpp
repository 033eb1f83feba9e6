// All algorithms on thousands of random problems against brute force on the naive referee; every plan is judged by the
// checker on both referees.
#include <gtest/gtest.h>

#include <algorithm>

#include "random_problem.hpp"

namespace blindmate::kriegspiel {
namespace {

std::string describe(const referee::Problem& problem) {
  const naive::Problem words = plain(problem);
  std::string result =
      words.rules + " ply " + std::to_string(words.ply) + " any=" + words.any + (words.duty ? " duty" : "");
  for (const std::string& tried : words.refused) result += " refused " + tried;
  for (const std::string& state : words.states) result += "\n  " + state;
  return result;
}

class RandomProblems : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(RandomProblems, AllAlgorithmsAgreeWithBruteForce) {
  constexpr long kBudget = 4000;  // moves of the naive solver
  constexpr int kProblems = 600;
  RandomProblem random(*GetParam(), 2005);
  int compared = 0;
  int mates = 0;
  for (int i = 0; compared < kProblems && !HasFailure(); ++i) {
    const referee::Problem problem = random.next();
    const std::optional<bool> expected = naive::guaranteed_mate(plain(problem), kBudget);
    if (!expected) continue;
    ++compared;
    mates += *expected ? 1 : 0;
    for (const auto& algorithm : search::kAlgorithms) {
      SolveOptions options{.algorithm = std::string(algorithm.name), .plan = true};
      if (i % 2 == 1) options.seed = static_cast<std::uint64_t>(i);
      const Solution solution = solve(problem, *problem.ply, options);
      ASSERT_EQ(solution.verdict, *expected ? Verdict::mate : Verdict::no_mate) << algorithm.name << "\n"
                                                                                << describe(problem);
      if (*expected) {
        EXPECT_EQ(fault(problem, *problem.ply, to_json(*solution.plan)), "") << algorithm.name << "\n"
                                                                             << describe(problem);
      }
    }
  }
  EXPECT_GT(mates, kProblems / 20);
  EXPECT_LT(mates, kProblems * 19 / 20);
}

TEST_P(RandomProblems, AllKeysAreThoseOfBruteForce) {
  constexpr long kBudget = 20000;
  RandomProblem random(*GetParam(), 1858);
  for (int compared = 0; compared < 40 && !HasFailure();) {
    const referee::Problem problem = random.next();
    const std::optional<std::vector<std::string>> expected = brute_force_keys(problem, kBudget);
    if (!expected || expected->empty()) continue;
    ++compared;
    for (const std::string algorithm : {"le-dfs", "e-pns", "gl-dub", "gl-dbu", "ipns"}) {
      EXPECT_EQ(solve(problem, *problem.ply, {.algorithm = algorithm, .all_keys = true}).keys, *expected)
          << algorithm << "\n"
          << describe(problem);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, RandomProblems, testing::ValuesIn(referee::kRuleSets), name_of_rules);

}  // namespace
}  // namespace blindmate::kriegspiel
