#include "blindmate/referee/own_board.hpp"

#include <cstdlib>

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

Man OwnBoard::man_at(Square s) const {
  for (unsigned man = 0; man < 6; ++man) {
    if (contains(by_man_[man], s)) return static_cast<Man>(man);
  }
  return Man::none;
}

Bitboard OwnBoard::targets(Square from) const {
  const Bitboard walls = chess::walls(size_);
  const Bitboard blockers = all_ | walls;
  Bitboard result = 0;
  switch (man_at(from)) {
    case Man::pawn: {
      const int forward = side_ == Side::white ? 8 : -8;
      result = chess::pawn_attacks(side_, from);
      const Square step = static_cast<Square>(from + forward);
      if (contains(blockers, step)) break;
      result |= bit(step);
      const bool home = chess::rank_of(step) + forward / 8 == chess::double_step_rank(side_);
      if (home && chess::has_double_step(size_)) result |= bit(static_cast<Square>(step + forward));
      break;
    }
    case Man::knight: result = chess::knight_attacks(from); break;
    case Man::bishop: result = chess::bishop_attacks(from, blockers); break;
    case Man::rook: result = chess::rook_attacks(from, blockers); break;
    case Man::queen: result = chess::bishop_attacks(from, blockers) | chess::rook_attacks(from, blockers); break;
    case Man::king:
      result = chess::king_attacks(from);
      for (const Castling& castling : kCastlings) {
        const bool held = (castling_ & castling.right) != 0;
        if (held && (chess::between(castling.king_from, castling.rook_from) & all_) == 0)
          result |= bit(castling.king_to);
      }
      break;
    case Man::none: break;
  }
  return result & ~blockers;
}

bool OwnBoard::possible(Move tried) const {
  if (!contains(all_, tried.from()) || !contains(targets(tried.from()), tried.to())) return false;
  const bool promotes =
      contains(men(Man::pawn), tried.from()) && chess::rank_of(tried.to()) == chess::last_rank(side_, size_);
  return promotes == (tried.promotion() != Man::none);
}

chess::MoveList OwnBoard::tries() const {
  chess::MoveList list;
  const Bitboard last = chess::rank_mask(chess::last_rank(side_, size_));
  for (const Square from : chess::Squares(all_)) {
    const Bitboard to_squares = targets(from);
    const Bitboard promoting = contains(men(Man::pawn), from) ? to_squares & last : 0;
    for (const Square to : chess::Squares(to_squares & ~promoting)) list.push_back(Move(from, to));
    for (const Square to : chess::Squares(promoting)) {
      for (const Man man : chess::kPromotions) list.push_back(Move(from, to, man));
    }
  }
  return list;
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
  toggle(man_at(s), s);
  castling_ = static_cast<CastlingRights>(castling_ & ~chess::rights_touched(s));
}

}  // namespace blindmate::referee
