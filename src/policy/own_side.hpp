// The board from a player's own side: rank 1 is always the own first rank, files are as they are. Records and actions
// are written so, and a net learns one side instead of two (docs/environment.md).
#pragma once

#include "blindmate/chess/bitboard.hpp"

namespace blindmate::policy {

class OwnSide {
 public:
  constexpr OwnSide(chess::Side side, int size) : turned_(side == chess::Side::black), size_(size) {}

  // From the real board to the own side; of a square, the same function leads back.
  constexpr chess::Square of(chess::Square s) const {
    return turned_ ? chess::square(chess::file_of(s), size_ - 1 - chess::rank_of(s)) : s;
  }
  constexpr chess::Bitboard of(chess::Bitboard set) const {
    return turned_ ? __builtin_bswap64(set) >> (8 * (8 - size_)) : set;
  }

 private:
  bool turned_;
  int size_;
};

}  // namespace blindmate::policy
