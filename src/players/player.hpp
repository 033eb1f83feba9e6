// Player: someone who asks. Sees a PlayerView and nothing else.
#pragma once

#include <optional>
#include <vector>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/players/thinking.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::players {

// A try and what it seems to be worth, in hundredths of a pawn.
struct Valued {
  referee::Ask ask;
  double value = 0;
};

class Player {
 public:
  Player() = default;
  virtual ~Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Called whenever it is this player's turn, again after each refusal; something askable must be there. Always the
  // same game, whose view grows from call to call.
  virtual referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) = 0;

  // What the last choice was made from, the best first; empty for players that do not value.
  virtual std::vector<Valued> valued() const { return {}; }
  // Boards that fit all that was heard, of players that keep some.
  virtual const belief::BeliefState* consistent() const { return nullptr; }
  // The part of its boards that fits the last observation only; nothing for players that do not mix.
  virtual std::optional<double> last_observation_share() const { return std::nullopt; }
};

}  // namespace blindmate::players
