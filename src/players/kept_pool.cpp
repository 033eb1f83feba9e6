#include "blindmate/players/kept_pool.hpp"

#include <algorithm>

#include "blindmate/belief/depth_first.hpp"

namespace blindmate::players {
namespace {

constexpr double kForPool = 0.25;     // of the time may go into updating the pool, by estimate ...
constexpr double kMostForPool = 0.5;  // ... and of what is left, before a part of the pool is dropped
constexpr double kFewStates = 100;    // that can always be updated
constexpr std::uint64_t kSlice = 64;  // moves tried between two looks at the time

}  // namespace

KeptPool::KeptPool(const referee::PlayerView& view, std::size_t most, std::uint64_t seed)
    : pool_(view.start(), view.side(), view.rules(),
            {.most = most, .thinned = std::max<std::size_t>(most / 2, 1), .seed = seed}),
      most_(most) {}

void KeptPool::hear(const referee::PlayerView& view, const Thinking& thinking) {
  const std::vector<belief::Observation>& observations = observations_.follow(view);
  for (; heard_ < observations.size(); ++heard_) {
    const bool grows = std::holds_alternative<belief::OpponentTurn>(observations[heard_]);
    if (thinking.deadline() && grows && updated_ > 0)
      pool_.keep(static_cast<std::size_t>(std::max(1.0, kForPool * thinking.left() * updated_ / spent_)));
    const double before = thinking.left();
    auto states = static_cast<double>(pool_.states().size());
    while (
        !pool_.hear(observations[heard_], states > kFewStates ? thinking.deadline_after(kMostForPool) : std::nullopt)) {
      pool_.keep(pool_.states().size() / 4);
      states = static_cast<double>(pool_.states().size());
    }
    if (thinking.deadline() && grows) {
      spent_ += before - thinking.left();
      updated_ += states;
    }
  }
}

void KeptPool::find_more(const referee::PlayerView& view, Thinking& thinking, Random& random) {
  if (pool_.is_exact()) return;
  belief::DepthFirst histories({view.start()}, view.side(), view.rules(), observations_.follow(view),
                               belief::random_order(random.next()));
  while (!thinking.is_over() && !histories.exhausted() && pool_.states().size() < most_) {
    const std::uint64_t before = histories.moves_tried();
    const auto board = histories.next({.moves = kSlice, .deadline = thinking.deadline()});
    thinking.charge(histories.moves_tried() - before + 1);
    if (board) pool_.add(*board);
  }
}

}  // namespace blindmate::players
