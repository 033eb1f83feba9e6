// What the referee says, in sentences for people.
#pragma once

#include <string>

#include "blindmate/view/player_view.hpp"

namespace blindmate::referee {

std::string phrase(chess::Side by, const Heard& heard);
std::string phrase(const Outcome& outcome);

// Of what counts as announced before the first move; empty when that is nothing.
std::string start_phrase(chess::Side turn, const Heard& heard);

}  // namespace blindmate::referee
