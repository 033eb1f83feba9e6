// OwnBoard: a player's own men and castling rights, and the tries that are possible there. Nothing of the other side:
// what is askable follows from this and from what was announced.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "blindmate/chess/position.hpp"
#include "blindmate/view/heard.hpp"

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

  // The squares a man can be asked to go to.
  chess::Bitboard targets(chess::Man man, chess::Square from) const;
  bool promotes(chess::Move tried) const;
  bool is_pawn_capture(chess::Move tried) const;
  bool is_castling(chess::Move tried) const;

  // All tries to the squares that targets_of(man, from) gives for each man.
  template <class TargetsOf>
  chess::MoveList tries_to(const TargetsOf& targets_of) const;
  chess::MoveList tries() const;
  std::string san(chess::Move tried) const;  // without captures, which nobody can know

  void play(chess::Move possible_try);
  void lose_man(const Heard& heard);                    // the one that the opponent's move captured, if any
  chess::Square lost_square(const Heard& heard) const;  // where it stood

  bool operator==(const OwnBoard&) const = default;

 private:
  void toggle(chess::Man man, chess::Square s);

  std::array<chess::Bitboard, 6> by_man_{};
  chess::Bitboard all_ = 0;
  chess::Side side_;
  std::uint8_t size_;
  chess::CastlingRights castling_ = 0;
};

std::string text(const OwnBoard& own);  // the board of a FEN, with the own men only

inline chess::Man OwnBoard::man_at(chess::Square s) const {
  for (unsigned man = 0; man < 6; ++man) {
    if (chess::contains(by_man_[man], s)) return static_cast<chess::Man>(man);
  }
  return chess::Man::none;
}

inline chess::Bitboard OwnBoard::targets(chess::Man man, chess::Square from) const {
  const chess::Bitboard walls = chess::walls(size_);
  const chess::Bitboard blockers = all_ | walls;
  chess::Bitboard result = 0;
  switch (man) {
    case chess::Man::pawn: {
      const int forward = side_ == chess::Side::white ? 8 : -8;
      result = chess::pawn_attacks(side_, from);
      const chess::Square step = static_cast<chess::Square>(from + forward);
      if (chess::contains(blockers, step)) break;
      result |= chess::bit(step);
      const bool home = chess::rank_of(step) + forward / 8 == chess::double_step_rank(side_);
      if (home && chess::has_double_step(size_)) result |= chess::bit(static_cast<chess::Square>(step + forward));
      break;
    }
    case chess::Man::knight: result = chess::knight_attacks(from); break;
    case chess::Man::bishop: result = chess::bishop_attacks(from, blockers); break;
    case chess::Man::rook: result = chess::rook_attacks(from, blockers); break;
    case chess::Man::queen: result = chess::bishop_attacks(from, blockers) | chess::rook_attacks(from, blockers); break;
    case chess::Man::king:
      result = chess::king_attacks(from);
      for (const chess::Castling& castling : chess::kCastlings) {
        const bool held = (castling_ & castling.right) != 0;
        if (held && (chess::between(castling.king_from, castling.rook_from) & all_) == 0)
          result |= chess::bit(castling.king_to);
      }
      break;
    case chess::Man::none: break;
  }
  return result & ~blockers;
}

template <class TargetsOf>
chess::MoveList OwnBoard::tries_to(const TargetsOf& targets_of) const {
  chess::MoveList list;
  const chess::Bitboard last = chess::rank_mask(chess::last_rank(side_, size_));
  for (unsigned i = 0; i < by_man_.size(); ++i) {
    const chess::Man man = static_cast<chess::Man>(i);
    const chess::Bitboard promoting = man == chess::Man::pawn ? last : 0;
    for (const chess::Square from : chess::Squares(by_man_[i])) {
      const chess::Bitboard targets = targets_of(man, from);
      for (const chess::Square to : chess::Squares(targets & ~promoting)) list.push_back(chess::Move(from, to));
      for (const chess::Square to : chess::Squares(targets & promoting)) {
        for (const chess::Man promotion : chess::kPromotions) list.push_back(chess::Move(from, to, promotion));
      }
    }
  }
  return list;
}

}  // namespace blindmate::referee
