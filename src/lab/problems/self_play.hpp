// Self-play that leads to checkmate problems (Russell & Wolfe 2005, section 3): White knows all that can be known and
// plays to keep it small (players::Attacker); Black is much weaker (the player "defender").
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/belief/belief_state.hpp"
#include "blindmate/referee/game.hpp"

namespace blindmate::lab {

// A try of White that the referee will refuse and that says most about the position, as a hint (footnote 6); nothing
// when none of them excludes enough.
std::optional<chess::Move> hint(const referee::Game& game, const belief::BeliefState& belief);

struct SelfPlayOptions {
  const referee::RuleSet* rules = nullptr;
  std::size_t most_states = 10000;  // a game in which White must think more positions possible is dropped
  std::size_t hints_above = 30;     // positions
  bool few_men = false;             // a game begins from few_men_start()
};

// White with two or three men beside the king, Black with one or two, on squares drawn at random; both know them. A
// mate is as far away as in a long game, and a search for it has fewer moves to look at.
chess::Position few_men_start(Random& random);

// White at the beginning of a turn, with his belief state and its sizes after each observation.
struct WhiteTurn {
  const referee::PlayerView& view;
  const belief::BeliefState& belief;
  const std::vector<std::size_t>& sizes;
};

// Plays a game; false when it was dropped. `look` is called at each turn of White, after the hints.
bool self_play(const SelfPlayOptions& options, std::uint64_t seed, const std::function<void(const WhiteTurn&)>& look);

}  // namespace blindmate::lab
