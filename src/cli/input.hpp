// Files that several commands read: problem lines and games.
#pragma once

#include <string>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/referee/problem.hpp"

namespace blindmate::cli {

Expected<std::string> read_file(const std::string& file);

struct Line {
  std::string place;  // "problems.jsonl:7"
  std::string text;
};

// With the column of an error inside a line, where it is known.
std::string at(const std::string& place, const Error& error);

// Those that are not blank. Errors have the file's name in their reason, here and below.
Expected<std::vector<Line>> read_lines(const std::string& file);

struct ProblemLine {
  std::string place;
  referee::Problem problem;
};
Expected<std::vector<ProblemLine>> read_problem_lines(const std::string& file);

// The error has line and column, not the file's name.
Expected<std::vector<referee::PgnGame>> read_games_file(const std::string& file);

// The view of a side ("white", "black", or empty for the one that a game is filtered for).
Expected<referee::PlayerView> view_of(const referee::PgnGame& game, const std::string& side);

}  // namespace blindmate::cli
