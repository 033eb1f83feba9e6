// Legal moves: listed, counted, or just whether there is one; and the pawn captures among them, which referees
// announce.
#pragma once

#include "blindmate/chess/move.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::chess {

MoveList legal_moves(const Position& position);
std::uint64_t count_legal_moves(const Position& position);
bool has_legal_move(const Position& position);

// Legal pawn captures of the side to move by from-to pair: a capturing promotion counts once.
struct PawnCaptures {
  int count = 0;
  Bitboard from = 0;  // the pawns that can capture
};
PawnCaptures legal_pawn_captures(const Position& position);

}  // namespace blindmate::chess
