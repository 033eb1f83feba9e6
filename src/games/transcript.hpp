// Whole games with all positions, for those who may see them: everybody when a game has ended, and those who watch bots
// play each other.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>

#include "blindmate/games/table.hpp"

namespace blindmate::games {

boost::json::object transcript_payload(const Table& ended, const std::optional<store::RatingChanges>& ratings);

// Of the whole game, or what one player has heard of it.
std::string pgn_of(const Table& ended, std::optional<chess::Side> side);

}  // namespace blindmate::games
