// What the cache of Wolfe & Russell 2007 finds and costs, and what remembered proofs, disproofs and the avoidance of
// cycles contribute each, which their conclusion leaves open: in vacuum worlds, and on Kriegspiel problems of 7 ply.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/kriegspiel/answer.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/problem_set.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "wolfe2007-cache";
constexpr std::size_t kSample = 50;  // problems of each file
constexpr std::size_t kRuns = 20;    // of each vacuum world
constexpr double kTime_s = 2;        // for a run
constexpr std::uint64_t kBytes = std::uint64_t{2} << 30;
constexpr int kPly = 7;
constexpr int kWidth = 2;
constexpr std::array kHeights = {4, 5};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Algorithm {
  std::string_view name;
  std::string_view paper_hits;  // per cent of lookups, in vacuum worlds
};
constexpr std::array kAlgorithms = {Algorithm{"dfs-equal", "30"}, Algorithm{"dfs-subset", "60"},
                                    Algorithm{"dbu-equal", "30"}, Algorithm{"dbu-subset", "60"}};

struct Memory {
  std::string_view name;
  search::Without without;
};
constexpr std::array kMemories = {Memory{"all", {}}, Memory{"without proofs", {.proofs = true}},
                                  Memory{"without disproofs", {.disproofs = true}},
                                  Memory{"without cycles", {.cycles = true}}};
constexpr std::size_t kKinds = kAlgorithms.size() * kMemories.size();

// A vacuum world by one seed, or a problem.
struct Question {
  std::size_t set;
  std::string id;
  int height = 0;
  std::uint64_t seed = 0;
  referee::Problem problem{};
};

std::string written(std::string_view verdict, const auto& run, double cpu_s) {
  return referee::json_text(json::object{{"verdict", json::string(verdict)},
                                         {"limit", json::string(name(run.limit))},
                                         {"cpu_s", cpu_s},
                                         {"states", run.states},
                                         {"peak_bytes", run.peak_bytes},
                                         {"cache", kriegspiel::to_json(run.cache)}});
}

std::string solve(const Question& question, const Algorithm& algorithm, const Memory& memory,
                  const FigureOptions& options) {
  if (question.height > 0) {
    const vacuum::Vacuum world(kWidth, question.height);
    const VacuumRun result = run({.world = world,
                                  .start = world.start(),
                                  .depth = 3 * question.height + 1,
                                  .algorithm = std::string(algorithm.name),
                                  .without = memory.without,
                                  .budget = options.budget},
                                 question.seed);
    return written(result.solvable ? "plan" : "unknown", result, result.cpu_s);
  }
  const double started_s = thread_cpu_s();
  const kriegspiel::Solution result = kriegspiel::solve(question.problem, kPly,
                                                        {.algorithm = std::string(algorithm.name),
                                                         .seed = options.seed,
                                                         .without = memory.without,
                                                         .budget = options.budget});
  return written(name(result.verdict), result, thread_cpu_s() - started_s);
}

struct Run {
  bool solved = false;
  double cpu_s = 0;
  double states = 0;
  double peak_bytes = 0;
  double lookups = 0;
  double proofs = 0;
  double disproofs = 0;
  double cycles = 0;
};

// The runs of one set, by algorithm and memory.
struct Set {
  std::string name;
  std::array<std::vector<Run>, kKinds> runs{};

  const std::vector<Run>& of(std::size_t algorithm, std::size_t memory) const {
    return runs[algorithm * kMemories.size() + memory];
  }
  double total(std::size_t algorithm, double Run::* what) const {
    double sum = 0;
    for (const Run& run : of(algorithm, 0)) sum += run.*what;
    return sum;
  }
  double speed(std::size_t algorithm) const { return total(algorithm, &Run::states) / total(algorithm, &Run::cpu_s); }
};

std::string statistics_row(const Set& set, std::size_t algorithm) {
  const double lookups = std::max(set.total(algorithm, &Run::lookups), 1.0);
  const double proofs = set.total(algorithm, &Run::proofs);
  const double disproofs = set.total(algorithm, &Run::disproofs);
  const double cycles = set.total(algorithm, &Run::cycles);
  const double hits = std::max(proofs + disproofs + cycles, 1.0);
  std::vector<double> peaks;
  for (const Run& run : set.of(algorithm, 0)) peaks.push_back(run.peak_bytes / (1 << 20));
  const bool in_paper = set.name.starts_with("vacuum");
  return fmt::format("| {} | {} | {:.0f} | {} | {:.2g} | {:.0f} | {:.0f} | {:.2f} | {:.2f} | {:.2f} | {:.1f} |\n",
                     set.name, kAlgorithms[algorithm].name, 100 * (proofs + disproofs + cycles) / lookups,
                     in_paper ? kAlgorithms[algorithm].paper_hits : "", 100 * proofs / hits, 100 * disproofs / hits,
                     100 * cycles / hits, lookups / set.total(algorithm, &Run::states), set.speed(algorithm) / 1e6,
                     1e6 * set.total(algorithm, &Run::cpu_s) / lookups, median(peaks));
}

// States as multiples of those with all memory, the geometric mean over what both solve; and the part that is solved.
std::string ablation_row(const Set& set, std::size_t algorithm) {
  std::string row = fmt::format("| {} | {} |", set.name, kAlgorithms[algorithm].name);
  const std::vector<Run>& all = set.of(algorithm, 0);
  for (std::size_t memory = 0; memory < kMemories.size(); ++memory) {
    const std::vector<Run>& runs = set.of(algorithm, memory);
    double logarithms = 0;
    std::size_t both = 0;
    std::size_t solved = 0;
    std::vector<double> states;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      solved += runs[i].solved ? 1U : 0U;
      states.push_back(runs[i].solved ? runs[i].states : kInfinity);
      if (!runs[i].solved || !all[i].solved) continue;
      logarithms += std::log(std::max(runs[i].states, 1.0) / std::max(all[i].states, 1.0));
      ++both;
    }
    const double middle = median(states);
    row += fmt::format(" {} | {} | {:.0f}% |", std::isinf(middle) ? "limit" : fmt::format("{:.0f}", middle),
                       both == 0 ? "" : fmt::format("{:.2f}", std::exp(logarithms / static_cast<double>(both))),
                       100 * static_cast<double>(solved) / static_cast<double>(runs.size()));
  }
  return row + '\n';
}

Plot plot_of(const Set& set, std::size_t algorithm) {
  Plot plot{.title = fmt::format("{}, {}", kAlgorithms[algorithm].name, set.name),
            .x_label = "physical states constructed",
            .y_label = "part solved",
            .log_x = true,
            .top = 1.0,
            .series = {}};
  for (std::size_t memory = 0; memory < kMemories.size(); ++memory) {
    std::vector<double> states;
    for (const Run& run : set.of(algorithm, memory)) {
      if (run.solved) states.push_back(std::max(run.states, 1.0));
    }
    std::sort(states.begin(), states.end());
    Series series{.name = std::string(kMemories[memory].name), .points = {}, .style = Style::steps};
    for (std::size_t i = 0; i < states.size(); ++i)
      series.points.emplace_back(states[i],
                                 static_cast<double>(i + 1) / static_cast<double>(set.of(algorithm, memory).size()));
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  return plot;
}

Report report_on(const std::vector<Set>& sets, const FigureOptions& options, std::string rows) {
  std::string statistics, ablation, overheads;
  Sheet sheet{.plots = {}, .columns = 2, .width = 650, .height = 400};
  for (const Set& set : sets) {
    for (std::size_t algorithm = 0; algorithm < kAlgorithms.size(); ++algorithm) {
      statistics += statistics_row(set, algorithm);
      ablation += ablation_row(set, algorithm);
    }
    for (const std::size_t subset : {1U, 3U}) sheet.plots.push_back(plot_of(set, subset));
    overheads +=
        fmt::format("- {}: DFS {:.2f}, DBU {:.2f}{}\n", set.name, set.speed(0) / set.speed(1),
                    set.speed(2) / set.speed(3), set.name == "vacuum 2x5" ? "; the paper says about 1.25 for DFS" : "");
  }
  std::string head = "| problems | algorithm |";
  std::string rule = "|---|---|";
  for (const Memory& memory : kMemories) {
    head += fmt::format(" {}: states | ratio | solved |", memory.name);
    rule += "---|---|---|";
  }
  return {
      .csv =
          "set,problem,algorithm,memory,verdict,limit,cpu_s,states,peak_bytes,lookups,proofs,disproofs,cycles,"
          "forgotten\n" +
          rows,
      .markdown = fmt::format(
          "## Wolfe & Russell 2007: what the cache finds, costs and brings\n\n"
          "{:g} s and {} MiB for each run. Lookups that found something, and what, in per cent of these; the paper "
          "has less than 0.5% proofs, 50 to 80% disproofs, the rest cycles, in vacuum worlds. Microseconds are those "
          "of "
          "the whole search for each lookup\n\n"
          "| problems | algorithm | found % | paper | proofs % | disproofs % | cycles % | lookups a state | million "
          "states a second | microseconds | MiB, median |\n|---|---|---|---|---|---|---|---|---|---|---|\n{}\n"
          "States a second with equality, over those with subsets:\n\n{}\n"
          "Without one kind of memory: median states; states as multiples of those with all (geometric mean over what "
          "both solve); part solved\n\n{}\n{}\n{}",
          *options.budget.cpu_s, *options.budget.bytes >> 20, statistics, overheads, head, rule, ablation),
      .sheet = std::move(sheet)};
}

Expected<void> read(const FigureOptions& options, std::vector<Set>& sets, std::vector<Question>& questions) {
  for (const int height : kHeights) {
    for (std::size_t i = 0; i < *options.runs; ++i)
      questions.push_back(
          {.set = sets.size(), .id = std::to_string(i + 1), .height = height, .seed = seed_of_run(options.seed, i)});
    sets.push_back({.name = fmt::format("vacuum {}x{}", kWidth, height)});
  }
  for (const Kind kind : {Kind::mate, Kind::near_miss}) {
    Expected<std::vector<referee::Problem>> problems = read_problem_set(kind, kPly, options);
    if (!problems) return problems.error();
    for (referee::Problem& problem : *problems) {
      std::string id = problem.id;
      questions.push_back({.set = sets.size(), .id = std::move(id), .problem = std::move(problem)});
    }
    sets.push_back({.name = file_name(kind, kPly)});
  }
  return {};
}

// As a row of the CSV, and among the runs of its set.
std::string take(const Question& question, std::size_t kind, const json::object& run, Set& set) {
  const json::object& cache = run.at("cache").as_object();
  const auto number = [](const json::object& of, const char* what) { return of.at(what).to_number<double>(); };
  set.runs[kind].push_back({.solved = run.at("verdict") != "unknown",
                            .cpu_s = number(run, "cpu_s"),
                            .states = number(run, "states"),
                            .peak_bytes = number(run, "peak_bytes"),
                            .lookups = number(cache, "lookups"),
                            .proofs = number(cache, "proofs"),
                            .disproofs = number(cache, "disproofs"),
                            .cycles = number(cache, "cycles")});
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", set.name, question.id,
                     kAlgorithms[kind / kMemories.size()].name, kMemories[kind % kMemories.size()].name,
                     std::string_view(run.at("verdict").as_string()), std::string_view(run.at("limit").as_string()),
                     number(run, "cpu_s"), number(run, "states"), number(run, "peak_bytes"), number(cache, "lookups"),
                     number(cache, "proofs"), number(cache, "disproofs"), number(cache, "cycles"),
                     number(cache, "forgotten"));
}

}  // namespace

Expected<void> wolfe2007_cache(const FigureOptions& given) {
  FigureOptions options = given;
  if (!options.sample) options.sample = kSample;
  if (!options.runs) options.runs = kRuns;
  if (!options.budget.cpu_s) options.budget.cpu_s = kTime_s;
  if (!options.budget.bytes) options.budget.bytes = kBytes;
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<Set> sets;
  std::vector<Question> questions;
  if (const auto done = read(options, sets, questions); !done) return done.error();
  std::string all;
  for (const Question& question : questions) {
    if (question.height == 0) all += referee::json_text(referee::to_json(question.problem));
  }
  std::vector<json::object> runs(questions.size() * kKinds);
  const Pieces pieces{.label = std::string(kName),
                      .quiet = options.quiet,
                      .count = runs.size(),
                      .work =
                          [&](std::size_t i) {
                            const std::size_t kind = i % kKinds;
                            return solve(questions[i / kKinds], kAlgorithms[kind / kMemories.size()],
                                         kMemories[kind % kMemories.size()], options);
                          },
                      .done =
                          [&](std::size_t i, std::string_view result) {
                            runs[i] = json::parse({result.data(), result.size()}).as_object();
                            return true;
                          }};
  json::object task = task_of(kName, options);
  task["problems"] = sha256(all);
  task["runs"] = json::value_from(options.runs);
  if (const auto done = do_pieces(pieces, task, options); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};

  std::string rows;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const Question& question = questions[i / kKinds];
    const std::size_t kind = i % kKinds;
    const std::string_view verdict = runs[i].at("verdict").as_string();
    if (question.height == 0)
      compare_with_database(question.problem, kAlgorithms[kind / kMemories.size()].name, verdict);
    rows += take(question, kind, runs[i], sets[question.set]);
  }
  return write_report(report_on(sets, options, std::move(rows)), kName, options);
}

}  // namespace blindmate::lab
