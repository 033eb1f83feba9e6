// All algorithms against the definition, on worlds written down at random and on the vacuum world.
#include <gtest/gtest.h>

#include <set>

#include "blindmate/search/solve.hpp"
#include "blindmate/vacuum/vacuum.hpp"
#include "brute_force.hpp"
#include "table_world.hpp"

namespace blindmate::search {
namespace {

using vacuum::Vacuum;

// A random world: actions that are feasible in some states only, several outcomes, few percepts, half the time a
// question.
TableWorld random_world(Random& random) {
  TableWorld world;
  const int size = 6 + static_cast<int>(random.below(25));
  const bool asks = random.below(2) == 0;
  for (int number = 0; number < size; ++number) {
    TableWorld::Row& row = world.rows[number];
    row.percept = static_cast<char>('a' + random.below(3));
    if (asks) row.answer = random.below(2) == 0;
    const unsigned dice = random.below(20);
    if (number >= 4 && dice < 8) row.value = dice < 7 ? TableWorld::Value::won : TableWorld::Value::lost;
    for (char action = 'a'; action < 'e'; ++action) {
      if (random.below(3) == 0) continue;
      for (unsigned outcomes = 1 + random.below(3); outcomes > 0; --outcomes) {
        row.actions[action].push_back(static_cast<int>(random.below(static_cast<unsigned>(size))));
      }
    }
  }
  return world;
}

constexpr bool kGraphOnly = true;

template <Domain D>
void expect_right(const D& domain, const Problem<D>& problem, bool solvable, std::optional<std::uint64_t> seed,
                  bool graph_only = false) {
  for (const Algorithm& algorithm : kAlgorithms) {
    const bool remembers =
        algorithm.name.ends_with("-equal") || algorithm.name.ends_with("-subset") || algorithm.name == "closure";
    if (graph_only && !remembers) continue;
    Meter meter;
    Shuffle shuffle(seed);
    const Outcome<D> outcome = solve({domain, meter, shuffle}, problem, algorithm);
    ASSERT_EQ(outcome.verdict, solvable ? Verdict::proved : Verdict::disproved) << algorithm.name;
    if (!solvable) continue;
    EXPECT_LE(length(domain, *outcome.policy), problem.depth) << algorithm.name;
    const Plan<D> plan = spell_out<D>(domain, problem.situation, problem.states, *outcome.policy);
    EXPECT_TRUE(holds(domain, problem.situation, problem.states, plan, problem.depth)) << algorithm.name;
  }
}

TEST(Algorithms, AgreeWithTheDefinitionInRandomWorlds) {
  Random random(1);
  int solved = 0;
  constexpr int kWorlds = 6000;
  for (int i = 0; i < kWorlds && !testing::Test::HasFailure(); ++i) {
    const TableWorld world = random_world(random);
    Problem<TableWorld> problem{.states = {{0}}, .depth = 1 + static_cast<int>(random.below(4))};
    for (int more = 1; more < 4 && random.below(3) != 0; ++more) problem.states.push_back({more});
    const bool solvable_here = solvable(world, problem.situation, problem.states, problem.depth);
    solved += solvable_here ? 1 : 0;
    expect_right(world, problem, solvable_here, i % 2 == 0 ? std::nullopt : std::optional<std::uint64_t>(i));
  }
  EXPECT_GT(solved, kWorlds / 10);
  EXPECT_LT(solved, kWorlds * 9 / 10);
}

TEST(Algorithms, AgreeWithTheDefinitionInTheVacuumWorld) {
  Random random(2);
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    const Vacuum world(2, 2);
    Problem<Vacuum> problem{.states = {}, .depth = 1 + static_cast<int>(random.below(5))};
    const int square = static_cast<int>(random.below(4));
    const bool dirty = random.below(2) == 0;
    for (std::uint64_t dirt = 1; dirt < 16; ++dirt) {
      const bool fits = ((dirt >> square & 1) != 0) == dirty;
      if (fits && random.below(2) == 0) problem.states.push_back({.dirt = dirt, .square = square});
    }
    if (problem.states.empty()) continue;
    expect_right(world, problem, solvable(world, problem.situation, problem.states, problem.depth), i);
  }
}

// Few states and few percepts: everything comes round again. The depth is more than brute force without memory can do.
TEST(Algorithms, AgreeWithTheDefinitionWhereThereAreCycles) {
  Random random(4);
  int solved = 0;
  constexpr int kWorlds = 4000;
  for (int i = 0; i < kWorlds && !testing::Test::HasFailure(); ++i) {
    TableWorld world;
    const unsigned size = 4 + random.below(7);
    const char last = static_cast<char>('a' + random.below(3));
    const unsigned percepts = 1 + random.below(2);
    const bool asks = random.below(3) == 0;
    for (unsigned number = 0; number < size; ++number) {
      TableWorld::Row& row = world.rows[static_cast<int>(number)];
      row.percept = static_cast<char>('a' + random.below(percepts));
      if (asks) row.answer = random.below(2) == 0;
      if (number >= 2 && random.below(5) == 0) row.value = TableWorld::Value::won;
      for (char action = 'a'; action <= last; ++action) {
        if (random.below(8) == 0) continue;
        for (unsigned outcomes = random.below(3) == 0 ? 2 : 1; outcomes > 0; --outcomes) {
          row.actions[action].push_back(static_cast<int>(random.below(size)));
        }
      }
    }
    Problem<TableWorld> problem{.states = {{0}}, .depth = 2 + static_cast<int>(random.below(6))};
    if (random.below(2) == 0) problem.states.push_back({1});
    const bool solvable_here = RememberedSolvable<TableWorld>(world)({}, problem.states, problem.depth);
    solved += solvable_here ? 1 : 0;
    expect_right(world, problem, solvable_here, i % 2 == 0 ? std::nullopt : std::optional<std::uint64_t>(i),
                 kGraphOnly);
  }
  EXPECT_GT(solved, kWorlds / 10);
  EXPECT_LT(solved, kWorlds * 9 / 10);
}

// With and without seeing dirt, in worlds of several shapes, as deep as it takes.
TEST(Algorithms, AgreeWithTheDefinitionInDeepVacuumWorlds) {
  constexpr std::pair<int, int> kSizes[] = {{1, 3}, {2, 2}, {3, 1}, {2, 3}, {3, 2}};
  Random random(5);
  int solved = 0;
  int asked = 0;
  for (int i = 0; i < 600 && !testing::Test::HasFailure(); ++i) {
    const auto [width, height] = kSizes[random.below(5)];
    const bool sees_dirt = random.below(2) == 0;
    const Vacuum world(width, height, sees_dirt);
    const auto squares = static_cast<unsigned>(width * height);
    Problem<Vacuum> problem{.states = {}, .depth = 3 + static_cast<int>(random.below(8))};
    const int square = static_cast<int>(random.below(squares));
    const bool dirty = random.below(2) == 0;
    for (int attempts = 0; attempts < 3; ++attempts) {
      const Vacuum::State state{.dirt = 1 + random.below((1U << squares) - 1), .square = square};
      const bool sounds_alike = !sees_dirt || ((state.dirt >> square & 1) != 0) == dirty;
      const bool known = std::find(problem.states.begin(), problem.states.end(), state) != problem.states.end();
      if (sounds_alike && !known) problem.states.push_back(state);
    }
    if (problem.states.empty()) continue;
    const bool solvable_here = RememberedSolvable<Vacuum>(world)({}, problem.states, problem.depth);
    ++asked;
    solved += solvable_here ? 1 : 0;
    expect_right(world, problem, solvable_here, i, kGraphOnly);
  }
  EXPECT_GT(solved, asked / 10);
  EXPECT_LT(solved, asked * 9 / 10);
}

// "3h+1 on 2 x h is solvable, 3h is not": for h = 2 by every algorithm, for h = 3 by the best of them.
TEST(Algorithms, FindTheOptimalDepthsOfTheVacuumWorld) {
  for (const int height : {2, 3}) {
    const Vacuum world(2, height);
    for (const int depth : {3 * height, 3 * height + 1}) {
      const Problem<Vacuum> problem{.states = {world.start()}, .depth = depth};
      for (const auto& algorithm : kAlgorithms) {
        if (height > 2 && algorithm.name.find("dbu") == std::string_view::npos) continue;
        Meter meter;
        Shuffle shuffle;
        EXPECT_EQ(solve({world, meter, shuffle}, problem, algorithm).verdict,
                  depth > 3 * height ? Verdict::proved : Verdict::disproved)
            << algorithm.name << " 2x" << height << " in " << depth;
      }
    }
  }
}

TEST(Algorithms, DeepeningFindsTheShortest) {
  const Vacuum world(2, 2);
  for (const auto& algorithm : kAlgorithms) {
    Meter meter;
    Shuffle shuffle;
    const auto outcome =
        solve_deepening<Vacuum>({world, meter, shuffle}, {.states = {world.start()}, .depth = 9}, algorithm, 1);
    ASSERT_EQ(outcome.verdict, Verdict::proved);
    EXPECT_EQ(outcome.depth, 7) << algorithm.name;
  }
}

TEST(Algorithms, KeysAreTheActionsThatSolve) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const TableWorld world = random_world(random);
    const Problem<TableWorld> problem{.states = {{0}, {1}, {2}}, .depth = 2};
    std::vector<char> expected;
    std::pmr::vector<char> listed;
    for (std::size_t k = 0; k < problem.states.size(); ++k) world.list_actions({}, problem.states, k, listed);
    for (const char action : std::set<char>(listed.begin(), listed.end())) {
      const auto found = branches(world, problem.states, action, problem.depth);
      const bool solves = std::all_of(found.open.begin(), found.open.end(), [&](const auto& branch) {
        return solvable(world, world.next({}, action, branch.first), branch.second,
                        problem.depth - (branch.first.carried_out ? 1 : 0));
      });
      if (!found.lost && solves) expected.push_back(action);
    }
    for (const auto& algorithm : kAlgorithms) {
      Meter meter;
      Shuffle shuffle;
      std::vector<char> found = keys({world, meter, shuffle}, problem, algorithm);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << algorithm.name;
    }
  }
}

TEST(Algorithms, AliasesNameTheSame) {
  EXPECT_EQ(find_algorithm("udb"), find_algorithm("e-dfs"));
  EXPECT_EQ(find_algorithm("l-udb"), find_algorithm("le-dfs"));
  EXPECT_EQ(find_algorithm(""), nullptr);
  EXPECT_EQ(find_algorithm("DFS"), nullptr);
}

TEST(Limits, StopEveryAlgorithmWithTheSameCountEachTime) {
  const Vacuum world(2, 6);
  const Problem<Vacuum> problem{.states = {world.start()}, .depth = 19};
  for (const auto& algorithm : kAlgorithms) {
    for (int run = 0; run < 2; ++run) {
      Meter meter({.states = 1000});
      Shuffle shuffle;
      const auto outcome = solve({world, meter, shuffle}, problem, algorithm);
      EXPECT_EQ(outcome.verdict, Verdict::unknown) << algorithm.name;
      EXPECT_EQ(outcome.limit, Limit::states);
      EXPECT_EQ(meter.states(), 1000U);
    }
    Meter small({.bytes = 2000});
    Shuffle shuffle;
    EXPECT_EQ(solve({world, small, shuffle}, problem, algorithm).limit, Limit::memory) << algorithm.name;
    EXPECT_LE(small.peak_bytes(), 2000U);
    Meter late({.deadline = std::chrono::steady_clock::time_point()});
    EXPECT_EQ(solve({world, late, shuffle}, problem, algorithm).limit, Limit::time) << algorithm.name;
  }
}

TEST(Seeds, GiveTheSameSearchAgain) {
  const Vacuum world(2, 3);
  const Problem<Vacuum> problem{.states = {world.start()}, .depth = 10};
  const auto& algorithm = *find_algorithm("gl-dbu");
  const auto states = [&](std::optional<std::uint64_t> seed) {
    Meter meter;
    Shuffle shuffle(seed);
    EXPECT_EQ(solve({world, meter, shuffle}, problem, algorithm).verdict, Verdict::proved);
    return meter.states();
  };
  EXPECT_EQ(states(7), states(7));
  EXPECT_EQ(states(std::nullopt), states(std::nullopt));
  EXPECT_NE(states(7), states(8));
}

}  // namespace
}  // namespace blindmate::search
