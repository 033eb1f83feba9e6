// Deep problems with few men, in which positions come round again: graph and tree search agree, and plans hold.
#include <gtest/gtest.h>

#include <algorithm>

#include "random_problem.hpp"

namespace blindmate::kriegspiel {
namespace {

// King and one or two heavy men against a bare king that may stand on some squares.
std::vector<chess::Position> states(Random& random) {
  using chess::Man;
  const int size = 4 + static_cast<int>(random.below(2));
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
  for (int attempt = 0; attempt < 3; ++attempt) {
    chess::Setup setup = attackers;
    place(setup, Man::king, other(setup.turn));
    const Expected<chess::Position> valid = chess::Position::from(setup);
    if (valid && std::find(result.begin(), result.end(), *valid) == result.end() &&
        (result.empty() || valid->without_men(other(setup.turn)) == result[0].without_men(other(setup.turn))))
      result.push_back(*valid);
  }
  return result;
}

TEST(Cycles, GraphAndTreeSearchAgreeOnDeepProblemsWithFewMen) {
  Random random(2007);
  int mates = 0;
  int others = 0;
  for (int i = 0; mates + others < 60 && !testing::Test::HasFailure(); ++i) {
    referee::Problem problem{.id = "few", .rules = referee::kRuleSets[static_cast<std::size_t>(i) % 6], .ply = 7};
    problem.states = states(random);
    if (problem.states.empty()) continue;
    const Solution known = solve(problem, 7, {.algorithm = "gl-dbu", .budget = {.states = 3'000'000}});
    if (known.verdict == Verdict::unknown) continue;
    ++(known.verdict == Verdict::mate ? mates : others);
    for (const auto& algorithm : search::algorithms<Checkmate>()) {
      if (!algorithm.name.ends_with("-equal") && !algorithm.name.ends_with("-subset") && algorithm.name != "closure")
        continue;
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

// Nine ply and more, where only graph search comes to an end.
TEST(Cycles, ClosureAgreesWithGraphSearchOnLongProblemsWithFewMen) {
  Random random(1976);
  int mates = 0;
  int others = 0;
  for (int i = 0; mates + others < 300 && !testing::Test::HasFailure(); ++i) {
    const int ply = 9 + 2 * static_cast<int>(random.below(4));
    referee::Problem problem{.id = "few", .rules = referee::kRuleSets[static_cast<std::size_t>(i) % 6], .ply = ply};
    problem.states = states(random);
    if (problem.states.empty()) continue;
    const Solution known = solve(problem, ply, {.algorithm = "gl-dbu-subset", .budget = {.states = 300'000}});
    if (known.verdict == Verdict::unknown) continue;
    ++(known.verdict == Verdict::mate ? mates : others);
    const Solution solution = solve(problem, ply, {.algorithm = "closure", .plan = true});
    ASSERT_EQ(solution.verdict, known.verdict) << ply << " " << chess::fen(problem.states[0]);
    if (solution.plan) {
      EXPECT_EQ(fault(problem, ply, to_json(*solution.plan)), "") << chess::fen(problem.states[0]);
    }
  }
  EXPECT_GT(mates, 30);
  EXPECT_GT(others, 30);
}

}  // namespace
}  // namespace blindmate::kriegspiel
