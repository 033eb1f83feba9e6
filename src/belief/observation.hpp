// Observation: one event of a game as the listener knows it, the unit in which belief states are updated
// (Russell & Wolfe 2005, section 2): an own try refused, an own question, an own move, or a turn of the opponent.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "blindmate/view/player_view.hpp"

namespace blindmate::belief {

struct OwnRefusal {
  chess::Move tried;

  bool operator==(const OwnRefusal&) const = default;
};

struct OwnQuestion {
  bool yes = false;

  bool operator==(const OwnQuestion&) const = default;
};

struct OwnMove {
  chess::Move played;
  referee::Heard heard;

  bool operator==(const OwnMove&) const = default;
};

// A whole turn, or the beginning of one.
struct OpponentTurn {
  int refused_before = 0;     // refusals before the question; all of them when it was not asked
  std::optional<bool> any{};  // the answer to the question
  int refused_after = 0;
  std::optional<referee::Heard> moved{};

  bool operator==(const OpponentTurn&) const = default;
};

using Observation = std::variant<OwnRefusal, OwnQuestion, OwnMove, OpponentTurn>;

// What a player observed, in order. Nonsense says nothing of the position.
std::vector<Observation> observations(const referee::PlayerView& view);

// The same for those who follow a game: only what is new in its view is looked at.
class Observations {
 public:
  // All so far. Always the same game, whose view grows from call to call.
  const std::vector<Observation>& follow(const referee::PlayerView& view);

 private:
  std::vector<Observation> all_;
  std::size_t last_begins_ = 0;  // the event with which the last of them begins; a turn of the opponent may go on
};

// What was said of the move that ended the turn; nothing when no move was made.
const referee::Heard* move_heard(const Observation& observation);

}  // namespace blindmate::belief
