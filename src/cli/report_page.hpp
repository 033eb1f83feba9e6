// The report on a problem as a page for a browser, without anything from elsewhere: the board with where the defender
// can be, the summary, and the variations, which can be folded.
#pragma once

#include <string>
#include <string_view>

#include "blindmate/view/problem.hpp"

namespace blindmate::cli {

std::string report_page(const referee::Problem& problem, std::string_view summary, std::string_view variations);

}  // namespace blindmate::cli
