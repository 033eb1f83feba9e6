// Attacker: how White's program of Russell & Wolfe 2005, section 3, chooses from what it knows. Each try is worth what
// a static look at the move and at the opponent's best capture in reply says, where it is legal. The try that is worth
// most is made first, however unlikely: refusals are free.
#pragma once

#include "blindmate/base/random.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/players/thinking.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::players {

class Attacker {
 public:
  explicit Attacker(std::uint64_t seed) : random_(seed) {}

  // Of an own belief state, or a part of it. A look at a move is a node.
  chess::Move choose(const referee::PlayerView& view, const belief::BeliefState& belief, Thinking& thinking);

 private:
  Random random_;
};

}  // namespace blindmate::players
