// FEN in two steps: Setup is what the text says, Position::from decides whether that is a valid position.
// Boards below 8x8 have fewer ranks and files. The two clocks at the end may be left out.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct Setup {
  struct Placed {
    Man man = Man::none;
    Side side = Side::white;
  };
  int size = kLargestBoard;
  std::array<Placed, 64> men{};
  Side turn = Side::white;
  CastlingRights castling = 0;
  Square en_passant = kNoSquare;
  int halfmove_clock = 0;
  int fullmove_number = 1;
};

Expected<Setup> read_fen(std::string_view text);
Expected<Position> read_position(std::string_view fen);  // both steps

std::string fen(const Position& position);

// The first field of a FEN, from the letters of the men; '.' is an empty square.
std::string board_field(int size, const std::function<char(Square)>& letter_at);

}  // namespace blindmate::chess
