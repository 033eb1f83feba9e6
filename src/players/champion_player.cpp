#include "blindmate/players/champion_player.hpp"

#include <algorithm>

#include "blindmate/players/mate_player.hpp"
#include "blindmate/players/policy_player.hpp"

namespace blindmate::players {
namespace {

constexpr double kWorthAThought = 300;  // below the likeliest, as the net values tries: 1/20 of its probability
constexpr double kOfSampler = 0.3;      // what a pawn of the sampler counts beside one of the net
constexpr std::uint64_t kNodes = 2000;  // of the engine, which take as long as the net

}  // namespace

referee::Ask ChampionPlayer::choose(const referee::PlayerView& view, Thinking& thinking) {
  if (view.own_board().size() != chess::kLargestBoard) {
    const referee::Ask sampled = PoolPlayer::choose(view, thinking);
    valued_ = PoolPlayer::valued();
    return sampled;
  }
  if (!actor_) actor_.emplace(net_, view);
  valued_ = tries_by_probability(actor_->consider(view), actor_->record(), view);
  thinking.charge(kNodes);
  const Valued likeliest = valued_.front();
  if (std::holds_alternative<referee::AnyAsked>(likeliest.ask)) return likeliest.ask;
  liked_ = valued_;
  std::erase_if(liked_, [&](const Valued& one) {
    return one.value < likeliest.value - kWorthAThought || !std::holds_alternative<chess::Move>(one.ask);
  });
  if (liked_.size() == 1) return likeliest.ask;

  PoolPlayer::choose(view, thinking);
  std::vector<Valued> both;
  for (const Valued& sampled : PoolPlayer::valued()) {
    const auto liked =
        std::find_if(liked_.begin(), liked_.end(), [&](const Valued& one) { return one.ask == sampled.ask; });
    both.push_back({sampled.ask, liked->value + kOfSampler * sampled.value});
  }
  if (both.empty()) return likeliest.ask;
  std::stable_sort(both.begin(), both.end(), [](const Valued& a, const Valued& b) { return a.value > b.value; });
  const double most = both.front().value;
  for (Valued& one : both) one.value += likeliest.value - most;
  valued_ = std::move(both);
  return valued_.front().ask;
}

chess::MoveList ChampionPlayer::considered(const referee::PlayerView& view) const {
  if (liked_.empty()) return PoolPlayer::considered(view);
  chess::MoveList result;
  for (const Valued& one : liked_) result.push_back(std::get<chess::Move>(one.ask));
  return result;
}

std::unique_ptr<Player> make_champion_player(const PlayerOptions& options, Equipment equipment) {
  PlayerOptions own = options;
  own.stops_early = true;
  return std::make_unique<MatePlayer>(std::make_unique<ChampionPlayer>(own, std::move(equipment)), options.seed);
}

}  // namespace blindmate::players
