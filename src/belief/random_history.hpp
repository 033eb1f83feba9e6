// RandomHistory: the opponent's moves drawn at random, each legal one as likely as the others, from the start of the
// game; accepted when they fit all that was observed (AOS of Parker, Nau & Subrahmanian 2005, section 2). Almost none
// do once a game is some moves old, which is what the paper's first analysis predicts.
#pragma once

#include <optional>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/observation.hpp"

namespace blindmate::belief {

class RandomHistory {
 public:
  RandomHistory(const referee::PlayerView& view, std::uint64_t seed);

  // For those who have the view's observations already.
  RandomHistory(const referee::PlayerView& view, std::vector<Observation> observations, std::uint64_t seed);

  // The position that one history leads to; nothing when it does not fit.
  std::optional<chess::Position> draw();

  std::uint64_t moves_made() const { return moves_made_; }

 private:
  chess::Position start_;
  const referee::RuleSet* rules_;
  std::vector<Observation> observations_;
  Random random_;
  std::uint64_t moves_made_ = 0;
};

}  // namespace blindmate::belief
