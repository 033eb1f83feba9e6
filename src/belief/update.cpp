#include "blindmate/belief/update.hpp"

namespace blindmate::belief {
namespace {

using chess::Man;
using chess::Move;
using chess::Position;
using chess::Square;
using referee::Answer;
using referee::AnyQuestion;
using referee::Heard;

// Refusable tries of one state, by from-to pair.
struct Refusable {
  int pawn_captures = 0;
  int others = 0;
};

// What is askable beyond what is legal. Legal moves are always askable, so the difference of the numbers is enough.
Refusable refusable_tries(const Position& position, const referee::Turn& turn, const referee::RuleSet& rules) {
  const referee::OwnBoard own(position, position.turn());
  Refusable result;
  for (unsigned i = 0; i < 6; ++i) {
    const Man man = static_cast<Man>(i);
    for (const Square from : chess::Squares(own.men(man))) {
      const chess::Bitboard targets = referee::askable_targets(own, turn, rules, man, from);
      const chess::Bitboard captures = man == Man::pawn ? targets & ~chess::file_mask(chess::file_of(from)) : 0;
      result.pawn_captures += chess::count(captures);
      result.others += chess::count(targets & ~captures);
    }
  }
  for (const Move move : chess::legal_moves(position)) {
    if (move.promotion() != Man::none && move.promotion() != Man::queen) continue;
    --(own.is_pawn_capture(move) ? result.pawn_captures : result.others);
  }
  return result;
}

}  // namespace

bool sounds_like(const Heard& said, const Heard& heard) {
  if (heard.end != referee::End::repetition && heard.end != referee::End::fifty_moves) return said == heard;
  Heard without_history = said;
  without_history.pawn_tries = {};
  without_history.end = said.end == referee::End::none ? heard.end : said.end;
  return without_history == heard;
}

std::optional<Position> Update::after_own(const Position& position) const {
  if (const OwnRefusal* refusal = std::get_if<OwnRefusal>(&observation_)) {
    return position.is_legal(refusal->tried) ? std::nullopt : std::optional(position);
  }
  if (const OwnQuestion* question = std::get_if<OwnQuestion>(&observation_)) {
    const bool yes = referee::announce_any(position).answer == Answer::any_yes;
    return yes == question->yes ? std::optional(position) : std::nullopt;
  }
  const OwnMove& move = std::get<OwnMove>(observation_);
  if (!position.is_legal(move.played)) return std::nullopt;
  const Position after = position.after(move.played);
  if (!sounds_like(referee::announce(position, move.played, after, rules_), move.heard)) return std::nullopt;
  return after;
}

bool Update::can_begin(const Position& position) const {
  const OpponentTurn& turn = std::get<OpponentTurn>(observation_);
  if (turn.any && (referee::announce_any(position).answer == Answer::any_yes) != *turn.any) return false;
  return enough_refusable_tries(position, turn);
}

// Each refusal was another askable and illegal try. After the question only one kind of tries was left: pawn captures
// after yes, the others after no. Where nonsense sounds like a refusal the numbers say nothing, but that one was heard
// under the duty to capture does: nonsense is silent then, so a pawn capture was refused.
bool Update::enough_refusable_tries(const Position& position, const OpponentTurn& turn) const {
  if (turn.refused_before + turn.refused_after == 0) return true;
  const bool numbers_count = rules_.nonsense != referee::Nonsense::as_refusal;
  const bool refused_under_duty = turn.any == true && turn.refused_after > 0;
  if (!numbers_count && !refused_under_duty) return true;
  const Refusable refusable = refusable_tries(position, turn_, rules_);
  if (!numbers_count) return refusable.pawn_captures > 0;
  if (turn.refused_before + turn.refused_after > refusable.pawn_captures + refusable.others) return false;
  if (!turn.any) return true;
  return turn.refused_after <= (*turn.any ? refusable.pawn_captures : refusable.others);
}

// The duty after "Any?" = yes, unless a refused capture has lifted it.
bool Update::does_duty(const Position& position, Move legal_reply) const {
  const OpponentTurn& turn = std::get<OpponentTurn>(observation_);
  const bool duty = turn.any == true && (rules_.any == AnyQuestion::capture_until_legal || turn.refused_after == 0);
  return !duty || (position.captured_by(legal_reply) != chess::kNoSquare &&
                   chess::contains(position.men(Man::pawn), legal_reply.from()));
}

// Drops what can be seen without making the move.
bool Update::possible_reply(const Position& position, Move legal_reply) const {
  const Heard& heard = *std::get<OpponentTurn>(observation_).moved;
  const bool captures = position.captured_by(legal_reply) != chess::kNoSquare;
  return captures == (heard.capture != chess::kNoSquare) && does_duty(position, legal_reply);
}

std::optional<Position> Update::after_possible_reply(const Position& position, Move reply) const {
  const Position after = position.after(reply);
  const Heard& heard = *std::get<OpponentTurn>(observation_).moved;
  if (!sounds_like(referee::announce(position, reply, after, rules_), heard)) return std::nullopt;
  return after;
}

std::optional<Position> Update::after_reply(const Position& position, Move legal_reply) const {
  return possible_reply(position, legal_reply) ? after_possible_reply(position, legal_reply) : std::nullopt;
}

}  // namespace blindmate::belief
