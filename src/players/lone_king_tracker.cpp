#include "blindmate/players/lone_king_tracker.hpp"

#include <algorithm>

#include "blindmate/chess/attacks.hpp"

namespace blindmate::players {

using chess::Bitboard;
using endings::Attempt;

LoneKingTracker::LoneKingTracker(const referee::PlayerView& view)
    : own_(view.start(), view.side()), opponents_(chess::count(view.start().men(other(view.side())))) {
  if (opponents_ == 1) kings_ = chess::bit(view.start().king(other(view.side())));
}

void LoneKingTracker::hear(const belief::Observation& observation) {
  std::visit([this](const auto& event) { hear(event); }, observation);
}

void LoneKingTracker::hear(const belief::OwnRefusal& refusal) {
  const chess::MoveList tries = endings::attempts(own_);
  // Others are refused wherever the king is.
  if (kings_ && std::find(tries.begin(), tries.end(), refusal.tried) != tries.end())
    *kings_ &= Attempt(own_, refusal.tried).refused();
}

void LoneKingTracker::hear(const belief::OwnMove& move) {
  const Attempt attempt(own_, move.played);
  own_.play(move.played);
  if (move.heard.capture != chess::kNoSquare) --opponents_;
  if (opponents_ > 1) return;
  const Bitboard before = kings_.value_or(~(own_.men() | chess::king_attacks(own_.king()) | chess::walls(own_.size())));
  kings_ = 0;
  for (const Attempt::Part& part : attempt.parts(before)) {
    if (part.check == move.heard.check) kings_ = part.kings;
  }
}

void LoneKingTracker::hear(const belief::OpponentTurn& turn) {
  if (!turn.moved) return;
  own_.lose_man(*turn.moved);
  if (!kings_) return;
  if (turn.moved->capture != chess::kNoSquare) {
    kings_ = chess::bit(turn.moved->capture);
  } else {
    *kings_ = endings::next_to(*kings_) & endings::possible_squares(own_);
  }
}

}  // namespace blindmate::players
