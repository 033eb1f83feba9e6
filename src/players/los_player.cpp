// Timed LOS, last observation sampling (Parker, Nau & Subrahmanian 2005, sections 2 and 4.1): boards that fit the last
// observation are made and evaluated one at a time until the time is up.
#include "blindmate/players/sampling_player.hpp"

namespace blindmate::players {
namespace {

class LosPlayer : public SamplingPlayer {
 public:
  using SamplingPlayer::SamplingPlayer;

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override {
    belief::LastObservation boards(view, random_.next());
    ChooseMove choice = begin(view);
    while (choice.boards() < options_.k) {
      const std::optional<chess::Position> board = sample(boards, thinking);
      if (!board || !choice.add(*board, thinking)) break;
    }
    return settle(choice, view);
  }
};

}  // namespace

std::unique_ptr<Player> make_los_player(const PlayerOptions& options, Equipment equipment) {
  return std::make_unique<LosPlayer>(options, std::move(equipment.engine));
}

}  // namespace blindmate::players
