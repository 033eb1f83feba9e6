#include "blindmate/players/pool_player.hpp"

#include <algorithm>

#include "blindmate/belief/depth_first.hpp"

namespace blindmate::players {
namespace {

constexpr double kLow = 0.7;            // the estimate of the affordable boards is deliberately low
constexpr double kForPool = 0.25;       // of the time may go into updating the pool, by estimate ...
constexpr double kMostForPool = 0.5;    // ... and of what is left, before a part of the pool is dropped
constexpr double kFewStates = 100;      // that can always be updated
constexpr std::size_t kFirstGuess = 4;  // boards, before anything was measured
constexpr std::uint64_t kSlice = 64;    // moves tried between two looks at the time

}  // namespace

referee::Ask PoolPlayer::choose(const referee::PlayerView& view, Thinking& thinking) {
  if (!pool_) {
    pool_.emplace(
        view.start(), view.side(), view.rules(),
        belief::PoolOptions{
            .most = options_.pool, .thinned = std::max<std::size_t>(options_.pool / 2, 1), .seed = random_.next()});
  }
  hear(view, thinking);
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
  if (!options_.stops_early || !choice.is_clear()) find_more(view, thinking);
  return settle(choice, view);
}

// What was said since the last try. Where there is not the time for all of the pool, a part of it is dropped.
void PoolPlayer::hear(const referee::PlayerView& view, Thinking& thinking) {
  const std::vector<belief::Observation> observations = belief::observations(view);
  for (; heard_ < observations.size(); ++heard_) {
    const bool grows = std::holds_alternative<belief::OpponentTurn>(observations[heard_]);
    if (thinking.deadline() && grows && updated_ > 0)
      pool_->keep(static_cast<std::size_t>(std::max(1.0, kForPool * thinking.left() * updated_ / spent_on_pool_)));
    const double before = thinking.left();
    auto states = static_cast<double>(pool_->states().size());
    while (!pool_->hear(observations[heard_],
                        states > kFewStates ? thinking.deadline_after(kMostForPool) : std::nullopt)) {
      pool_->keep(pool_->states().size() / 4);
      states = static_cast<double>(pool_->states().size());
    }
    if (thinking.deadline() && grows) {
      spent_on_pool_ += before - thinking.left();
      updated_ += states;
    }
  }
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

void PoolPlayer::find_more(const referee::PlayerView& view, Thinking& thinking) {
  if (pool_->is_exact()) return;
  belief::DepthFirst histories(view, belief::random_order(random_.next()));
  while (!thinking.is_over() && !histories.exhausted() && pool_->states().size() < options_.pool) {
    const std::uint64_t before = histories.moves_tried();
    const auto board = histories.next({.moves = kSlice, .deadline = thinking.deadline()});
    thinking.charge(histories.moves_tried() - before + 1);
    if (board) pool_->add(*board);
  }
}

std::unique_ptr<Player> make_aosp_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<PoolPlayer>(options, std::move(equipment.engine), false);
}

std::unique_ptr<Player> make_hs_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<PoolPlayer>(options, std::move(equipment.engine), true);
}

}  // namespace blindmate::players
