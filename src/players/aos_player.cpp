// AOS, all observation sampling (Parker, Nau & Subrahmanian 2005, section 2): random histories are drawn, and those
// that fit all observations are evaluated, until the time is up. The paper has no timed version and expects it to fail
// once a game is some moves old; a random try is made then.
#include "blindmate/belief/random_history.hpp"
#include "blindmate/players/choose_move.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {
namespace {

class AosPlayer : public Player {
 public:
  AosPlayer(const PlayerOptions& options, engines::EnginePointer engine)
      : options_(options), engine_(std::move(engine)), random_(options.seed) {}

  referee::Ask choose(const referee::PlayerView& view, Thinking& thinking) override {
    belief::RandomHistory histories(view, random_.next());
    ChooseMove choice(view, *engine_, options_.effort);
    while (choice.boards() < options_.k && !thinking.is_over()) {
      const std::uint64_t before = histories.moves_made();
      const std::optional<chess::Position> board = histories.draw();
      thinking.charge(histories.moves_made() - before + 1);
      if (board && !choice.add(*board, thinking)) break;
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

std::unique_ptr<Player> make_aos_player(const PlayerOptions& options, engines::EnginePointer engine) {
  return std::make_unique<AosPlayer>(options, std::move(engine));
}

}  // namespace blindmate::players
