#include "blindmate/view/own_board.hpp"

#include <cstdlib>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"

namespace blindmate::referee {

using chess::bit;
using chess::Bitboard;
using chess::Castling;
using chess::CastlingRights;
using chess::contains;
using chess::kCastlings;
using chess::Man;
using chess::Move;
using chess::Side;
using chess::Square;

OwnBoard::OwnBoard(const chess::Position& position, Side side)
    : side_(side), size_(static_cast<std::uint8_t>(position.size())) {
  for (unsigned man = 0; man < 6; ++man) {
    by_man_[man] = position.men(side, static_cast<Man>(man));
    all_ |= by_man_[man];
  }
  for (const Castling& castling : kCastlings) {
    if (castling.side == side && (position.castling() & castling.right) != 0) castling_ |= castling.right;
  }
}

chess::MoveList OwnBoard::tries() const {
  return tries_to([this](Man man, Square from) { return targets(man, from); });
}

std::string OwnBoard::san(Move tried) const {
  return chess::write_san(tried, tries(), [this](Square s) { return man_at(s); }, false);
}

bool OwnBoard::promotes(Move tried) const {
  return contains(men(Man::pawn), tried.from()) && chess::rank_of(tried.to()) == chess::last_rank(side_, size_);
}

bool OwnBoard::is_pawn_capture(Move tried) const {
  return contains(men(Man::pawn), tried.from()) && chess::file_of(tried.from()) != chess::file_of(tried.to());
}

bool OwnBoard::is_castling(Move tried) const {
  return contains(men(Man::king), tried.from()) && std::abs(tried.from() - tried.to()) == 2;
}

void OwnBoard::toggle(Man man, Square s) {
  by_man_[chess::index(man)] ^= bit(s);
  all_ ^= bit(s);
}

void OwnBoard::play(Move possible_try) {
  const Square from = possible_try.from();
  const Square to = possible_try.to();
  const Man man = man_at(from);
  if (is_castling(possible_try)) {
    for (const Castling& castling : kCastlings) {
      if (castling.king_from != from || castling.king_to != to) continue;
      toggle(Man::rook, castling.rook_from);
      toggle(Man::rook, castling.rook_to);
    }
  }
  toggle(man, from);
  toggle(possible_try.promotion() == Man::none ? man : possible_try.promotion(), to);
  castling_ = static_cast<CastlingRights>(castling_ & ~chess::rights_touched(from));
}

Square OwnBoard::lost_square(const Heard& heard) const {
  if (!heard.en_passant) return heard.capture;
  // The capturing pawn lands behind the one it takes.
  const int beyond = side_ == Side::white ? 8 : -8;
  return static_cast<Square>(heard.capture + beyond);
}

void OwnBoard::lose_man(const Heard& heard) {
  if (heard.capture == chess::kNoSquare) return;
  const Square s = lost_square(heard);
  BLINDMATE_CHECK(contains(all_, s), "a capture on {}, where no own man stands", chess::text(heard.capture));
  toggle(man_at(s), s);
  castling_ = static_cast<CastlingRights>(castling_ & ~chess::rights_touched(s));
}

std::string text(const OwnBoard& own) {
  return chess::board_field(own.size(), [&](Square s) { return chess::letter(own.man_at(s), own.side()); });
}

}  // namespace blindmate::referee
