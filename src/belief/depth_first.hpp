// DepthFirst: the consistent states one at a time, by a depth-first walk over the tree of the opponent's moves
// (Russell & Wolfe 2005, section 2; with random order, Parker, Nau & Subrahmanian 2005, section 4.2). A generator: ask
// for the next state, or for as many as a budget allows, and go on later where it stopped.
//
// A node of the tree is a state before one of the opponent's turns. Nodes that were reached before are not entered
// again, so the walk as a whole costs no more than going breadth first, and yields each state once.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "blindmate/belief/observation.hpp"
#include "blindmate/belief/state.hpp"
#include "blindmate/belief/state_set.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::belief {

// What the walk may spend until it has to return; either or both.
struct WalkBudget {
  std::optional<std::uint64_t> moves{};  // of the opponent, tried in search of a state
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

// Puts the opponent's replies in the order in which they are tried; nothing leaves them as the move generator made
// them.
using Order = std::function<void(const chess::Position& position, std::vector<chess::Move>& replies)>;
Order random_order(std::uint64_t seed);

class DepthFirst {
 public:
  explicit DepthFirst(const referee::PlayerView& view, Order order = {});

  // From a belief state that is given by its positions, with what was observed since.
  DepthFirst(std::vector<chess::Position> starts, chess::Side side, const referee::RuleSet& rules,
             std::vector<Observation> observations, Order order = {});

  // The next consistent state; nothing when there is no further one, or when the budget was spent before it was found.
  std::optional<chess::Position> next(const WalkBudget& budget = {});
  bool exhausted() const { return starts_.empty() && path_.empty(); }

  std::uint64_t moves_tried() const { return moves_tried_; }
  std::uint64_t bytes() const;  // what the walk remembers

 private:
  // A state before the opponent's turn, and its replies that are not yet tried, the next one last.
  struct Node {
    chess::Position position;
    std::size_t observation;  // of that turn
    std::vector<chess::Move> replies;
  };

  std::optional<chess::Position> step();
  std::optional<chess::Position> descend(const chess::Position& position, std::size_t observation);
  bool first_visit(const chess::Position& position, std::size_t observation);

  std::vector<chess::Position> starts_;  // not yet walked from
  chess::Side side_;
  const referee::RuleSet* rules_;
  std::vector<Observation> observations_;
  std::vector<referee::Turn> turns_;  // what was announced before each observation
  Order order_;
  std::vector<StateSet> visited_;  // by observation
  std::vector<Node> path_;
  std::uint64_t moves_tried_ = 0;
};

}  // namespace blindmate::belief
