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

std::vector<const Algorithm*> graph_algorithms() {
  std::vector<const Algorithm*> result;
  for (const Algorithm& algorithm : kAlgorithms) {
    if (algorithm.name.ends_with("-equal") || algorithm.name.ends_with("-subset")) result.push_back(&algorithm);
  }
  EXPECT_EQ(result.size(), 7U);
  return result;
}

void expect_solvable(const TableWorld& world, const Problem<TableWorld>& problem, bool solvable_here) {
  ASSERT_EQ(solvable(world, problem.situation, problem.states, problem.depth), solvable_here) << "the test is wrong";
  for (const auto* algorithm : graph_algorithms()) {
    Meter meter;
    Shuffle shuffle;
    EXPECT_EQ(make_solver<TableWorld>(*algorithm, {world, meter, shuffle})(problem) != nullptr, solvable_here)
        << algorithm->name;
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

// 4 is left undecided because of 3, which is left undecided because of 1. When 1 is disproved, to a depth that is
// greater by the way from 1 to 3, 4 is disproved no deeper than 3 is: from 0 there is a way by 4 and 3 to the goal.
TEST(UndecidedNodes, FailNoDeeperThanThoseTheyRestOn) {
  TableWorld world;
  const auto row = [&world](int number, std::map<char, std::vector<int>> actions) {
    world.rows[number] = {.percept = static_cast<char>('a' + number), .actions = std::move(actions)};
  };
  row(0, {{'a', {1}}, {'b', {4}}});
  row(1, {{'a', {2}}});
  row(2, {{'a', {3}}});
  row(3, {{'a', {4}}, {'b', {1}}, {'c', {5}}});
  row(4, {{'a', {3}}});
  row(5, {{'a', {6}}});
  row(6, {{'a', {7}}});
  row(7, {{'a', {8}}});
  world.rows[8] = {.percept = 'z', .value = Value::won};
  expect_solvable(world, {.states = {{0}}, .depth = 6}, true);
  expect_solvable(world, {.states = {{0}}, .depth = 5}, false);
}

// When greedy pruning ends a node, what its other actions left undecided stays so: it may rest on nodes above.
TEST(UndecidedNodes, AreNotDisprovedByGreedyPruning) {
  TableWorld world;
  world.rows[0] = {.percept = 'r', .actions = {{'a', {1, 5}}}};
  world.rows[1] = {.percept = 'A', .actions = {{'a', {2, 3}}, {'c', {8}}}};
  world.rows[2] = {.percept = 'n', .actions = {{'a', {5}}, {'b', {8}}}};
  world.rows[3] = {.percept = 'n', .actions = {{'d', {9}}}};
  world.rows[5] = {.percept = 'C', .actions = {{'a', {1}}}};
  world.rows[8] = {.percept = 'z', .value = Value::won};
  world.rows[9] = {.percept = 'z', .value = Value::lost};
  expect_solvable(world, {.states = {{0}}, .depth = 5}, true);
}

// Corridors with ways back, of different lengths, as deep as they are long.
TEST(UndecidedNodes, InCorridorsWithWaysBack) {
  Random random(6);
  int solved = 0;
  constexpr int kWorlds = 3000;
  for (int i = 0; i < kWorlds && !testing::Test::HasFailure(); ++i) {
    TableWorld world;
    const int size = 8 + static_cast<int>(random.below(7));
    for (int number = 0; number < size; ++number) {
      TableWorld::Row& row = world.rows[number];
      row.percept = static_cast<char>('a' + number % 13);
      row.actions['a'] = {std::min(number + 1, size - 1)};
      if (random.below(2) == 0) row.actions['b'] = {static_cast<int>(random.below(static_cast<unsigned>(number + 1)))};
      if (random.below(3) == 0) row.actions['c'] = {static_cast<int>(random.below(static_cast<unsigned>(size - 1)))};
      if (random.below(3) == 0) std::swap(row.actions['a'], row.actions['b']);
      std::erase_if(row.actions, [](const auto& action) { return action.second.empty(); });
    }
    world.rows[size - 1].value = Value::won;
    Problem<TableWorld> problem{.states = {{0}}, .depth = 3 + static_cast<int>(random.below(8))};
    if (random.below(2) == 0) problem.states.push_back({1});
    const bool expected = RememberedSolvable<TableWorld>(world)({}, problem.states, problem.depth);
    solved += expected ? 1 : 0;
    for (const auto* algorithm : graph_algorithms()) {
      Meter meter;
      Shuffle shuffle(i % 2 == 0 ? std::nullopt : std::optional<std::uint64_t>(i));
      ASSERT_EQ(make_solver<TableWorld>(*algorithm, {world, meter, shuffle})(problem) != nullptr, expected)
          << algorithm->name;
    }
  }
  EXPECT_GT(solved, kWorlds / 10);
  EXPECT_LT(solved, kWorlds * 9 / 10);
}

// With refusals and cycles, and with so little memory that much is forgotten, before and while a plan is read off.
TEST(Caches, ForgetWithoutHarmWhereActionsMayBeInfeasible) {
  Random random(31);
  std::uint64_t forgotten = 0;
  int proved = 0;
  for (int i = 0; i < 1500 && !testing::Test::HasFailure(); ++i) {
    TableWorld world;
    const unsigned size = 4 + random.below(12);
    for (unsigned number = 0; number < size; ++number) {
      TableWorld::Row& row = world.rows[static_cast<int>(number)];
      row.percept = static_cast<char>('a' + random.below(2));
      if (number >= 2 && random.below(6) == 0) row.value = Value::won;
      for (char action = 'a'; action < 'd'; ++action) {
        if (random.below(3) == 0) continue;
        for (unsigned outcomes = random.below(3) == 0 ? 2 : 1; outcomes > 0; --outcomes) {
          row.actions[action].push_back(static_cast<int>(random.below(size)));
        }
      }
    }
    const Problem<TableWorld> problem{.states = {{0}, {1}}, .depth = 2 + static_cast<int>(random.below(6))};
    const bool expected = RememberedSolvable<TableWorld>(world)({}, problem.states, problem.depth);
    for (const auto* algorithm : graph_algorithms()) {
      Meter meter({.bytes = 4000 + 1000 * random.below(8)});
      Shuffle shuffle;
      CacheCounts counts;
      const auto outcome = solve({world, meter, shuffle, {}, &counts}, problem, *algorithm);
      forgotten += counts.forgotten;
      if (outcome.verdict == Verdict::unknown) continue;
      ASSERT_EQ(outcome.verdict, expected ? Verdict::proved : Verdict::disproved) << algorithm->name;
      if (!outcome.policy) continue;
      ++proved;
      const auto plan = spell_out<TableWorld>(world, {}, problem.states, *outcome.policy);
      EXPECT_TRUE(holds(world, {}, problem.states, plan, problem.depth)) << algorithm->name;
    }
  }
  EXPECT_GT(forgotten, 1000U);
  EXPECT_GT(proved, 500);
}

TEST(Caches, ForgetAtTheirLimitAndTheAnswerStaysRight) {
  const Vacuum world(2, 4);
  for (const auto* algorithm : graph_algorithms()) {
    Meter free_meter;
    Shuffle shuffle(3);
    CacheCounts counts;
    const Problem<Vacuum> problem{.states = {world.start()}, .depth = 13};
    ASSERT_NE(make_solver<Vacuum>(*algorithm, {world, free_meter, shuffle, {}, &counts})(problem), nullptr);
    EXPECT_EQ(counts.forgotten, 0U);
    for (const int depth : {12, 13}) {
      Meter meter({.bytes = free_meter.peak_bytes() / 2});
      Shuffle again(3);
      const auto outcome =
          solve<Vacuum>({world, meter, again, {}, &counts}, {.states = {world.start()}, .depth = depth}, *algorithm);
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
  for (const auto* algorithm : graph_algorithms()) {
    for (const std::uint64_t bytes : {100'000U, 200'000U, 400'000U, 800'000U}) {
      Meter meter({.bytes = bytes});
      Shuffle shuffle(5);
      CacheCounts counts;
      const auto outcome =
          solve<Vacuum>({world, meter, shuffle, {}, &counts}, {.states = {world.start()}, .depth = 13}, *algorithm);
      EXPECT_NE(outcome.verdict, Verdict::disproved) << algorithm->name;
      EXPECT_LE(meter.peak_bytes(), bytes);
      if (outcome.verdict == Verdict::proved && counts.forgotten > 0) ++survived;
    }
  }
  EXPECT_GT(survived, 4);
}

TEST(Without, NoKindOfMemoryChangesAnAnswer) {
  const Vacuum world(2, 2);
  for (const auto* algorithm : graph_algorithms()) {
    for (int kinds = 0; kinds < 8; ++kinds) {
      for (const int depth : {6, 7}) {
        Meter meter;
        Shuffle shuffle(1);
        CacheCounts counts;
        const Without without{.proofs = (kinds & 1) != 0, .disproofs = (kinds & 2) != 0, .cycles = (kinds & 4) != 0};
        const auto outcome = solve<Vacuum>({world, meter, shuffle, without, &counts},
                                           {.states = {world.start()}, .depth = depth}, *algorithm);
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
          solve<Vacuum>({world, meter, shuffle}, {.states = {world.start()}, .depth = 13}, *find_algorithm(algorithm))
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
