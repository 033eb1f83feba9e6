// The figures and tables of the papers that can be made again. A figure is a file with one function and a row here.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "blindmate/lab/experiment.hpp"

namespace blindmate::lab {

struct FigureOptions {
  std::string folder = "results";  // for the table as CSV and for the plot
  std::optional<std::size_t> runs{};
  std::uint64_t seed = 1;
  RunLimits limits{};
  int threads = 1;
  bool quiet = false;
};

struct Figure {
  std::string_view name;
  std::string_view summary;
  // Prints the table, ours beside the paper's, and writes the files; what went wrong, or nothing.
  std::optional<std::string> (*reproduce)(const FigureOptions& options);
};

std::optional<std::string> wolfe2007_figure7(const FigureOptions& options);

inline constexpr std::array kFigures = {
    Figure{"wolfe2007-figure7", "six algorithms in vacuum worlds of growing size: time and states", wolfe2007_figure7},
};

}  // namespace blindmate::lab
