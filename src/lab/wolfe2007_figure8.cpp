// Figure 8 of Wolfe & Russell 2007: the four graph algorithms on 7-ply mates; beside them the best tree algorithm of
// 2005 and our default.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "blindmate/lab/solve_times.hpp"

namespace blindmate::lab {
namespace {

std::string speedup(const std::vector<SolveTimes>& results) {
  const auto find = [&](std::string_view algorithm) -> const SolveTimes& {
    return *std::find_if(results.begin(), results.end(), [&](const SolveTimes& r) { return r.algorithm == algorithm; });
  };
  std::string text =
      "The paper, within 10^4 s and 400 MB on a computer of its time: dbu-subset and dbu-equal solve all 500, "
      "dfs-equal "
      "misses about 20% for time, dfs-subset about 10% for memory.\n\nHow many times longer DFS= (dfs-equal) takes "
      "than DBU-subset:\n\n";
  for (const auto& [part, paper] : {std::pair(0.5, 10), std::pair(0.8, 50)}) {
    const double slow = find("dfs-equal").quantile(part);
    const double fast = find("dbu-subset").quantile(part);
    text += fmt::format("- to solve {:.0f}%: {}; the paper says about {} over the best algorithm before\n", 100 * part,
                        std::isinf(slow) || std::isinf(fast) ? "not known, limit" : fmt::format("{:.1f}", slow / fast),
                        paper);
  }
  return text;
}

}  // namespace

std::optional<std::string> wolfe2007_figure8(const FigureOptions& options) {
  return reproduce(
      {.name = "wolfe2007-figure8",
       .title = "Wolfe & Russell 2007, figure 8: 7-ply mates",
       .sets = {{"mates within 7 ply", Kind::mate, 7, {"dbu-subset", "dbu-equal", "dfs-subset", "dfs-equal"}}},
       .algorithms = {"dfs-equal", "dfs-subset", "dbu-equal", "dbu-subset", "gl-dbu", "gl-dbu-subset"},
       .budget = {.bytes = std::uint64_t{400} << 20, .cpu_s = 30},
       .remarks = speedup},
      options);
}

}  // namespace blindmate::lab
