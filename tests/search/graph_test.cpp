// Graph search: the traps, each in the smallest world in which it closes, and the cache.
#include <gtest/gtest.h>

#include "blindmate/search/solve.hpp"
#include "blindmate/vacuum/vacuum.hpp"
#include "brute_force.hpp"
#include "table_world.hpp"

namespace blindmate::search {
namespace {

using vacuum::Vacuum;
using Value = TableWorld::Value;

template <Domain D>
std::vector<const Algorithm<D>*> graph_algorithms() {
  std::vector<const Algorithm<D>*> result;
  for (const Algorithm<D>& algorithm : kAlgorithms<D>) {
    if (algorithm.name.ends_with("-equal") || algorithm.name.ends_with("-subset")) result.push_back(&algorithm);
  }
  EXPECT_EQ(result.size(), 7U);
  return result;
}

void expect_solvable(const TableWorld& world, const Problem<TableWorld>& problem, bool solvable_here) {
  ASSERT_EQ(solvable(world, problem.situation, problem.states, problem.depth), solvable_here) << "the test is wrong";
  for (const auto* algorithm : graph_algorithms<TableWorld>()) {
    Meter meter;
    Shuffle shuffle;
    EXPECT_EQ(algorithm->solve({world, meter, shuffle}, problem) != nullptr, solvable_here) << algorithm->name;
  }
}

// The graph-history interaction. From 0 and 1 the plan is b (refused in 0: then a, a, b), so the belief state {2}
// matters. On the way through a it is first met below states that it leads back to; if that failure is remembered as a
// disproof, the plan is lost.
TEST(GraphHistoryInteraction, FailuresThatRestOnTheStackAreNotRemembered) {
  TableWorld world;
  world.rows[0] = {.percept = 'a', .actions = {{'a', {2}}}};
  world.rows[1] = {.percept = 'a', .actions = {{'b', {0}}}};
  world.rows[2] = {.percept = 'a', .actions = {{'a', {1}}, {'b', {3}}}};
  world.rows[3] = {.percept = 'a', .value = Value::won, .actions = {{'a', {2}}}};
  expect_solvable(world, {.states = {{0}, {1}}, .depth = 6}, true);
}

// From 0 alone, a leads back to 0 and fails by the cycle, b reaches the goal. With 1 added, b fails, and a is right: it
// leads to {0}, which is no cycle any more.
TEST(LoopyMoves, AreTriedAgainWhenAStateIsAdded) {
  TableWorld world;
  world.rows[0] = {.percept = 'a', .actions = {{'a', {0}}, {'b', {3}}}};
  world.rows[1] = {.percept = 'a', .actions = {{'a', {0}}, {'b', {1}}}};
  world.rows[3] = {.percept = 'a', .value = Value::won};
  expect_solvable(world, {.states = {{0}, {1}}, .depth = 2}, true);
}

// a works in 0 only, b in 1 only. When a fails in 1, b has to be tried in 0 as well.
TEST(FailedMoves, StartAgainWithAllStates) {
  TableWorld world;
  world.rows[0] = {.actions = {{'a', {2}}, {'b', {3}}}};
  world.rows[1] = {.actions = {{'a', {3}}, {'b', {2}}}};
  world.rows[2] = {.value = Value::won};
  world.rows[3] = {.value = Value::lost};
  expect_solvable(world, {.states = {{0}, {1}}, .depth = 1}, false);
  expect_solvable(world, {.states = {{0}, {1}}, .depth = 3}, false);
}

// A node left undecided inside a proof must not be disproved when a later one fails.
TEST(UndecidedNodes, AreForgottenAtAProof) {
  TableWorld world;
  world.rows[0] = {.percept = 'a', .actions = {{'a', {2}}, {'b', {4}}}};
  world.rows[1] = {.percept = 'a', .actions = {{'b', {2}}}};
  world.rows[2] = {.percept = 'a', .actions = {{'a', {2}}, {'b', {3, 2}}}};
  world.rows[3] = {.percept = 'a', .actions = {{'a', {4, 6}}, {'b', {5}}}};
  world.rows[4] = {.percept = 'a', .actions = {{'a', {0, 3}}, {'b', {3}}}};
  world.rows[5] = {.percept = 'a', .value = Value::won};
  world.rows[6] = {.percept = 'a', .actions = {{'a', {6}}, {'b', {2, 2}}}};
  expect_solvable(world, {.states = {{0}}, .depth = 6}, true);
}

TEST(Caches, ForgetAtTheirLimitAndTheAnswerStaysRight) {
  const Vacuum world(2, 4);
  for (const auto* algorithm : graph_algorithms<Vacuum>()) {
    Meter free_meter;
    Shuffle shuffle(3);
    CacheCounts counts;
    const Problem<Vacuum> problem{.states = {world.start()}, .depth = 13};
    ASSERT_NE(algorithm->solve({world, free_meter, shuffle, {}, &counts}, problem), nullptr);
    EXPECT_EQ(counts.forgotten, 0U);
    for (const int depth : {12, 13}) {
      Meter meter({.bytes = free_meter.peak_bytes() / 2});
      Shuffle again(3);
      const auto outcome =
          solve({world, meter, again, {}, &counts}, {.states = {world.start()}, .depth = depth}, *algorithm);
      if (outcome.verdict == Verdict::unknown) {
        EXPECT_EQ(outcome.limit, Limit::memory);
        continue;
      }
      EXPECT_EQ(outcome.verdict, depth == 13 ? Verdict::proved : Verdict::disproved) << algorithm->name;
      if (outcome.policy) {
        const auto plan = spell_out<Vacuum>(world, {}, std::vector{world.start()}, *outcome.policy);
        EXPECT_TRUE(holds(world, {}, {world.start()}, plan, depth)) << algorithm->name;
      }
    }
  }
}

TEST(Caches, SomeForgettingIsSurvived) {
  const Vacuum world(2, 4);
  int survived = 0;
  for (const auto* algorithm : graph_algorithms<Vacuum>()) {
    for (const std::uint64_t bytes : {100'000U, 200'000U, 400'000U, 800'000U}) {
      Meter meter({.bytes = bytes});
      Shuffle shuffle(5);
      CacheCounts counts;
      const auto outcome =
          solve({world, meter, shuffle, {}, &counts}, {.states = {world.start()}, .depth = 13}, *algorithm);
      EXPECT_NE(outcome.verdict, Verdict::disproved) << algorithm->name;
      EXPECT_LE(meter.peak_bytes(), bytes);
      if (outcome.verdict == Verdict::proved && counts.forgotten > 0) ++survived;
    }
  }
  EXPECT_GT(survived, 4);
}

TEST(Without, NoKindOfMemoryChangesAnAnswer) {
  const Vacuum world(2, 2);
  for (const auto* algorithm : graph_algorithms<Vacuum>()) {
    for (int kinds = 0; kinds < 8; ++kinds) {
      for (const int depth : {6, 7}) {
        Meter meter;
        Shuffle shuffle(1);
        CacheCounts counts;
        const Without without{.proofs = (kinds & 1) != 0, .disproofs = (kinds & 2) != 0, .cycles = (kinds & 4) != 0};
        const auto outcome =
            solve({world, meter, shuffle, without, &counts}, {.states = {world.start()}, .depth = depth}, *algorithm);
        EXPECT_EQ(outcome.verdict, depth == 7 ? Verdict::proved : Verdict::disproved)
            << algorithm->name << " " << kinds;
        EXPECT_TRUE(!without.proofs || counts.proofs == 0);
        EXPECT_TRUE(!without.disproofs || counts.disproofs == 0);
        EXPECT_TRUE(!without.cycles || counts.cycles == 0);
      }
    }
  }
}

TEST(Memory, HelpsInTheOrderOfThePaper) {
  const Vacuum world(2, 4);
  const auto median_states = [&](std::string_view algorithm) {
    std::vector<std::uint64_t> states;
    for (std::uint64_t seed = 1; seed <= 41; ++seed) {
      Meter meter;
      Shuffle shuffle(seed);
      EXPECT_EQ(
          solve({world, meter, shuffle}, {.states = {world.start()}, .depth = 13}, *find_algorithm<Vacuum>(algorithm))
              .verdict,
          Verdict::proved);
      states.push_back(meter.states());
    }
    std::sort(states.begin(), states.end());
    return states[20];
  };
  EXPECT_GT(median_states("dfs-equal"), 3 * median_states("dfs-subset"));
  EXPECT_GT(median_states("dfs-subset"), 2 * median_states("dbu-equal"));
}

}  // namespace
}  // namespace blindmate::search
