// GameClock: time for a whole game with an increment for each move, and how much of it a try may take.
#pragma once

#include <algorithm>
#include <array>

#include "blindmate/chess/types.hpp"

namespace blindmate::players {

// A part of the time left that leaves enough for a long game with several tries a move.
inline double time_for_try_s(double left_s, double increment_s) {
  constexpr double kParts = 80;
  constexpr double kOfIncrement = 0.3;
  constexpr double kMostPart = 0.2;
  return std::max(std::min(left_s / kParts + kOfIncrement * increment_s, kMostPart * left_s), 1e-3);
}

class GameClock {
 public:
  GameClock(double seconds, double increment_s) : left_s_{seconds, seconds}, increment_s_(increment_s) {}

  double left_s(chess::Side side) const { return left_s_[chess::index(side)]; }
  bool has_fallen(chess::Side side) const { return left_s(side) <= 0; }

  double for_try_s(chess::Side side) const { return time_for_try_s(left_s(side), increment_s_); }

  void spend(chess::Side side, double seconds) { left_s_[chess::index(side)] -= seconds; }
  void moved(chess::Side side) { left_s_[chess::index(side)] += increment_s_; }

 private:
  std::array<double, 2> left_s_;
  double increment_s_;
};

}  // namespace blindmate::players
