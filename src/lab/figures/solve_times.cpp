#include "blindmate/lab/figures/solve_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <numeric>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/figures/problem_set.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/figures/set_report.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/search/shuffle.hpp"
#include "blindmate/search/without.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;
using kriegspiel::Solution;
using kriegspiel::Verdict;

// The work of a figure: every problem with every algorithm.
class Measurement {
 public:
  Measurement(const SolveTimesFigure& figure, const FigureOptions& options) : figure_(figure), options_(options) {
    if (!options_.budget.cpu_s) options_.budget.cpu_s = figure.budget.cpu_s;
    if (!options_.budget.bytes) options_.budget.bytes = figure.budget.bytes;
    algorithms_ = options.algorithms;
    if (algorithms_.empty()) algorithms_.assign(figure.algorithms.begin(), figure.algorithms.end());
    choose_sets();
  }

  const FigureOptions& options() const { return options_; }

  Expected<void> read() {
    for (std::size_t set = 0; set < sets_.size(); ++set) {
      Expected<std::vector<referee::Problem>> problems = read_problem_set(sets_[set].kind, sets_[set].ply, options_);
      if (!problems) return problems.error();
      for (referee::Problem& problem : *problems) {
        const std::string text = referee::json_text(referee::to_json(problem));
        for (const std::string& algorithm : algorithms_) keys_.push_back(key_of(algorithm + ' ' + text));
        questions_.push_back({set, std::move(problem)});
      }
      results_.emplace_back();
      for (const std::string& algorithm : algorithms_) results_.back().push_back({algorithm});
    }
    return {};
  }

  Expected<void> run() {
    // The costs of runs differ by many orders of magnitude: mixed, those that are done tell how long the others take.
    std::vector<std::size_t> order(keys_.size());
    std::iota(order.begin(), order.end(), 0);
    search::Shuffle(1)(order.begin(), order.end());
    std::vector<json::object> runs(order.size());
    const Pieces pieces{.label = std::string(figure_.name),
                        .quiet = options_.quiet,
                        .count = order.size(),
                        .work = [&](std::size_t piece) { return solve(order[piece]); },
                        .done =
                            [&](std::size_t piece, std::string_view result) {
                              runs[order[piece]] = json::parse({result.data(), result.size()}).as_object();
                              return true;
                            },
                        .key = [&](std::size_t piece) { return keys_[order[piece]]; }};
    if (const auto done = do_pieces(pieces, task_of(figure_.name, options_), options_); !done) return done.error();
    if (interrupted() || !Ranks::is_first()) return {};
    for (std::size_t i = 0; i < runs.size(); ++i) take(i, runs[i]);
    return {};
  }

  Report report() const {
    Report report{.csv = "set,problem,positions,algorithm,verdict,limit,cpu_s,states,nodes,peak_bytes\n" + csv_,
                  .markdown = fmt::format("## {}\n", figure_.title),
                  .sheet = {.plots = {}, .columns = 2, .width = 800, .height = 420}};
    for (std::size_t set = 0; set < sets_.size(); ++set)
      add_set(figure_, sets_[set], results_[set], options_.budget, report);
    if (!figure_.remarks.empty()) report.markdown += fmt::format("\n{}", figure_.remarks);
    return report;
  }

 private:
  struct Question {
    std::size_t set;
    referee::Problem problem;
  };

  // The figure's own, or all combinations of what the options name with what the figure has of the other.
  void choose_sets() {
    sets_ = figure_.sets;
    if (options_.plies.empty() && options_.kinds.empty()) return;
    std::vector<int> plies = options_.plies;
    std::vector<Kind> kinds = options_.kinds;
    for (const ProblemSet& set : figure_.sets) {
      if (options_.plies.empty() && std::find(plies.begin(), plies.end(), set.ply) == plies.end())
        plies.push_back(set.ply);
      if (options_.kinds.empty() && std::find(kinds.begin(), kinds.end(), set.kind) == kinds.end())
        kinds.push_back(set.kind);
    }
    sets_.clear();
    for (const int ply : plies) {
      for (const Kind kind : kinds) {
        const auto own = std::find_if(figure_.sets.begin(), figure_.sets.end(),
                                      [&](const ProblemSet& set) { return set.kind == kind && set.ply == ply; });
        sets_.push_back(own == figure_.sets.end() ? ProblemSet{kind, ply} : *own);
      }
    }
  }

  // Runs are numbered problem by problem.
  const Question& question(std::size_t run) const { return questions_[run / algorithms_.size()]; }
  std::size_t algorithm(std::size_t run) const { return run % algorithms_.size(); }

  std::string solve(std::size_t run) const {
    const referee::Problem& problem = question(run).problem;
    const search::Contender contender = search::contender(algorithms_[algorithm(run)]);
    const kriegspiel::SolveOptions options{.algorithm = std::string(contender.algorithm),
                                           .seed = options_.seed,
                                           .without = contender.without,
                                           .budget = options_.budget};
    const double started_s = thread_cpu_s();
    const Solution solution = kriegspiel::solve(problem, *problem.ply, options);
    return referee::json_text(json::object{{"verdict", json::string(name(solution.verdict))},
                                           {"limit", json::string(name(solution.limit))},
                                           {"cpu_s", thread_cpu_s() - started_s},
                                           {"states", solution.states},
                                           {"nodes", solution.nodes},
                                           {"peak_bytes", solution.peak_bytes}});
  }

  void take(std::size_t run, const json::object& result) {
    const Question& asked = question(run);
    SolveTimes& times = results_[asked.set][algorithm(run)];
    const std::string_view verdict = result.at("verdict").as_string();
    const bool solved = verdict != name(Verdict::unknown);
    compare_with_database(asked.problem, times.algorithm, verdict);
    const double cpu_s = result.at("cpu_s").to_number<double>();
    const auto states = result.at("states").to_number<std::uint64_t>();
    ++times.problems;
    times.solved += solved ? 1U : 0U;
    times.out_of_memory += result.at("limit") == "memory" ? 1U : 0U;
    times.cpu_s.add(cpu_s, solved);
    times.states.add(static_cast<double>(states), solved);
    csv_ += fmt::format(
        "{},{},{},{},{},{},{},{},{},{}\n", file_name(sets_[asked.set].kind, sets_[asked.set].ply), asked.problem.id,
        asked.problem.states.size(), times.algorithm, verdict, std::string_view(result.at("limit").as_string()), cpu_s,
        states, result.at("nodes").to_number<std::uint64_t>(), result.at("peak_bytes").to_number<std::uint64_t>());
  }

  const SolveTimesFigure& figure_;
  FigureOptions options_;
  std::vector<std::string> algorithms_;
  std::vector<ProblemSet> sets_;
  std::vector<Question> questions_;
  std::vector<std::size_t> keys_;                 // of each run
  std::vector<std::vector<SolveTimes>> results_;  // by set and algorithm
  std::string csv_;
};

}  // namespace

Expected<void> reproduce(const SolveTimesFigure& figure, const FigureOptions& options) {
  if (const auto done = check_report(figure.name, options); !done) return done.error();
  Measurement measurement(figure, options);
  if (const auto done = measurement.read(); !done) return done.error();
  if (const auto done = measurement.run(); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};
  return write_report(measurement.report(), figure.name, measurement.options());
}

}  // namespace blindmate::lab
