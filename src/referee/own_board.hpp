// OwnBoard: a player's own men and castling rights, and the tries that are possible there. Nothing of the other side:
// what is askable follows from this and from what was announced.
#pragma once

#include <array>
#include <cstdint>

#include "blindmate/chess/position.hpp"
#include "blindmate/referee/heard.hpp"

namespace blindmate::referee {

class OwnBoard {
 public:
  OwnBoard(const chess::Position& position, chess::Side side);

  chess::Side side() const { return side_; }
  int size() const { return size_; }
  chess::Bitboard men() const { return all_; }
  chess::Bitboard men(chess::Man man) const { return by_man_[chess::index(man)]; }
  chess::Man man_at(chess::Square s) const;
  chess::Square king() const { return chess::lowest(men(chess::Man::king)); }
  chess::CastlingRights castling() const { return castling_; }

  bool possible(chess::Move tried) const;
  chess::MoveList tries() const;
  bool is_pawn_capture(chess::Move tried) const;
  bool is_castling(chess::Move tried) const;

  void play(chess::Move possible_try);
  void lose_man(const Heard& heard);                    // the one that the opponent's move captured, if any
  chess::Square lost_square(const Heard& heard) const;  // where it stood

  bool operator==(const OwnBoard&) const = default;

 private:
  chess::Bitboard targets(chess::Square from) const;
  void toggle(chess::Man man, chess::Square s);

  std::array<chess::Bitboard, 6> by_man_{};
  chess::Bitboard all_ = 0;
  chess::Side side_;
  std::uint8_t size_;
  chess::CastlingRights castling_ = 0;
};

}  // namespace blindmate::referee
