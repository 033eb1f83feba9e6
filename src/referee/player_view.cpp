#include "blindmate/referee/player_view.hpp"

#include <algorithm>
#include <utility>

#include "blindmate/referee/announce.hpp"

namespace blindmate::referee {

using chess::Bitboard;
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
  return turn_ == side() && !outcome_ && own_.possible(tried) && allowed(tried);
}

chess::MoveList PlayerView::askable_tries() const {
  chess::MoveList tries;
  if (turn_ != side() || outcome_) return tries;
  for (const Move tried : own_.tries()) {
    if (allowed(tried)) tries.push_back(tried);
  }
  return tries;
}

bool PlayerView::may_ask_any() const {
  return rules_->any != AnyQuestion::none && turn_ == side() && !outcome_ && !any_answer_;
}

// What refusals, questions and announcements leave of the tries that are possible on the own board.
bool PlayerView::allowed(Move possible_try) const {
  const auto same = [&](Move refused) { return refused.same_squares(possible_try); };
  if (std::any_of(refused_.begin(), refused_.end(), same)) return false;
  if (own_.is_pawn_capture(possible_try)) {
    if (any_answer_ == false) return false;
    if (pawn_tries_.form == PawnTries::whether) return pawn_tries_.value != 0;
    if (pawn_tries_.form == PawnTries::squares) return chess::contains(pawn_tries_.value, possible_try.from());
    return true;
  }
  return !capture_duty_ && (!rules_->check_narrows_tries || check_ == 0 || can_answer_check(possible_try));
}

bool PlayerView::can_answer_check(Move possible_try) const {
  const Square king = own_.king();
  if (possible_try.from() == king) return !own_.is_castling(possible_try);
  if (chess::several(check_)) return false;
  Bitboard squares = 0;
  switch (static_cast<Direction>(check_)) {
    case kCheckFile: squares = chess::tables::kFile[king]; break;
    case kCheckRank: squares = chess::tables::kRank[king]; break;
    case kCheckKnight: squares = chess::knight_attacks(king); break;
    case kCheckLong:
    case kCheckShort: {
      const bool is_long = check_ == kCheckLong;
      if (is_long_diagonal(king, true, own_.size()) == is_long) squares |= chess::tables::kDiagonal[king];
      if (is_long_diagonal(king, false, own_.size()) == is_long) squares |= chess::tables::kAntidiagonal[king];
      break;
    }
  }
  return chess::contains(squares, possible_try.to());
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
