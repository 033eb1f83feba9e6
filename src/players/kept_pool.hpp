// KeptPool: a pool that follows a game within the time of its tries. Where there is not the time for all of its boards,
// a part of them is dropped; time that is left finds more consistent histories by a randomised depth-first search
// (Parker, Nau & Subrahmanian 2005, section 4; Russell & Wolfe 2005, footnote 5). As long as nothing was thrown away
// the pool is the whole belief state, and there is nothing to be found.
#pragma once

#include "blindmate/belief/pool.hpp"
#include "blindmate/players/thinking.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::players {

class KeptPool {
 public:
  KeptPool(const referee::PlayerView& view, std::size_t most, std::uint64_t seed);

  bool is_exact() const { return pool_.is_exact(); }
  const belief::BeliefState& states() const { return pool_.states(); }

  // What was said since the last call.
  void hear(const referee::PlayerView& view, const Thinking& thinking);

  // Until the pool is full or the time is up.
  void find_more(const referee::PlayerView& view, Thinking& thinking, Random& random);

 private:
  belief::Pool pool_;
  std::size_t most_;
  belief::Observations observations_;
  std::size_t heard_ = 0;  // of them, by the pool
  // Measured in this game, in the unit of the thinking: what it costs to update a state.
  double spent_ = 0;
  double updated_ = 0;
};

}  // namespace blindmate::players
