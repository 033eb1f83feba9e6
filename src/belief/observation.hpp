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
};

struct OwnQuestion {
  bool yes = false;
};

struct OwnMove {
  chess::Move played;
  referee::Heard heard;
};

// A whole turn, or the beginning of one.
struct OpponentTurn {
  int refused_before = 0;     // refusals before the question; all of them when it was not asked
  std::optional<bool> any{};  // the answer to the question
  int refused_after = 0;
  std::optional<referee::Heard> moved{};
};

using Observation = std::variant<OwnRefusal, OwnQuestion, OwnMove, OpponentTurn>;

// What a player observed, in order. Nonsense says nothing of the position.
std::vector<Observation> observations(const referee::PlayerView& view);

// What was said of the move that ended the turn; nothing when no move was made.
const referee::Heard* move_heard(const Observation& observation);

}  // namespace blindmate::belief
