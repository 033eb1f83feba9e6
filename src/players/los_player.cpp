// Timed LOS, last observation sampling (Parker, Nau & Subrahmanian 2005, sections 2 and 4.1): boards that fit the last
// observation are made and evaluated one at a time until the time is up.
#include "blindmate/belief/last_observation.hpp"
#include "blindmate/players/choose_move.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

constexpr int kAttempts = 200;  // for one board

class LosPlayer : public Player {
 public:
  LosPlayer(const PlayerOptions& options, engines::EnginePointer engine)
      : options_(options), engine_(std::move(engine)), random_(options.seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override {
    belief::LastObservation boards(view, random_.next());
    ChooseMove choice(view, *engine_, options_.effort);
    while (choice.boards() < options_.k) {
      const std::optional<chess::Position> board = boards.sample(kAttempts);
      if (!board || !choice.add(*board, thinking)) break;
    }
    valued_ = choice.valued();
    const std::optional<referee::Ask> best = choice.best();
    return best ? *best : random_try(view, random_);
  }

  std::vector<Valued> valued() const override { return valued_; }

 private:
  PlayerOptions options_;
  engines::EnginePointer engine_;
  Random random_;
  std::vector<Valued> valued_;
};

}  // namespace

std::unique_ptr<Player> make_los_player(const PlayerOptions& options, engines::EnginePointer engine) {
  return std::make_unique<LosPlayer>(options, std::move(engine));
}

}  // namespace blindmate::players
