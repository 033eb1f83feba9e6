// White's program of Russell & Wolfe 2005, section 3, as a player of either side. It knows its belief state exactly as
// long as that fits into its pool; then it has a part of it, to which a randomised depth-first search adds (footnote
// 5). A random try where nothing is left.
#include "blindmate/players/attacker.hpp"
#include "blindmate/players/choose_move.hpp"
#include "blindmate/players/kept_pool.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

constexpr double kForHistories = 0.5;  // of the time, once the belief state is not exact

class AttackerPlayer : public Player {
 public:
  explicit AttackerPlayer(const PlayerOptions& options)
      : most_(options.pool), attacker_(options.seed), random_(options.seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override {
    if (!pool_) pool_.emplace(view, most_, random_.next());
    pool_->hear(view, thinking);
    Thinking for_histories = thinking.part(kForHistories);
    pool_->find_more(view, for_histories, random_);
    if (pool_->states().size() == 0) return random_try(view, random_);
    return attacker_.choose(view, pool_->states(), thinking);
  }

  const belief::BeliefState* consistent() const override { return pool_ ? &pool_->states() : nullptr; }

 private:
  std::size_t most_;
  std::optional<KeptPool> pool_;
  Attacker attacker_;
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_attacker_player(const PlayerOptions& options, Equipment) {
  return std::make_unique<AttackerPlayer>(options);
}

}  // namespace blindmate::players
