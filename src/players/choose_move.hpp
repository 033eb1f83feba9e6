// ChooseMove: the try whose value is highest on the average over a sample of boards (Parker, Nau & Subrahmanian 2005,
// figure 1 and section 4). A board in which a try is illegal is left out of that try's average; the weights are
// uniform.
#pragma once

#include <algorithm>
#include <optional>

#include "blindmate/base/random.hpp"
#include "blindmate/engines/engines.hpp"
#include "blindmate/players/player.hpp"

namespace blindmate::players {

class ChooseMove {
 public:
  // Among some askable tries.
  ChooseMove(const referee::PlayerView& view, const chess::MoveList& tries, engines::Engine& engine,
             const engines::Effort& effort);

  // False when there was not time for all of the board's moves; nothing of it counts then.
  bool add(const chess::Position& board, Thinking& thinking);

  std::size_t boards() const { return boards_; }

  // More boards will hardly change which try is best.
  bool is_clear() const;

  // The best first; tries that are legal on no board are not there.
  std::vector<Valued> valued() const;

  // The question "Any?" where the best try is a pawn capture that may be refused. Nothing when no try is legal on any
  // board.
  std::optional<referee::Ask> best() const;

 private:
  struct Sum {
    double value = 0;
    double squares = 0;  // of values
    int boards = 0;

    double mean() const { return value / boards; }
    double variance_of_mean() const { return std::max(squares / boards - mean() * mean(), 1.0) / boards; }
  };

  const referee::PlayerView& view_;
  engines::Engine& engine_;
  engines::Effort effort_;
  chess::MoveList tries_;
  std::vector<Sum> sums_;  // by try
  std::size_t boards_ = 0;
};

// Any askable try, each as likely as the others.
chess::Move random_try(const referee::PlayerView& view, Random& random);

}  // namespace blindmate::players
