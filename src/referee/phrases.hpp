// What the referee says, in sentences for people.
#pragma once

#include <string>

#include "blindmate/referee/player_view.hpp"

namespace blindmate::referee {

std::string phrase(chess::Side by, const Heard& heard);
std::string phrase(const Outcome& outcome);

}  // namespace blindmate::referee
