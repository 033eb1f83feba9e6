// Turn: what was announced to the side to move, and its question. With the own board, this decides what is askable,
// refused tries aside.
#pragma once

#include <optional>

#include "blindmate/view/heard.hpp"
#include "blindmate/view/own_board.hpp"

namespace blindmate::referee {

struct Turn {
  Directions check = 0;
  PawnTriesHeard pawn_tries{};
  std::optional<bool> any_answer{};  // of "Any?", once it was asked
  bool capture_duty = false;         // after the answer yes

  static Turn after(const Heard& heard) { return {.check = heard.check, .pawn_tries = heard.pawn_tries}; }
  void hear_any(bool yes) { any_answer = capture_duty = yes; }
};

// Where a man can be that gives the announced check: the whole lines through the king, or a knight's move away.
chess::Bitboard check_squares(const OwnBoard& own, Directions check);

// The squares that a man on `from` can be asked to go to.
chess::Bitboard askable_targets(const OwnBoard& own, const Turn& turn, const RuleSet& rules, chess::Man man,
                                chess::Square from);

}  // namespace blindmate::referee
