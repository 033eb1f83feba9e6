#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {

Run declare_reproduce(CLI::App& app) {
  struct Options {
    std::string figure;
    lab::FigureOptions figure_options;
    std::optional<std::uint64_t> runs;
    std::optional<std::uint64_t> seed;
    std::optional<std::uint64_t> memory_mib;
    std::optional<double> time_limit_s;
  };
  const auto options = std::make_shared<Options>();
  app.add_option("FIGURE", options->figure, "see: blindmate list figures")->required();
  app.add_option("--folder", options->figure_options.folder, "where the table (CSV) and the plot go")
      ->type_name("FOLDER")
      ->capture_default_str();
  add_number(app, "--runs", options->runs, 1, "of each experiment; otherwise what the figure needs");
  add_number(app, "--seed", options->seed, 0, "of the experiments; 1 unless given");
  add_number(app, "--states-limit", options->figure_options.limits.states, 1, "for each run");
  add_memory_limit(app, options->memory_mib);
  add_time_limit(app, options->time_limit_s);
  app.add_option("--threads", options->figure_options.threads, "how many runs at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_flag("--quiet", options->figure_options.quiet, "no progress bar");
  app.footer("Example:\n  blindmate reproduce wolfe2007-figure7 --threads 2 --time-limit 10");
  return [options]() -> int {
    lab::FigureOptions& given = options->figure_options;
    if (options->runs) given.runs = *options->runs;
    if (options->seed) given.seed = *options->seed;
    if (options->memory_mib) given.limits.bytes = *options->memory_mib * 1024 * 1024;
    if (options->time_limit_s) given.limits.time = std::chrono::duration<double>(*options->time_limit_s);
    std::vector<std::string_view> names;
    for (const lab::Figure& figure : lab::kFigures) {
      names.push_back(figure.name);
      if (figure.name != options->figure) continue;
      if (const auto wrong = figure.reproduce(given)) return bad_input(*wrong);
      return interrupted() ? kInterrupted : kAnswered;
    }
    return bad_input(fmt::format("unknown figure \"{}\"; known are {}", options->figure, fmt::join(names, ", ")));
  };
}

}  // namespace blindmate::cli
