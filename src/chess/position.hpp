// Position: a valid chess position on a square board of 4x4 to 8x8. Eighty bytes, trivially copyable; a move is made on
// a copy, so there is nothing to undo. Boards below 8x8 have no castling and no double step.
//
// The en-passant square is kept only while an en-passant capture is legal. So two positions with the same men, side to
// move, rights and en-passant square have the same legal moves, and the hash covers exactly these.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <type_traits>

#include "blindmate/base/expected.hpp"
#include "blindmate/chess/attacks.hpp"
#include "blindmate/chess/bitboard.hpp"
#include "blindmate/chess/move.hpp"
#include "blindmate/chess/types.hpp"

namespace blindmate::chess {

struct Setup;

// The four ways to castle, as bits of a set of rights.
struct Castling {
  Side side;
  char letter;  // as in FEN
  std::uint8_t right;
  Square king_from, king_to, rook_from, rook_to;
};
using CastlingRights = std::uint8_t;
inline constexpr CastlingRights kAllRights = 15;
inline constexpr int kLargestClock = 65535;

inline constexpr std::array<Castling, 4> kCastlings = {{
    {Side::white, 'K', 1, square(4, 0), square(6, 0), square(7, 0), square(5, 0)},
    {Side::white, 'Q', 2, square(4, 0), square(2, 0), square(0, 0), square(3, 0)},
    {Side::black, 'k', 4, square(4, 7), square(6, 7), square(7, 7), square(5, 7)},
    {Side::black, 'q', 8, square(4, 7), square(2, 7), square(0, 7), square(3, 7)},
}};

// The rights that are gone once a man leaves or enters a square.
constexpr CastlingRights rights_touched(Square s) {
  CastlingRights rights = 0;
  for (const Castling& castling : kCastlings) {
    if (s == castling.king_from || s == castling.rook_from) rights |= castling.right;
  }
  return rights;
}

// Rank of promotion, and the rank on which a double step lands (none on small boards).
constexpr int last_rank(Side side, int size) { return side == Side::white ? size - 1 : 0; }
constexpr int double_step_rank(Side side) { return side == Side::white ? 3 : 4; }
constexpr bool has_double_step(int size) { return size == kLargestBoard; }

class Position {
 public:
  static Position start();
  // All that is wrong with a setup, or the position it describes.
  static Expected<Position> from(const Setup& setup);

  int size() const { return size_; }
  Side turn() const { return turn_; }
  Bitboard men(Side side) const { return by_side_[index(side)]; }
  Bitboard men(Man man) const { return by_man_[index(man)]; }
  Bitboard men(Side side, Man man) const { return men(side) & men(man); }
  Bitboard occupied() const { return by_side_[0] | by_side_[1]; }
  Bitboard walls() const { return chess::walls(size_); }
  Square king(Side side) const { return lowest(men(side, Man::king)); }
  Man man_at(Square s) const;
  CastlingRights castling() const { return castling_; }
  Square en_passant() const { return en_passant_; }
  std::uint64_t hash() const { return hash_; }
  int halfmove_clock() const { return halfmove_clock_; }
  int fullmove_number() const { return fullmove_number_; }

  // The square of the man that a legal move captures, kNoSquare when it captures none.
  Square captured_by(Move move) const;
  bool is_en_passant(Move move) const {
    return move.to() == en_passant_ && contains(by_man_[index(Man::pawn)], move.from());
  }

  // Men of `attacker` that attack a square when exactly `blockers` (walls included) stand in the way.
  Bitboard attackers(Square s, Side attacker, Bitboard blockers) const;
  Bitboard checkers() const { return attackers(king(turn_), other(turn_), occupied() | walls()); }

  // True for legal moves only, whatever nonsense is asked.
  bool is_legal(Move move) const;
  Position after(Move legal_move) const {
    Position next = *this;
    next.play(legal_move);
    return next;
  }

  // Without a move, as engines suppose it. The side to move is not in check.
  Position after_pass() const;

  // Everything that matters to legality: the clocks are left out.
  bool operator==(const Position& right) const {
    return hash_ == right.hash_ && by_man_ == right.by_man_ && by_side_ == right.by_side_ && turn_ == right.turn_ &&
           castling_ == right.castling_ && en_passant_ == right.en_passant_ && size_ == right.size_;
  }

  // For sets of positions that have the men of one side in common: this position without the other side's men and
  // rights, its clocks reset; and with such men put back. Neither is checked: what lies between is no position.
  Position without_men(Side side) const;
  Position with_turn(Side side) const;
  Position with_men(Side side, const std::array<Bitboard, 6>& men, CastlingRights rights, Square en_passant) const;

  std::uint64_t hash_from_scratch() const;  // what hash() must be; for tests

 private:
  Position() = default;
  void play(Move move);
  void toggle(Side side, Man man, Square s);
  void set_castling(CastlingRights rights);
  void set_en_passant(Square s);
  bool some_en_passant_legal(Square target) const;
  bool en_passant_legal(Square from, Square target) const;
  bool castling_legal(Move move) const;

  std::array<Bitboard, 6> by_man_{};
  std::array<Bitboard, 2> by_side_{};
  std::uint64_t hash_ = 0;
  std::uint16_t halfmove_clock_ = 0;
  std::uint16_t fullmove_number_ = 1;
  Side turn_ = Side::white;
  CastlingRights castling_ = 0;
  Square en_passant_ = kNoSquare;
  std::uint8_t size_ = kLargestBoard;

  friend class Generator;
};

inline Bitboard Position::attackers(Square s, Side attacker, Bitboard blockers) const {
  const Bitboard queens = men(Man::queen);
  return men(attacker) &
         ((pawn_attacks(other(attacker), s) & men(Man::pawn)) | (knight_attacks(s) & men(Man::knight)) |
          (king_attacks(s) & men(Man::king)) | (bishop_attacks(s, blockers) & (men(Man::bishop) | queens)) |
          (rook_attacks(s, blockers) & (men(Man::rook) | queens)));
}

static_assert(sizeof(Position) == 80 && std::is_trivially_copyable_v<Position>);

}  // namespace blindmate::chess
