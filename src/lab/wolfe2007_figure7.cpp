// Figure 7 of Wolfe & Russell 2007: medians of time and of physical states constructed in 2 x h vacuum worlds, for six
// algorithms, with the depth limit at the length of the shortest solution.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures.hpp"
#include "blindmate/lab/pieces.hpp"
#include "blindmate/lab/ranks.hpp"
#include "blindmate/lab/report.hpp"
#include "blindmate/referee/json_text.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "wolfe2007-figure7";
constexpr int kWidth = 2;
constexpr int kLargest = 7;             // height in the paper
constexpr std::size_t kRuns = 20;       // of the paper
constexpr std::size_t kManyRuns = 200;  // where one takes less than a second
constexpr double kManyRunsTime_s = 1;
constexpr double kTime_s = 60;                              // for a run; the paper had 10^4 s
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
  int height = 1;
  std::vector<double> times;   // of the processor; infinite where a limit was reached
  std::vector<double> states;  // likewise
  search::Limit limit = search::Limit::none;

  double time() const { return median(times); }
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void run_more(const VacuumExperiment& experiment, std::size_t runs, std::uint64_t seed, Cell& cell) {
  for (std::size_t i = cell.times.size(); i < runs && !interrupted(); ++i) {
    const VacuumRun result = run(experiment, seed_of_run(seed, i));
    cell.times.push_back(result.solvable ? result.cpu_s : kInfinity);
    cell.states.push_back(result.solvable ? static_cast<double>(result.states) : kInfinity);
    if (result.solvable) continue;
    cell.limit = result.limit;
    // When more than half are unsolved, so is the median.
    if (2 * static_cast<std::size_t>(std::count(cell.times.begin(), cell.times.end(), kInfinity)) > runs) return;
  }
}

// All sizes that an algorithm can do.
std::vector<Cell> measure(const Row& row, const FigureOptions& options) {
  std::vector<Cell> cells;
  for (int height = 1; height <= kLargest && !interrupted(); ++height) {
    const vacuum::Vacuum world(kWidth, height);
    const VacuumExperiment experiment{.world = world,
                                      .start = world.start(),
                                      .depth = 3 * height + 1,
                                      .algorithm = std::string(row.algorithm),
                                      .budget = options.budget};
    Cell cell{.height = height, .times = {}, .states = {}};
    run_more(experiment, options.runs.value_or(kRuns), options.seed, cell);
    if (!options.runs && cell.time() < kManyRunsTime_s) run_more(experiment, kManyRuns, options.seed, cell);
    cells.push_back(cell);
    if (std::isinf(cell.time())) break;  // larger ones will not end either
  }
  return cells;
}

// Infinity is null.
json::array numbers(const std::vector<double>& values) {
  json::array result;
  for (const double value : values) result.push_back(std::isinf(value) ? json::value(nullptr) : json::value(value));
  return result;
}
std::vector<double> numbers(const json::value& array) {
  std::vector<double> result;
  for (const json::value& value : array.as_array())
    result.push_back(value.is_null() ? kInfinity : value.to_number<double>());
  return result;
}

std::string written(const std::vector<Cell>& cells) {
  json::array result;
  for (const Cell& cell : cells) {
    result.push_back(json::object{{"height", cell.height},
                                  {"times", numbers(cell.times)},
                                  {"states", numbers(cell.states)},
                                  {"limit", static_cast<int>(cell.limit)}});
  }
  return referee::json_text(result);
}

std::vector<Cell> read(std::string_view text) {
  std::vector<Cell> result;
  const json::value cells = json::parse({text.data(), text.size()});
  for (const json::value& cell : cells.as_array()) {
    result.push_back({static_cast<int>(cell.at("height").as_int64()), numbers(cell.at("times")),
                      numbers(cell.at("states")), static_cast<search::Limit>(cell.at("limit").as_int64())});
  }
  return result;
}

std::string number(double value, double unit, int digits) {
  return std::isinf(value) ? "limit" : fmt::format("{:.{}f}", value / unit, digits);
}

void add(const Row& row, const std::vector<Cell>& cells, Report& report) {
  Series series{.name = std::string(row.name), .points = {}};
  for (const Cell& cell : cells) {
    const Interval interval = median_interval(cell.states);
    const auto size = static_cast<std::size_t>(cell.height - 4);
    const bool in_paper = cell.height >= 4 && cell.height <= 6 && row.sizes4to6[size].time_s > 0;
    const std::string paper_s = in_paper ? fmt::format("{}", row.sizes4to6[size].time_s) : "";
    const double paper_states = in_paper ? 1000 * row.sizes4to6[size].thousand_states : 0;
    report.markdown += fmt::format(
        "| {} | {} | {} | {} | {} | {} | {} | {} |\n", row.name, cell.height, cell.times.size(),
        number(cell.time(), 1, 5), number(median(cell.states), 1000, 1),
        std::isinf(cell.time()) ? "" : number(interval.low, 1000, 1) + " to " + number(interval.high, 1000, 1), paper_s,
        in_paper ? fmt::format("{}", paper_states / 1000) : "");
    report.csv += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", row.algorithm, cell.height, cell.times.size(),
                              cell.time(), median(cell.states), interval.low, interval.high, name(cell.limit), paper_s,
                              in_paper ? fmt::format("{}", paper_states) : "");
    if (!std::isinf(cell.time())) series.points.emplace_back(cell.height, cell.time());
  }
  report.sheet.plots.front().series.push_back(std::move(series));
}

}  // namespace

std::optional<std::string> wolfe2007_figure7(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.budget.cpu_s) options.budget.cpu_s = kTime_s;
  if (!options.budget.bytes) options.budget.bytes = kBytes;
  if (const auto wrong = report_problem(kName, options)) return wrong;
  std::array<std::vector<Cell>, kRows.size()> results;
  const Pieces pieces{.label = std::string(kName),
                      .quiet = options.quiet,
                      .count = kRows.size(),
                      .work = [&](std::size_t row) { return written(measure(kRows[row], options)); },
                      .done =
                          [&](std::size_t row, std::string_view result) {
                            results[row] = read(result);
                            return true;
                          }};
  json::object task = task_of(kName, options);
  task["runs"] = json::value_from(options.runs);
  if (const auto wrong = do_pieces(pieces, journal_of(kName, options), referee::json_text(task), options.threads))
    return wrong;
  if (interrupted() || !Ranks::is_first()) return std::nullopt;

  Report report{
      .csv =
          "algorithm,height,runs,median_cpu_s,median_states,low_states,high_states,limit,paper_time_s,paper_states\n",
      .markdown =
          "## Wolfe & Russell 2007, figure 7: 2 x h vacuum worlds\n\n"
          "Depth limit 3h+1; medians, of states in thousands and with their 95% interval\n\n"
          "| algorithm | h | runs | time s | states | 95% | paper s | paper states |\n"
          "|---|---|---|---|---|---|---|---|\n",
      .sheet = {.plots = {{.title = "Wolfe & Russell 2007, figure 7: 2 x h vacuum worlds",
                           .x_label = "h",
                           .y_label = "median seconds of processor time",
                           .log_y = true,
                           .series = {}}}}};
  for (std::size_t row = 0; row < kRows.size(); ++row) add(kRows[row], results[row], report);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
