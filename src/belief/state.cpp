#include "blindmate/belief/state.hpp"

namespace blindmate::belief {
namespace {

using chess::Bitboard;
using chess::Man;

constexpr int kRightsBits = 4;

// The bits of `set` on the squares of `mask`, moved together to the low end; and back again.
std::uint64_t gather(Bitboard set, Bitboard mask) {
#ifdef __BMI2__
  return __builtin_ia32_pext_di(set, mask);
#else
  std::uint64_t result = 0;
  for (std::uint64_t next = 1; mask != 0; mask &= mask - 1, next <<= 1) {
    if ((set & mask & -mask) != 0) result |= next;
  }
  return result;
#endif
}

Bitboard scatter(std::uint64_t bits, Bitboard mask) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(bits, mask);
#else
  Bitboard result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1) {
    if ((bits & 1) != 0) result |= mask & -mask;
  }
  return result;
#endif
}

}  // namespace

State Frame::state(const chess::Position& position) const {
  const Bitboard men = position.men(opponent_);
  const Bitboard rooks = position.men(Man::rook);
  const Bitboard kings = position.men(Man::king);
  const auto file = static_cast<std::uint64_t>(chess::file_of(position.en_passant()) + 1);
  const std::uint64_t en_passant = position.en_passant() == chess::kNoSquare ? 0 : file << kRightsBits;
  const std::uint64_t rights = (position.castling() & opponent_rights_) | en_passant;
  return {men, gather(position.men(Man::knight) | rooks | kings, men) |
                   gather(position.men(Man::bishop) | rooks, men) << 16 |
                   gather(position.men(Man::queen) | kings, men) << 32 | rights << 48};
}

chess::Position Frame::position(const State& state) const {
  const Bitboard men = state.men;
  const Bitboard a = scatter(state.kinds, men);
  const Bitboard b = scatter(state.kinds >> 16, men);
  const Bitboard c = scatter(state.kinds >> 32, men);
  const auto rights = static_cast<unsigned>(state.kinds >> 48);
  const int file = static_cast<int>(rights >> kRightsBits);
  const int rank = own_.turn() == chess::Side::white ? 5 : 2;
  return own_.with_men(opponent_, {men & ~(a | b | c), a & ~b & ~c, b & ~a, a & b, c & ~a, a & c},
                       static_cast<chess::CastlingRights>(rights & chess::kAllRights),
                       file == 0 ? chess::kNoSquare : chess::square(file - 1, rank));
}

}  // namespace blindmate::belief
