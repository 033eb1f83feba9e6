#include "blindmate/chess/mate_in_one.hpp"

#include <cstdlib>

#include "blindmate/chess/movegen.hpp"

namespace blindmate::chess {
namespace {

bool is_mated(const Position& p) { return p.checkers() != 0 && !has_legal_move(p); }

inline Bitboard attacks(Man man, Side side, Square s, Bitboard blockers) {
  switch (man) {
    case Man::pawn: return pawn_attacks(side, s);
    case Man::knight: return knight_attacks(s);
    case Man::bishop: return bishop_attacks(s, blockers);
    case Man::rook: return rook_attacks(s, blockers);
    case Man::queen: return bishop_attacks(s, blockers) | rook_attacks(s, blockers);
    case Man::king: return king_attacks(s);
    case Man::none: break;
  }
  return 0;
}

// Looks at the moves that can give check, and makes only those after which the king cannot step aside.
class MateInOne {
 public:
  MateInOne(const Position& p, std::uint64_t& made)
      : p_(p),
        made_(made),
        me_(p.turn()),
        king_(p.king(other(me_))),
        blockers_(p.occupied() | p.walls()),
        allowed_(~(p.men(me_) | p.walls() | bit(king_))),
        checks_(p) {}

  bool exists() {
    if (p_.en_passant() != kNoSquare || may_castle_with_check()) return exists_among_all();
    return by<Man::queen>() || by<Man::rook>() || by<Man::knight>() || by<Man::bishop>() || by_pawn() || by_king();
  }

 private:
  bool may_castle_with_check() const {
    for (const Castling& castling : kCastlings) {
      if (castling.side != me_ || (p_.castling() & castling.right) == 0) continue;
      if (file_of(castling.rook_to) == file_of(king_) || rank_of(castling.rook_to) == rank_of(king_)) return true;
      if (contains(checks_.discoverers, castling.king_from)) return true;
    }
    return false;
  }

  bool exists_among_all() {
    for (const Move move : legal_moves(p_)) {
      if (!checks_.may_check(p_, move)) continue;
      ++made_;
      if (is_mated(p_.after(move))) return true;
    }
    return false;
  }

  template <Man kMan>
  bool by() {
    for (const Square from : Squares(p_.men(me_, kMan))) {
      const Bitboard to = attacks(kMan, me_, from, blockers_) & allowed_ & checks_.targets(from, kMan);
      for (const Square target : Squares(to)) {
        if (mates(Move(from, target), kMan)) return true;
      }
    }
    return false;
  }

  bool by_pawn() {
    const bool white = me_ == Side::white;
    const Bitboard last = rank_mask(last_rank(me_, p_.size()));
    for (const Square from : Squares(p_.men(me_, Man::pawn))) {
      const Bitboard step = (white ? bit(from) << 8 : bit(from) >> 8) & ~blockers_;
      Bitboard to = step | (pawn_attacks(me_, from) & p_.men(other(me_)) & allowed_);
      if (has_double_step(p_.size()) && rank_of(from) == (white ? 1 : 6))
        to |= (white ? step << 8 : step >> 8) & ~blockers_;
      for (const Square target : Squares(to & last)) {
        for (const Man promotion : kPromotions) {
          if (mates(Move(from, target, promotion), promotion)) return true;
        }
      }
      for (const Square target : Squares(to & ~last & checks_.targets(from, Man::pawn))) {
        if (mates(Move(from, target), Man::pawn)) return true;
      }
    }
    return false;
  }

  bool by_king() {
    const Square from = p_.king(me_);
    if (!contains(checks_.discoverers, from)) return false;
    for (const Square target : Squares(king_attacks(from) & allowed_)) {
      if (mates(Move(from, target), Man::king)) return true;
    }
    return false;
  }

  // Whether a move that may be illegal, by which `man` arrives, mates.
  [[gnu::always_inline]] bool mates(Move move, Man man) {
    if (move.from() != lifted_) lift(move.from());
    const Bitboard blockers = (blockers_ & ~bit(move.from())) | bit(move.to());
    if ((flights_ & ~attacks(man, me_, move.to(), blockers & ~bit(king_)) & ~bit(move.to())) != 0) return false;
    if (is_parried(move, blockers)) return false;
    ++made_;
    const Position next = p_.after(move);
    if (next.attackers(next.king(me_), other(me_), next.occupied() | next.walls()) != 0) return false;
    return is_mated(next);
  }

  // Where the king can go while this man is off the board.
  void lift(Square man) {
    lifted_ = man;
    const Bitboard blockers = blockers_ & ~bit(king_) & ~bit(man);
    const Bitboard pawns = p_.men(me_, Man::pawn) & ~bit(man);
    const Bitboard queens = p_.men(me_, Man::queen);
    Bitboard attacked = king_attacks(p_.king(me_));
    attacked |= me_ == Side::white ? shift<7>(pawns) | shift<9>(pawns) : shift<-7>(pawns) | shift<-9>(pawns);
    for (const Square s : Squares(p_.men(me_, Man::knight) & ~bit(man))) attacked |= knight_attacks(s);
    for (const Square s : Squares((p_.men(me_, Man::rook) | queens) & ~bit(man))) attacked |= rook_attacks(s, blockers);
    for (const Square s : Squares((p_.men(me_, Man::bishop) | queens) & ~bit(man)))
      attacked |= bishop_attacks(s, blockers);
    flights_ = king_attacks(king_) & ~(p_.men(other(me_)) | p_.walls() | attacked);
  }

  // By a man that surely may take the one that gives check, or step in between.
  bool is_parried(Move move, Bitboard blockers) const {
    if (contains(checks_.discoverers, move.from())) return false;
    const Bitboard free_men = p_.men(other(me_)) & ~(checks_.shields | bit(king_) | bit(move.to()));
    if ((p_.attackers(move.to(), other(me_), blockers) & free_men) != 0) return true;
    for (const Square s : Squares(between(king_, move.to()))) {
      if ((p_.attackers(s, other(me_), blockers) & free_men & ~p_.men(Man::pawn)) != 0) return true;
    }
    return false;
  }

  const Position& p_;
  std::uint64_t& made_;
  Side me_;
  Square king_;  // to be mated
  Bitboard blockers_;
  Bitboard allowed_;  // where a man may go
  CheckSquares checks_;
  Square lifted_ = kNoSquare;
  Bitboard flights_ = 0;
};

}  // namespace

CheckSquares::CheckSquares(const Position& p) {
  const Side me = p.turn();
  const Square king = p.king(other(me));
  const Bitboard blockers = p.occupied() | p.walls();
  by_knight = knight_attacks(king);
  by_bishop = bishop_attacks(king, blockers);
  by_rook = rook_attacks(king, blockers);
  by_pawn = pawn_attacks(other(me), king);
  const Bitboard queens = p.men(me, Man::queen);
  const Bitboard sliders =
      ((tables::kRank[king] | tables::kFile[king]) & (p.men(me, Man::rook) | queens)) |
      ((tables::kDiagonal[king] | tables::kAntidiagonal[king]) & (p.men(me, Man::bishop) | queens));
  for (const Square s : Squares(sliders)) {
    shields |= between(king, s);
    const Bitboard between_them = between(king, s) & blockers;
    if (!several(between_them)) discoverers |= between_them & p.men(me);
  }
}

Bitboard CheckSquares::of(Man man) const {
  switch (man) {
    case Man::pawn: return by_pawn;
    case Man::knight: return by_knight;
    case Man::bishop: return by_bishop;
    case Man::rook: return by_rook;
    case Man::queen: return by_bishop | by_rook;
    case Man::king:
    case Man::none: break;
  }
  return 0;
}

bool CheckSquares::may_check(const Position& p, Move move) const {
  if (move.promotion() != Man::none || p.is_en_passant(move)) return true;
  const Man man = p.man_at(move.from());
  if (man == Man::king && std::abs(file_of(move.from()) - file_of(move.to())) > 1) return true;
  return contains(targets(move.from(), man), move.to());
}

bool has_mate_in_one(const Position& position, std::uint64_t& made) { return MateInOne(position, made).exists(); }

}  // namespace blindmate::chess
