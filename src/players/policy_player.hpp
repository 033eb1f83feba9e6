// PolicyPlayer: a net that has learned by playing (docs/learning.md), and nothing else. It thinks for milliseconds,
// however much time there is.
#pragma once

#include <memory>
#include <optional>

#include "blindmate/base/random.hpp"
#include "blindmate/players/player.hpp"
#include "blindmate/policy/actor.hpp"

namespace blindmate::players {

class PolicyPlayer : public Player {
 public:
  PolicyPlayer(std::shared_ptr<const policy::Net> net, double temperature, std::uint64_t seed)
      : net_(std::move(net)), temperature_(temperature), random_(seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override;
  std::vector<Valued> valued() const override { return valued_; }

 private:
  std::shared_ptr<const policy::Net> net_;
  double temperature_;
  Random random_;
  std::optional<policy::Actor> actor_;
  std::vector<Valued> valued_;
};

// What can be asked, the likeliest first. The value of the likeliest is what the net expects of the game, and each
// factor of e by which another is less likely takes a pawn off it.
std::vector<Valued> tries_by_probability(const policy::Evaluation& evaluation, const policy::Record& record,
                                         const referee::PlayerView& view);

}  // namespace blindmate::players
