// Watched games: games of the learned net against itself under each rule set, and what each side could know while its
// exact belief state is small enough to be followed. Several figures are made from the same games.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/figures.hpp"

namespace blindmate::lab {

// At this temperature openings differ from game to game.
inline constexpr std::string_view kWatchedPlayer = "policy:temperature=1";
inline constexpr std::uint64_t kWatchedStates = 100'000;  // a larger belief state is not followed any more
inline constexpr std::uint64_t kMeasuredStates = 10'000;  // in a larger one, what is heard is not measured

// Of each rule set.
std::size_t watched_games_each(const FigureOptions& options);

// {"plies", "refused": of both sides, "sides": what each of them knew}; a side has the number of its "turns"; "sizes",
// those of its belief state at the beginning of these, of fewer when one was too large; and "told", [move, by, what,
// bits] for each thing of information.hpp. All games of a rule set, then those of the next, in the order of kRuleSets;
// as many of each. What went wrong, or nothing; no games when interrupted, or on another rank than the first.
std::optional<std::string> watch_games(const FigureOptions& options, std::vector<boost::json::object>& games);

}  // namespace blindmate::lab
