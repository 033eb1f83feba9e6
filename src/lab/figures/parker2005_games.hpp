// The games behind the figures of Parker, Nau & Subrahmanian 2005: who plays under which conditions. A game is a piece
// of work that depends on its number alone, so more games later go on with those that are in the journal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/matches/match.hpp"

namespace blindmate::lab {

// Two players, the same conditions for both.
struct Match {
  Contestant first;
  Contestant second;
  MatchOptions options;
};

// A player that evaluates so many boards for a try, at most, by the options' engine.
Contestant contestant(std::string_view player, std::optional<std::size_t> boards, const FigureOptions& options);

// The options' seconds for a try, or their nodes, or so many nodes.
MatchOptions match_options(const FigureOptions& options, std::uint64_t nodes);

// For a table: who evaluates, the pace, or else what `otherwise` says of it, and when a game is drawn.
std::string conditions(const FigureOptions& options, std::string_view otherwise = "");

// So many games of a match, with a journal of this name. No games when interrupted, or on
// another rank than the first.
Expected<void> play(const Match& match, std::string_view name, std::size_t count, const FigureOptions& options,
                    std::vector<PlayedGame>& games);

// A part of all games in percent, with its 95% interval.
std::string percent(int count, int games);

}  // namespace blindmate::lab
