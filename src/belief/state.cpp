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
  const auto plane = [&](Bitboard set) { return static_cast<std::uint16_t>(gather(set, men)); };
  const int file = position.en_passant() == chess::kNoSquare ? 0 : chess::file_of(position.en_passant()) + 1;
  return {men,
          {plane(position.men(Man::knight) | position.men(Man::rook) | position.men(Man::king)),
           plane(position.men(Man::bishop) | position.men(Man::rook)),
           plane(position.men(Man::queen) | position.men(Man::king))},
          static_cast<std::uint16_t>((position.castling() & opponent_rights_) | file << kRightsBits)};
}

chess::Position Frame::position(const State& state) const {
  const Bitboard men = state.men;
  const Bitboard a = scatter(state.kinds[0], men);
  const Bitboard b = scatter(state.kinds[1], men);
  const Bitboard c = scatter(state.kinds[2], men);
  const int file = state.rights >> kRightsBits;
  const int rank = own_.turn() == chess::Side::white ? 5 : 2;
  return own_.with_men(opponent_, {men & ~(a | b | c), a & ~b & ~c, b & ~a, a & b, c & ~a, a & c},
                       static_cast<chess::CastlingRights>(state.rights & chess::kAllRights),
                       file == 0 ? chess::kNoSquare : chess::square(file - 1, rank));
}

}  // namespace blindmate::belief
