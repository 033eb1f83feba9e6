#include "blindmate/view/turn.hpp"

#include "blindmate/view/announce.hpp"

namespace blindmate::referee {
namespace {

using chess::Bitboard;
using chess::Square;

bool pawn_captures_askable(const Turn& turn, Square from) {
  if (turn.any_answer == false) return false;
  if (turn.pawn_tries.form == PawnTries::whether) return turn.pawn_tries.value != 0;
  if (turn.pawn_tries.form == PawnTries::squares) return chess::contains(turn.pawn_tries.value, from);
  return true;
}

// Where a man can go that may answer the announced check.
Bitboard answers_to_check(const OwnBoard& own, Directions check, Square from) {
  if (from == own.king()) return chess::king_attacks(from);  // which leaves out castling
  return chess::several(check) ? 0 : check_squares(own, check);
}

}  // namespace

Bitboard check_squares(const OwnBoard& own, Directions check) {
  const Square king = own.king();
  Bitboard result = 0;
  if ((check & kCheckFile) != 0) result |= chess::tables::kFile[king];
  if ((check & kCheckRank) != 0) result |= chess::tables::kRank[king];
  if ((check & kCheckKnight) != 0) result |= chess::knight_attacks(king);
  for (const bool is_long : {true, false}) {
    if ((check & (is_long ? kCheckLong : kCheckShort)) == 0) continue;
    if (is_long_diagonal(king, true, own.size()) == is_long) result |= chess::tables::kDiagonal[king];
    if (is_long_diagonal(king, false, own.size()) == is_long) result |= chess::tables::kAntidiagonal[king];
  }
  return result;
}

Bitboard askable_targets(const OwnBoard& own, const Turn& turn, const RuleSet& rules, chess::Man man, Square from) {
  const Bitboard targets = own.targets(man, from);
  Bitboard captures = man == chess::Man::pawn ? targets & ~chess::file_mask(chess::file_of(from)) : 0;
  Bitboard others = targets & ~captures;
  if (!pawn_captures_askable(turn, from)) captures = 0;
  if (turn.capture_duty) others = 0;
  if (rules.check_narrows_tries && turn.check != 0) others &= answers_to_check(own, turn.check, from);
  return captures | others;
}

}  // namespace blindmate::referee
