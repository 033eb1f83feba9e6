#include "blindmate/referee/turn.hpp"

#include "blindmate/referee/announce.hpp"

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
  const Square king = own.king();
  if (from == king) return chess::king_attacks(king);  // which leaves out castling
  if (chess::several(check)) return 0;
  switch (static_cast<Direction>(check)) {
    case kCheckFile: return chess::tables::kFile[king];
    case kCheckRank: return chess::tables::kRank[king];
    case kCheckKnight: return chess::knight_attacks(king);
    case kCheckLong:
    case kCheckShort: break;
  }
  const bool is_long = check == kCheckLong;
  Bitboard line = 0;
  if (is_long_diagonal(king, true, own.size()) == is_long) line |= chess::tables::kDiagonal[king];
  if (is_long_diagonal(king, false, own.size()) == is_long) line |= chess::tables::kAntidiagonal[king];
  return line;
}

}  // namespace

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
