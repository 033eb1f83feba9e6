#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/kriegspiel/answer.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/referee/json_text.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using vacuum::Vacuum;

constexpr std::uint64_t kMostDepth = 10'000;
constexpr std::uint64_t kMostRuns = 1'000'000;

struct Options {
  int width = 2;
  int height = 4;
  std::optional<std::uint64_t> depth;
  std::string start = "1,1";
  std::vector<std::string> dirt;
  bool blind = false;
  std::string algorithm = "dbu-subset";
  search::Without without;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> seed;
  search::Budget budget;
  std::optional<std::uint64_t> memory_mib;
  std::optional<double> time_limit_s;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

// "column,row", from 1,1 in the upper left.
std::optional<int> square(const std::string& text, const Options& options) {
  const auto parts = split(text, ',');
  if (parts.size() != 2) return std::nullopt;
  const std::optional<int> column = number(parts[0], options.width);
  const std::optional<int> row = number(parts[1], options.height);
  if (!column || !row || *column < 1 || *row < 1) return std::nullopt;
  return (*row - 1) * options.width + *column - 1;
}

Expected<lab::VacuumExperiment> experiment_of(const Options& options) {
  if (options.width * options.height > Vacuum::kMostSquares)
    return Error{fmt::format("a board has at most {} squares", Vacuum::kMostSquares)};
  if (search::find_algorithm<Vacuum>(options.algorithm) == nullptr)
    return Error{fmt::format("unknown algorithm \"{}\" (see: blindmate list algorithms)", options.algorithm)};
  if (options.depth.value_or(1) > kMostDepth) return Error{fmt::format("--depth: at most {}", kMostDepth)};
  if (options.runs.value_or(1) > kMostRuns) return Error{fmt::format("--runs: at most {}", kMostRuns)};
  if (!options.depth && options.width != 2)
    return Error{"--depth is needed; only for boards of width 2 the paper's 3h+1 is known to be right"};
  const Vacuum world(options.width, options.height, !options.blind);
  lab::VacuumExperiment result{.world = world,
                               .start = world.start(),
                               .depth = options.depth ? static_cast<int>(*options.depth) : 3 * options.height + 1,
                               .algorithm = options.algorithm,
                               .without = options.without,
                               .budget = options.budget};
  const std::optional<int> start = square(options.start, options);
  if (!start) return Error{fmt::format("--start: {} is not a square of the board, column,row from 1,1", options.start)};
  result.start.square = *start;
  if (!options.dirt.empty()) result.start.dirt = 0;
  for (const std::string& text : options.dirt) {
    const std::optional<int> dirty = square(text, options);
    if (!dirty) return Error{fmt::format("--dirt: {} is not a square of the board, column,row from 1,1", text)};
    result.start.dirt |= std::uint64_t{1} << *dirty;
  }
  if (options.memory_mib) result.budget.bytes = *options.memory_mib * 1024 * 1024;
  if (options.time_limit_s) result.budget.time = std::chrono::duration<double>(*options.time_limit_s);
  return result;
}

std::string_view verdict(const lab::VacuumRun& run) {
  return !run.solvable ? "unknown" : *run.solvable ? "plan" : "no-plan";
}

json::value finite(double value) { return std::isinf(value) ? json::value(nullptr) : json::value(value); }

json::object to_json(std::size_t number, const lab::VacuumRun& run) {
  json::object line{
      {"run", number},       {"verdict", json::string(verdict(run))}, {"states", run.states}, {"nodes", run.nodes},
      {"time_s", run.cpu_s}, {"peak_bytes", run.peak_bytes},          {"limit", nullptr}};
  if (run.cache.lookups > 0) line["cache"] = kriegspiel::to_json(run.cache);
  if (run.limit != search::Limit::none) line["limit"] = json::string(name(run.limit));
  return line;
}

int run_vacuum(const Options& options) {
  const Expected<lab::VacuumExperiment> experiment = experiment_of(options);
  if (!experiment) return bad_input(experiment.error().reason);
  const std::size_t runs = options.runs.value_or(1);
  std::vector<lab::VacuumRun> results(runs);
  std::vector<char> done(runs, 0);
  std::size_t printed = 0;
  {
    Progress progress("runs", runs, options.quiet);
    lab::for_each(
        runs, options.threads,
        [&](std::size_t i) { results[i] = lab::run(*experiment, lab::seed_of_run(options.seed.value_or(1), i)); },
        [&](std::size_t i) {
          done[i] = 1;
          for (; printed < runs && done[printed] != 0; ++printed) {
            const lab::VacuumRun& run = results[printed];
            wipe_progress();
            if (options.json) {
              fmt::print("{}\n", referee::json_text(to_json(printed + 1, run)));
            } else {
              fmt::print("{:>5}  {:<8} {:>12} states {:>10} nodes {:>10.4f} s\n", printed + 1, verdict(run), run.states,
                         run.nodes, run.cpu_s);
            }
            std::fflush(stdout);
          }
          progress.advance();
        });
  }
  if (interrupted()) return kInterrupted;
  std::vector<double> states, nodes, times;
  std::size_t solved = 0;
  for (const lab::VacuumRun& run : results) {
    const double infinite = std::numeric_limits<double>::infinity();
    solved += run.solvable ? 1U : 0U;
    states.push_back(run.solvable ? static_cast<double>(run.states) : infinite);
    nodes.push_back(run.solvable ? static_cast<double>(run.nodes) : infinite);
    times.push_back(run.solvable ? run.cpu_s : infinite);
  }
  if (options.json) {
    fmt::print("{}\n",
               referee::json_text(json::object{{"summary", json::object{{"runs", runs},
                                                                        {"solved", solved},
                                                                        {"states", finite(lab::median(states))},
                                                                        {"nodes", finite(lab::median(nodes))},
                                                                        {"time_s", finite(lab::median(times))}}}}));
  } else {
    const auto text = [](double value, int digits) {
      return std::isinf(value) ? "limit" : fmt::format("{:.{}f}", value, digits);
    };
    fmt::print("\n{} of {} solved; medians: {} states, {} nodes, {} s\n", solved, runs, text(lab::median(states), 0),
               text(lab::median(nodes), 0), text(lab::median(times), 4));
  }
  return solved == runs ? kAnswered : kLimitReached;
}

}  // namespace

Run declare_vacuum(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("--width", options->width, "of the board")
      ->check(CLI::Range(1, Vacuum::kMostSquares))
      ->capture_default_str();
  app.add_option("--height", options->height, "of the board")
      ->check(CLI::Range(1, Vacuum::kMostSquares))
      ->capture_default_str();
  add_number(app, "--depth", options->depth, 1, "how many actions; 3h+1 unless given, for width 2");
  app.add_option("--start", options->start, "the robot's square, column,row from the upper left")
      ->capture_default_str();
  app.add_option("--dirt", options->dirt, "dirty squares; the bottom right one unless given");
  app.add_flag("--blind", options->blind, "the robot does not see dirt");
  app.add_option("--algorithm", options->algorithm, "see: blindmate list algorithms")->capture_default_str();
  add_without(app, options->without);
  add_number(app, "--runs", options->runs, 1, "with all choices shuffled anew");
  add_number(app, "--seed", options->seed, 0, "of the first run; 1 unless given");
  add_number(app, "--states-limit", options->budget.states, 1, "give up a run after so many states, with exit code 3");
  add_memory_limit(app, options->memory_mib);
  add_time_limit(app, options->time_limit_s);
  app.add_option("--threads", options->threads, "how many runs at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer("Example:\n  blindmate vacuum --width 2 --height 4 --algorithm dbu-subset --runs 20 --seed 1");
  return [options] { return run_vacuum(*options); };
}

}  // namespace blindmate::cli
