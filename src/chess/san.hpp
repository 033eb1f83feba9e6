// SAN, the short notation of moves. Which moves compete for a short text is the caller's choice: the legal moves in
// ordinary chess, the tries of the own board in Kriegspiel, where the true position must not shorten a text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/move.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::chess {

using ManAt = std::function<Man(Square)>;

// `capture` decides about the x of men; a pawn's diagonal move always has it.
std::string write_san(Move move, const MoveList& candidates, const ManAt& man_at, bool capture);

// The one candidate that a text means, in SAN or in coordinates; check marks and !? are ignored.
Expected<Move> read_san(std::string_view text, const MoveList& candidates, const ManAt& man_at);

// Ordinary chess: among the legal moves, with + and #.
std::string san(const Position& position, Move legal_move);
Expected<Move> read_san(std::string_view text, const Position& position);

}  // namespace blindmate::chess
