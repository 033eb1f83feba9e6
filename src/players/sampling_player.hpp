// SamplingPlayer: what the samplers have in common. An engine that evaluates their boards, and the try that is best on
// the average, or a random one where there is no board.
#pragma once

#include "blindmate/belief/last_observation.hpp"
#include "blindmate/players/choose_move.hpp"
#include "blindmate/players/players.hpp"

namespace blindmate::players {

class SamplingPlayer : public Player {
 public:
  SamplingPlayer(const PlayerOptions& options, engines::EnginePointer engine)
      : options_(options), engine_(std::move(engine)), random_(options.seed) {}

  std::vector<Valued> valued() const override { return valued_; }

 protected:
  ChooseMove begin(const referee::PlayerView& view) { return {view, considered(view), *engine_, options_.effort}; }

  // The tries to choose from.
  virtual chess::MoveList considered(const referee::PlayerView& view) const { return view.askable_tries(); }

  referee::Ask settle(const ChooseMove& choice, const referee::PlayerView& view) {
    valued_ = choice.valued();
    const std::optional<referee::Ask> best = choice.best();
    return best ? *best : random_try(view, random_);
  }

  // A board that fits the last observation; nothing when none was found, or in time.
  static std::optional<chess::Position> sample(belief::LastObservation& boards, const Thinking& thinking) {
    constexpr int kAttempts = 200;
    for (int i = 0; i < kAttempts && !thinking.is_over(); ++i) {
      if (std::optional<chess::Position> board = boards.sample(1)) return board;
    }
    return std::nullopt;
  }

  PlayerOptions options_;
  engines::EnginePointer engine_;
  Random random_;

 private:
  std::vector<Valued> valued_;
};

}  // namespace blindmate::players
