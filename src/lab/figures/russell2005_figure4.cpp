// Figure 4 of Russell & Wolfe 2005: the algorithms of sections 5 and 6 on 5-ply problems, mates and near misses apart;
// and on those of 3 ply, of which the paper says that they look alike. L-PNS is in the text only.
#include "blindmate/lab/figures/solve_times.hpp"

namespace blindmate::lab {

Expected<void> russell2005_figure4(const FigureOptions& options) {
  constexpr std::string_view kAbstract = "two or more orders of magnitude on hard instances (abstract)";
  return reproduce(
      {.name = "russell2005-figure4",
       .title = "Russell & Wolfe 2005, figure 4: tree algorithms",
       .sets = {{Kind::mate, 3},
                {Kind::near_miss, 3},
                {Kind::mate,
                 5,
                 {"ipns", "gl-dbu", "l-dbu", "l-dub", "le-dfs", "e-pns", "gx-dfs", "pns", "gl-dfs", "l-dfs", "dfs"}},
                {Kind::near_miss,
                 5,
                 {"gl-dbu", "l-dbu", "l-dub", "ipns", "e-pns", "le-dfs", "gx-dfs", "pns", "gl-dfs", "l-dfs", "dfs"}}},
       .algorithms = {"dfs", "l-dfs", "gl-dfs", "pns", "l-pns", "gx-dfs", "e-pns", "le-dfs", "l-dub", "l-dbu", "gl-dbu",
                      "ipns"},
       .comparisons = {{"l-dfs", "gl-dbu", kAbstract},
                       {"le-dfs", "gl-dbu", kAbstract},
                       {"le-dfs", "l-dbu", "a large margin"},
                       {"l-dbu", "gl-dbu", "small but significant"},
                       {"dfs", "l-dfs", "considerably"},
                       {"l-dfs", "le-dfs", "the most effective of section 5"},
                       {"l-dfs", "gl-dfs", "slightly"},
                       {"pns", "l-pns", "the same"}},
       .budget = {.bytes = std::uint64_t{2} << 30, .cpu_s = 10}},
      options);
}

}  // namespace blindmate::lab
