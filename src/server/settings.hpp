// The settings of a new game, read from JSON.
#pragma once

#include <boost/json/value.hpp>

#include "blindmate/base/expected.hpp"
#include "blindmate/server/records.hpp"

namespace blindmate::server {

// Of an opponent that is wanted by name, only the name is known. A game that has not begun unless its opponent is a
// bot; the guest sits where he wants to, or where chance puts him.
Expected<GameRecord> read_settings(const boost::json::value& json, GuestId guest, Milliseconds now);

// Of a game between two bots of the house.
Expected<GameRecord> read_exhibition(const boost::json::value& json, Milliseconds now);

}  // namespace blindmate::server
