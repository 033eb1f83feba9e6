// The games that a figure is made from: pieces of work whose results are JSON objects, remembered in the figure's
// folder.
#pragma once

#include <boost/json/object.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/lab/figures/figures.hpp"

namespace blindmate::lab {

struct FigureGames {
  std::string name;                  // of the journal
  boost::json::object depends_on{};  // what the games depend on beyond the options and their number
  std::size_t count = 0;
  std::function<boost::json::object(std::size_t game)> play;
};

// No games when interrupted, or on another rank than the first.
Expected<void> play_all(const FigureGames& figure_games, const FigureOptions& options,
                        std::vector<boost::json::object>& games);

}  // namespace blindmate::lab
