// MatePlayer: any player that mates on sight. Against a lone king it plays the ending; where all possible positions are
// known and few, it asks the solver for a guaranteed mate and follows the plan; and of the tries that its player likes,
// it makes none that can throw the win away when another cannot.
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
  std::optional<referee::Ask> against_lone_king(const referee::PlayerView& view, const Thinking& thinking);
  std::optional<referee::Ask> against_king_and_man(const referee::PlayerView& view, const Thinking& thinking);
  std::optional<referee::Ask> sure_mate(const referee::PlayerView& view, Thinking& thinking);
  referee::Ask safest(const referee::Ask& liked, const referee::PlayerView& view, const Thinking& thinking);
  std::vector<chess::Position> possible_boards(const referee::PlayerView& view, const Thinking& thinking);

  std::unique_ptr<Player> player_;
  Random random_;
  std::size_t heard_ = 0;  // observations
  std::optional<LoneKingTracker> lone_king_;
  std::optional<belief::BeliefState> belief_;  // while it is known and not too large
  endings::BareKing endings_;
  int quiet_moves_ = 0;  // of both sides, since the last capture
  std::unique_ptr<kriegspiel::Plan> plan_;
  int plan_length_ = 0;  // plies, at most
  std::vector<Valued> valued_;
};

}  // namespace blindmate::players
