// MatePlayer: any player that mates on sight. Against a lone king it plays the ending; where all possible positions are
// known and few, it asks the solver for a guaranteed mate and follows the plan; and when its player sees a win, it
// makes the try that is worth most after what it can give away: by stalemate, by repetition, by a man that can be
// taken.
#pragma once

#include <memory>
#include <optional>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/endings/bare_king.hpp"
#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/players/lone_king_tracker.hpp"
#include "blindmate/players/player.hpp"

namespace blindmate::players {

class MatePlayer : public Player {
 public:
  MatePlayer(std::unique_ptr<Player> player, std::uint64_t seed);

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override;
  std::vector<Valued> valued() const override { return valued_; }
  const belief::BeliefState* consistent() const override { return player_->consistent(); }
  std::optional<double> last_observation_share() const override { return player_->last_observation_share(); }

 private:
  void hear(const referee::PlayerView& view, const Thinking& thinking);
  void think_of_everything(const referee::PlayerView& view, const Thinking& thinking);
  void follow(const belief::Observation& observation);
  void remember(const belief::Observation& observation);
  std::optional<referee::Ask> against_lone_king(const referee::PlayerView& view, const Thinking& thinking);
  std::optional<referee::Ask> against_king_and_man(const referee::PlayerView& view, const Thinking& thinking);
  std::optional<referee::Ask> sure_mate(const referee::PlayerView& view, Thinking& thinking);
  referee::Ask varied(const referee::Ask& liked);
  referee::Ask safest(const referee::Ask& liked, const referee::PlayerView& view, const Thinking& thinking);
  double risk(chess::Move tried, double value, const std::vector<chess::Position>& boards,
              const referee::PlayerView& view) const;
  std::vector<chess::Position> possible_boards(const referee::PlayerView& view, const Thinking& thinking);

  std::unique_ptr<Player> player_;
  Random random_;
  belief::Observations observations_;
  std::size_t heard_ = 0;  // of them
  std::optional<LoneKingTracker> lone_king_;
  std::optional<belief::BeliefState> belief_;  // while it is known and not too large
  std::optional<referee::OwnBoard> own_;       // after what was heard
  std::vector<referee::OwnBoard> placements_;  // after own moves, since the last capture or own move of a pawn
  int own_moves_ = 0;
  endings::BareKing endings_;
  int quiet_moves_ = 0;  // of both sides, since the last capture
  std::unique_ptr<kriegspiel::Plan> plan_;
  int plan_length_ = 0;  // plies, at most
  std::vector<Valued> valued_;
};

}  // namespace blindmate::players
