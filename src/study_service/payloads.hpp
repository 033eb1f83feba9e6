// What reviews, studies and puzzles send of a belief state, as JSON (docs/server.md).
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <vector>

#include "blindmate/belief/man_map.hpp"
#include "blindmate/chess/position.hpp"

namespace blindmate::study_service {

// Where the men of a side can be.
boost::json::object men_payload(const belief::ManMap& map, chess::Side side);

// The first of them.
boost::json::array fens_payload(const std::vector<chess::Position>& positions, std::size_t most);

}  // namespace blindmate::study_service
