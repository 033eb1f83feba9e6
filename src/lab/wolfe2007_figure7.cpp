// Figure 7 of Wolfe & Russell 2007: medians of time and of physical states constructed in 2 x h vacuum worlds, for six
// algorithms, with the depth limit at the length of the shortest solution.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/lab/figures.hpp"
#include "blindmate/lab/plot.hpp"

namespace blindmate::lab {
namespace {

constexpr int kWidth = 2;
constexpr int kLargest = 7;             // height in the paper
constexpr std::size_t kRuns = 20;       // of the paper
constexpr std::size_t kManyRuns = 200;  // where one takes less than a second
constexpr double kManyRunsTime_s = 1;
constexpr std::chrono::duration<double> kTime{60};          // for a run; the paper had 10^4 s
constexpr std::uint64_t kBytes = std::uint64_t{400} << 20;  // the paper's

struct PaperCell {
  double time_s;
  double thousand_states;
};
struct Row {
  std::string_view algorithm;
  std::string_view name;               // in the paper
  std::array<PaperCell, 3> sizes4to6;  // zero where the paper's run did not end
};
constexpr std::array kRows = {
    Row{"dfs", "DFS", {{{502.3, 49036}, {0, 0}, {0, 0}}}},
    Row{"dfs-equal", "DFS=", {{{3.4, 257}, {46.1, 3961}, {0, 0}}}},
    Row{"dfs-subset", "DFS-subset", {{{0.8, 36}, {5.1, 309}, {46.4, 3023}}}},
    Row{"dbu", "DBU", {{{174.6, 5892}, {0, 0}, {0, 0}}}},
    Row{"dbu-equal", "DBU=", {{{0.5, 11}, {6.2, 117}, {37.3, 631}}}},
    Row{"dbu-subset", "DBU-subset", {{{0.4, 10}, {2.4, 52}, {10.6, 217}}}},
};

struct Cell {
  std::vector<double> times;
  std::vector<double> states;  // infinite where a limit was reached
  search::Limit limit = search::Limit::none;

  double time() const { return median(times); }
};

void run_more(const VacuumExperiment& experiment, std::size_t runs, const FigureOptions& options, Cell& cell) {
  const std::size_t before = cell.times.size();
  cell.times.resize(runs, std::numeric_limits<double>::infinity());
  cell.states.resize(runs, std::numeric_limits<double>::infinity());
  Progress progress(fmt::format("{} 2x{}", experiment.algorithm, (experiment.depth - 1) / 3), runs, options.quiet);
  std::vector<VacuumRun> results(runs);
  std::atomic<std::size_t> unsolved = 0;  // when more than half are, so is the median
  for_each(
      runs - before, options.threads,
      [&](std::size_t i) {
        if (2 * unsolved <= runs) results[before + i] = run(experiment, seed_of_run(options.seed, before + i));
      },
      [&](std::size_t i) {
        const VacuumRun& result = results[before + i];
        progress.advance();
        if (!result.solvable) {
          ++unsolved;
          if (result.limit != search::Limit::none) cell.limit = result.limit;
          return;
        }
        cell.times[before + i] = result.time_s;
        cell.states[before + i] = static_cast<double>(result.states);
      });
}

std::string number(double value, double unit, int digits) {
  return std::isinf(value) ? "limit" : fmt::format("{:.{}f}", value / unit, digits);
}

}  // namespace

std::optional<std::string> wolfe2007_figure7(const FigureOptions& options) {
  std::error_code problem;
  std::filesystem::create_directories(options.folder, problem);
  const std::string base = (std::filesystem::path(options.folder) / "wolfe2007-figure7").string();
  std::ofstream csv(base + ".csv");
  if (!csv) return fmt::format("{}.csv: cannot be written", base);
  if (const auto wrong = plot_problem(base + ".svg")) return wrong;
  csv << "algorithm,height,runs,median_time_s,median_states,low_states,high_states,limit,paper_time_s,paper_states\n";

  RunLimits limits = options.limits;
  if (!limits.time) limits.time = kTime;
  if (!limits.bytes) limits.bytes = kBytes;
  fmt::print("2 x h vacuum worlds, depth limit 3h+1; medians, for states with their 95% interval, in thousands\n\n");
  fmt::print("{:<11} {:>2} {:>5} {:>10} {:>9} {:>20} {:>9} {:>9}\n", "", "h", "runs", "time s", "states", "95%",
             "paper s", "paper");
  Plot plot{.title = "Wolfe & Russell 2007, figure 7: 2 x h vacuum worlds",
            .x_label = "h",
            .y_label = "median time in seconds",
            .logarithmic = true,
            .series = {}};
  for (const Row& row : kRows) {
    plot.series.push_back({std::string(row.name), {}});
    for (int height = 1; height <= kLargest && !interrupted(); ++height) {
      const vacuum::Vacuum world(kWidth, height);
      const VacuumExperiment experiment{.world = world,
                                        .start = world.start(),
                                        .depth = 3 * height + 1,
                                        .algorithm = std::string(row.algorithm),
                                        .limits = limits};
      Cell cell;
      run_more(experiment, options.runs.value_or(kRuns), options, cell);
      if (!options.runs && cell.time() < kManyRunsTime_s) run_more(experiment, kManyRuns, options, cell);
      if (interrupted()) break;
      const Interval interval = median_interval(cell.states);
      const bool in_paper =
          height >= 4 && height <= 6 && row.sizes4to6[static_cast<std::size_t>(height - 4)].time_s > 0;
      const PaperCell paper = in_paper ? row.sizes4to6[static_cast<std::size_t>(height - 4)] : PaperCell{};
      fmt::print("{:<11} {:>2} {:>5} {:>10} {:>9} {:>20} {:>9} {:>9}\n", row.name, height, cell.times.size(),
                 number(cell.time(), 1, 5), number(median(cell.states), 1000, 1),
                 std::isinf(cell.time()) ? "" : number(interval.low, 1000, 1) + " to " + number(interval.high, 1000, 1),
                 in_paper ? fmt::format("{}", paper.time_s) : "",
                 in_paper ? fmt::format("{}", paper.thousand_states) : "");
      std::fflush(stdout);
      csv << fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.algorithm, height, cell.times.size(), cell.time(),
                         median(cell.states), interval.low, interval.high, name(cell.limit),
                         in_paper ? fmt::format("{}", paper.time_s) : "",
                         in_paper ? fmt::format("{}", 1000 * paper.thousand_states) : "")
          << std::flush;
      if (std::isinf(cell.time())) break;  // larger ones will not end either
      plot.series.back().points.emplace_back(height, cell.time());
    }
  }
  if (interrupted()) return std::nullopt;
  fmt::print("\nThe paper's computer was of its time: compare growth and ratios. Files: {0}.csv, {0}.svg, {0}.png\n",
             base);
  if (const auto wrong = draw(plot, base + ".svg")) return wrong;
  return draw(plot, base + ".png");
}

}  // namespace blindmate::lab
