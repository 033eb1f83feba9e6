// What several commands read: games, and tries.
#pragma once

#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/referee/pgn.hpp"

namespace blindmate::cli {

// The error has line and column, not the file's name.
Expected<std::vector<referee::PgnGame>> read_games_file(const std::string& file);

// The view of a side ("white", "black", or empty for the one that a game is filtered for).
Expected<referee::PlayerView> view_of(const referee::PgnGame& game, const std::string& side);

// A move in coordinates, or "any".
std::optional<referee::Ask> parse_ask(std::string_view text);

}  // namespace blindmate::cli
