#include "blindmate/players/policy_player.hpp"

#include <algorithm>
#include <cmath>

#include "blindmate/base/check.hpp"
#include "blindmate/players/mate_player.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/policy/actions.hpp"

namespace blindmate::players {
namespace {

// From an expected result between -1 and 1 to hundredths of a pawn, as chess programs relate them.
double pawns_of(double score) {
  constexpr double kMost = 0.999;
  const double bounded = std::clamp(score, -kMost, kMost);
  return 290 * std::log((1 + bounded) / (1 - bounded));
}

// What a try is valued less for being so many times less likely than the likeliest: a pawn for each factor of e.
constexpr double kForUnlikely = 100;

}  // namespace

std::vector<Valued> tries_by_probability(const policy::Evaluation& evaluation, const policy::Record& record,
                                         const referee::PlayerView& view) {
  const auto likely = policy::probabilities(evaluation, record);
  const float most = std::max_element(likely.begin(), likely.end(), [](const auto& a, const auto& b) {
                       return a.second < b.second;
                     })->second;
  std::vector<Valued> result;
  for (const auto& [action, probability] : likely) {
    const double unlikely = std::log(static_cast<double>(std::max(probability / most, 1e-9F)));
    result.push_back(
        {*policy::ask_of(action, view), pawns_of(static_cast<double>(evaluation.score())) + kForUnlikely * unlikely});
  }
  std::stable_sort(result.begin(), result.end(), [](const Valued& a, const Valued& b) { return a.value > b.value; });
  return result;
}

referee::Ask PolicyPlayer::choose(const referee::PlayerView& view, Thinking& thinking) {
  BLINDMATE_CHECK(view.own_board().size() == chess::kLargestBoard, "a net plays on 8x8 only");
  if (!actor_) actor_.emplace(net_, view);
  const policy::Evaluation& evaluation = actor_->consider(view);
  thinking.charge(1);
  valued_ = tries_by_probability(evaluation, actor_->record(), view);
  constexpr float kResolution = 1 << 24;
  auto drawn = static_cast<float>(random_.below(1 << 24)) / kResolution;
  for (const auto& [action, probability] : policy::probabilities(evaluation, actor_->record(), temperature_)) {
    drawn -= probability;
    if (drawn < 0) return *policy::ask_of(action, view);
  }
  return valued_.front().ask;
}

std::unique_ptr<Player> make_policy_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<PolicyPlayer>(std::move(equipment.net), options.temperature, options.seed);
}

std::unique_ptr<Player> make_learner_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<MatePlayer>(make_policy_player(options, std::move(equipment)), options.seed);
}

}  // namespace blindmate::players
