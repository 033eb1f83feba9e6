// Plans of checkmate: as JSON (docs/formats.md), and as a tree for people.
#pragma once

#include <boost/json/value.hpp>
#include <string>

#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/referee/own_board.hpp"
#include "blindmate/search/policy.hpp"

namespace blindmate::kriegspiel {

using Plan = search::Plan<Checkmate>;

boost::json::value to_json(const Plan& plan);

// With the attacker's men at the beginning, in SAN; lines end with a line feed.
std::string tree(const Plan& plan, const referee::OwnBoard& own);

}  // namespace blindmate::kriegspiel
