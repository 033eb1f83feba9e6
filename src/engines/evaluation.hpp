// Evaluation: what a position is worth without looking ahead, in hundredths of a pawn for the side to move. Material,
// where men stand, their freedom to move, the kings' safety and passed pawns, each for the middlegame and for the
// endgame, mixed by how many pieces are left. The weights are rules of thumb of chess books, written as formulas of the
// square, so they serve boards of every size.
#pragma once

#include <array>

#include "blindmate/chess/position.hpp"

namespace blindmate::engines {

// Of a man, in the middlegame; for ordering captures and for counting.
inline constexpr std::array<int, 7> kWorth = {100, 320, 330, 500, 950, 0, 0};
constexpr int worth(chess::Man man) { return kWorth[chess::index(man)]; }

// What a capture wins when both sides go on capturing on its square, the cheapest man first, as long as it pays.
int static_exchange(const chess::Position& position, chess::Move capture);

int evaluate_statically(const chess::Position& position);

}  // namespace blindmate::engines
