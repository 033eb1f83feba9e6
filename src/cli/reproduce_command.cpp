#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

// So that all figures together take a few minutes.
constexpr const char* kQuickFolder = "results-quick";
constexpr std::uint64_t kQuickSample = 20;
constexpr std::uint64_t kQuickRuns = 3;
constexpr double kQuickTime_s = 0.5;

}  // namespace

Run declare_reproduce(CLI::App& app) {
  struct Options {
    std::string figure;
    lab::FigureOptions figure_options;
    std::optional<std::uint64_t> runs;
    std::optional<std::uint64_t> sample;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> memory_mib;
    bool quick = false;
  };
  const auto options = std::make_shared<Options>();
  app.add_option("FIGURE", options->figure, "see: blindmate list figures; or all")->required();
  app.add_option("--folder", options->figure_options.folder,
                 "where tables and plots go, and what an earlier run has left")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_option("--problems", options->figure_options.problems, "the folder of the database of problems")
      ->type_name("FOLDER")
      ->capture_default_str();
  add_number(app, "--sample", options->sample, 1, "so many problems of each file of the database, not all");
  add_number(app, "--runs", options->runs, 1,
             "of each experiment in vacuum worlds, or games of each match; otherwise what the figure needs");
  add_number(app, "--seed", options->seed, 0, "of the experiments; 1 unless given");
  add_number(app, "--states-limit", options->figure_options.budget.states, 1, "for each run");
  add_memory_limit(app, options->memory_mib);
  app.get_option("--memory-limit")->description("for each run; one that reaches a limit counts as unsolved");
  add_time_limit(app, options->figure_options.budget.cpu_s);
  app.get_option("--time-limit")->description("for each run, processor time of its thread");
  add_threads(app, options->figure_options.threads);
  app.add_flag("--quick", options->quick,
               "a first look at each figure: small samples, short times, in the folder results-quick");
  app.add_flag("--quiet", options->figure_options.quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate reproduce wolfe2007-figure7 --time-limit 10\n"
      "  blindmate reproduce russell2005-figure4 --sample 50 --time-limit 2\n"
      "  blindmate reproduce all --quick");
  return [options]() -> int {
    lab::FigureOptions& given = options->figure_options;
    if (options->quick) {
      if (given.folder == lab::FigureOptions{}.folder) given.folder = kQuickFolder;
      if (!options->sample) options->sample = kQuickSample;
      if (!options->runs) options->runs = kQuickRuns;
      if (!given.budget.cpu_s) given.budget.cpu_s = kQuickTime_s;
    }
    if (options->runs) given.runs = *options->runs;
    if (options->sample) given.sample = *options->sample;
    if (options->seed) given.seed = *options->seed;
    if (options->memory_mib) given.budget.bytes = *options->memory_mib * 1024 * 1024;
    std::vector<std::string_view> names;
    bool found = false;
    for (const lab::Figure& figure : lab::kFigures) {
      names.push_back(figure.name);
      if (options->figure != "all" && figure.name != options->figure) continue;
      found = true;
      if (const auto wrong = figure.reproduce(given)) return bad_input(*wrong);
      if (interrupted()) return kInterrupted;
    }
    if (found) return kAnswered;
    return bad_input(fmt::format("unknown figure \"{}\"; known are all, {}", options->figure, fmt::join(names, ", ")));
  };
}

}  // namespace blindmate::cli
