// What Russell & Wolfe 2005 say of their algorithms: the orders of figure 5, and theorem 3.
#include <gtest/gtest.h>

#include <set>

#include "blindmate/search/solve.hpp"
#include "table_world.hpp"

namespace blindmate::search {
namespace {

using Value = TableWorld::Value;

std::vector<std::string> expansions(const TableWorld& world, const Problem<TableWorld>& problem,
                                    std::string_view algorithm, Verdict expected) {
  world.log.clear();
  Meter meter;
  Shuffle shuffle;
  EXPECT_EQ(solve({world, meter, shuffle}, problem, *find_algorithm(algorithm)).verdict, expected);
  return world.log;
}

std::vector<std::string> without_and_nodes(std::vector<std::string> log) {
  std::erase_if(log, [](const std::string& entry) { return entry.ends_with('\''); });
  return log;
}

// Figure 5 is lost in the texts; what both papers say of the tree fixes it: two states, moves a and b with two outcomes
// told apart by the percepts c and d, then a move e; only the first state on the path a, c, e fails. The papers also
// count states of AND-nodes (here with a prime), and then "the difference between DBU and DUB first arises when
// selecting the seventh node".
class Figure5 : public testing::Test {
 protected:
  void SetUp() override {
    world_.rows[1] = {.actions = {{'a', {3, 5}}, {'b', {7, 9}}}};
    world_.rows[2] = {.actions = {{'a', {4, 6}}, {'b', {8, 10}}}};
    for (int number = 3; number <= 10; ++number) {
      const bool c = number == 3 || number == 4 || number == 7 || number == 8;
      world_.rows[number] = {.percept = c ? 'c' : 'd', .actions = {{'e', {10 + number}}}};
      world_.rows[10 + number] = {.value = number == 3 ? Value::lost : Value::won};
    }
  }

  std::vector<std::string> order(std::string_view algorithm) const {
    return expansions(world_, {.states = {{1}, {2}}, .depth = 2}, algorithm, Verdict::proved);
  }

  TableWorld world_;
};

using Order = std::vector<std::string>;

TEST_F(Figure5, UncertaintyThenDepthThenBreadth) {
  EXPECT_EQ(without_and_nodes(order("udb")), (Order{"1", "2", "3", "7", "8", "9", "10"}));
}

TEST_F(Figure5, DepthThenUncertaintyThenBreadth) {
  EXPECT_EQ(order("dub"), (Order{"1", "3'", "3", "7'", "7", "9'", "2", "8'", "8", "10'", "9", "10"}));
}

TEST_F(Figure5, DepthThenBreadthThenUncertainty) {
  EXPECT_EQ(order("dbu"), (Order{"1", "3'", "3", "7'", "7", "9'", "9", "2", "8'", "8", "10'", "10"}));
}

// Figure 1 of Wolfe & Russell 2007 is the same tree; (b) is the order of DFS, which constructs every state of a belief
// state before it looks at the next, (c) that of DBU.
TEST_F(Figure5, TheOrdersOf2007) {
  EXPECT_EQ(without_and_nodes(order("dfs")), (Order{"1", "2", "3", "4", "7", "8", "9", "10"}));
  for (const std::string algorithm : {"dfs-equal", "dfs-subset"}) {
    EXPECT_EQ(without_and_nodes(order(algorithm)), without_and_nodes(order("dfs"))) << algorithm;
  }
  EXPECT_EQ(without_and_nodes(order("dbu")), (Order{"1", "3", "7", "9", "2", "8", "10"}));
  for (const std::string algorithm : {"dbu-equal", "dbu-subset"}) {
    EXPECT_EQ(without_and_nodes(order(algorithm)), without_and_nodes(order("dbu"))) << algorithm;
  }
}

TEST_F(Figure5, TheSameStatesInTheProofTree) {
  const auto right_branch = [this](std::string_view algorithm) {
    std::set<std::string> result;
    for (const std::string& entry : order(algorithm)) {
      if (std::stoi(entry) >= 7) result.insert(entry);
    }
    return result;
  };
  EXPECT_EQ(right_branch("udb"), right_branch("dub"));
  EXPECT_EQ(right_branch("dub"), right_branch("dbu"));
}

// A random tree in which nothing fails before the depth limit.
class RandomTree {
 public:
  explicit RandomTree(std::uint64_t seed) : random_(seed) {
    problem.depth = 2 + static_cast<int>(random_.below(2));
    for (unsigned roots = 2 + random_.below(3); roots > 0; --roots) problem.states.push_back({grow(problem.depth)});
  }

  TableWorld world;
  Problem<TableWorld> problem;

 private:
  int grow(int depth) {
    const int number = size_++;
    TableWorld::Row row;
    row.percept = static_cast<char>('a' + random_.below(2));
    if (depth == 0) row.value = random_.below(2) == 0 ? Value::won : Value::lost;
    if (depth > 0 && depth < problem.depth && random_.below(8) == 0) row.value = Value::won;
    for (char action = 'a'; row.value == Value::open && action < 'd'; ++action) {
      for (unsigned outcomes = 1 + random_.below(2); outcomes > 0; --outcomes) {
        row.actions[action].push_back(grow(depth - 1));
      }
    }
    world.rows[number] = row;
    return number;
  }

  Random random_;
  int size_ = 0;
};

TEST(Theorem3, DubExpandsASubsetOfWhatUdbExpands) {
  int smaller = 0;
  int proofs = 0;
  constexpr std::uint64_t kTrees = 3000;
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    const RandomTree tree(seed);
    Meter meter;
    Shuffle shuffle;
    const Verdict verdict = solve({tree.world, meter, shuffle}, tree.problem, *find_algorithm("udb")).verdict;
    proofs += verdict == Verdict::proved ? 1 : 0;
    for (const std::string legal_first : {"", "l-"}) {
      const auto udb = without_and_nodes(expansions(tree.world, tree.problem, legal_first + "udb", verdict));
      const auto dub = without_and_nodes(expansions(tree.world, tree.problem, legal_first + "dub", verdict));
      const std::set<std::string> all(udb.begin(), udb.end());
      for (const std::string& state : dub) ASSERT_TRUE(all.contains(state)) << "tree " << seed << ", state " << state;
      smaller += dub.size() < udb.size() ? 1 : 0;
    }
  }
  EXPECT_GT(smaller, 300);
  EXPECT_GT(proofs, 100);
  EXPECT_LT(proofs, 2900);
}

}  // namespace
}  // namespace blindmate::search
