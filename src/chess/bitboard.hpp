// Sets of squares as 64 bits; bit s is square s.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "blindmate/chess/types.hpp"

namespace blindmate::chess {

using Bitboard = std::uint64_t;

inline constexpr Bitboard kFileA = 0x0101010101010101U;
inline constexpr Bitboard kFileH = kFileA << 7;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55U;

constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }
constexpr Bitboard file_mask(int file) { return kFileA << file; }
constexpr Bitboard rank_mask(int rank) { return Bitboard{0xFF} << (8 * rank); }
constexpr bool contains(Bitboard set, Square s) { return (set >> s & 1) != 0; }
constexpr int count(Bitboard set) { return std::popcount(set); }
constexpr bool several(Bitboard set) { return (set & (set - 1)) != 0; }
constexpr Square lowest(Bitboard set) { return static_cast<Square>(std::countr_zero(set)); }

// Iterates over the squares of a set: for (const Square s : Squares(set)) ...
class Squares {
 public:
  constexpr explicit Squares(Bitboard set) : set_(set) {}
  constexpr Squares begin() const { return *this; }
  constexpr Squares end() const { return Squares(0); }
  constexpr Square operator*() const { return lowest(set_); }
  constexpr Squares& operator++() {
    set_ &= set_ - 1;
    return *this;
  }
  constexpr bool operator!=(const Squares& right) const { return set_ != right.set_; }

 private:
  Bitboard set_;
};

// One step of a pawn's capture or advance: by +7, +8, +9 (White) or -7, -8, -9 (Black), nothing around the edge.
template <int kStep>
constexpr Bitboard shift(Bitboard set) {
  if constexpr (kStep == 9 || kStep == -7) set &= ~kFileH;
  if constexpr (kStep == 7 || kStep == -9) set &= ~kFileA;
  return kStep > 0 ? set << (kStep > 0 ? kStep : 0) : set >> (kStep < 0 ? -kStep : 0);
}

// The squares that a board of this size does not have. They are walls to sliding men, so that one code path serves all.
constexpr Bitboard walls(int size) {
  constexpr auto kWalls = [] {
    std::array<Bitboard, kLargestBoard + 1> table{};
    for (int n = 0; n <= kLargestBoard; ++n) {
      for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
          if (rank >= n || file >= n) table[static_cast<unsigned>(n)] |= bit(square(file, rank));
        }
      }
    }
    return table;
  }();
  return kWalls[static_cast<unsigned>(size)];
}

}  // namespace blindmate::chess
