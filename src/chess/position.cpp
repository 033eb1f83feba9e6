#include "blindmate/chess/position.hpp"

#include <algorithm>
#include <limits>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"

namespace blindmate::chess {
namespace {

// Zobrist keys.
struct Keys {
  std::array<std::array<std::array<std::uint64_t, 64>, 6>, 2> man{};
  std::array<std::uint64_t, 16> castling{};
  std::array<std::uint64_t, 65> en_passant{};
  std::array<std::uint64_t, kLargestBoard + 1> size{};
  std::uint64_t black_to_move = 0;
};

constexpr Keys kKeys = [] {
  Keys keys;
  Random random(0x426C696E646D6174);
  for (auto& side : keys.man) {
    for (auto& man : side) {
      for (std::uint64_t& key : man) key = random.next();
    }
  }
  for (unsigned rights = 1; rights < 16; ++rights) keys.castling[rights] = random.next();
  for (unsigned s = 0; s < 64; ++s) keys.en_passant[s] = random.next();
  for (std::uint64_t& key : keys.size) key = random.next();
  keys.black_to_move = random.next();
  return keys;
}();

constexpr auto kRightsTouched = [] {
  std::array<CastlingRights, 64> table{};
  for (unsigned s = 0; s < 64; ++s) table[s] = rights_touched(static_cast<Square>(s));
  return table;
}();

void count_up(std::uint16_t& counter) {
  if (counter != std::numeric_limits<std::uint16_t>::max()) ++counter;
}

}  // namespace

Position Position::start() { return *Position::from(*read_fen(kStartFen)); }

Expected<Position> Position::from(const Setup& setup) {
  std::string problems;
  const auto problem = [&problems](const std::string& reason) { problems += (problems.empty() ? "" : "; ") + reason; };

  if (setup.size < kSmallestBoard || setup.size > kLargestBoard) {
    return Error{fmt::format("a board of {0}x{0}; it has 4x4 to 8x8 squares", setup.size)};
  }
  for (const int clock : {setup.halfmove_clock, setup.fullmove_number}) {
    if (clock < 0 || clock > kLargestClock)
      problem(fmt::format("clock {} is not within 0 and {}", clock, kLargestClock));
  }
  if (setup.castling > kAllRights) return Error{fmt::format("castling rights {} are unknown", setup.castling)};

  Position p;
  p.size_ = static_cast<std::uint8_t>(setup.size);
  p.turn_ = setup.turn;
  p.castling_ = setup.castling;
  p.halfmove_clock_ = static_cast<std::uint16_t>(setup.halfmove_clock);
  p.fullmove_number_ = static_cast<std::uint16_t>(setup.fullmove_number);
  for (unsigned s = 0; s < 64; ++s) {
    if (setup.men[s].man != Man::none) p.toggle(setup.men[s].side, setup.men[s].man, static_cast<Square>(s));
  }
  p.hash_ = p.hash_from_scratch();

  for (const Square s : Squares(p.occupied() & p.walls())) problem(fmt::format("a man on {}, off the board", text(s)));
  for (const Side side : {Side::white, Side::black}) {
    const int kings = count(p.men(side, Man::king));
    if (kings == 0) problem(fmt::format("{} has no king", title(side)));
    if (kings > 1) problem(fmt::format("{} has {} kings", title(side), kings));
    if (count(p.men(side)) > 16) problem(fmt::format("{} has {} men, at most 16", title(side), count(p.men(side))));
    if (count(p.men(side, Man::pawn)) > 8) {
      problem(fmt::format("{} has {} pawns, at most 8", title(side), count(p.men(side, Man::pawn))));
    }
    for (const Square s : Squares(p.men(side, Man::pawn) & (rank_mask(0) | rank_mask(setup.size - 1)))) {
      problem(fmt::format("{} has a pawn on {}", title(side), text(s)));
    }
  }
  for (const Castling& castling : kCastlings) {
    if ((setup.castling & castling.right) == 0) continue;
    if (setup.size != kLargestBoard) {
      problem(fmt::format("castling right {} on a board smaller than 8x8", castling.letter));
    } else if (!contains(p.men(castling.side, Man::king), castling.king_from) ||
               !contains(p.men(castling.side, Man::rook), castling.rook_from)) {
      problem(fmt::format("castling right {} without king on {} and rook on {}", castling.letter,
                          text(castling.king_from), text(castling.rook_from)));
    }
  }
  if (setup.en_passant != kNoSquare) {
    const Side mover = other(setup.turn);
    const int forward = mover == Side::white ? 8 : -8;
    const Square target = setup.en_passant;
    const bool rank_fits = rank_of(target) == double_step_rank(mover) - forward / 8;
    if (!has_double_step(setup.size)) {
      problem(fmt::format("en-passant square {} on a board smaller than 8x8", text(target)));
    } else if (!rank_fits || !contains(p.men(mover, Man::pawn), static_cast<Square>(target + forward)) ||
               contains(p.occupied(), target) || contains(p.occupied(), static_cast<Square>(target - forward))) {
      problem(
          fmt::format("en-passant square {} is not behind a pawn that can just have made a double step", text(target)));
    }
  }
  const bool one_king_each = count(p.men(Side::white, Man::king)) == 1 && count(p.men(Side::black, Man::king)) == 1;
  if (one_king_each) {
    const Bitboard blockers = p.occupied() | p.walls();
    if (p.attackers(p.king(other(p.turn_)), p.turn_, blockers) != 0) {
      problem(fmt::format("{} to move could take the king", title(p.turn_)));
    }
  }
  if (!problems.empty()) return Error{problems};

  if (setup.en_passant != kNoSquare && p.some_en_passant_legal(setup.en_passant)) p.set_en_passant(setup.en_passant);
  return p;
}

Man Position::man_at(Square s) const {
  for (unsigned man = 0; man < 6; ++man) {
    if (contains(by_man_[man], s)) return static_cast<Man>(man);
  }
  return Man::none;
}

Square Position::captured_by(Move move) const {
  if (contains(men(other(turn_)), move.to())) return move.to();
  if (is_en_passant(move)) return square(file_of(move.to()), rank_of(move.from()));
  return kNoSquare;
}

bool Position::is_legal(Move move) const {
  const Side them = other(turn_);
  const Bitboard own = men(turn_);
  const Bitboard blockers = occupied() | walls();
  const Square from = move.from();
  const Square to = move.to();
  if (!contains(own, from) || contains(own | walls(), to)) return false;
  const Man man = man_at(from);
  const bool promotes = man == Man::pawn && rank_of(to) == last_rank(turn_, size_);
  if (promotes != (move.promotion() != Man::none) || move.promotion() == Man::king) return false;

  switch (man) {
    case Man::pawn: {
      const int forward = turn_ == Side::white ? 8 : -8;
      if (contains(pawn_attacks(turn_, from), to)) {
        if (to == en_passant_) return en_passant_legal(from, to);
        if (!contains(men(them), to)) return false;
      } else if (to == from + 2 * forward) {
        if (!has_double_step(size_) || rank_of(to) != double_step_rank(turn_)) return false;
        if (((bit(to) | bit(static_cast<Square>(from + forward))) & blockers) != 0) return false;
      } else if (to != from + forward || contains(blockers, to)) {
        return false;
      }
      break;
    }
    case Man::knight:
      if (!contains(knight_attacks(from), to)) return false;
      break;
    case Man::bishop:
      if (!contains(bishop_attacks(from, blockers), to)) return false;
      break;
    case Man::rook:
      if (!contains(rook_attacks(from, blockers), to)) return false;
      break;
    case Man::queen:
      if (!contains(bishop_attacks(from, blockers) | rook_attacks(from, blockers), to)) return false;
      break;
    case Man::king:
      if (!contains(king_attacks(from), to)) return castling_legal(move);
      return attackers(to, them, blockers ^ bit(from)) == 0;
    case Man::none: return false;
  }
  return (attackers(king(turn_), them, (blockers ^ bit(from)) | bit(to)) & ~bit(to)) == 0;
}

bool Position::castling_legal(Move move) const {
  for (const Castling& castling : kCastlings) {
    if (castling.side != turn_ || (castling_ & castling.right) == 0) continue;
    if (move.from() != castling.king_from || move.to() != castling.king_to) continue;
    if ((between(castling.king_from, castling.rook_from) & occupied()) != 0) return false;
    for (const Square s : {castling.king_from, castling.rook_to, castling.king_to}) {
      if (attackers(s, other(turn_), occupied()) != 0) return false;
    }
    return true;
  }
  return false;
}

bool Position::en_passant_legal(Square from, Square target) const {
  const Bitboard captured = bit(square(file_of(target), rank_of(from)));
  const Bitboard blockers = (occupied() ^ bit(from) ^ captured) | bit(target);
  return (attackers(king(turn_), other(turn_), blockers) & ~captured) == 0;
}

bool Position::some_en_passant_legal(Square target) const {
  for (const Square from : Squares(pawn_attacks(other(turn_), target) & men(turn_, Man::pawn))) {
    if (en_passant_legal(from, target)) return true;
  }
  return false;
}

void Position::toggle(Side side, Man man, Square s) {
  by_man_[index(man)] ^= bit(s);
  by_side_[index(side)] ^= bit(s);
  hash_ ^= kKeys.man[index(side)][index(man)][s];
}

void Position::set_castling(CastlingRights rights) {
  hash_ ^= kKeys.castling[castling_] ^ kKeys.castling[rights];
  castling_ = rights;
}

void Position::set_en_passant(Square s) {
  hash_ ^= kKeys.en_passant[en_passant_] ^ kKeys.en_passant[s];
  en_passant_ = s;
}

void Position::play(Move move) {
  const Side us = turn_;
  const Square from = move.from();
  const Square to = move.to();
  const Man man = man_at(from);
  const Square captured = captured_by(move);

  count_up(halfmove_clock_);
  if (captured != kNoSquare) {
    toggle(other(us), man_at(captured), captured);
    halfmove_clock_ = 0;
  }
  toggle(us, man, from);
  toggle(us, move.promotion() == Man::none ? man : move.promotion(), to);
  if (man == Man::king && (to == from + 2 || from == to + 2)) {
    const Castling& castling = *std::find_if(kCastlings.begin(), kCastlings.end(),
                                             [&](const Castling& c) { return c.king_from == from && c.king_to == to; });
    toggle(us, Man::rook, castling.rook_from);
    toggle(us, Man::rook, castling.rook_to);
  }
  if (castling_ != 0) {
    set_castling(static_cast<CastlingRights>(castling_ & ~(kRightsTouched[from] | kRightsTouched[to])));
  }

  if (us == Side::black) count_up(fullmove_number_);
  turn_ = other(us);
  hash_ ^= kKeys.black_to_move;
  if (en_passant_ != kNoSquare) set_en_passant(kNoSquare);
  if (man == Man::pawn) {
    halfmove_clock_ = 0;
    if (to == from + 16 || from == to + 16) {
      const Square target = static_cast<Square>((from + to) / 2);
      if (some_en_passant_legal(target)) set_en_passant(target);
    }
  }
}

Position Position::without_men(Side side) const {
  Position p = *this;
  for (Bitboard& men : p.by_man_) men &= ~p.by_side_[index(side)];
  p.by_side_[index(side)] = 0;
  for (const Castling& castling : kCastlings) {
    if (castling.side == side) p.castling_ &= static_cast<CastlingRights>(~castling.right);
  }
  p.en_passant_ = kNoSquare;
  p.halfmove_clock_ = 0;
  p.fullmove_number_ = 1;
  p.hash_ = p.hash_from_scratch();
  return p;
}

Position Position::after_pass() const {
  Position p = *this;
  p.set_en_passant(kNoSquare);
  p.turn_ = other(turn_);
  p.hash_ ^= kKeys.black_to_move;
  return p;
}

Position Position::with_turn(Side side) const {
  Position p = *this;
  p.turn_ = side;
  p.hash_ = p.hash_from_scratch();
  return p;
}

Position Position::with_men(Side side, const std::array<Bitboard, 6>& men, CastlingRights rights,
                            Square en_passant) const {
  Position p = *this;
  for (unsigned man = 0; man < 6; ++man) {
    p.by_man_[man] |= men[man];
    p.by_side_[index(side)] |= men[man];
    for (const Square s : Squares(men[man])) p.hash_ ^= kKeys.man[index(side)][man][s];
  }
  p.set_castling(static_cast<CastlingRights>(p.castling_ | rights));
  p.set_en_passant(en_passant);
  return p;
}

std::uint64_t Position::hash_from_scratch() const {
  std::uint64_t hash = kKeys.castling[castling_] ^ kKeys.en_passant[en_passant_] ^ kKeys.size[size_] ^
                       (turn_ == Side::black ? kKeys.black_to_move : 0);
  for (const Side side : {Side::white, Side::black}) {
    for (unsigned man = 0; man < 6; ++man) {
      for (const Square s : Squares(men(side) & by_man_[man])) hash ^= kKeys.man[index(side)][man][s];
    }
  }
  return hash;
}

}  // namespace blindmate::chess
