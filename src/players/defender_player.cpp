// Black's program of Russell & Wolfe 2005, section 3, as a player of either side: a few positions of its belief state
// only; what is a capture or a check in most of them is tried first.
#include "blindmate/belief/pool.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

constexpr std::size_t kMostStates = 60;
constexpr std::size_t kThinnedStates = 30;

class DefenderPlayer : public Player {
 public:
  explicit DefenderPlayer(std::uint64_t seed) : seed_(seed), random_(seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking&) override {
    hear(view);
    const belief::BeliefState& states = pool_->states();
    std::optional<chess::Move> best;
    std::uint32_t best_rank = 0;
    for (const chess::Move tried : view.askable_tries()) {
      std::uint32_t legal = 0;
      std::uint32_t sharp = 0;
      for (std::size_t i = 0; i < states.size(); ++i) {
        const chess::Position position = states.position(i);
        if (!position.is_legal(tried)) continue;
        ++legal;
        if (position.captured_by(tried) != chess::kNoSquare || position.after(tried).checkers() != 0) ++sharp;
      }
      // Sharp ones by how likely they are, then legal ones, then all others; by chance among equals.
      const std::uint32_t rank = (sharp > 0 ? 2 + sharp : legal > 0 ? 1 : 0) * 1024 + random_.below(1024);
      if (!best || rank > best_rank) {
        best = tried;
        best_rank = rank;
      }
    }
    return *best;
  }

  const belief::BeliefState* consistent() const override { return pool_ ? &pool_->states() : nullptr; }

 private:
  void hear(const referee::PlayerView& view) {
    if (!pool_)
      pool_.emplace(view.start(), view.side(), view.rules(),
                    belief::PoolOptions{.most = kMostStates, .thinned = kThinnedStates, .seed = seed_});
    const std::vector<belief::Observation>& observations = observations_.follow(view);
    for (; heard_ < observations.size(); ++heard_) pool_->hear(observations[heard_]);
  }

  std::uint64_t seed_;
  std::optional<belief::Pool> pool_;
  belief::Observations observations_;
  std::size_t heard_ = 0;  // of them, by the pool
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_defender_player(const PlayerOptions& options, Equipment) {
  return std::make_unique<DefenderPlayer>(options.seed);
}

}  // namespace blindmate::players
