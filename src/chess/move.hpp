// Moves in coordinates: from, to and the man a pawn turns into. Castling is the king's move of two squares, en passant
// the pawn's move to an empty square; nothing else is needed to make a move, so a move and a player's try are one type.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/chess/types.hpp"

namespace blindmate::chess {

class Move {
 public:
  Move() = default;  // leaves a list's room untouched; Move{} is a1a1
  constexpr Move(Square from, Square to, Man promotion = Man::none)
      : bits_(static_cast<std::uint16_t>(from | to << 6 |
                                         (promotion == Man::none ? 0 : static_cast<int>(promotion)) << 12)) {}

  constexpr Square from() const { return static_cast<Square>(bits_ & 63); }
  constexpr Square to() const { return static_cast<Square>(bits_ >> 6 & 63); }
  constexpr Man promotion() const { return bits_ >> 12 == 0 ? Man::none : static_cast<Man>(bits_ >> 12); }

  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t bits_;
};

inline constexpr std::array kPromotions = {Man::queen, Man::rook, Man::bishop, Man::knight};

std::string text(Move move);                                   // e2e4, e7e8q
std::optional<Move> parse_coordinates(std::string_view text);  // nothing unless exactly of that form

// A list without allocation. Room for every position and own board: sixteen men, none with more than 27 moves.
class MoveList {
 public:
  static constexpr std::size_t kCapacity = 16 * 27;

  void push_back(Move move) {
    BLINDMATE_CHECK(size_ < kCapacity, "more than {} moves", kCapacity);
    moves_[size_++] = move;
  }
  void erase_unordered(std::size_t i) { moves_[i] = moves_[--size_]; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Move, kCapacity> moves_;
};

}  // namespace blindmate::chess
