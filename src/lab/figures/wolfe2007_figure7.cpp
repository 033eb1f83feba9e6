// Figure 7 of Wolfe & Russell 2007: medians of time and of physical states constructed in 2 x h vacuum worlds, for six
// algorithms, with the depth limit at the length of the shortest solution.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json_text.hpp"

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

// Those of the paper, unless the options name others.
std::vector<Row> rows_of(const FigureOptions& options) {
  if (options.algorithms.empty()) return {kRows.begin(), kRows.end()};
  std::vector<Row> result;
  for (const std::string& algorithm : options.algorithms) {
    const auto in_paper =
        std::find_if(kRows.begin(), kRows.end(), [&](const Row& row) { return row.algorithm == algorithm; });
    result.push_back(in_paper == kRows.end() ? Row{algorithm, algorithm, {}} : *in_paper);
  }
  return result;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Cell {
  int height = 1;
  std::size_t wanted = 0;        // runs
  std::vector<double> times{};   // of the processor; infinite where a limit was reached
  std::vector<double> states{};  // likewise
  std::string limit = "none";

  double time() const { return median(times); }
  // When more than half are unsolved, so is the median.
  bool is_unsolved() const {
    const auto unsolved = static_cast<std::size_t>(std::count(times.begin(), times.end(), kInfinity));
    return 2 * unsolved > wanted || (times.size() == wanted && std::isinf(time()));
  }
};

// Runs as pieces of work. Which are needed turns out on the way; the table has those that are needed whatever the order
// in which they were done, so it is the same on any number of threads.
class Experiments {
 public:
  Experiments(std::vector<Row> rows, const FigureOptions& options)
      : rows_(std::move(rows)),
        options_(options),
        few_(options.runs.value_or(kRuns)),
        many_(options.runs.value_or(kManyRuns)) {
    for (int height = 1; height <= kLargest; ++height) {
      for (std::size_t number = 0; number < many_; ++number) {
        for (std::size_t row = 0; row < rows_.size(); ++row) runs_.push_back({row, height, number});
      }
    }
    results_.resize(runs_.size());
  }

  const std::vector<Row>& rows() const { return rows_; }

  Expected<void> do_all() {
    const Pieces pieces{.label = std::string(kName),
                        .quiet = options_.quiet,
                        .count = runs_.size(),
                        .work = [&](std::size_t piece) { return work(runs_[piece]); },
                        .done =
                            [&](std::size_t piece, std::string_view result) {
                              results_[piece] = read(result);
                              return true;
                            },
                        .needed = [&](std::size_t piece) { return is_needed(runs_[piece]); },
                        .key =
                            [&](std::size_t piece) {
                              const auto& [row, height, number] = runs_[piece];
                              return key_of(fmt::format("{} {} {}", rows_[row].algorithm, height, number));
                            }};
    return do_pieces(pieces, task_of(kName, options_), options_);
  }

  // All sizes that an algorithm can do.
  std::vector<Cell> cells(std::size_t row) const {
    std::vector<Cell> result;
    for (int height = 1; height <= kLargest; ++height) {
      result.push_back(cell(row, height));
      if (std::isinf(result.back().time())) break;  // larger ones will not end either
    }
    return result;
  }

 private:
  struct Run {
    std::size_t row;
    int height;
    std::size_t number;
  };
  // Infinite where a limit was reached.
  struct Result {
    double cpu_s;
    double states;
    std::string limit;
  };

  std::string work(const Run& run) const {
    const vacuum::Vacuum world(kWidth, run.height);
    const VacuumExperiment experiment{.world = world,
                                      .start = world.start(),
                                      .depth = 3 * run.height + 1,
                                      .algorithm = std::string(rows_[run.row].algorithm),
                                      .budget = options_.budget};
    const VacuumRun result = lab::run(experiment, seed_of_run(options_.seed, run.number));
    return referee::json_text(json::object{{"solved", result.solvable.has_value()},
                                           {"cpu_s", result.cpu_s},
                                           {"states", result.states},
                                           {"limit", json::string(name(result.limit))}});
  }

  static Result read(std::string_view text) {
    const json::value run = json::parse({text.data(), text.size()});
    const bool solved = run.at("solved").as_bool();
    return {solved ? run.at("cpu_s").to_number<double>() : kInfinity,
            solved ? run.at("states").to_number<double>() : kInfinity, std::string(run.at("limit").as_string())};
  }

  // As far as the first of its runs are done, one after the other: few, or many where these are quick.
  Cell cell(std::size_t row, int height) const {
    Cell result{.height = height, .wanted = few_};
    for (std::size_t number = 0; number < result.wanted && !result.is_unsolved(); ++number) {
      const std::optional<Result>& run =
          results_[((static_cast<std::size_t>(height) - 1) * many_ + number) * rows_.size() + row];
      if (!run) break;
      result.times.push_back(run->cpu_s);
      result.states.push_back(run->states);
      if (run->limit != name(search::Limit::none)) result.limit = run->limit;
      if (number + 1 == few_ && result.time() < kManyRunsTime_s) result.wanted = many_;
    }
    return result;
  }

  // As far as is known; one that waits for others to be done is.
  bool is_needed(const Run& run) const {
    for (int height = 1; height < run.height; ++height) {
      if (cell(run.row, height).is_unsolved()) return false;
    }
    const Cell known = cell(run.row, run.height);
    return !known.is_unsolved() && (run.number < known.wanted || known.times.size() < few_);
  }

  std::vector<Row> rows_;
  const FigureOptions& options_;
  std::size_t few_;
  std::size_t many_;
  std::vector<Run> runs_;
  std::vector<std::optional<Result>> results_;  // of each run
};

std::string number(double value, double unit, int digits) {
  return std::isinf(value) ? "limit" : fmt::format("{:.{}f}", value / unit, digits);
}

void add(const Row& row, const std::vector<Cell>& cells, Report& report) {
  Series series{.name = std::string(row.algorithm), .points = {}};
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
                              cell.time(), median(cell.states), interval.low, interval.high, cell.limit, paper_s,
                              in_paper ? fmt::format("{}", paper_states) : "");
    if (!std::isinf(cell.time())) series.points.emplace_back(cell.height, cell.time());
  }
  report.sheet.plots.front().series.push_back(std::move(series));
}

}  // namespace

Expected<void> wolfe2007_figure7(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.budget.cpu_s) options.budget.cpu_s = kTime_s;
  if (!options.budget.bytes) options.budget.bytes = kBytes;
  if (const auto done = check_report(kName, options); !done) return done.error();
  Experiments experiments(rows_of(options), options);
  if (const auto done = experiments.do_all(); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};

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
  for (std::size_t row = 0; row < experiments.rows().size(); ++row)
    add(experiments.rows()[row], experiments.cells(row), report);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
