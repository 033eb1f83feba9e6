#include "blindmate/lab/figures/set_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace blindmate::lab {
namespace {

constexpr double kShortest_s = 1e-6;  // on the plots
constexpr std::array kParts = {0.5, 0.8, 0.9};
constexpr std::array kPartsCompared = {0.5, 0.8, 0.9, 0.95};

// The place of each value when the least is first; equals share it.
std::vector<std::size_t> ranks(const std::vector<double>& values) {
  std::vector<std::size_t> result;
  for (const double value : values)
    result.push_back(1 + static_cast<std::size_t>(
                             std::count_if(values.begin(), values.end(), [&](double other) { return other < value; })));
  return result;
}

// The tables and plots of one set.
class SetReport {
 public:
  SetReport(const SolveTimesFigure& figure, const ProblemSet& set, const std::vector<SolveTimes>& results,
            const search::Budget& budget)
      : figure_(figure), set_(set), results_(results), budget_(budget) {
    for (const SolveTimes& times : results) most_states_ = std::max(most_states_, times.states.most());
  }

  void add_to(Report& report) const {
    std::vector<double> by_time, by_states;
    for (const SolveTimes& times : results_) {
      by_time.push_back(times.cpu_s.mean_log(kShortest_s, longest_s()));
      by_states.push_back(times.states.mean_log(1, most_states_));
    }
    std::vector<std::size_t> order(results_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return by_time[a] < by_time[b]; });

    report.markdown += fmt::format(
        "\n{} {}, {:g} s and {} MiB{} each; what 50%, 80% and 90% of them take\n\n| rank | algorithm | rank by states "
        "| "
        "rank in the paper | solved | out of memory | 50% s | 80% s | 90% s | 50% states | 80% states | 90% states "
        "|\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        results_.front().problems, set_.title(), *budget_.cpu_s, *budget_.bytes >> 20,
        budget_.states ? fmt::format(" and {} states", *budget_.states) : "");
    const std::vector<std::size_t> rank = ranks(by_time);
    const std::vector<std::size_t> rank_by_states = ranks(by_states);
    for (const std::size_t i : order) report.markdown += row(results_[i], rank[i], rank_by_states[i]);
    add_comparisons(report);
    add_plots(order, report);
  }

 private:
  double longest_s() const { return std::max(*budget_.cpu_s, kShortest_s); }

  std::string row(const SolveTimes& times, std::size_t rank, std::size_t rank_by_states) const {
    const auto in_paper = std::find(set_.paper_order.begin(), set_.paper_order.end(), times.algorithm);
    const auto percent = [&](std::size_t count) {
      return 100 * static_cast<double>(count) / static_cast<double>(times.problems);
    };
    std::string text =
        fmt::format("| {} | {} | {} | {} | {:.0f}% | {:.0f}% |", rank, times.algorithm, rank_by_states,
                    in_paper == set_.paper_order.end() ? "" : std::to_string(in_paper - set_.paper_order.begin() + 1),
                    percent(times.solved), percent(times.out_of_memory));
    for (const double part : kParts) text += number(times.cpu_s.to_solve(part), "{:.2g}");
    for (const double part : kParts) text += number(times.states.to_solve(part), "{:.0f}");
    return text + '\n';
  }

  static std::string number(double value, std::string_view format) {
    return fmt::format(" {} |", std::isinf(value) ? "limit" : fmt::format(fmt::runtime(format), value));
  }

  const SolveTimes* find(std::string_view algorithm) const {
    const auto found = std::find_if(results_.begin(), results_.end(),
                                    [&](const SolveTimes& times) { return times.algorithm == algorithm; });
    return found == results_.end() ? nullptr : &*found;
  }

  void add_comparisons(Report& report) const {
    std::string rows;
    for (const Comparison& comparison : figure_.comparisons) {
      const SolveTimes* more = find(comparison.more);
      const SolveTimes* less = find(comparison.less);
      if (more == nullptr || less == nullptr) continue;
      rows += fmt::format("| {} over {} |", comparison.more, comparison.less);
      for (const double part : kPartsCompared) rows += fmt::format(" {} |", ratio(more->cpu_s, less->cpu_s, part));
      for (const double part : kPartsCompared) rows += fmt::format(" {} |", ratio(more->states, less->states, part));
      rows += fmt::format(" {} |\n", comparison.paper);
    }
    if (rows.empty()) return;
    report.markdown +=
        "\nHow many times more one algorithm needs than another to solve so many; \"more than\" if a limit ended its "
        "runs\n\n"
        "| algorithms | 50% time | 80% time | 90% time | 95% time | 50% states | 80% states | 90% states | 95% states "
        "| the paper |\n|---|---|---|---|---|---|---|---|---|---|\n" +
        rows;
  }

  void add_plots(const std::vector<std::size_t>& order, Report& report) const {
    Plot by_time{.title = set_.title(),
                 .x_label = "seconds of processor time",
                 .y_label = "part solved",
                 .log_x = true,
                 .log_y = false,
                 .top = 1.0,
                 .series = {}};
    Plot by_states = by_time;
    by_states.x_label = "physical states constructed";
    for (const std::size_t i : order) {
      const SolveTimes& times = results_[i];
      by_time.series.push_back(
          {times.algorithm, cumulative(times, times.cpu_s, kShortest_s, longest_s()), Style::steps});
      by_states.series.push_back({times.algorithm, cumulative(times, times.states, 1, most_states_), Style::steps});
    }
    report.sheet.plots.push_back(std::move(by_time));
    report.sheet.plots.push_back(std::move(by_states));
  }

  // Curves go on to the right end of the plot.
  static std::vector<std::pair<double, double>> cumulative(const SolveTimes& times, const Costs& costs, double least,
                                                           double most) {
    std::vector<std::pair<double, double>> points;
    for (const double needed : costs.solved())
      points.emplace_back(std::max(needed, least),
                          static_cast<double>(points.size() + 1) / static_cast<double>(times.problems));
    if (!points.empty() && points.back().first < most) points.emplace_back(most, points.back().second);
    return points;
  }

  const SolveTimesFigure& figure_;
  const ProblemSet& set_;
  const std::vector<SolveTimes>& results_;  // by algorithm
  const search::Budget& budget_;
  double most_states_ = 1;
};

}  // namespace

std::string ProblemSet::title() const {
  return fmt::format(fmt::runtime(kind == Kind::mate ? "mates within {} ply" : "near misses of {} ply"), ply);
}

void add_set(const SolveTimesFigure& figure, const ProblemSet& set, const std::vector<SolveTimes>& results,
             const search::Budget& budget, Report& report) {
  SetReport(figure, set, results, budget).add_to(report);
}

}  // namespace blindmate::lab
