// What solve_times.hpp reports of one set of problems: who is how fast, how many times faster than another, and curves.
#pragma once

#include "blindmate/lab/figures/costs.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/figures/solve_times.hpp"

namespace blindmate::lab {

// Of one algorithm and one set.
struct SolveTimes {
  std::string algorithm;
  Costs cpu_s{};
  Costs states{};
  std::size_t problems = 0;
  std::size_t solved = 0;
  std::size_t out_of_memory = 0;
};

// Appends tables and plots. The results are by algorithm.
void add_set(const SolveTimesFigure& figure, const ProblemSet& set, const std::vector<SolveTimes>& results,
             const search::Budget& budget, Report& report);

}  // namespace blindmate::lab
