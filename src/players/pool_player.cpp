#include "blindmate/players/pool_player.hpp"

#include <algorithm>

namespace blindmate::players {
namespace {

constexpr double kLow = 0.7;            // the estimate of the affordable boards is deliberately low
constexpr std::size_t kFirstGuess = 4;  // boards, before anything was measured

}  // namespace

referee::Ask PoolPlayer::choose(const referee::PlayerView& view, Thinking& thinking) {
  if (!pool_) pool_.emplace(view, options_.pool, random_.next());
  pool_->hear(view, thinking);
  const std::size_t boards = affordable(thinking);
  ChooseMove choice = begin(view);
  const double before = thinking.left();
  evaluate_pool(choice, boards, thinking);
  const std::size_t consistent = choice.boards();
  const bool clear = options_.stops_early && choice.is_clear();
  if (fills_up_ && !clear && consistent < boards && !pool_->is_exact()) fill_up(choice, boards, view, thinking);
  if (choice.boards() > 0) {
    spent_on_boards_ += before - thinking.left();
    boards_ += static_cast<double>(choice.boards());
    last_observation_share_ = static_cast<double>(choice.boards() - consistent) / static_cast<double>(choice.boards());
  }
  if (!options_.stops_early || !choice.is_clear()) pool_->find_more(view, thinking, random_);
  return settle(choice, view);
}

std::size_t PoolPlayer::affordable(const Thinking& thinking) const {
  if (boards_ == 0) return std::min(options_.k, kFirstGuess);
  const double each = std::max(spent_on_boards_ / boards_, 1e-9);
  const double number = std::max(1.0, kLow * thinking.left() / each);
  return std::min(options_.k, static_cast<std::size_t>(std::min(number, 1e9)));
}

void PoolPlayer::evaluate_pool(ChooseMove& choice, std::size_t boards, Thinking& thinking) {
  belief::BeliefState sample = pool_->states();
  if (sample.size() > boards) sample.thin(boards, random_);
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (!choice.add(sample.position(i), thinking) || (options_.stops_early && choice.is_clear())) return;
  }
}

void PoolPlayer::fill_up(ChooseMove& choice, std::size_t boards, const referee::PlayerView& view, Thinking& thinking) {
  belief::LastObservation more(view, random_.next());
  while (choice.boards() < boards) {
    const std::optional<chess::Position> board = sample(more, thinking);
    if (!board || !choice.add(*board, thinking) || (options_.stops_early && choice.is_clear())) return;
  }
}

std::unique_ptr<Player> make_aosp_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<PoolPlayer>(options, std::move(equipment.engine), false);
}

std::unique_ptr<Player> make_hs_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<PoolPlayer>(options, std::move(equipment.engine), true);
}

}  // namespace blindmate::players
