// LoneKingTracker: where the opponent's king can be once it has no other man. No history is needed for that: whatever
// came before, the king is somewhere, and from then on every announcement tells.
#pragma once

#include <optional>

#include "blindmate/belief/observation.hpp"
#include "blindmate/endings/lone_king.hpp"

namespace blindmate::players {

class LoneKingTracker {
 public:
  explicit LoneKingTracker(const referee::PlayerView& view);

  void hear(const belief::Observation& observation);

  int opponents() const { return opponents_; }  // men, the king included
  // In the own turn, against a lone king.
  std::optional<chess::Bitboard> kings() const { return kings_; }

 private:
  void hear(const belief::OwnRefusal& refusal);
  void hear(const belief::OwnQuestion&) {}
  void hear(const belief::OwnMove& move);
  void hear(const belief::OpponentTurn& turn);

  referee::OwnBoard own_;
  int opponents_;
  std::optional<chess::Bitboard> kings_;
};

}  // namespace blindmate::players
