#include "blindmate/referee/player_view.hpp"

#include <utility>

#include "blindmate/referee/announce.hpp"

namespace blindmate::referee {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Side;
using chess::Square;

PlayerView::PlayerView(const chess::Position& start, Side side, const RuleSet& rules)
    : start_(start), rules_(&rules), own_(start, side), turn_(start.turn()) {
  const Heard heard = announce_start(start, rules);
  if (turn_ == side) start_turn(heard);
  if (heard.end != End::none) {
    conclude({std::string(name(heard.end)), winner_of(heard.end, other(start.turn()), rules)});
  }
}

bool PlayerView::askable(Move tried) const {
  if (turn_ != side() || outcome_) return false;
  return chess::contains(askable_targets(own_.man_at(tried.from()), tried.from()), tried.to()) &&
         own_.promotes(tried) == (tried.promotion() != Man::none);
}

chess::MoveList PlayerView::askable_tries() const {
  if (turn_ != side() || outcome_) return {};
  return own_.tries_to([this](Man man, Square from) { return askable_targets(man, from); });
}

bool PlayerView::may_ask_any() const {
  return rules_->any != AnyQuestion::none && turn_ == side() && !outcome_ && !any_answer_;
}

// What refusals, questions and announcements leave of the squares that are possible on the own board.
Bitboard PlayerView::askable_targets(Man man, Square from) const {
  const Bitboard targets = own_.targets(man, from);
  Bitboard captures = man == Man::pawn ? targets & ~chess::file_mask(chess::file_of(from)) : 0;
  Bitboard others = targets & ~captures;
  if (!pawn_captures_askable(from)) captures = 0;
  if (capture_duty_) others = 0;
  if (rules_->check_narrows_tries && check_ != 0) others &= answers_to_check(from);
  Bitboard result = captures | others;
  for (const Move refused : refused_) {
    if (refused.from() == from) result &= ~chess::bit(refused.to());
  }
  return result;
}

bool PlayerView::pawn_captures_askable(Square from) const {
  if (any_answer_ == false) return false;
  if (pawn_tries_.form == PawnTries::whether) return pawn_tries_.value != 0;
  if (pawn_tries_.form == PawnTries::squares) return chess::contains(pawn_tries_.value, from);
  return true;
}

Bitboard PlayerView::answers_to_check(Square from) const {
  const Square king = own_.king();
  if (from == king) return chess::king_attacks(king);  // which leaves out castling
  if (chess::several(check_)) return 0;
  switch (static_cast<Direction>(check_)) {
    case kCheckFile: return chess::tables::kFile[king];
    case kCheckRank: return chess::tables::kRank[king];
    case kCheckKnight: return chess::knight_attacks(king);
    case kCheckLong:
    case kCheckShort: break;
  }
  const bool is_long = check_ == kCheckLong;
  Bitboard line = 0;
  if (is_long_diagonal(king, true, own_.size()) == is_long) line |= chess::tables::kDiagonal[king];
  if (is_long_diagonal(king, false, own_.size()) == is_long) line |= chess::tables::kAntidiagonal[king];
  return line;
}

void PlayerView::hear(const Event& event) {
  log_.push_back(event);
  if (event.by == side()) {
    hear_own(event);
  } else if (event.heard.answer == Answer::ok) {
    hear_opponent(event.heard);
  }
  if (event.heard.end != End::none) {
    conclude({std::string(name(event.heard.end)), winner_of(event.heard.end, event.by, *rules_)});
  }
}

void PlayerView::hear_own(const Event& event) {
  switch (event.heard.answer) {
    case Answer::ok:
      own_.play(std::get<Move>(*event.ask));
      turn_ = other(turn_);
      refused_.clear();
      break;
    case Answer::no:
      if (event.nonsense) break;
      refused_.push_back(std::get<Move>(*event.ask));
      if (rules_->any == AnyQuestion::one_capture_try) capture_duty_ = false;
      break;
    case Answer::any_yes:
    case Answer::any_no:
      any_answer_ = event.heard.answer == Answer::any_yes;
      capture_duty_ = *any_answer_;
      break;
    case Answer::nonsense: break;
  }
}

void PlayerView::hear_opponent(const Heard& heard) {
  own_.lose_man(heard);
  turn_ = side();
  start_turn(heard);
}

void PlayerView::start_turn(const Heard& heard) {
  check_ = heard.check;
  pawn_tries_ = heard.pawn_tries;
  any_answer_.reset();
  capture_duty_ = false;
}

void PlayerView::conclude(Outcome outcome) { outcome_ = std::move(outcome); }

std::optional<Side> winner_of(End end, Side mover, const RuleSet& rules) {
  const bool decisive = end == End::checkmate || (end == End::stalemate && rules.stalemate_loses);
  return decisive ? std::optional(mover) : std::nullopt;
}

}  // namespace blindmate::referee
