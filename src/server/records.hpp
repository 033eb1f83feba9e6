// What the store keeps of guests and games: plain data. A game is its settings and its events; everything else follows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/chess/types.hpp"

namespace blindmate::server {

using Milliseconds = std::int64_t;  // a span, or a moment since 1970
using GuestId = std::int64_t;

struct TimeControl {
  Milliseconds initial = 0;
  Milliseconds increment = 0;

  bool operator==(const TimeControl&) const = default;
};

struct Bot {
  std::string player;
  int level = 1;

  bool operator==(const Bot&) const = default;
};

struct Seat {
  std::optional<Bot> bot;
  std::vector<GuestId> guests;  // one person on several devices

  bool is_taken() const { return bot || !guests.empty(); }
  bool operator==(const Seat&) const = default;
};

struct TableEvent {
  enum class Kind : std::uint8_t {
    started,   // both seats are taken
    asked,     // `by` asked `text`
    offered,   // a draw
    declined,  // a draw
    resumed,   // the server is back; it was away from `text` on
    ended,     // for a reason from outside the rules, which is `text`; `by` wins
    rematch,   // goes on as the game `text`
  };
  Kind kind = Kind::started;
  Milliseconds at = 0;
  std::optional<chess::Side> by{};
  std::string text{};

  bool operator==(const TableEvent&) const = default;
};

struct GameRecord {
  std::string id{};
  Milliseconds created = 0;
  std::string rules{};
  std::optional<TimeControl> time{};
  std::array<Seat, 2> seats{};
  std::vector<TableEvent> events{};
  std::array<std::string, 2> phantoms{};  // each player's notes, as JSON

  bool operator==(const GameRecord&) const = default;
};

}  // namespace blindmate::server
