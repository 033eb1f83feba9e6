// What a player of a game could have known at some moment, as a problem.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "blindmate/base/expected.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::study {

// The view of a side in its own turn, after so many moves of both sides, and so many refused tries and questions of the
// turn. The error says why there is none.
Expected<referee::PlayerView> view_at(const referee::Game& game, chess::Side side, int ply, int asked);

// In the turn in which the view ends. The error: it is not the player's, he contradicts himself, or more positions are
// possible, or there is no more time.
Expected<referee::Problem> problem_of(const referee::PlayerView& view, std::uint64_t most_states,
                                      std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt);

}  // namespace blindmate::study
