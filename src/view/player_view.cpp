#include "blindmate/view/player_view.hpp"

#include <utility>

#include "blindmate/view/announce.hpp"

namespace blindmate::referee {

using chess::Bitboard;
using chess::Man;
using chess::Move;
using chess::Side;
using chess::Square;

PlayerView::PlayerView(const chess::Position& start, Side side, const RuleSet& rules)
    : start_(start), rules_(&rules), own_(start, side), turn_(start.turn()) {
  const Heard heard = announce_start(start, rules);
  if (turn_ == side) own_turn_ = Turn::after(heard);
  if (heard.end != End::none) {
    conclude({std::string(name(heard.end)), winner_of(heard.end, other(start.turn()), rules)});
  }
}

bool PlayerView::askable(Move tried) const {
  if (turn_ != side() || outcome_) return false;
  return chess::contains(askable_targets(own_.man_at(tried.from()), tried.from()), tried.to()) &&
         own_.promotes(tried) == (tried.promotion() != Man::none) && tried.promotion() != Man::king;
}

chess::MoveList PlayerView::askable_tries() const {
  if (turn_ != side() || outcome_) return {};
  return own_.tries_to([this](Man man, Square from) { return askable_targets(man, from); });
}

bool PlayerView::may_ask_any() const {
  return rules_->any != AnyQuestion::none && turn_ == side() && !outcome_ && !own_turn_.any_answer;
}

Bitboard PlayerView::askable_targets(Man man, Square from) const {
  Bitboard result = referee::askable_targets(own_, own_turn_, *rules_, man, from);
  for (const Move refused : refused_) {
    if (refused.from() == from) result &= ~chess::bit(refused.to());
  }
  return result;
}

void PlayerView::hear(const Event& event) {
  log(event);
  if (event.by == side()) {
    hear_own(event);
  } else if (event.heard.answer == Answer::ok) {
    hear_opponent(event.heard);
  }
  if (event.heard.end != End::none) {
    conclude({std::string(name(event.heard.end)), winner_of(event.heard.end, event.by, *rules_)});
  }
}

void PlayerView::log(const Event& event) {
  const bool overheard_refusal = !event.ask && event.heard.answer == Answer::no;
  if (overheard_refusal && !log_.empty() && log_.back().by == event.by && log_.back().heard == event.heard) {
    log_.back().times += event.times;
  } else {
    log_.push_back(event);
  }
}

void PlayerView::hear_own(const Event& event) {
  const bool needs_ask = event.heard.answer == Answer::ok || event.heard.answer == Answer::no;
  BLINDMATE_CHECK(!needs_ask || (event.ask && std::holds_alternative<Move>(*event.ask)),
                  "an own event without its try");
  switch (event.heard.answer) {
    case Answer::ok:
      own_.play(std::get<Move>(*event.ask));
      turn_ = other(turn_);
      own_turn_ = {};
      refused_.clear();
      break;
    case Answer::no:
      if (event.nonsense) break;
      refused_.push_back(std::get<Move>(*event.ask));
      if (rules_->any == AnyQuestion::one_capture_try) own_turn_.capture_duty = false;
      break;
    case Answer::any_yes: own_turn_.hear_any(true); break;
    case Answer::any_no: own_turn_.hear_any(false); break;
    case Answer::nonsense: break;
  }
}

void PlayerView::hear_opponent(const Heard& heard) {
  own_.lose_man(heard);
  turn_ = side();
  own_turn_ = Turn::after(heard);
}

void PlayerView::conclude(Outcome outcome) { outcome_ = std::move(outcome); }

std::optional<Side> winner_of(End end, Side mover, const RuleSet& rules) {
  const bool decisive = end == End::checkmate || (end == End::stalemate && rules.stalemate_loses);
  return decisive ? std::optional(mover) : std::nullopt;
}

}  // namespace blindmate::referee
