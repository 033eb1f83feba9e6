// Random games for the tests of belief states.
#pragma once

#include "blindmate/base/random.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::belief {

// Asks something at random: an askable try, now and then the question, rarely nonsense.
inline void ask_at_random(referee::Game& game, Random& random) {
  const referee::PlayerView& view = game.view(game.position().turn());
  const chess::MoveList tries = view.askable_tries();
  if (view.may_ask_any() && random.below(6) == 0) {
    game.ask(referee::AnyAsked{});
  } else if (random.below(20) == 0) {
    game.ask(chess::Move(chess::square(0, 0), chess::square(1, 3)));
  } else {
    game.ask(tries[random.below(static_cast<unsigned>(tries.size()))]);
  }
}

}  // namespace blindmate::belief
