#include "blindmate/endings/ending.hpp"

#include <utility>

#include "blindmate/endings/lone_king.hpp"

namespace blindmate::endings {

using chess::Bitboard;
using chess::Man;
using chess::Square;

namespace {

constexpr std::size_t kKeys = 64 * 64 * 65;  // the second man may be missing

Bitboard flip_files(Bitboard b) {
  constexpr Bitboard k1 = 0x5555555555555555U;
  constexpr Bitboard k2 = 0x3333333333333333U;
  constexpr Bitboard k4 = 0x0F0F0F0F0F0F0F0FU;
  b = (b >> 1 & k1) | (b & k1) << 1;
  b = (b >> 2 & k2) | (b & k2) << 2;
  return (b >> 4 & k4) | (b & k4) << 4;
}

// Files become ranks: blocks of 4x4, then 2x2, then single squares change places across the diagonal.
Bitboard swap_files_and_ranks(Bitboard b) {
  const auto exchange = [&b](Bitboard mask, int distance) {
    const Bitboard differs = mask & (b ^ b << distance);
    b ^= differs ^ differs >> distance;
  };
  exchange(0x0F0F0F0F00000000U, 28);
  exchange(0x3333000033330000U, 14);
  exchange(0x5500550055005500U, 7);
  return b;
}

}  // namespace

Square Symmetry::of(Square s) const {
  int file = chess::file_of(s);
  int rank = chess::rank_of(s);
  if ((bits_ & 1) != 0) file = 7 - file;
  if ((bits_ & 2) != 0) rank = 7 - rank;
  if ((bits_ & 4) != 0) std::swap(file, rank);
  return chess::square(file, rank);
}

Bitboard Symmetry::of(Bitboard set) const {
  if ((bits_ & 1) != 0) set = flip_files(set);
  if ((bits_ & 2) != 0) set = __builtin_bswap64(set);
  if ((bits_ & 4) != 0) set = swap_files_and_ranks(set);
  return set;
}

Symmetry Symmetry::inverse() const {
  if ((bits_ & 4) == 0) return *this;
  return Symmetry(4 | (bits_ & 1) << 1 | (bits_ & 2) >> 1);
}

Placements::Placements(const Ending& ending) : ending_(ending), numbers_(kKeys, -1) {
  const auto add = [&](const Squares3& squares) {
    std::array<Bitboard, 6> men{};
    men[chess::index(Man::king)] = chess::bit(squares[0]);
    for (std::size_t i = 0; i < 2; ++i) {
      if (ending_.men[i] != Man::none) men[chess::index(ending_.men[i])] |= chess::bit(squares[i + 1]);
    }
    const Bitboard pawns = men[chess::index(Man::pawn)];
    if ((pawns & (chess::rank_mask(0) | chess::rank_mask(7))) != 0) return;
    const Bitboard bishops = men[chess::index(Man::bishop)];
    if (chess::several(bishops) && ((bishops & chess::kDarkSquares) == 0 || (bishops & ~chess::kDarkSquares) == 0))
      return;
    for (unsigned bits = 0; bits < symmetries(); ++bits) {
      if (key(turned(squares, Symmetry(bits))) < key(squares)) return;  // known by another
    }
    numbers_[key(squares)] = static_cast<std::int32_t>(boards_.size());
    boards_.push_back(board_of(men, chess::Side::white));
  };
  for (int king = 0; king < 64; ++king) {
    for (int first = 0; first < 64; ++first) {
      if (first == king) continue;
      const auto at = [](int s) { return static_cast<Square>(s); };
      if (ending_.count() == 1) {
        add({at(king), at(first), chess::kNoSquare});
        continue;
      }
      for (int second = ending_.men[0] == ending_.men[1] ? first + 1 : 0; second < 64; ++second) {
        if (second != king && second != first) add({at(king), at(first), at(second)});
      }
    }
  }
}

std::size_t Placements::key(const Squares3& squares) {
  return (squares[0] * std::size_t{64} + squares[1]) * 65 + squares[2];
}

Placements::Squares3 Placements::turned(Squares3 squares, Symmetry symmetry) const {
  for (Square& s : squares) {
    if (s != chess::kNoSquare) s = symmetry.of(s);
  }
  if (ending_.men[0] == ending_.men[1] && squares[1] > squares[2]) std::swap(squares[1], squares[2]);
  return squares;
}

std::vector<Placements::Place> Placements::find(const referee::OwnBoard& own) const {
  if (own.size() != chess::kLargestBoard || chess::count(own.men()) != ending_.count() + 1) return {};
  Squares3 squares{own.king(), chess::kNoSquare, chess::kNoSquare};
  Bitboard left = own.men();
  for (std::size_t i = 0; i < 2; ++i) {
    if (ending_.men[i] == Man::none) continue;
    const Bitboard candidates = own.men(ending_.men[i]) & left & ~own.men(Man::king);
    if (candidates == 0) return {};
    squares[i + 1] = chess::lowest(candidates);
    left &= ~chess::bit(squares[i + 1]);
  }
  std::vector<Place> result;
  const unsigned seen_from = own.side() == chess::Side::white || symmetries() == 8 ? 0 : 2;
  for (unsigned bits = 0; bits < symmetries(); ++bits) {
    const Symmetry symmetry(bits ^ seen_from);
    const std::int32_t number = numbers_[key(turned(squares, symmetry))];
    if (number >= 0) result.push_back({static_cast<std::size_t>(number), symmetry});
  }
  return result;
}

}  // namespace blindmate::endings
