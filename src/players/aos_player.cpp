// AOS, all observation sampling (Parker, Nau & Subrahmanian 2005, section 2): random histories are drawn, and those
// that fit all observations are evaluated, until the time is up. The paper has no timed version and expects it to fail
// once a game is some moves old; a random try is made then.
#include "blindmate/belief/random_history.hpp"
#include "blindmate/players/sampling_player.hpp"

namespace blindmate::players {
namespace {

class AosPlayer : public SamplingPlayer {
 public:
  using SamplingPlayer::SamplingPlayer;

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override {
    belief::RandomHistory histories(view, observations_.follow(view), random_.next());
    ChooseMove choice = begin(view);
    while (choice.boards() < options_.k && !thinking.is_over()) {
      const std::uint64_t before = histories.moves_made();
      const std::optional<chess::Position> board = histories.draw();
      thinking.charge(histories.moves_made() - before + 1);
      if (board && !choice.add(*board, thinking)) break;
    }
    return settle(choice, view);
  }

 private:
  belief::Observations observations_;
};

}  // namespace

std::unique_ptr<Player> make_aos_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<AosPlayer>(options, std::move(equipment.engine));
}

}  // namespace blindmate::players
