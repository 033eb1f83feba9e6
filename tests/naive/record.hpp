// A naive maker of the record of a decision, written from docs/environment.md alone: the independent check of the fast
// one. It replays a player's whole log each time, with sets of squares of the real board, and turns the board to the
// player's own side at the very end.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "referee.hpp"

namespace naive {

// One thing the referee said, as one player knows it.
struct LogEvent {
  bool own = true;    // in the player's own turn
  std::string asked;  // "e2e4" "e7e8q" "any"; "" of the opponent
  Heard heard;
  bool nonsense = false;  // whatever it was answered
  int times = 1;          // refusals of the opponent in a row are one event
};

struct Record {
  std::array<std::uint64_t, 50> planes{};
  std::array<std::uint64_t, 66> askable{};
  std::array<std::uint64_t, 66> impossible{};
  std::array<std::uint8_t, 40> numbers{};
};

// The player is to move, and his game is not over.
Record record_of(const std::string& rules, const std::string& start_fen, bool white, const std::vector<LogEvent>& log);

}  // namespace naive
