// Where the opponent's men can be: the share of a belief state's positions for each man and square.
#pragma once

#include <boost/json/object.hpp>

#include "blindmate/belief/belief_state.hpp"

namespace blindmate::cli {

boost::json::object map_to_json(const belief::BeliefState& belief);

// Percentages on a board for each man.
void print_map(const belief::BeliefState& belief);

}  // namespace blindmate::cli
