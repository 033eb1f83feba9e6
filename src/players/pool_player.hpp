// Timed AOSP and timed HS (Parker, Nau & Subrahmanian 2005, sections 2 and 4): a pool of boards that fit all
// observations is kept across turns. As many of them are evaluated as the time will probably allow, and what is left of
// it goes into finding more consistent histories by a randomised depth-first search. HS fills its sample up with boards
// that fit the last observation, unless the pool is the whole belief state; AOSP makes a random try when its pool is
// empty.
#pragma once

#include <optional>

#include "blindmate/players/kept_pool.hpp"
#include "blindmate/players/sampling_player.hpp"

namespace blindmate::players {

class PoolPlayer : public SamplingPlayer {
 public:
  PoolPlayer(const PlayerOptions& options, engines::EnginePointer engine, bool fills_up)
      : SamplingPlayer(options, std::move(engine)), fills_up_(fills_up) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override;

  std::optional<double> last_observation_share() const override {
    return fills_up_ ? std::optional(last_observation_share_) : std::nullopt;
  }
  const belief::BeliefState* consistent() const override { return pool_ ? &pool_->states() : nullptr; }

 private:
  std::size_t affordable(const Thinking& thinking) const;
  void evaluate_pool(ChooseMove& choice, std::size_t boards, Thinking& thinking);
  void fill_up(ChooseMove& choice, std::size_t boards, const referee::PlayerView& view, Thinking& thinking);

  bool fills_up_;
  std::optional<KeptPool> pool_;
  // Measured in this game, in the unit of the thinking: what a board costs to evaluate.
  double spent_on_boards_ = 0;
  double boards_ = 0;
  double last_observation_share_ = 0;
};

}  // namespace blindmate::players
