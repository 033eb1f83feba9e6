// Pool: some of the states that a player's observations allow, kept across turns (Parker, Nau & Subrahmanian 2005,
// section 4.1): each announcement updates it, and when it grows above a size it is thinned at random to a smaller one.
#pragma once

#include <cstdint>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/belief_state.hpp"

namespace blindmate::belief {

struct PoolOptions {
  std::size_t most = 20000;     // above this ...
  std::size_t thinned = 10000;  // ... it is cut down to this
  std::uint64_t seed = 1;
};

class Pool {
 public:
  Pool(const chess::Position& start, chess::Side side, const referee::RuleSet& rules, const PoolOptions& options = {});

  // Consistent states only; none may be left although the observations do not contradict each other.
  const BeliefState& states() const { return states_; }

  // True until states were thrown away: then these are all that there are.
  bool is_exact() const { return exact_; }

  // False when the time was up before: the pool is as it was.
  bool hear(const Observation& observation, std::optional<std::chrono::steady_clock::time_point> deadline = {});

  // At most so many, by chance.
  void keep(std::size_t most);

  // A state that fits all that was heard so far, from another source such as DepthFirst.
  void add(const chess::Position& consistent);

 private:
  void thin();

  BeliefState states_;
  PoolOptions options_;
  Random random_;
  bool exact_ = true;
};

}  // namespace blindmate::belief
