// Which part of a set of problems each algorithm solves within a time: figure 4 of Russell & Wolfe 2005 and figure 8 of
// Wolfe & Russell 2007 are of this kind. Times are of the thread's processor; runs that reach a limit count as unsolved
// at the time limit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/database.hpp"
#include "blindmate/lab/figures.hpp"

namespace blindmate::lab {

struct ProblemSet {
  std::string_view title;
  Kind kind;
  int ply;
  std::vector<std::string_view> paper_order;  // algorithms, the most efficient first
};

// The least value that so large a part of the values does not exceed.
double quantile(std::vector<double> values, double part);

// Of one algorithm and one set, by problem.
struct SolveTimes {
  std::string_view algorithm;
  std::vector<double> cpu_s;   // infinite for the unsolved
  std::vector<double> states;  // likewise
  std::size_t out_of_memory = 0;

  // The time after which so large a part of the problems is solved, or infinity.
  double quantile(double part) const { return lab::quantile(cpu_s, part); }
};

struct SolveTimesFigure {
  std::string_view name;
  std::string_view title;
  std::vector<ProblemSet> sets;
  std::vector<std::string_view> algorithms;                                    // or contenders (search/without.hpp)
  search::Budget budget;                                                       // unless the options have another
  std::string (*remarks)(const std::vector<SolveTimes>& first_set) = nullptr;  // below the table
};

std::optional<std::string> reproduce(const SolveTimesFigure& figure, const FigureOptions& options);

}  // namespace blindmate::lab
