// Watched games: games of the learned net against itself under each rule set, and what each side could know while its
// exact belief state is small enough to be followed. Several figures are made from the same games.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/figures/figures.hpp"

namespace blindmate::lab {

inline constexpr std::string_view kWatchedPlayer = "policy";
inline constexpr std::uint64_t kWatchedStates = 100'000;  // a larger belief state is not followed any more
inline constexpr std::uint64_t kMeasuredStates = 10'000;  // in a larger one, what is heard is not measured

// Where games begin: with all men, and two random moves of each side, since the net knows but one opening under some
// rule sets; or with few, for what is not seen in openings.
inline constexpr std::array<std::string_view, 2> kWatchedStarts = {"all men", "few men"};

std::size_t watched_games_each(const FigureOptions& options);  // of each rule set
inline std::size_t watched_start(std::size_t game) { return game % 2; }

// {"plies", "refused": of both sides, "sides": what each of them knew}; a side has the number of its "turns"; "sizes",
// those of its belief state at the beginning of these, of fewer when one was too large; and "told", [move, by, what,
// bits] for each thing of information.hpp. All games of a rule set, then those of the next, in the order of kRuleSets.
// No games when interrupted, or on another rank than the first.
Expected<void> watch_games(const FigureOptions& options, std::vector<boost::json::object>& games);

}  // namespace blindmate::lab
