// Player: someone who asks. Sees a PlayerView and nothing else.
#pragma once

#include "blindmate/referee/player_view.hpp"

namespace blindmate::players {

class Player {
 public:
  Player() = default;
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Called whenever it is this player's turn, again after each refusal; something askable must be there.
  virtual referee::Ask choose(const referee::PlayerView& view) = 0;
};

}  // namespace blindmate::players
