// Figure 4 of Russell & Wolfe 2005: the algorithms of sections 5 and 6 on 5-ply problems, mates and near misses apart.
#include "blindmate/lab/solve_times.hpp"

namespace blindmate::lab {

std::optional<std::string> russell2005_figure4(const FigureOptions& options) {
  return reproduce(
      {.name = "russell2005-figure4",
       .title = "Russell & Wolfe 2005, figure 4: 5-ply problems",
       .sets = {{"mates within 5 ply",
                 Kind::mate,
                 5,
                 {"ipns", "gl-dbu", "l-dbu", "l-dub", "le-dfs", "e-pns", "gx-dfs", "pns", "gl-dfs", "l-dfs", "dfs"}},
                {"near misses of 5 ply",
                 Kind::near_miss,
                 5,
                 {"gl-dbu", "l-dbu", "l-dub", "ipns", "e-pns", "le-dfs", "gx-dfs", "pns", "gl-dfs", "l-dfs", "dfs"}}},
       .algorithms = {"dfs", "l-dfs", "gl-dfs", "pns", "gx-dfs", "e-pns", "le-dfs", "l-dub", "l-dbu", "gl-dbu", "ipns"},
       .budget = {.bytes = std::uint64_t{2} << 30, .cpu_s = 10}},
      options);
}

}  // namespace blindmate::lab
