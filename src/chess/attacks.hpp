// Which squares a man attacks. Tables for the men that step, hyperbola quintessence for those that slide: on a line,
// occupied - 2 * slider flips the bits up to the first blocker, and a byte swap does the same downwards. The tables
// stay in the first-level cache, which matters more than a look-up saved once millions of states stream through it.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "blindmate/chess/bitboard.hpp"

namespace blindmate::chess {
namespace tables {

using PerSquare = std::array<Bitboard, 64>;

struct Step {
  int file, rank;
};

// The squares reached from s by going `step` up to `times` times.
constexpr Bitboard walk(Square s, Step step, int times) {
  Bitboard result = 0;
  int file = file_of(s) + step.file;
  int rank = rank_of(s) + step.rank;
  for (; times > 0 && file >= 0 && file < 8 && rank >= 0 && rank < 8; --times) {
    result |= bit(square(file, rank));
    file += step.file;
    rank += step.rank;
  }
  return result;
}

template <std::size_t kSteps>
constexpr PerSquare walks(const std::array<Step, kSteps>& steps, int times) {
  PerSquare table{};
  for (unsigned s = 0; s < 64; ++s) {
    for (const Step& step : steps) table[s] |= walk(static_cast<Square>(s), step, times);
  }
  return table;
}

inline constexpr PerSquare kKnight =
    walks(std::array<Step, 8>{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}}, 1);
inline constexpr PerSquare kKing =
    walks(std::array<Step, 8>{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}}, 1);
inline constexpr std::array<PerSquare, 2> kPawn = {walks(std::array<Step, 2>{{{-1, 1}, {1, 1}}}, 1),
                                                   walks(std::array<Step, 2>{{{-1, -1}, {1, -1}}}, 1)};
inline constexpr PerSquare kRank = walks(std::array<Step, 2>{{{1, 0}, {-1, 0}}}, 7);
inline constexpr PerSquare kFile = walks(std::array<Step, 2>{{{0, 1}, {0, -1}}}, 7);
inline constexpr PerSquare kDiagonal = walks(std::array<Step, 2>{{{1, 1}, {-1, -1}}}, 7);      // parallel to a1-h8
inline constexpr PerSquare kAntidiagonal = walks(std::array<Step, 2>{{{1, -1}, {-1, 1}}}, 7);  // parallel to h1-a8

// Attacks along the first rank by file and the occupancy of the six inner squares (the outer ones stop nobody).
inline constexpr auto kFirstRank = [] {
  std::array<std::array<std::uint8_t, 64>, 8> table{};
  for (unsigned file = 0; file < 8; ++file) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      const unsigned occupied = inner << 1;
      unsigned attacks = 0;
      for (unsigned f = file + 1; f < 8; ++f) {
        attacks |= 1U << f;
        if ((occupied >> f & 1) != 0) break;
      }
      for (unsigned f = file; f-- > 0;) {
        attacks |= 1U << f;
        if ((occupied >> f & 1) != 0) break;
      }
      table[file][inner] = static_cast<std::uint8_t>(attacks);
    }
  }
  return table;
}();

// The squares strictly between two squares of one rank, file or diagonal; none otherwise.
inline constexpr auto kBetween = [] {
  std::array<PerSquare, 64> table{};
  for (unsigned a = 0; a < 64; ++a) {
    for (const Step step : {Step{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}) {
      for (int times = 1; times < 8; ++times) {
        const Bitboard path = walk(static_cast<Square>(a), step, times);
        const Bitboard last = path & ~walk(static_cast<Square>(a), step, times - 1);
        if (last != 0) table[a][lowest(last)] = path & ~last;
      }
    }
  }
  return table;
}();

}  // namespace tables

constexpr Bitboard knight_attacks(Square s) { return tables::kKnight[s]; }
constexpr Bitboard king_attacks(Square s) { return tables::kKing[s]; }
constexpr Bitboard pawn_attacks(Side side, Square s) { return tables::kPawn[index(side)][s]; }
constexpr Bitboard between(Square a, Square b) { return tables::kBetween[a][b]; }

constexpr Bitboard line_attacks(Square s, Bitboard line, Bitboard blockers) {
  const Bitboard on_line = blockers & line;
  const Bitboard up = on_line - bit(s);
  const Bitboard down = __builtin_bswap64(__builtin_bswap64(on_line) - __builtin_bswap64(bit(s)));
  return (up ^ down) & line;
}

constexpr Bitboard rank_attacks(Square s, Bitboard blockers) {
  const int shift = s & 56;
  return Bitboard{tables::kFirstRank[s & 7U][blockers >> (shift + 1) & 63]} << shift;
}

constexpr Bitboard bishop_attacks(Square s, Bitboard blockers) {
  return line_attacks(s, tables::kDiagonal[s], blockers) | line_attacks(s, tables::kAntidiagonal[s], blockers);
}

constexpr Bitboard rook_attacks(Square s, Bitboard blockers) {
  return line_attacks(s, tables::kFile[s], blockers) | rank_attacks(s, blockers);
}

}  // namespace blindmate::chess
