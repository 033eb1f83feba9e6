// perft: how many sequences of `depth` legal moves there are. The measure by which move generators are compared.
#pragma once

#include "blindmate/chess/position.hpp"

namespace blindmate::chess {

std::uint64_t perft(const Position& position, int depth);

}  // namespace blindmate::chess
