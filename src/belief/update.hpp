// Update: what one observation makes of one physical state. Everything that estimates goes through it, breadth first,
// depth first and with pools, and it goes through referee::announce().
#pragma once

#include <optional>

#include "blindmate/belief/observation.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::belief {

// True when a move of which the referee would say `said`, were it not for the game's history, can have been heard so.
// A set of positions holds no history: repetition and fifty moves fit every position that does not end otherwise.
bool sounds_like(const referee::Heard& said, const referee::Heard& heard);

class Update {
 public:
  // `turn` is what was announced to the side whose turn it is.
  Update(const Observation& observation, const referee::Turn& turn, const referee::RuleSet& rules)
      : observation_(observation), turn_(turn), rules_(rules) {}

  // Calls yield(position) for each state that `position` can have become: one or none for the listener's own events.
  // Returns how many states were constructed for it.
  template <class Yield>
  int apply(const chess::Position& position, const Yield& yield) const;

  // The parts of it, for those who want the opponent's moves one at a time.
  std::optional<chess::Position> after_own(const chess::Position& position) const;  // an own event
  bool can_begin(const chess::Position& position) const;  // the opponent's questions and refusals
  std::optional<chess::Position> after_reply(const chess::Position& position, chess::Move legal_reply) const;
  bool does_duty(const chess::Position& position, chess::Move legal_reply) const;  // where "Any?" has brought one

  // True for an event that no state changes by: it only keeps some and drops others.
  static bool only_filters(const Observation& observation) { return move_heard(observation) == nullptr; }

 private:
  bool possible_reply(const chess::Position& position, chess::Move legal_reply) const;
  std::optional<chess::Position> after_possible_reply(const chess::Position& position, chess::Move reply) const;
  bool enough_refusable_tries(const chess::Position& position, const OpponentTurn& turn) const;

  const Observation& observation_;
  const referee::Turn& turn_;
  const referee::RuleSet& rules_;
};

template <class Yield>
int Update::apply(const chess::Position& position, const Yield& yield) const {
  const OpponentTurn* turn = std::get_if<OpponentTurn>(&observation_);
  if (turn == nullptr) {
    if (const std::optional<chess::Position> after = after_own(position)) yield(*after);
    return 1;
  }
  if (!can_begin(position)) return 0;
  if (!turn->moved) {
    yield(position);
    return 1;
  }
  int made = 0;
  for (const chess::Move reply : chess::legal_moves(position)) {
    if (!possible_reply(position, reply)) continue;
    ++made;
    if (const std::optional<chess::Position> after = after_possible_reply(position, reply)) yield(*after);
  }
  return made;
}

}  // namespace blindmate::belief
