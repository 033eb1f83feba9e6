// JSON of the referee's words, as docs/formats.md fixes it.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

#include "blindmate/base/expected.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::referee {

boost::json::value to_json(const Heard& heard);
boost::json::object to_json(const PlayerView& view);      // all a player may be sent
boost::json::object now_to_json(const PlayerView& view);  // the same without the log

// The outcome's two fields; null while the game goes on, and where nobody wins.
boost::json::value end_to_json(const std::optional<Outcome>& outcome);
boost::json::value winner_to_json(const std::optional<Outcome>& outcome);

// HEARD as written by to_json; fields at their default may be left out, unknown ones are an error.
Expected<Heard> heard_from_json(const boost::json::value& json);

// One JSON value, nested so deep at most; the error has line and column.
Expected<boost::json::value> read_json(std::string_view text, std::size_t most_levels = 32);

}  // namespace blindmate::referee
