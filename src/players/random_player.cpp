// The random player: uniform over the askable tries, the opponent of Parker, Nau & Subrahmanian 2005, section 5.
// It never asks "Any?".
#include "blindmate/base/random.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  referee::Ask choose(const referee::PlayerView& view) override {
    const chess::MoveList tries = view.askable_tries();
    BLINDMATE_CHECK(!tries.empty(), "nothing to ask in {}", view.own_board().men());
    return tries[random_.below(static_cast<std::uint32_t>(tries.size()))];
  }

 private:
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(std::uint64_t seed) { return std::make_unique<RandomPlayer>(seed); }

}  // namespace blindmate::players
