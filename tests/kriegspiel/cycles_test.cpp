// Deep problems with few men, in which positions come round again: graph and tree search agree, and plans hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "random_problem.hpp"

namespace blindmate::kriegspiel {
namespace {

// King and one or two heavy men against a bare king that may stand on some squares.
std::vector<chess::Position> states(Random& random, int size, unsigned most) {
  using chess::Man;
  std::vector<chess::Position> result;
  chess::Setup attackers;
  attackers.size = size;
  attackers.turn = random.below(2) == 0 ? chess::Side::white : chess::Side::black;
  const auto place = [&](chess::Setup& setup, Man man, chess::Side side) {
    setup.men[chess::square(static_cast<int>(random.below(static_cast<unsigned>(size))),
                            static_cast<int>(random.below(static_cast<unsigned>(size))))] = {man, side};
  };
  place(attackers, random.below(2) == 0 ? Man::queen : Man::rook, attackers.turn);
  if (random.below(3) == 0) place(attackers, Man::rook, attackers.turn);
  place(attackers, Man::king, attackers.turn);
  for (unsigned attempt = 0; attempt < most; ++attempt) {
    chess::Setup setup = attackers;
    place(setup, Man::king, other(setup.turn));
    const Expected<chess::Position> valid = chess::Position::from(setup);
    if (valid && std::find(result.begin(), result.end(), *valid) == result.end() &&
        (result.empty() || valid->without_men(other(setup.turn)) == result[0].without_men(other(setup.turn))))
      result.push_back(*valid);
  }
  return result;
}

// The algorithms that remember belief states, or take any order of tries.
bool remembers(std::string_view algorithm) {
  return algorithm.ends_with("-equal") || algorithm.ends_with("-subset") || algorithm == "closure";
}

TEST(Cycles, GraphAndTreeSearchAgreeOnDeepProblemsWithFewMen) {
  Random random(2007);
  int mates = 0;
  int others = 0;
  for (int i = 0; mates + others < 60 && !testing::Test::HasFailure(); ++i) {
    referee::Problem problem{
        .id = "few", .rules = referee::kRuleSets[static_cast<std::size_t>(i) % referee::kRuleSets.size()], .ply = 7};
    problem.states = states(random, 4 + static_cast<int>(random.below(2)), 3);
    if (problem.states.empty()) continue;
    const Solution known = solve(problem, 7, {.algorithm = "gl-dbu", .budget = {.states = 3'000'000}});
    if (known.verdict == Verdict::unknown) continue;
    ++(known.verdict == Verdict::mate ? mates : others);
    for (const auto& algorithm : search::kAlgorithms) {
      if (!remembers(algorithm.name)) continue;
      const Solution solution =
          solve(problem, 7, {.algorithm = std::string(algorithm.name), .plan = true, .budget = {.states = 3'000'000}});
      if (solution.verdict == Verdict::unknown) continue;
      ASSERT_EQ(solution.verdict, known.verdict) << algorithm.name << " " << chess::fen(problem.states[0]);
      if (solution.plan) {
        EXPECT_EQ(fault(problem, 7, to_json(*solution.plan)), "") << algorithm.name;
      }
    }
  }
  EXPECT_GT(mates, 8);
  EXPECT_GT(others, 8);
}

// What brute force remembers changes nothing.
TEST(Cycles, BruteForceWithMemoryIsBruteForce) {
  Random random(1994);
  naive::PawnlessSolver remembering("berkeley");
  int mates = 0;
  for (int compared = 0; compared < 150;) {
    referee::Problem problem{.id = "few", .rules = &referee::kBerkeley, .ply = 3, .states = states(random, 4, 4)};
    if (problem.states.empty()) continue;
    const std::optional<bool> known = naive::guaranteed_mate(plain(problem), 100'000);
    if (!known) continue;
    ++compared;
    mates += *known ? 1 : 0;
    EXPECT_EQ(remembering.guaranteed_mate(plain(problem).states, 3), *known) << chess::fen(problem.states[0]);
  }
  EXPECT_GT(mates, 20);
  EXPECT_LT(mates, 130);
}

class LongProblems : public testing::TestWithParam<const referee::RuleSet*> {};

// Nine ply and more, on a board so small that kings and rooks come round again.
TEST_P(LongProblems, AgreeWithBruteForceWhereSearchesMeetCycles) {
  constexpr int kProblems = 400;  // with each rule set
  Random random(1976);
  naive::PawnlessSolver brute_force{std::string(GetParam()->name)};
  std::map<std::string_view, int> with_cycles;
  int mates = 0;
  for (int compared = 0; compared < kProblems && !HasFailure();) {
    const int ply = random.below(4) == 0 ? 11 : 9;
    referee::Problem problem{.id = "few", .rules = GetParam(), .ply = ply, .states = states(random, 4, 3)};
    if (problem.states.empty()) continue;
    const bool expected = brute_force.guaranteed_mate(plain(problem).states, ply);
    ++compared;
    mates += expected ? 1 : 0;
    for (const auto& algorithm : search::kAlgorithms) {
      if (!remembers(algorithm.name)) continue;
      SolveOptions options{.algorithm = std::string(algorithm.name), .plan = compared % 10 == 0};
      if (compared % 2 == 1) options.seed = static_cast<std::uint64_t>(compared);
      const Solution solution = solve(problem, ply, options);
      ASSERT_EQ(solution.verdict, expected ? Verdict::mate : Verdict::no_mate)
          << algorithm.name << " " << ply << " " << chess::fen(problem.states[0]);
      if (algorithm.name != "closure") with_cycles[algorithm.name] += solution.cache.cycles > 0 ? 1 : 0;
      if (solution.plan) {
        EXPECT_EQ(fault(problem, ply, to_json(*solution.plan)), "") << algorithm.name;
      }
    }
  }
  for (const auto& [algorithm, problems] : with_cycles) EXPECT_GT(problems, 340) << algorithm;  // 2040 in all
  EXPECT_EQ(with_cycles.size(), 7U);
  EXPECT_GT(mates, kProblems / 4);
  EXPECT_LT(mates, kProblems * 19 / 20);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, LongProblems, testing::ValuesIn(referee::kRuleSets), name_of_rules);

}  // namespace
}  // namespace blindmate::kriegspiel
