// Brushes: what is possible for the defender, said man by man: one of these kinds on one of these squares.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::study {

inline constexpr std::uint64_t kMostPainted = 100'000;  // combinations that are tried

// One man of the defender.
struct Brush {
  std::vector<chess::Man> kinds;  // none: perhaps he is not there at all
  chess::Bitboard squares = 0;
};

// "qr", "p-"; "a8,b8".
Expected<Brush> read_brush(std::string_view kinds, std::string_view squares);

struct Painted {
  std::vector<chess::Position> states{};  // each once
  std::uint64_t dropped = 0;              // combinations that cannot be
};

// The attacker's men as the board field of a FEN, and his castling rights; he is to move.
Expected<Painted> paint(std::string_view own, chess::Side attacker, std::string_view castling,
                        const std::vector<Brush>& men);

}  // namespace blindmate::study
