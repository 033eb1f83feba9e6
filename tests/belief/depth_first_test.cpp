// The depth-first walk yields the breadth-first set, each state once, in every order and with every budget.
#include "blindmate/belief/depth_first.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "belief/random_game.hpp"
#include "blindmate/belief/belief_state.hpp"

namespace blindmate::belief {
namespace {

using chess::Side;
using referee::Game;

BeliefState breadth_first(const referee::PlayerView& view) {
  BeliefState belief(view.start(), view.side(), view.rules());
  for (const Observation& observation : observations(view)) {
    if (belief.size() > 5000) return belief;
    belief.hear(observation);
  }
  return belief;
}

std::vector<State> walk(DepthFirst& source, const Frame& frame, const WalkBudget& budget) {
  std::vector<State> found;
  while (!source.exhausted()) {
    if (const std::optional<chess::Position> position = source.next(budget)) {
      EXPECT_TRUE(frame.fits(*position));
      found.push_back(frame.state(*position));
    }
  }
  return found;
}

TEST(DepthFirst, AgreesWithBreadthFirst) {
  Random random(41);
  int compared = 0;
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    for (int i = 0; i < 60; ++i) {
      const chess::Position start =
          i < 20 ? chess::Position::start() : random_position(chess::kSmallestBoard + i % 5, random);
      Game game(*rules, start);
      const int asks = 1 + static_cast<int>(random.below(30));
      for (int k = 0; k < asks && !game.outcome(); ++k) ask_at_random(game, random);
      for (const Side side : {Side::white, Side::black}) {
        const BeliefState belief = breadth_first(game.view(side));
        if (belief.size() > 5000) continue;
        ++compared;
        for (const Order& order : {Order(), random_order(static_cast<std::uint64_t>(i))}) {
          DepthFirst source(game.view(side), order);
          std::vector<State> found = walk(source, belief.frame(), {});
          const std::size_t yielded = found.size();
          std::sort(found.begin(), found.end());
          found.erase(std::unique(found.begin(), found.end()), found.end());
          EXPECT_EQ(found.size(), yielded) << "each state once";
          std::vector<State> expected = belief.states();
          std::sort(expected.begin(), expected.end());
          ASSERT_EQ(found, expected) << rules->name;
        }
      }
    }
  }
  EXPECT_GT(compared, 300);
}

Game some_game() {
  Game game(referee::kBerkeley);
  for (const char* tried : {"e2e4", "e7e5", "g1f3", "b8c6"}) game.ask(*chess::parse_coordinates(tried));
  return game;
}

TEST(DepthFirst, GoesOnWhereTheBudgetEnded) {
  const Game game = some_game();
  const Frame frame = breadth_first(game.view(Side::white)).frame();
  DepthFirst at_once(game.view(Side::white), random_order(7));
  DepthFirst in_steps(game.view(Side::white), random_order(7));
  EXPECT_EQ(walk(at_once, frame, {}), walk(in_steps, frame, {.moves = 1}));
  EXPECT_EQ(at_once.moves_tried(), in_steps.moves_tried());
}

TEST(DepthFirst, ADeadlineEndsTheSearchForNow) {
  const Game game = some_game();
  DepthFirst source(game.view(Side::white), random_order(7));
  EXPECT_FALSE(source.next({.deadline = std::chrono::steady_clock::time_point()}));
  EXPECT_FALSE(source.exhausted());
  EXPECT_TRUE(source.next());
}

TEST(DepthFirst, SeedsDecideTheOrder) {
  const Game game = some_game();
  const Frame frame = breadth_first(game.view(Side::white)).frame();
  const auto states = [&](std::uint64_t seed) {
    DepthFirst source(game.view(Side::white), random_order(seed));
    return walk(source, frame, {});
  };
  EXPECT_EQ(states(1), states(1));
  EXPECT_NE(states(1), states(2));
}

TEST(DepthFirst, TakesTheOrderThatIsGiven) {
  const Game game = some_game();
  const Frame frame = breadth_first(game.view(Side::white)).frame();
  const Order backwards = [](const chess::Position&, std::vector<chess::Move>& replies) {
    std::reverse(replies.begin(), replies.end());
  };
  DepthFirst forwards_walk(game.view(Side::white));
  DepthFirst backwards_walk(game.view(Side::white), backwards);
  const chess::Position first = *forwards_walk.next();
  std::vector<State> found = walk(backwards_walk, frame, {});
  EXPECT_EQ(found.back(), frame.state(first)) << "what came first comes last";
}

TEST(DepthFirst, StartsFromABeliefState) {
  const Game game = some_game();
  const std::vector<Observation> all = observations(game.view(Side::white));
  BeliefState middle(game.start(), Side::white, game.rules());
  for (std::size_t i = 0; i < 2; ++i) middle.hear(all[i]);
  std::vector<chess::Position> starts;
  for (std::size_t i = 0; i < middle.size(); ++i) starts.push_back(middle.position(i));
  DepthFirst source(starts, Side::white, game.rules(), {all.begin() + 2, all.end()});
  const BeliefState whole = breadth_first(game.view(Side::white));
  EXPECT_EQ(walk(source, whole.frame(), {}).size(), whole.size());
}

TEST(DepthFirst, TheFirstStateComesEarly) {
  Game game(referee::kBerkeley);
  Random random(42);
  while (game.plies() < 12) ask_at_random(game, random);
  DepthFirst source(game.view(Side::white), random_order(1));
  ASSERT_TRUE(source.next());
  EXPECT_LT(source.moves_tried(), 2000U) << "of many millions";
}

}  // namespace
}  // namespace blindmate::belief
