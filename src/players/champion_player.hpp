// ChampionPlayer: the strongest player there is. A net that has learned by playing says which tries are worth a
// thought; HS values those on boards that fit what was heard; and the choice is by both together, a product of two
// opinions. Neither is much of a champion alone: the net sees no tactics, and HS takes all boards for equally likely.
#pragma once

#include "blindmate/players/pool_player.hpp"
#include "blindmate/policy/actor.hpp"

namespace blindmate::players {

class ChampionPlayer : public PoolPlayer {
 public:
  ChampionPlayer(const PlayerOptions& options, Equipment equipment)
      : PoolPlayer(options, std::move(equipment.engine), true), net_(std::move(equipment.net)) {}

  // On boards below 8x8, where the net has not learned, as HS.
  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override;
  std::vector<Valued> valued() const override { return valued_; }

 protected:
  chess::MoveList considered(const referee::PlayerView& view) const override;

 private:
  std::shared_ptr<const policy::Net> net_;
  std::optional<policy::Actor> actor_;
  std::vector<Valued> liked_;  // by the net; nothing where there is none
  std::vector<Valued> valued_;
};

}  // namespace blindmate::players
