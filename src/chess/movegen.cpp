// One generator of legal moves, written once for both sides and for every use. What is done with the moves is the
// sink's business: it gets them as sets of target squares, so that counting needs no list and looking for one move can
// stop.
//
// No move is made to test legality (but for en passant): the king goes to squares that are not attacked; other men go
// to `targets`, which blocks or takes a checking man, and a pinned man stays on the line of its pin. `pin_rook` and
// `pin_bishop` are the unions of these lines up to the pinning man; a man that is on one of them and goes to a
// square of the same kind of line cannot reach another pin's line, so one set for each kind is enough.
#include "blindmate/chess/movegen.hpp"

namespace blindmate::chess {
namespace {

// A sink's functions return true when it has seen enough.
struct ListSink {
  static constexpr bool kPawnCapturesOnly = false;
  MoveList& list;

  bool moves(Square from, Bitboard targets) {
    for (const Square to : Squares(targets)) list.push_back(Move(from, to));
    return false;
  }
  bool pawns(Bitboard targets, int step) {
    for (const Square to : Squares(targets)) list.push_back(Move(static_cast<Square>(to - step), to));
    return false;
  }
  bool promotions(Bitboard targets, int step) {
    for (const Square to : Squares(targets)) {
      for (const Man man : kPromotions) list.push_back(Move(static_cast<Square>(to - step), to, man));
    }
    return false;
  }
};

struct CountSink {
  static constexpr bool kPawnCapturesOnly = false;
  std::uint64_t total = 0;

  bool moves(Square, Bitboard targets) { return add(count(targets)); }
  bool pawns(Bitboard targets, int) { return add(count(targets)); }
  bool promotions(Bitboard targets, int) { return add(4 * count(targets)); }
  bool add(int moves) {
    total += static_cast<std::uint64_t>(moves);
    return false;
  }
};

struct AnySink {
  static constexpr bool kPawnCapturesOnly = false;
  static bool moves(Square, Bitboard targets) { return targets != 0; }
  static bool pawns(Bitboard targets, int) { return targets != 0; }
  static bool promotions(Bitboard targets, int) { return targets != 0; }
};

struct PawnCaptureSink {
  static constexpr bool kPawnCapturesOnly = true;
  PawnCaptures& captures;

  bool moves(Square from, Bitboard targets) { return add(bit(from), targets); }  // en passant
  bool pawns(Bitboard targets, int step) { return add(step > 0 ? targets >> step : targets << -step, targets); }
  bool promotions(Bitboard targets, int step) { return pawns(targets, step); }
  bool add(Bitboard from, Bitboard targets) {
    captures.from |= targets == 0 ? 0 : from;
    captures.count += count(targets);
    return false;
  }
};

}  // namespace

class Generator {
 public:
  template <class Sink>
  static bool run(const Position& position, Sink& sink) {
    return position.turn() == Side::white ? generate<Side::white>(position, sink)
                                          : generate<Side::black>(position, sink);
  }

 private:
  template <Side kThem>
  static Bitboard attacked(const Position& p, Bitboard blockers) {
    constexpr int kUp = kThem == Side::white ? 8 : -8;
    const Bitboard pawns = p.men(kThem, Man::pawn);
    const Bitboard queens = p.men(kThem, Man::queen);
    Bitboard result = shift<kUp - 1>(pawns) | shift<kUp + 1>(pawns) | king_attacks(p.king(kThem));
    for (const Square s : Squares(p.men(kThem, Man::knight))) result |= knight_attacks(s);
    for (const Square s : Squares(p.men(kThem, Man::bishop) | queens)) result |= bishop_attacks(s, blockers);
    for (const Square s : Squares(p.men(kThem, Man::rook) | queens)) result |= rook_attacks(s, blockers);
    return result;
  }

  template <Side kUs, class Sink>
  static bool generate(const Position& p, Sink& sink) {
    constexpr Side kThem = other(kUs);
    const Bitboard own = p.men(kUs);
    const Bitboard walls = p.walls();
    const Bitboard blockers = p.occupied() | walls;
    const Square king = p.king(kUs);

    // Checks and pins, along the lines from the king.
    const Bitboard their_queens = p.men(kThem, Man::queen);
    const Bitboard their_rooks = p.men(kThem, Man::rook) | their_queens;
    const Bitboard their_bishops = p.men(kThem, Man::bishop) | their_queens;
    Bitboard checkers =
        (pawn_attacks(kUs, king) & p.men(kThem, Man::pawn)) | (knight_attacks(king) & p.men(kThem, Man::knight));
    Bitboard block = 0;
    const auto look_along = [&](Bitboard snipers) {
      Bitboard pin_lines = 0;
      for (const Square sniper : Squares(snipers)) {
        const Bitboard path = between(king, sniper);
        const Bitboard in_the_way = path & blockers;
        if (in_the_way == 0) {
          checkers |= bit(sniper);
          block |= path;
        } else if (!several(in_the_way) && (in_the_way & own) != 0) {
          pin_lines |= path | bit(sniper);
        }
      }
      return pin_lines;
    };
    const Bitboard pin_rook = look_along((tables::kRank[king] | tables::kFile[king]) & their_rooks);
    const Bitboard pin_bishop = look_along((tables::kDiagonal[king] | tables::kAntidiagonal[king]) & their_bishops);

    const bool in_check = checkers != 0;
    const bool double_check = several(checkers);
    const Bitboard targets = ~(own | walls) & (in_check ? checkers | block : ~Bitboard{0});

    if (!double_check) {
      if (pawn_moves<kUs>(p, sink, targets, pin_rook, pin_bishop)) return true;
    }
    if constexpr (Sink::kPawnCapturesOnly) return false;

    const Bitboard safe = ~attacked<kThem>(p, blockers ^ bit(king));
    if (sink.moves(king, king_attacks(king) & safe & ~(own | walls))) return true;
    if (double_check) return false;

    const Bitboard queens = p.men(kUs, Man::queen);
    for (const Square s : Squares(p.men(kUs, Man::knight) & ~(pin_rook | pin_bishop))) {
      if (sink.moves(s, knight_attacks(s) & targets)) return true;
    }
    for (const Square s : Squares((p.men(kUs, Man::bishop) | queens) & ~pin_rook)) {
      const Bitboard line = contains(pin_bishop, s) ? pin_bishop : ~Bitboard{0};
      if (sink.moves(s, bishop_attacks(s, blockers) & targets & line)) return true;
    }
    for (const Square s : Squares((p.men(kUs, Man::rook) | queens) & ~pin_bishop)) {
      const Bitboard line = contains(pin_rook, s) ? pin_rook : ~Bitboard{0};
      if (sink.moves(s, rook_attacks(s, blockers) & targets & line)) return true;
    }
    if (in_check) return false;
    for (const Castling& castling : kCastlings) {
      if (castling.side != kUs || (p.castling() & castling.right) == 0) continue;
      const Bitboard king_path = bit(castling.rook_to) | bit(castling.king_to);
      if ((between(castling.king_from, castling.rook_from) & blockers) != 0 || (king_path & ~safe) != 0) continue;
      if (sink.moves(king, bit(castling.king_to))) return true;
    }
    return false;
  }

  template <Side kUs, class Sink>
  static bool pawn_moves(const Position& p, Sink& sink, Bitboard targets, Bitboard pin_rook, Bitboard pin_bishop) {
    constexpr int kUp = kUs == Side::white ? 8 : -8;
    const Bitboard last = rank_mask(last_rank(kUs, p.size()));
    const Bitboard pawns = p.men(kUs, Man::pawn);
    const Bitboard enemy = p.men(other(kUs)) & targets;

    const auto send = [&](Bitboard to, int step) {
      return sink.pawns(to & ~last, step) || ((to & last) != 0 && sink.promotions(to & last, step));
    };
    const auto captures = [&]<int kStep>() {
      const Bitboard free = shift<kStep>(pawns & ~(pin_rook | pin_bishop));
      const Bitboard pinned = shift<kStep>(pawns & pin_bishop) & pin_bishop;
      return send((free | pinned) & enemy, kStep);
    };
    if (captures.template operator()<kUp - 1>() || captures.template operator()<kUp + 1>()) return true;
    if (p.en_passant() != kNoSquare) {
      for (const Square from : Squares(pawn_attacks(other(kUs), p.en_passant()) & pawns)) {
        if (p.en_passant_legal(from, p.en_passant()) && sink.moves(from, bit(p.en_passant()))) return true;
      }
    }
    if constexpr (Sink::kPawnCapturesOnly) return false;

    const Bitboard empty = ~p.occupied();
    const Bitboard free = shift<kUp>(pawns & ~(pin_rook | pin_bishop));
    const Bitboard pinned = shift<kUp>(pawns & pin_rook) & pin_rook;
    const Bitboard single = (free | pinned) & empty;
    if (send(single & targets, kUp)) return true;
    if (!has_double_step(p.size())) return false;
    const Bitboard twice = shift<kUp>(single & rank_mask(double_step_rank(kUs) - kUp / 8)) & empty & targets;
    return sink.pawns(twice, 2 * kUp);
  }
};

MoveList legal_moves(const Position& position) {
  MoveList list;
  ListSink sink{list};
  Generator::run(position, sink);
  return list;
}

std::uint64_t count_legal_moves(const Position& position) {
  CountSink sink;
  Generator::run(position, sink);
  return sink.total;
}

bool has_legal_move(const Position& position) {
  AnySink sink;
  return Generator::run(position, sink);
}

PawnCaptures legal_pawn_captures(const Position& position) {
  PawnCaptures captures;
  PawnCaptureSink sink{captures};
  Generator::run(position, sink);
  return captures;
}

}  // namespace blindmate::chess
