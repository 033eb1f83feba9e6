// Vacuum worlds: solves them by any algorithm, with plans that are checked, and measures what the search costs.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>
#include <memory>
#include <string>

#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/printable.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/checker/vacuum.hpp"
#include "blindmate/kriegspiel/answer.hpp"
#include "blindmate/lab/experiment.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "options.hpp"
#include "vacuum_plan.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using vacuum::Vacuum;

constexpr std::uint64_t kMostDepth = 10'000;
constexpr std::uint64_t kMostRuns = 1'000'000;
constexpr std::size_t kMostLevels = 5000;  // of nesting in a plan

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
  bool deepen = false;
  bool plan = false;
  std::string verify;
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
  if (search::find_algorithm(options.algorithm) == nullptr)
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
                               .budget = options.budget,
                               .deepen = options.deepen,
                               .plan = options.plan};
  const std::optional<int> start = square(options.start, options);
  if (!start) return Error{fmt::format("--start: {} is not a square of the board, column,row from 1,1", options.start)};
  result.start.square = *start;
  if (!options.dirt.empty()) result.start.dirt = 0;
  for (const std::string& text : options.dirt) {
    const std::optional<int> dirty = square(text, options);
    if (!dirty) return Error{fmt::format("--dirt: {} is not a square of the board, column,row from 1,1", text)};
    result.start.dirt |= std::uint64_t{1} << *dirty;
  }
  result.budget.bytes = bytes_allowed(options.memory_mib);
  if (options.time_limit_s) result.budget.time = std::chrono::duration<double>(*options.time_limit_s);
  return result;
}

std::string_view verdict(const lab::VacuumRun& run) {
  return !run.solvable ? "unknown" : *run.solvable ? "plan" : "no-plan";
}

json::value finite(double value) { return std::isinf(value) ? json::value(nullptr) : json::value(value); }

// All that a plan must be judged by.
json::object world_json(const lab::VacuumExperiment& experiment, const Options& options) {
  json::array dirt;
  for (int square = 0; square < options.width * options.height; ++square) {
    if ((experiment.start.dirt >> square & 1) != 0) dirt.emplace_back(square_text(square, options.width));
  }
  return {{"width", options.width},  {"height", options.height}, {"start", options.start},
          {"dirt", std::move(dirt)}, {"blind", options.blind},   {"depth", experiment.depth}};
}

json::object run_json(std::size_t number, const lab::VacuumRun& run) {
  json::object line{
      {"run", number},       {"verdict", json::string(verdict(run))}, {"states", run.states}, {"nodes", run.nodes},
      {"time_s", run.cpu_s}, {"peak_bytes", run.peak_bytes},          {"limit", nullptr}};
  if (run.cache.lookups > 0) line["cache"] = kriegspiel::to_json(run.cache);
  if (run.limit != search::Limit::none) line["limit"] = json::string(name(run.limit));
  if (run.length) line["length"] = *run.length;
  return line;
}

void print(std::size_t number, const lab::VacuumRun& run, const lab::VacuumExperiment& experiment,
           const Options& options) {
  wipe_progress();
  if (options.json) {
    json::object line = run_json(number, run);
    if (run.plan) {
      line["world"] = world_json(experiment, options);
      line["plan"] = to_json(*run.plan, options.width);
    }
    fmt::print("{}\n", referee::json_text(line));
  } else {
    const std::string answer =
        run.length ? fmt::format("{} of {}", verdict(run), *run.length) : std::string(verdict(run));
    fmt::print("{:>5}  {:<10} {:>12} states {:>10} nodes {:>10.4f} s\n", number, answer, run.states, run.nodes,
               run.cpu_s);
    if (run.plan) fmt::print("\n{}\n", tree(*run.plan, options.width, options.blind));
  }
  std::fflush(stdout);
}

// Checks the plans in a file of this command's own output.
int verify_plans(const Options& options) {
  const Expected<std::vector<Line>> lines = read_lines(options.verify);
  if (!lines) return bad_input(lines.error().reason);
  std::vector<std::pair<json::value, checker::VacuumClaim>> claims;  // the run, and its plan
  for (const Line& line : *lines) {
    const Expected<json::value> read = referee::read_json(line.text, kMostLevels);
    if (!read) return bad_input(fmt::format("{}: {}", at(line.place, read.error()), read.error().reason));
    if (!read->is_object()) return bad_input(line.place + ": not a JSON object");
    const json::object& object = read->get_object();
    if (object.contains("summary")) continue;
    const json::value* verdict = object.if_contains("verdict");
    if (verdict == nullptr || (*verdict != "plan" && *verdict != "no-plan" && *verdict != "unknown"))
      return bad_input(line.place + ": verdict: not plan, no-plan or unknown");
    if (*verdict != "plan") continue;
    Expected<checker::VacuumClaim> claim = checker::read_vacuum_claim(object);
    if (!claim) return bad_input(fmt::format("{}: {}", line.place, claim.error().reason));
    const json::value* run = object.if_contains("run");
    claims.emplace_back(run == nullptr ? json::value() : *run, std::move(*claim));
  }
  std::size_t bad = 0;
  for (const auto& [run, claim] : claims) {
    if (interrupted()) return kInterrupted;
    const std::optional<std::string> wrong = checker::fault(claim);
    bad += wrong ? 1U : 0U;
    if (options.json) {
      fmt::print("{}\n",
                 referee::json_text(json::object{
                     {"run", run}, {"valid", !wrong}, {"reason", wrong ? json::value(*wrong) : json::value()}}));
    } else {
      fmt::print("{:>5}  {}\n", referee::json_text(run), printable(wrong ? "FALSE: " + *wrong : "valid"));
    }
  }
  if (!options.json) fmt::print("\n{} plans: {} valid, {} false\n", claims.size(), claims.size() - bad, bad);
  return bad > 0 ? kFalseCertificate : kAnswered;
}

int run_vacuum(const Options& options) {
  if (!options.verify.empty()) return verify_plans(options);
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
          if (results[i].limit == search::Limit::interrupted) return;
          done[i] = 1;
          for (; printed < runs && done[printed] != 0; ++printed) {
            print(printed + 1, results[printed], *experiment, options);
            results[printed].plan.reset();
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
  add_number(app, "--depth", options->depth, 1, "the most actions (default for width 2: 3h+1)");
  app.add_option("--start", options->start, "the robot's square, column,row from the upper left")
      ->capture_default_str();
  app.add_option("--dirt", options->dirt, "dirty squares (default: the bottom right one)");
  app.add_flag("--blind", options->blind, "the robot does not see dirt");
  app.add_option("--algorithm", options->algorithm, "see: blindmate list algorithms")->capture_default_str();
  add_without(app, options->without);
  add_number(app, "--runs", options->runs, 1, "number of runs, each with all choices shuffled");
  add_number(app, "--seed", options->seed, 0, "seed of the first run (default 1)");
  add_number(app, "--states-limit", options->budget.states, 1, "give up a run after so many states, with exit code 3");
  add_memory_limit(app, options->memory_mib);
  add_time_limit(app, options->time_limit_s);
  app.add_option("--threads", options->threads, "how many runs at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_flag("--plan", options->plan, "show each plan");
  app.add_flag("--deepen", options->deepen, "find the shortest plan up to the depth");
  CLI::Option* const verify =
      app.add_option("--verify", options->verify, "check the plans that --json --plan printed, with independent code")
          ->type_name("FILE");
  for (CLI::Option* const other : app.get_options()) {
    if (other != verify && !other->check_lname("help") && !other->check_lname("version")) verify->excludes(other);
  }
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate vacuum --width 2 --height 4 --algorithm dbu-subset --runs 20 --seed 1\n"
      "  blindmate vacuum --height 3 --plan --deepen\n"
      "  blindmate vacuum --height 3 --plan --json > plans.jsonl\n"
      "  blindmate vacuum --verify plans.jsonl");
  return [options] { return run_vacuum(*options); };
}

}  // namespace blindmate::cli
