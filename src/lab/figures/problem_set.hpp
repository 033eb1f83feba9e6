// The problems of one file of the database that a figure is made from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/problems/database.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::lab {

// As many as the options allow, each with its ply and its verdict. The error says what is wrong with the file.
Expected<std::vector<referee::Problem>> read_problem_set(Kind kind, int ply, const FigureOptions& options);

// Throws a Contradiction where a verdict ("mate", "no-mate", "unknown") is not the database's.
void compare_with_database(const referee::Problem& problem, std::string_view algorithm, std::string_view verdict);

}  // namespace blindmate::lab
