// ManMap: where the opponent's men can be, as the share of a belief state's positions for each man and square.
#pragma once

#include <array>

#include "blindmate/belief/belief_state.hpp"

namespace blindmate::belief {

using ManMap = std::array<std::array<double, 64>, 6>;  // by man and square

ManMap man_map(const BeliefState& belief);

}  // namespace blindmate::belief
