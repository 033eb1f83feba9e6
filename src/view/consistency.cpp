#include "blindmate/view/consistency.hpp"

#include <fmt/format.h>

namespace blindmate::referee {
namespace {

using chess::contains;
using chess::kNoSquare;
using chess::Man;
using chess::Square;

// What holds for the moves of both sides.
std::string contradiction_in_turn(const OwnBoard& own, const Heard& heard, const RuleSet& rules, bool last) {
  if (heard.end == End::checkmate && heard.check == 0) return "checkmate without check";
  if (heard.end == End::stalemate && heard.check != 0) return "stalemate with check";
  const bool draw_by_history = heard.end == End::repetition || heard.end == End::fifty_moves;
  if (draw_by_history && !rules.chess_draws) return fmt::format("{} does not exist in {}", name(heard.end), rules.name);
  const int strong = chess::count(own.men(Man::pawn) | own.men(Man::rook) | own.men(Man::queen));
  if (heard.end == End::insufficient_material && strong > 1) {  // one may just have been captured, or have promoted
    return "insufficient material with such own men";
  }
  const bool tells = rules.pawn_tries != PawnTries::untold && heard.end == End::none;
  const bool told = heard.pawn_tries.form != PawnTries::untold;
  if (told && !tells) return "pawn tries after the end of the game";
  if (tells && !told && !last) return "the pawn tries of the side that moves next are missing";
  const chess::Bitboard no_pawns = chess::walls(own.size()) | chess::rank_mask(0) | chess::rank_mask(own.size() - 1);
  if (heard.pawn_tries.form == PawnTries::squares && (heard.pawn_tries.value & no_pawns) != 0) {
    return "pawn tries from a square where no pawn can stand";
  }
  return {};
}

bool outside(Square s, int size) { return s != kNoSquare && contains(chess::walls(size), s); }

}  // namespace

std::string contradiction(const OwnBoard& own, chess::Move played, const Heard& heard, const RuleSet& rules,
                          bool last) {
  const bool diagonal = own.is_pawn_capture(played);
  const bool straight_pawn = own.man_at(played.from()) == Man::pawn && !diagonal;
  const bool captures = heard.capture != kNoSquare;
  if (diagonal && !captures) return "a pawn's diagonal move without a capture";
  if (captures && (straight_pawn || own.is_castling(played))) return "a capture by a move that cannot capture";
  // En passant lands on the sixth rank, and only a pawn stands beside the one that captures.
  const Square beside = chess::square(chess::file_of(played.to()), chess::rank_of(played.from()));
  const int en_passant_from = chess::double_step_rank(other(own.side()));
  const bool can_be_en_passant = diagonal && chess::has_double_step(own.size()) &&
                                 chess::rank_of(played.from()) == en_passant_from && !contains(own.men(), beside);
  const bool beside_announced = can_be_en_passant && !rules.names_en_passant && heard.capture == beside &&
                                heard.captured_kind != CapturedKind::piece;
  if (captures && heard.capture != played.to() && !beside_announced) {
    return fmt::format("a capture on {} by {}", chess::text(heard.capture), chess::text(played));
  }
  if (heard.en_passant && !can_be_en_passant) return "en passant by a move that cannot be one";
  if (rules.tells_promotion && heard.promotion != (played.promotion() != Man::none)) {
    return "the announced promotion does not fit the move";
  }
  if (heard.pawn_tries.form == PawnTries::squares &&
      (heard.pawn_tries.value & own.men() & ~chess::bit(played.from())) != 0) {
    return "pawn tries of the other side from a square with an own man";
  }
  return contradiction_in_turn(own, heard, rules, last);
}

std::string contradiction(const OwnBoard& own, const Heard& heard, const RuleSet& rules, bool last) {
  if (heard.capture != kNoSquare) {
    const int rank_taken = chess::double_step_rank(own.side());
    const int rank_landed = rank_taken + (own.side() == chess::Side::white ? -1 : 1);
    const bool misplaced =
        outside(heard.capture, own.size()) || (heard.en_passant && chess::rank_of(heard.capture) != rank_landed);
    const Man man = misplaced ? Man::none : own.man_at(own.lost_square(heard));
    if (man == Man::none || man == Man::king || (heard.en_passant && man != Man::pawn)) {
      return fmt::format("a capture on {}, where no own man can be captured", chess::text(heard.capture));
    }
    const bool told = heard.captured_kind != CapturedKind::untold;
    if (told && (heard.captured_kind == CapturedKind::pawn) != (man == Man::pawn)) {
      return fmt::format("the man captured on {} is another one", chess::text(heard.capture));
    }
  }
  const chess::Bitboard pawns =
      own.men(Man::pawn) & ~(heard.capture != kNoSquare ? chess::bit(own.lost_square(heard)) : 0);
  const PawnTriesHeard& tries = heard.pawn_tries;
  const bool no_pawns =
      (tries.form == PawnTries::squares && (tries.value & ~pawns) != 0) ||
      (tries.form == PawnTries::number && tries.value > 2U * static_cast<unsigned>(chess::count(pawns))) ||
      (tries.form == PawnTries::whether && tries.value != 0 && pawns == 0);
  if (no_pawns) return "more pawn tries than the own pawns can have";
  return contradiction_in_turn(own, heard, rules, last);
}

}  // namespace blindmate::referee
