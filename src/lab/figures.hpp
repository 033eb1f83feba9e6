// The figures and tables of the papers that can be made again, and figures of our own. A figure is a file with one
// function and a row here.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "blindmate/lab/experiment.hpp"

namespace blindmate::lab {

struct FigureOptions {
  std::string folder = "results";          // for tables and plots
  std::string problems = "data/problems";  // the database
  std::optional<std::size_t> sample{};     // so many problems of each file only
  std::optional<std::size_t> runs{};       // of each experiment in vacuum worlds, games of each match
  std::uint64_t seed = 1;
  search::Budget budget{};  // for each run
  int threads = 1;
  bool quiet = false;
};

struct Figure {
  std::string_view name;
  std::string_view summary;
  // Prints the table, ours beside the paper's, and writes the files; what went wrong, or nothing.
  std::optional<std::string> (*reproduce)(const FigureOptions& options);
};

std::optional<std::string> parker2005_figure2(const FigureOptions& options);
std::optional<std::string> parker2005_figure3(const FigureOptions& options);
std::optional<std::string> parker2005_figure4(const FigureOptions& options);
std::optional<std::string> parker2005_analyses(const FigureOptions& options);
std::optional<std::string> russell2005_figure4(const FigureOptions& options);
std::optional<std::string> russell2005_figure9(const FigureOptions& options);
std::optional<std::string> wolfe2007_figure7(const FigureOptions& options);
std::optional<std::string> wolfe2007_figure8(const FigureOptions& options);
std::optional<std::string> belief_sizes(const FigureOptions& options);
std::optional<std::string> refusal_information(const FigureOptions& options);
std::optional<std::string> white_advantage(const FigureOptions& options);
std::optional<std::string> mates_found_and_missed(const FigureOptions& options);

inline constexpr std::array kFigures = {
    Figure{"parker2005-figure2", "the samplers against a random player: results, material by move", parker2005_figure2},
    Figure{"parker2005-figure3", "the samplers against each other: results, material by move", parker2005_figure3},
    Figure{"parker2005-figure4", "HS: the part of its boards that fit the last observation only, by move",
           parker2005_figure4},
    Figure{"parker2005-analyses", "how many last-observation boards and random histories fit all, by move",
           parker2005_analyses},
    Figure{"russell2005-figure4", "tree algorithms on 5-ply problems: how many are solved by when",
           russell2005_figure4},
    Figure{"russell2005-figure9", "estimation before the search and together with it, 3-ply problems",
           russell2005_figure9},
    Figure{"wolfe2007-figure7", "six algorithms in vacuum worlds of growing size: time and states", wolfe2007_figure7},
    Figure{"wolfe2007-figure8", "graph algorithms on 7-ply mates: how many are solved by when", wolfe2007_figure8},
    Figure{"belief-sizes", "how large belief states are by move, and what announcements tell, by rule set",
           belief_sizes},
    Figure{"refusal-information", "what a refused try tells, and how many of them players make, by rule set",
           refusal_information},
    Figure{"white-advantage", "White's score among equal players, by rule set", white_advantage},
    Figure{"mates-found-and-missed", "guaranteed mates in games with few men: which are carried out, by player",
           mates_found_and_missed},
};

}  // namespace blindmate::lab
