// Figure 8 of Wolfe & Russell 2007: the four graph algorithms on 7-ply mates; beside them the best tree algorithm of
// 2005, and with greedy pruning the best graph algorithm.
#include "blindmate/lab/figures/solve_times.hpp"

namespace blindmate::lab {

Expected<void> wolfe2007_figure8(const FigureOptions& options) {
  return reproduce(
      {.name = "wolfe2007-figure8",
       .title = "Wolfe & Russell 2007, figure 8: graph algorithms",
       .sets = {{Kind::mate, 7, {"dbu-subset", "dbu-equal", "dfs-subset", "dfs-equal"}}},
       .algorithms = {"dfs-equal", "dfs-subset", "dbu-equal", "dbu-subset", "gl-dbu", "gl-dbu-subset"},
       .comparisons = {{"dfs-equal", "dbu-subset", "about 10 at 50% and 50 at 80%, over the best algorithm before"},
                       {"dfs-equal", "dfs-subset", "subset testing is better"},
                       {"dbu-equal", "dbu-subset", "subset testing is better"},
                       {"dfs-subset", "dbu-subset", "DBU is better"},
                       {"gl-dbu", "gl-dbu-subset", ""}},
       .budget = {.bytes = std::uint64_t{400} << 20, .cpu_s = 30},
       .remarks = "The paper, within 10^4 s and 400 MB on a computer of its time: dbu-subset and dbu-equal solve all "
                  "500, dfs-equal misses about 20% for time, dfs-subset about 10% for memory.\n"},
      options);
}

}  // namespace blindmate::lab
