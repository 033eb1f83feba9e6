// The figures and tables of the papers that can be made again, and figures of our own. A figure is a file with one
// function and a row here.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/engines/engines.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/problems/database.hpp"

namespace blindmate::lab {

struct FigureOptions {
  std::string folder = "results";            // for tables and plots
  std::string problems = database_folder();  // the database
  std::vector<Kind> kinds{};                 // which of its files, where not the figure's own:
  std::vector<int> plies{};                  // all of these kinds and plies
  std::optional<std::size_t> sample{};       // so many problems of each file only
  std::vector<std::string> algorithms{};     // where not the figure's own
  std::optional<std::size_t> runs{};         // of each experiment in vacuum worlds, games of each match
  std::string name{};                        // of a second set of files, behind the figure's
  // Of players: who evaluates their boards, how many of them for a try, and seconds for a try instead of nodes.
  std::string engine{engines::kBuiltIn};
  std::optional<std::size_t> boards{};
  std::optional<double> move_time_s{};
  std::string pairing{};  // "hs-los": this match of the figure only
  std::uint64_t seed = 1;
  search::Budget budget{};  // for each run
  int threads = 1;
  bool quiet = false;
};

// An algorithm's answer that is not the database's.
struct Contradiction : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Figure {
  std::string_view name;
  std::string_view summary;
  std::string_view options;  // of the command, those that not all figures understand
  // Prints the table, ours beside the paper's, and writes the files.
  Expected<void> (*reproduce)(const FigureOptions& options);

  bool understands(std::string_view option) const {
    const std::vector<std::string_view> words = split(options, ' ');
    return std::find(words.begin(), words.end(), option) != words.end();
  }
};

Expected<void> parker2005_figure2(const FigureOptions& options);
Expected<void> parker2005_figure3(const FigureOptions& options);
Expected<void> parker2005_figure4(const FigureOptions& options);
Expected<void> parker2005_analyses(const FigureOptions& options);
Expected<void> parker2005_boards(const FigureOptions& options);
Expected<void> russell2005_figure4(const FigureOptions& options);
Expected<void> russell2005_figure9(const FigureOptions& options);
Expected<void> russell2005_section6(const FigureOptions& options);
Expected<void> wolfe2007_cache(const FigureOptions& options);
Expected<void> wolfe2007_figure7(const FigureOptions& options);
Expected<void> wolfe2007_figure8(const FigureOptions& options);
Expected<void> closure_figure(const FigureOptions& options);
Expected<void> belief_sizes(const FigureOptions& options);
Expected<void> refusal_information(const FigureOptions& options);
Expected<void> white_advantage(const FigureOptions& options);
Expected<void> mates_found_and_missed(const FigureOptions& options);

// clang-format off
inline constexpr std::string_view kGamesOptions = "--runs --states-limit";
inline constexpr std::string_view kPlayersOptions = "--runs --states-limit --engine --boards --move-time";
inline constexpr std::string_view kMatchOptions = "--runs --states-limit --engine --boards --move-time --pairing";
inline constexpr std::string_view kSolveTimesOptions = "--problems --sets --ply --sample --algorithms --time-limit --states-limit --memory-limit";

inline constexpr std::array kFigures = {
    Figure{"parker2005-figure2", "the samplers against a random player: results, material by move", kMatchOptions, parker2005_figure2},
    Figure{"parker2005-figure3", "the samplers against each other: results, material by move", kMatchOptions, parker2005_figure3},
    Figure{"parker2005-figure4", "HS: the share of its boards that fit only the last observation, by move", kPlayersOptions, parker2005_figure4},
    Figure{"parker2005-analyses", "how many last-observation boards and random histories fit all, by move", "--runs", parker2005_analyses},
    Figure{"parker2005-boards", "HS with more boards a try against HS with ten: its score", kPlayersOptions, parker2005_boards},
    Figure{"russell2005-figure4", "tree algorithms on 3- and 5-ply problems: share solved by time", kSolveTimesOptions, russell2005_figure4},
    Figure{"russell2005-figure9", "estimation before the search and interleaved with it, 3-ply problems", "--problems --sample --time-limit --states-limit --memory-limit", russell2005_figure9},
    Figure{"russell2005-section6", "the cost model of disproofs and of memory, compared with measurements", "--problems --sample --time-limit --states-limit --memory-limit", russell2005_section6},
    Figure{"wolfe2007-figure7", "six algorithms in vacuum worlds of growing size: time and states", "--runs --algorithms --time-limit --states-limit --memory-limit", wolfe2007_figure7},
    Figure{"wolfe2007-figure8", "graph algorithms on 7-ply mates: share solved by time", kSolveTimesOptions, wolfe2007_figure8},
    Figure{"wolfe2007-cache", "what the cache of graph search finds, costs and gains", "--problems --sample --runs --time-limit --states-limit --memory-limit", wolfe2007_cache},
    Figure{"closure", "turn closure beside the algorithms of the papers, and without its parts", kSolveTimesOptions, closure_figure},
    Figure{"belief-sizes", "sizes of belief states by move, and the information in announcements, by rule set", "--runs", belief_sizes},
    Figure{"refusal-information", "the information in refused tries, and how many players make, by rule set", kGamesOptions, refusal_information},
    Figure{"white-advantage", "White's score among equal players, by rule set", kGamesOptions, white_advantage},
    Figure{"mates-found-and-missed", "guaranteed mates in games with few men: which are carried out, by player", kGamesOptions, mates_found_and_missed},
};
// clang-format on

}  // namespace blindmate::lab
