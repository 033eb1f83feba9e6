#include "blindmate/view/announce.hpp"

#include "blindmate/chess/movegen.hpp"

namespace blindmate::referee {
namespace {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Position;
using chess::Side;
using chess::Square;

bool cannot_win(const Position& p, LackOfMaterial rule) {
  if ((p.men(Man::pawn) | p.men(Man::rook) | p.men(Man::queen)) != 0) return false;
  const Bitboard knights = p.men(Man::knight);
  const Bitboard bishops = p.men(Man::bishop);
  const Bitboard minors = knights | bishops;
  if (rule == LackOfMaterial::one_minor_each) {
    return !chess::several(minors & p.men(Side::white)) && !chess::several(minors & p.men(Side::black));
  }
  const bool one_colour = (bishops & chess::kDarkSquares) == 0 || (bishops & ~chess::kDarkSquares) == 0;
  return !chess::several(minors) || (knights == 0 && one_colour);
}

End end_of(const Position& p, Directions check, const RuleSet& rules) {
  if (!chess::has_legal_move(p)) return check != 0 ? End::checkmate : End::stalemate;
  return cannot_win(p, rules.lack_of_material) ? End::insufficient_material : End::none;
}

PawnTriesHeard pawn_tries(const Position& p, const RuleSet& rules) {
  if (rules.pawn_tries == PawnTries::untold) return {};
  const chess::PawnCaptures captures = chess::legal_pawn_captures(p);
  switch (rules.pawn_tries) {
    case PawnTries::whether: return {rules.pawn_tries, captures.count > 0 ? 1U : 0U};
    case PawnTries::number: return {rules.pawn_tries, static_cast<std::uint64_t>(captures.count)};
    case PawnTries::squares: return {rules.pawn_tries, captures.from};
    case PawnTries::untold: break;
  }
  return {};
}

// What is said of the side that moves next.
void tell_turn(const Position& p, const RuleSet& rules, Heard& heard) {
  heard.check = check_directions(p);
  heard.end = end_of(p, heard.check, rules);
  if (heard.end == End::none) heard.pawn_tries = pawn_tries(p, rules);
}

// What is said of the move itself.
Heard tell_move(const Position& before, Move legal_move, const RuleSet& rules) {
  Heard heard;
  heard.capture = before.captured_by(legal_move);
  if (heard.capture != chess::kNoSquare) {
    if (rules.captured_man == CapturedMan::pawn_or_piece) {
      const bool pawn = chess::contains(before.men(Man::pawn), heard.capture);
      heard.captured_kind = pawn ? CapturedKind::pawn : CapturedKind::piece;
    }
    if (rules.names_en_passant && heard.capture != legal_move.to()) {
      heard.en_passant = true;
      heard.capture = legal_move.to();
    }
  }
  heard.promotion = rules.tells_promotion && legal_move.promotion() != Man::none;
  return heard;
}

}  // namespace

bool is_long_diagonal(Square s, bool parallel_to_a1h8, int size) {
  const int product = (2 * chess::file_of(s) - size + 1) * (2 * chess::rank_of(s) - size + 1);
  return parallel_to_a1h8 ? product >= 0 : product <= 0;
}

Direction check_direction(Square checker, Square king, int size) {
  const int files = chess::file_of(checker) - chess::file_of(king);
  const int ranks = chess::rank_of(checker) - chess::rank_of(king);
  if (files == 0) return kCheckFile;
  if (ranks == 0) return kCheckRank;
  if (files != ranks && files != -ranks) return kCheckKnight;
  return is_long_diagonal(king, files == ranks, size) ? kCheckLong : kCheckShort;
}

Directions check_directions(const Position& position) {
  const Square king = position.king(position.turn());
  Directions check = 0;
  for (const Square checker : chess::Squares(position.checkers()))
    check |= check_direction(checker, king, position.size());
  return check;
}

Heard announce(const Position& before, Move legal_move, const Position& after, const RuleSet& rules) {
  Heard heard = tell_move(before, legal_move, rules);
  tell_turn(after, rules, heard);
  return heard;
}

Heard announce_going_on(const Position& before, Move legal_move, const Position& after, const RuleSet& rules) {
  Heard heard = tell_move(before, legal_move, rules);
  heard.check = check_directions(after);
  heard.pawn_tries = pawn_tries(after, rules);
  return heard;
}

Heard announce_turn(const Position& position, const RuleSet& rules) {
  Heard heard;
  heard.check = check_directions(position);
  heard.pawn_tries = pawn_tries(position, rules);
  return heard;
}

Heard announce_any(const Position& position) {
  return {.answer = chess::legal_pawn_captures(position).count > 0 ? Answer::any_yes : Answer::any_no};
}

Heard announce_start(const Position& position, const RuleSet& rules) {
  Heard heard;
  tell_turn(position, rules, heard);
  if (heard.end == End::none && rules.chess_draws && position.halfmove_clock() >= kFiftyMoves) {
    heard.end = End::fifty_moves;
    heard.pawn_tries = {};
  }
  return heard;
}

}  // namespace blindmate::referee
