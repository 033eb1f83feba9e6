// Plans of checkmate: as JSON (docs/formats.md), and as a tree for people.
#pragma once

#include <boost/json/value.hpp>
#include <functional>
#include <string>

#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/search/policy.hpp"
#include "blindmate/view/own_board.hpp"

namespace blindmate::kriegspiel {

using Plan = search::Plan<Checkmate>;

boost::json::value to_json(const Plan& plan);

// With the attacker's men at the beginning, in SAN; lines end with a line feed. A note may follow each try.
using Note = std::function<std::string(const Plan&, const referee::OwnBoard&)>;
std::string tree(const Plan& plan, const referee::OwnBoard& own, const Note& note = {});

}  // namespace blindmate::kriegspiel
