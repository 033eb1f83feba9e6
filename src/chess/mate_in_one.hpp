// Mate in one. Mate solvers ask this millions of times, so it makes hardly any move on a board.
#pragma once

#include "blindmate/chess/move.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::chess {

// From where each man of the side to move would give check, and which of his men hide a check.
class CheckSquares {
 public:
  explicit CheckSquares(const Position& position);

  // Where a man that stands on `from` gives check; everywhere if he discovers one.
  Bitboard targets(Square from, Man man) const { return contains(discoverers, from) ? ~Bitboard{0} : of(man); }
  // False only for moves that give no check.
  bool may_check(const Position& position, Move move) const;

  Bitboard by_knight, by_bishop, by_rook, by_pawn;
  Bitboard discoverers = 0;
  Bitboard shields = 0;  // all squares between the king and a man that slides towards him

 private:
  Bitboard of(Man man) const;
};

// Whether the side to move mates at once. Adds to `made` how many moves were made on a board to find out.
bool has_mate_in_one(const Position& position, std::uint64_t& made);

}  // namespace blindmate::chess
