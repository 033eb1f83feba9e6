// Which part of a set of problems each algorithm solves within a time: figure 4 of Russell & Wolfe 2005 and figure 8 of
// Wolfe & Russell 2007 are of this kind. Times are of the thread's processor; runs that reach a limit count as
// unsolved.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/lab/figures/figures.hpp"

namespace blindmate::lab {

// A file of the database.
struct ProblemSet {
  Kind kind;
  int ply;
  std::vector<std::string_view> paper_order{};  // algorithms, the most efficient first

  std::string title() const;
};

// How many times more one algorithm needs than another, and what the paper says about it.
struct Comparison {
  std::string_view more;
  std::string_view less;
  std::string_view paper;
};

struct SolveTimesFigure {
  std::string_view name;
  std::string_view title;
  std::vector<ProblemSet> sets;
  std::vector<std::string_view> algorithms;  // or contenders (search/without.hpp)
  std::vector<Comparison> comparisons;
  search::Budget budget;          // unless the options have another
  std::string_view remarks = "";  // below the tables
};

Expected<void> reproduce(const SolveTimesFigure& figure, const FigureOptions& options);

}  // namespace blindmate::lab
