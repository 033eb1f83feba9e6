// A belief state in the middle of a random game, of a wanted size, with the opponent to move and a turn of his to hear.
#pragma once

#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::bench {

struct MidGame {
  belief::BeliefState belief;
  belief::Observation turn;  // of the opponent, without a capture and without check
};

// Random play for some plies, in which a random part of the states is kept; then all states until there are enough.
inline MidGame mid_game(std::size_t states, std::uint64_t seed, int threads) {
  constexpr int kPlies = 24;
  constexpr std::size_t kKept = 2000;
  Random random(seed);
  for (;;) {
    referee::Game game(referee::kBerkeley);
    belief::BeliefState belief(game.start(), chess::Side::white, game.rules());
    std::size_t heard = 0;
    while (!game.outcome() && belief.size() > 0) {
      const chess::MoveList tries = game.view(game.position().turn()).askable_tries();
      game.ask(tries[random.below(static_cast<unsigned>(tries.size()))]);
      const std::vector<belief::Observation> all = belief::observations(game.view(chess::Side::white));
      for (; heard < all.size(); ++heard) {
        const auto* turn = std::get_if<belief::OpponentTurn>(&all[heard]);
        if (turn != nullptr && !turn->moved) break;
        if (turn != nullptr && belief.size() >= states) {
          if (*turn->moved != referee::Heard{}) break;  // another game
          belief.thin(states, random);
          return {belief, all[heard]};
        }
        belief.hear(all[heard], {.threads = threads});
        if (game.plies() < kPlies) belief.thin(kKept, random);
      }
      if (heard < all.size() && belief.size() >= states && belief::move_heard(all[heard]) != nullptr) break;
    }
  }
}

}  // namespace blindmate::bench
