// Plans for vacuum worlds: as JSON (docs/formats.md), and as a tree for people.
#pragma once

#include <boost/json/value.hpp>
#include <string>

#include "blindmate/search/policy.hpp"
#include "blindmate/vacuum/vacuum.hpp"

namespace blindmate::cli {

using VacuumPlan = search::Plan<vacuum::Vacuum>;

// "column,row", from 1,1 in the upper left.
std::string square_text(int square, int width);

boost::json::value to_json(const VacuumPlan& plan, int width);

// Lines end with a line feed. A blind robot is told nothing of dirt.
std::string tree(const VacuumPlan& plan, int width, bool blind);

}  // namespace blindmate::cli
