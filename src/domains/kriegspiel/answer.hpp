// An answer of the solver as a JSON line (docs/formats.md).
#pragma once

#include <boost/json/object.hpp>
#include <string_view>

#include "blindmate/kriegspiel/solver.hpp"

namespace blindmate::kriegspiel {

// To the problem with this id, within so many ply.
boost::json::object to_json(const Solution& solution, std::string_view id, int ply, const SolveOptions& options);

boost::json::object to_json(const search::CacheCounts& counts);

}  // namespace blindmate::kriegspiel
