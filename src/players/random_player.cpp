// The random player: uniform over the askable tries, the opponent of Parker, Nau & Subrahmanian 2005, section 5.
// It never asks "Any?".
#include "blindmate/players/choose_move.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

class RandomPlayer : public Player {
 public:
  explicit RandomPlayer(std::uint64_t seed) : random_(seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking&) override { return random_try(view, random_); }

 private:
  Random random_;
};

}  // namespace

std::unique_ptr<Player> make_random_player(const PlayerOptions& options, Equipment) {
  return std::make_unique<RandomPlayer>(options.seed);
}

}  // namespace blindmate::players
