// The settings of a new game, read from JSON.
#pragma once

#include <boost/json/value.hpp>

#include "blindmate/base/expected.hpp"
#include "blindmate/store/records.hpp"

namespace blindmate::server {

// Of the clock that can be asked for.
inline constexpr int kMostMinutes = 180;
inline constexpr int kMostIncrement = 60;  // seconds

// Of an opponent that is wanted by name, only the name is known. A game that has not begun unless its opponent is a
// bot; the guest sits where he wants to, or where chance puts him.
Expected<store::GameRecord> read_settings(const boost::json::value& json, store::GuestId guest,
                                          store::Milliseconds now);

// Of a game between two bots of the house.
Expected<store::GameRecord> read_exhibition(const boost::json::value& json, store::Milliseconds now);

}  // namespace blindmate::server
