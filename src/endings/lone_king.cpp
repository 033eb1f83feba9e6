#include "blindmate/endings/lone_king.hpp"

#include "blindmate/chess/attacks.hpp"
#include "blindmate/view/announce.hpp"

namespace blindmate::endings {

using chess::bit;
using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Square;
using chess::Squares;
using referee::Directions;
using referee::OwnBoard;

namespace {

Bitboard blockers(const OwnBoard& own) { return own.men() | chess::walls(own.size()); }

Bitboard attacks(const OwnBoard& own, Man man, Square s) {
  switch (man) {
    case Man::pawn: return chess::pawn_attacks(own.side(), s);
    case Man::knight: return chess::knight_attacks(s);
    case Man::bishop: return chess::bishop_attacks(s, blockers(own));
    case Man::rook: return chess::rook_attacks(s, blockers(own));
    case Man::queen: return chess::bishop_attacks(s, blockers(own)) | chess::rook_attacks(s, blockers(own));
    case Man::king: return chess::king_attacks(s);
    case Man::none: break;
  }
  return 0;
}

template <class Visit>
void each_man(const OwnBoard& own, const Visit& visit) {
  for (unsigned i = 0; i < 6; ++i) {
    for (const Square s : Squares(own.men(static_cast<Man>(i)))) visit(static_cast<Man>(i), s);
  }
}

OwnBoard played(const OwnBoard& own, Move tried) {
  OwnBoard after = own;
  after.play(tried);
  return after;
}

}  // namespace

Bitboard guarded(const OwnBoard& own) {
  Bitboard result = 0;
  each_man(own, [&](Man man, Square s) { result |= attacks(own, man, s); });
  return result;
}

Bitboard possible_squares(const OwnBoard& own) { return ~(blockers(own) | guarded(own)); }

OwnBoard board_of(const std::array<Bitboard, 6>& men, chess::Side side) {
  const chess::Position empty =
      chess::Position::start().without_men(chess::Side::white).without_men(chess::Side::black);
  return {empty.with_turn(side).with_men(side, men, 0, chess::kNoSquare), side};
}

std::array<Bitboard, 6> men_of(const OwnBoard& own) {
  std::array<Bitboard, 6> men{};
  for (unsigned i = 0; i < 6; ++i) men[i] = own.men(static_cast<Man>(i));
  return men;
}

OwnBoard without(const OwnBoard& own, Square lost) {
  std::array<Bitboard, 6> men = men_of(own);
  for (Bitboard& set : men) set &= ~bit(lost);
  return board_of(men, own.side());
}

Bitboard safe_squares(const OwnBoard& own) { return possible_squares(own) & ~next_to(own.men() & ~guarded(own)); }

Attempt::Attempt(const OwnBoard& own, Move tried) : after_(played(own, tried)) {
  const Man man = own.man_at(tried.from());
  const Bitboard path = chess::between(tried.from(), tried.to()) | bit(tried.to());
  refused_ = man == Man::king ? chess::king_attacks(tried.to()) | path : path;
  const Bitboard safe = ~guarded(after_) & ~chess::walls(own.size());
  allowed_ = safe & ~after_.men();
  capturable_ = safe & after_.men() & ~after_.men(Man::king);
}

std::vector<Attempt::Part> Attempt::parts(Bitboard kings) const {
  kings &= ~refused_;
  std::array<std::pair<Directions, Bitboard>, 5> by_direction{{{referee::kCheckFile, 0},
                                                               {referee::kCheckKnight, 0},
                                                               {referee::kCheckLong, 0},
                                                               {referee::kCheckRank, 0},
                                                               {referee::kCheckShort, 0}}};
  each_man(after_, [&](Man man, Square s) {
    if (man == Man::king) return;
    for (const Square king : Squares(attacks(after_, man, s) & kings)) {
      const Directions check = referee::check_direction(s, king, after_.size());
      for (auto& [direction, squares] : by_direction) squares |= direction == check ? bit(king) : 0;
    }
  });
  std::vector<Part> result{{0, kings}};
  for (const auto& [direction, squares] : by_direction) {
    if (squares == 0) continue;
    for (std::size_t i = result.size(); i-- > 0;) {
      const Bitboard both = result[i].kings & squares;
      if (both == 0) continue;
      result.push_back({static_cast<Directions>(result[i].check | direction), both});
      result[i].kings &= ~squares;
    }
  }
  std::erase_if(result, [](const Part& part) { return part.kings == 0; });
  return result;
}

chess::MoveList attempts(const OwnBoard& own) {
  return own.tries_to([&](Man man, Square from) {
    if (man == Man::king) return chess::king_attacks(from) & ~blockers(own);
    const Bitboard targets = own.targets(man, from);
    return man == Man::pawn ? targets & ~chess::pawn_attacks(own.side(), from) : targets;
  });
}

}  // namespace blindmate::endings
