#include "blindmate/lab/solve_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <limits>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/pieces.hpp"
#include "blindmate/lab/ranks.hpp"
#include "blindmate/lab/report.hpp"
#include "blindmate/referee/json_text.hpp"
#include "blindmate/referee/problem.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;
using kriegspiel::Solution;
using kriegspiel::Verdict;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kShortest_s = 1e-6;  // on the plots

// The work of a figure: every problem with every algorithm, problem by problem.
class Measurement {
 public:
  Measurement(const SolveTimesFigure& figure, const FigureOptions& options) : figure_(figure), options_(options) {
    if (!options_.budget.cpu_s) options_.budget.cpu_s = figure.budget.cpu_s;
    if (!options_.budget.bytes) options_.budget.bytes = figure.budget.bytes;
  }

  const FigureOptions& options() const { return options_; }

  std::optional<std::string> read() {
    for (std::size_t set = 0; set < figure_.sets.size(); ++set) {
      const ProblemSet& given = figure_.sets[set];
      const std::string file =
          (std::filesystem::path(options_.problems) / (file_name(given.kind, given.ply) + ".jsonl.zst")).string();
      const Expected<std::vector<referee::ProblemLine>> lines = referee::read_problems(file);
      if (!lines) return lines.error().reason + " (--problems names the folder of the database)";
      if (lines->empty()) return file + ": no problem in it";
      for (referee::ProblemLine& line : sample(*lines, options_.sample)) {
        if (!line.problem.ply || !line.problem.expect_mate) return line.place + ": ply and expect are needed";
        problems_ += referee::json_text(referee::to_json(line.problem));
        questions_.push_back({set, std::move(line.problem)});
      }
      results_.emplace_back();
      for (const std::string_view algorithm : figure_.algorithms) results_.back().push_back({algorithm, {}, {}});
    }
    return std::nullopt;
  }

  std::optional<std::string> run() {
    const std::size_t algorithms = figure_.algorithms.size();
    const std::size_t count = questions_.size() * algorithms;
    std::vector<json::object> runs(count);
    const Pieces pieces{
        .label = std::string(figure_.name),
        .quiet = options_.quiet,
        .count = count,
        .work = [&](std::size_t i) { return solve(questions_[i / algorithms], figure_.algorithms[i % algorithms]); },
        .done =
            [&](std::size_t i, std::string_view result) {
              runs[i] = json::parse({result.data(), result.size()}).as_object();
              return true;
            }};
    json::object task = task_of(figure_.name, options_);
    task["problems"] = sha256(problems_);
    task["algorithms"] = json::value_from(figure_.algorithms);
    if (const auto wrong =
            do_pieces(pieces, journal_of(figure_.name, options_), referee::json_text(task), options_.threads))
      return wrong;
    if (interrupted() || !Ranks::is_first()) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) {
      if (const auto wrong = take(questions_[i / algorithms], i % algorithms, runs[i])) return wrong;
    }
    return std::nullopt;
  }

  Report report() {
    Report report{.csv = "set,problem,positions,algorithm,verdict,limit,cpu_s,states,nodes,peak_bytes\n" + csv_,
                  .markdown = fmt::format("## {}\n", figure_.title),
                  .sheet = {.plots = {}, .columns = 2, .width = 800, .height = 420}};
    for (std::size_t set = 0; set < figure_.sets.size(); ++set) add_set(set, report);
    if (figure_.remarks != nullptr) report.markdown += '\n' + figure_.remarks(results_.front());
    return report;
  }

 private:
  struct Question {
    std::size_t set;
    referee::Problem problem;
  };

  std::string solve(const Question& question, std::string_view algorithm) const {
    const kriegspiel::SolveOptions options{
        .algorithm = std::string(algorithm), .seed = options_.seed, .budget = options_.budget};
    const double started_s = thread_cpu_s();
    const Solution solution = kriegspiel::solve(question.problem, *question.problem.ply, options);
    return referee::json_text(json::object{{"verdict", json::string(name(solution.verdict))},
                                           {"limit", json::string(name(solution.limit))},
                                           {"cpu_s", thread_cpu_s() - started_s},
                                           {"states", solution.states},
                                           {"nodes", solution.nodes},
                                           {"peak_bytes", solution.peak_bytes}});
  }

  std::optional<std::string> take(const Question& question, std::size_t algorithm, const json::object& run) {
    SolveTimes& times = results_[question.set][algorithm];
    const std::string_view verdict = run.at("verdict").as_string();
    const bool solved = verdict != name(Verdict::unknown);
    if (solved && (verdict == name(Verdict::mate)) != *question.problem.expect_mate)
      return fmt::format("{}: {} says {}", question.problem.id, times.algorithm, verdict);
    const double cpu_s = run.at("cpu_s").to_number<double>();
    const auto states = run.at("states").to_number<std::uint64_t>();
    if (run.at("limit") == "memory") ++times.out_of_memory;
    times.cpu_s.push_back(solved ? cpu_s : kInfinity);
    times.states.push_back(solved ? static_cast<double>(states) : kInfinity);
    csv_ += fmt::format("{},{},{},{},{},{},{},{},{},{}\n",
                        file_name(figure_.sets[question.set].kind, figure_.sets[question.set].ply), question.problem.id,
                        question.problem.states.size(), times.algorithm, verdict,
                        std::string_view(run.at("limit").as_string()), cpu_s, states,
                        run.at("nodes").to_number<std::uint64_t>(), run.at("peak_bytes").to_number<std::uint64_t>());
    return std::nullopt;
  }

  // The mean of the logarithms of the times, the unsolved at the limit.
  double cost(const SolveTimes& times) const {
    const double limit_s = std::max(*options_.budget.cpu_s, kShortest_s);
    double sum = 0;
    for (const double t : times.cpu_s) sum += std::log(std::clamp(t, kShortest_s, limit_s));
    return sum / static_cast<double>(times.cpu_s.size());
  }

  // The most efficient first.
  std::vector<SolveTimes> ranked(std::size_t set) const {
    std::vector<SolveTimes> result = results_[set];
    std::stable_sort(result.begin(), result.end(),
                     [&](const SolveTimes& a, const SolveTimes& b) { return cost(a) < cost(b); });
    return result;
  }

  void add_set(std::size_t set, Report& report) const {
    const ProblemSet& given = figure_.sets[set];
    const std::vector<SolveTimes> ranking = ranked(set);
    const std::size_t problems = ranking.front().cpu_s.size();
    report.markdown += fmt::format(
        "\n{} {}, {:g} s and {} MiB each\n\n| rank | algorithm | rank in the paper | solved | out of memory | median s "
        "| "
        "80% s | median states |\n|---|---|---|---|---|---|---|---|\n",
        problems, given.title, *options_.budget.cpu_s, *options_.budget.bytes >> 20);
    Plot by_time{.title = std::string(given.title),
                 .x_label = "seconds of processor time",
                 .y_label = "part solved",
                 .log_x = true,
                 .log_y = false,
                 .top = 1.0,
                 .series = {}};
    Plot by_states = by_time;
    by_states.x_label = "physical states constructed";
    double most_states = 1;
    for (const SolveTimes& times : ranking) {
      for (const double n : times.states) most_states = n < kInfinity ? std::max(most_states, n) : most_states;
    }
    const auto percent = [&](auto count) { return 100 * static_cast<double>(count) / static_cast<double>(problems); };
    std::size_t rank = 0;
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      const SolveTimes& times = ranking[i];
      if (i == 0 || cost(times) > cost(ranking[i - 1])) rank = i + 1;  // equals share a rank
      const auto in_paper = std::find(given.paper_order.begin(), given.paper_order.end(), times.algorithm);
      const auto solved = std::count_if(times.cpu_s.begin(), times.cpu_s.end(), [](double t) { return t < kInfinity; });
      const auto number = [](double value, std::string_view format) {
        return value == kInfinity ? "limit" : fmt::format(fmt::runtime(format), value);
      };
      report.markdown += fmt::format(
          "| {} | {} | {} | {:.0f}% | {:.0f}% | {} | {} | {} |\n", rank, times.algorithm,
          in_paper == given.paper_order.end() ? "" : std::to_string(in_paper - given.paper_order.begin() + 1),
          percent(solved), percent(times.out_of_memory), number(times.quantile(0.5), "{:.2g}"),
          number(times.quantile(0.8), "{:.2g}"), number(quantile(times.states, 0.5), "{:.0f}"));
      by_time.series.push_back(
          {std::string(times.algorithm), cumulative(times.cpu_s, kShortest_s, *options_.budget.cpu_s), Style::steps});
      by_states.series.push_back(
          {std::string(times.algorithm), cumulative(times.states, 1, most_states), Style::steps});
    }
    report.sheet.plots.push_back(std::move(by_time));
    report.sheet.plots.push_back(std::move(by_states));
  }

  // Curves go on to the right end of the plot.
  static std::vector<std::pair<double, double>> cumulative(std::vector<double> values, double least, double most) {
    std::sort(values.begin(), values.end());
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < values.size() && values[i] < kInfinity; ++i)
      points.emplace_back(std::max(values[i], least), static_cast<double>(i + 1) / static_cast<double>(values.size()));
    if (!points.empty() && points.back().first < most) points.emplace_back(most, points.back().second);
    return points;
  }

  const SolveTimesFigure& figure_;
  FigureOptions options_;
  std::vector<Question> questions_;
  std::string problems_;                          // as text, for their hash
  std::vector<std::vector<SolveTimes>> results_;  // by set and algorithm
  std::string csv_;
};

}  // namespace

double quantile(std::vector<double> values, double part) {
  std::sort(values.begin(), values.end());
  const auto needed = static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(needed, 1) - 1];
}

std::optional<std::string> reproduce(const SolveTimesFigure& figure, const FigureOptions& options) {
  if (const auto wrong = report_problem(figure.name, options)) return wrong;
  Measurement measurement(figure, options);
  if (const auto wrong = measurement.read()) return wrong;
  if (const auto wrong = measurement.run()) return wrong;
  if (interrupted() || !Ranks::is_first()) return std::nullopt;
  return write_report(measurement.report(), figure.name, measurement.options());
}

}  // namespace blindmate::lab
