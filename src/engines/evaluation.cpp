#include "blindmate/engines/evaluation.hpp"

#include <algorithm>
#include <cstdlib>

namespace blindmate::engines {
namespace {

using chess::Bitboard;
using chess::Man;
using chess::Position;
using chess::Side;
using chess::Square;

// A value in the middlegame and in the endgame.
struct Score {
  int middle = 0;
  int end = 0;

  Score& operator+=(const Score& right) {
    middle += right.middle;
    end += right.end;
    return *this;
  }
  friend Score operator*(int n, const Score& s) { return {n * s.middle, n * s.end}; }
};

constexpr std::array<Score, 6> kMaterial = {{{90, 110}, {320, 310}, {330, 330}, {490, 540}, {980, 980}, {0, 0}}};
constexpr std::array<int, 6> kPhase = {0, 1, 1, 2, 4, 0};  // how much of the middlegame a man stands for
constexpr int kFullPhase = 24;
constexpr std::array<Score, 6> kMobility = {{{0, 0}, {4, 4}, {5, 4}, {2, 4}, {1, 2}, {0, 0}}};  // a square
constexpr Score kBishopPair{30, 45};
constexpr Score kOpenFile{22, 10};     // a rook on a file without pawns
constexpr Score kHalfOpenFile{10, 8};  // without own ones
constexpr Score kDoubledPawn{-8, -18};
constexpr Score kIsolatedPawn{-12, -14};
constexpr Score kShieldPawn{12, 0};                             // in front of the king
constexpr std::array<int, 6> kKingAttack = {0, 2, 2, 3, 5, 0};  // for each square beside the king that a man attacks
constexpr int kMove = 10;                                       // to be on the move

// Distance from the middle, in half squares, from 0 or 1 to size - 1.
int off_centre(int coordinate, int size) { return std::abs(2 * coordinate - (size - 1)); }

// Where a man stands, seen from its own side: `rank` counts from the own first rank.
Score placement(Man man, int file, int rank, int size) {
  const int off_file = off_centre(file, size);
  const int off_rank = off_centre(rank, size);
  const int off = off_file + off_rank;
  switch (man) {
    case Man::pawn:
      return {4 * rank - 2 * off_file * (rank >= 2 ? 1 : 0) + (rank >= 3 && off_file <= 1 ? 10 : 0), 6 * rank};
    case Man::knight: return {24 - 5 * off, 16 - 4 * off};
    case Man::bishop: return {14 - 2 * off - (rank == 0 ? 8 : 0), 8 - 2 * off};
    case Man::rook: return {(rank == size - 2 ? 20 : 0) + 4 - off_file, rank >= size - 2 ? 12 : 0};
    case Man::queen: return {4 - off, 12 - 3 * off};
    case Man::king: return {-18 * std::min(rank, 3) + 4 * off_file - (off_file <= 1 ? 12 : 0), 24 - 6 * off};
    case Man::none: break;
  }
  return {};
}

using Placements = std::array<std::array<std::array<Score, 64>, 6>, 2>;  // by side, man and square

// By the size of the board.
const Placements& placements(int size) {
  static const auto kTables = [] {
    std::array<Placements, chess::kLargestBoard + 1> tables{};
    for (int n = chess::kSmallestBoard; n <= chess::kLargestBoard; ++n) {
      for (unsigned man = 0; man < 6; ++man) {
        for (int file = 0; file < n; ++file) {
          for (int rank = 0; rank < n; ++rank) {
            Placements& table = tables[static_cast<unsigned>(n)];
            table[0][man][chess::square(file, rank)] = placement(static_cast<Man>(man), file, rank, n);
            table[1][man][chess::square(file, n - 1 - rank)] = placement(static_cast<Man>(man), file, rank, n);
          }
        }
      }
    }
    return tables;
  }();
  return kTables[static_cast<unsigned>(size)];
}

Bitboard attacks(Man man, Square s, Bitboard blockers) {
  switch (man) {
    case Man::knight: return chess::knight_attacks(s);
    case Man::bishop: return chess::bishop_attacks(s, blockers);
    case Man::rook: return chess::rook_attacks(s, blockers);
    case Man::queen: return chess::bishop_attacks(s, blockers) | chess::rook_attacks(s, blockers);
    case Man::king: return chess::king_attacks(s);
    case Man::pawn:
    case Man::none: break;
  }
  return 0;
}

// All squares on ranks before `s`, as its side sees them.
Bitboard ahead(Side side, Square s) {
  const int rank = chess::rank_of(s);
  if (side == Side::white) return rank == 7 ? 0 : ~Bitboard{0} << (8 * (rank + 1));
  return rank == 0 ? 0 : ~Bitboard{0} >> (8 * (8 - rank));
}

Bitboard neighbour_files(int file) {
  return (file > 0 ? chess::file_mask(file - 1) : 0) | (file < 7 ? chess::file_mask(file + 1) : 0);
}

Score pawn(const Position& position, Side side, Square s) {
  const Bitboard own = position.men(side, Man::pawn);
  const Bitboard foes = position.men(other(side), Man::pawn);
  const int file = chess::file_of(s);
  Score result;
  if ((chess::file_mask(file) & ahead(side, s) & own) != 0) result += kDoubledPawn;
  if ((neighbour_files(file) & own) == 0) result += kIsolatedPawn;
  if (((chess::file_mask(file) | neighbour_files(file)) & ahead(side, s) & foes) == 0) {
    const int steps = std::abs(chess::last_rank(side, position.size()) - chess::rank_of(s));  // to promotion
    const int advanced = std::max(0, 6 - steps);
    const bool blocked = (chess::file_mask(file) & ahead(side, s) & position.occupied()) != 0;
    result += {5 + 3 * advanced * advanced, (blocked ? 8 : 14) + (blocked ? 4 : 7) * advanced * advanced};
  }
  return result;
}

// Everything about the men of one side; `attack` adds up what they aim at the other king.
Score side_score(const Position& position, Side side, int& phase) {
  const auto& places = placements(position.size())[chess::index(side)];
  const Bitboard blockers = position.occupied() | position.walls();
  const Bitboard foes_pawns = position.men(other(side), Man::pawn);
  const Bitboard pawn_attacked = side == Side::white ? chess::shift<-7>(foes_pawns) | chess::shift<-9>(foes_pawns)
                                                     : chess::shift<7>(foes_pawns) | chess::shift<9>(foes_pawns);
  const Bitboard free = ~position.men(side) & ~position.walls() & ~pawn_attacked;
  const Bitboard king_zone = chess::king_attacks(position.king(other(side)));
  int attack = 0;
  Score result;
  for (unsigned i = 0; i < 6; ++i) {
    const Man man = static_cast<Man>(i);
    const Bitboard men = position.men(side, man);
    phase += kPhase[i] * chess::count(men);
    for (const Square s : chess::Squares(men)) {
      result += kMaterial[i];
      result += places[i][s];
      if (man == Man::pawn) {
        result += pawn(position, side, s);
        continue;
      }
      const Bitboard reach = attacks(man, s, blockers);
      if (man != Man::king) result += chess::count(reach & free) * kMobility[i];
      attack += kKingAttack[i] * chess::count(reach & king_zone);
      if (man == Man::rook) {
        const Bitboard file = chess::file_mask(chess::file_of(s)) & position.men(Man::pawn);
        if (file == 0) {
          result += kOpenFile;
        } else if ((file & position.men(side)) == 0) {
          result += kHalfOpenFile;
        }
      }
    }
  }
  if (chess::several(position.men(side, Man::bishop))) result += kBishopPair;
  const Square king = position.king(side);
  const Bitboard shield = chess::king_attacks(king) & ahead(side, king) & position.men(side, Man::pawn);
  result += chess::count(shield) * kShieldPawn;
  // Attacks add up to more than their sum, and come to nothing without a queen.
  const bool queen = position.men(side, Man::queen) != 0;
  result += {std::min(attack * attack / (queen ? 4 : 12), 400), 0};
  return result;
}

// A king with at most one minor piece cannot win.
bool can_win(const Position& position, Side side) {
  const Bitboard men = position.men(side);
  return (men & (position.men(Man::pawn) | position.men(Man::rook) | position.men(Man::queen))) != 0 ||
         chess::count(men) > 2;
}

}  // namespace

int static_exchange(const Position& position, chess::Move capture) {
  constexpr std::array kCheapestFirst = {Man::pawn, Man::knight, Man::bishop, Man::rook, Man::queen, Man::king};
  const Square target = capture.to();
  const Square captured = position.captured_by(capture);
  std::array<int, 34> gains{};  // by capture, each for the side that makes it, if it is the last one
  gains[0] = captured == chess::kNoSquare ? 0 : worth(position.man_at(captured));
  Bitboard occupied = position.occupied() & ~chess::bit(capture.from());
  if (captured != chess::kNoSquare && captured != target) occupied &= ~chess::bit(captured);
  int on_target = worth(position.man_at(capture.from()));
  Side side = other(position.turn());
  std::size_t last = 0;
  while (last + 1 < gains.size()) {
    const Bitboard capturers = position.attackers(target, side, occupied | position.walls()) & occupied;
    if (capturers == 0) break;
    Man cheapest = Man::king;
    for (const Man man : kCheapestFirst) {
      if ((capturers & position.men(man)) == 0) continue;
      cheapest = man;
      break;
    }
    // A king does not capture what is protected.
    if (cheapest == Man::king && (position.attackers(target, other(side), occupied | position.walls()) & occupied) != 0)
      break;
    ++last;
    gains[last] = on_target - gains[last - 1];
    on_target = worth(cheapest);
    occupied &= ~chess::bit(chess::lowest(capturers & position.men(cheapest)));
    side = other(side);
  }
  for (; last > 0; --last) gains[last - 1] = -std::max(-gains[last - 1], gains[last]);
  return gains[0];
}

int evaluate_statically(const Position& position) {
  const Side mover = position.turn();
  int phase = 0;
  const Score own = side_score(position, mover, phase);
  const Score foe = side_score(position, other(mover), phase);
  phase = std::min(phase, kFullPhase);
  const int middle = own.middle - foe.middle;
  const int end = own.end - foe.end;
  int result = (middle * phase + end * (kFullPhase - phase)) / kFullPhase + kMove;
  if (!can_win(position, mover)) result = std::min(result, 0);
  if (!can_win(position, other(mover))) result = std::max(result, 0);
  return result;
}

}  // namespace blindmate::engines
