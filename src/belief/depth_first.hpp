// DepthFirst: the consistent states one at a time, by a depth-first walk over the tree of the opponent's moves
// (Russell & Wolfe 2005, section 2; with random order, Parker, Nau & Subrahmanian 2005, section 4.2). A generator: ask
// for the next state, or for as many as a budget allows, and go on later where it stopped.
//
// A node of the tree is a state before one of the opponent's turns. Nodes that were reached before are not entered
// again, so the walk as a whole costs no more than going breadth first, and yields each state once.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/observation.hpp"
#include "blindmate/belief/state.hpp"
#include "blindmate/belief/state_set.hpp"
#include "blindmate/referee/turn.hpp"

namespace blindmate::belief {

// What the walk may spend until it has to return; either or both.
struct Budget {
  std::optional<std::uint64_t> moves{};  // of the opponent, made in search of a state
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

class DepthFirst {
 public:
  // The opponent's moves in the generator's order, or in a random one.
  explicit DepthFirst(const referee::PlayerView& view, std::optional<std::uint64_t> seed = std::nullopt);
  DepthFirst(const chess::Position& start, chess::Side side, const referee::RuleSet& rules,
             std::vector<Observation> observations, std::optional<std::uint64_t> seed = std::nullopt);

  // The next consistent state; nothing when there is no further one, or when the budget was spent before it was found.
  std::optional<chess::Position> next(const Budget& budget = {});
  bool exhausted() const { return started_ && path_.empty(); }

  // How many of the observations some state has survived, and what the walk holds.
  std::size_t furthest() const { return furthest_; }
  std::uint64_t moves_made() const { return moves_made_; }
  std::uint64_t bytes() const;

 private:
  // A state before the opponent's turn, and its replies that are not yet tried.
  struct Node {
    chess::Position position;
    std::size_t observation;  // of that turn
    std::vector<chess::Move> replies;
  };

  std::optional<chess::Position> descend(const chess::Position& position, std::size_t observation);
  bool first_visit(const chess::Position& position, std::size_t observation);

  chess::Position start_;
  chess::Side side_;
  const referee::RuleSet* rules_;
  std::vector<Observation> observations_;
  std::vector<referee::Turn> turns_;  // what was announced before each observation
  std::optional<Random> random_;
  std::vector<StateSet> visited_;  // by observation
  std::vector<Node> path_;
  bool started_ = false;
  std::size_t furthest_ = 0;
  std::uint64_t moves_made_ = 0;
};

}  // namespace blindmate::belief
