// The figures and tables of the papers, and our own, with the options that each of them understands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/view/problem.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

using lab::FigureOptions;

constexpr std::uint64_t kMostRuns = 100'000;

// So that all figures together take a few minutes.
constexpr const char* kQuickFolder = "results-quick";
constexpr std::uint64_t kQuickSample = 20;
constexpr std::uint64_t kQuickRuns = 3;
constexpr std::uint64_t kQuickBoards = 10;
constexpr double kQuickTime_s = 0.5;

// What not all figures understand, and how to do without it.
struct SomeFiguresOption {
  const char* name;
  void (*clear)(FigureOptions& options);
};
constexpr std::array kSomeFiguresOptions = {
    SomeFiguresOption{"--problems", [](FigureOptions& options) { options.problems.clear(); }},
    SomeFiguresOption{"--sets", [](FigureOptions& options) { options.kinds.clear(); }},
    SomeFiguresOption{"--ply", [](FigureOptions& options) { options.plies.clear(); }},
    SomeFiguresOption{"--sample", [](FigureOptions& options) { options.sample.reset(); }},
    SomeFiguresOption{"--algorithms", [](FigureOptions& options) { options.algorithms.clear(); }},
    SomeFiguresOption{"--runs", [](FigureOptions& options) { options.runs.reset(); }},
    SomeFiguresOption{"--time-limit", [](FigureOptions& options) { options.budget.cpu_s.reset(); }},
    SomeFiguresOption{"--states-limit", [](FigureOptions& options) { options.budget.states.reset(); }},
    SomeFiguresOption{"--memory-limit", [](FigureOptions& options) { options.budget.bytes.reset(); }},
    SomeFiguresOption{"--engine", [](FigureOptions& options) { options.engine = FigureOptions{}.engine; }},
    SomeFiguresOption{"--boards", [](FigureOptions& options) { options.boards.reset(); }},
    SomeFiguresOption{"--move-time", [](FigureOptions& options) { options.move_time_s.reset(); }},
    SomeFiguresOption{"--pairing", [](FigureOptions& options) { options.pairing.clear(); }},
};

// Values with commas between, each once. `read` gives nothing for what it does not know.
template <class T, class Read>
void add_list(CLI::App& app, const std::string& name, std::vector<T>& values, Read read, const std::string& what,
              const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [name, &values, read, what](const std::string& text) {
           for (const std::string_view word : split(text, ',')) {
             const std::optional<T> value = read(word);
             if (!value) throw CLI::ValidationError(name, fmt::format("\"{}\" is not {}", word, what));
             if (std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
           }
         },
         help)
      ->type_name("LIST");
}

std::optional<lab::Kind> read_kind(std::string_view word) {
  for (const lab::Kind kind : {lab::Kind::mate, lab::Kind::near_miss}) {
    if (word == name(kind)) return kind;
  }
  return std::nullopt;
}

std::optional<int> read_ply(std::string_view word) {
  constexpr int kMost = 99;
  const std::optional<int> ply = number(word, kMost);
  return ply && referee::check_ply(*ply) ? ply : std::nullopt;
}

std::optional<std::string> read_algorithm(std::string_view word) {
  const auto* algorithm = search::find_algorithm(word);
  return algorithm == nullptr ? std::nullopt : std::optional<std::string>(algorithm->name);
}

// Of the figures with games, and the name of a second set of files.
void add_players(CLI::App& app, FigureOptions& options, std::optional<std::uint64_t>& boards) {
  app.add_option("--engine", options.engine,
                 "games: what evaluates boards: built-in, stockfish, gnuchess, or a program")
      ->type_name("NAME")
      ->capture_default_str();
  add_number(app, "--boards", boards, 1, "games: the most boards that a player evaluates for a try");
  app.add_option("--move-time", options.move_time_s, "games: seconds for each try, instead of nodes")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0001, 3600.0));
  app.add_option("--pairing", options.pairing, "games: only this match of the figure, such as hs-los")
      ->type_name("NAME");
  app.add_option("--name", options.name, "name of a second set of files, FIGURE-NAME")
      ->type_name("NAME")
      ->check([](const std::string& name) {
        constexpr const char* kAllowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
        return name.find_first_not_of(kAllowed) == std::string::npos && !name.empty()
                   ? std::string()
                   : fmt::format("\"{}\" is not of letters, digits and .-_ alone", name);
      });
}

struct Options {
  std::string figure;
  FigureOptions figures;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> sample;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> memory_mib;
  std::optional<std::uint64_t> boards;
  bool quick = false;
};

FigureOptions completed(const Options& options) {
  FigureOptions result = options.figures;
  result.runs = options.runs;
  result.sample = options.sample;
  result.boards = options.boards;
  if (options.seed) result.seed = *options.seed;
  if (options.memory_mib) result.budget.bytes = *options.memory_mib * 1024 * 1024;
  if (options.quick) {
    if (result.folder == FigureOptions{}.folder) result.folder = kQuickFolder;
    if (!result.sample) result.sample = kQuickSample;
    if (!result.runs) result.runs = kQuickRuns;
    if (!result.boards) result.boards = kQuickBoards;
    if (!result.budget.cpu_s) result.budget.cpu_s = kQuickTime_s;
  }
  return result;
}

int reproduce(const lab::Figure& figure, FigureOptions options) {
  for (const SomeFiguresOption& option : kSomeFiguresOptions) {
    if (!figure.understands(option.name)) option.clear(options);
  }
  try {
    if (const auto done = figure.reproduce(options); !done) return bad_input(done.error().reason);
  } catch (const lab::Contradiction& contradiction) {
    fmt::print(stderr, "blindmate: {}\n", contradiction.what());
    return kContradicted;
  }
  return interrupted() ? kInterrupted : kAnswered;
}

int run_reproduce(const Options& options, const CLI::App& app) {
  if (options.runs.value_or(1) > kMostRuns) return bad_input(fmt::format("--runs: at most {}", kMostRuns));
  const FigureOptions given = completed(options);
  if (options.figure == "all") {
    for (const lab::Figure& figure : lab::kFigures) {
      if (const int code = reproduce(figure, given); code != kAnswered) return code;
    }
    return kAnswered;
  }
  std::vector<std::string_view> names;
  for (const lab::Figure& figure : lab::kFigures) {
    names.push_back(figure.name);
    if (figure.name != options.figure) continue;
    for (const SomeFiguresOption& option : kSomeFiguresOptions) {
      if (app.count(option.name) > 0 && !figure.understands(option.name))
        return bad_input(fmt::format("{} has no {}; beside those of all figures it has {}", figure.name, option.name,
                                     figure.options));
    }
    return reproduce(figure, given);
  }
  return bad_input(fmt::format("unknown figure \"{}\"; known are all, {}", options.figure, fmt::join(names, ", ")));
}

}  // namespace

Run declare_reproduce(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  FigureOptions& figures = options->figures;
  app.add_option("FIGURE", options->figure, "see: blindmate list figures; or all")->required();
  app.add_option("--folder", figures.folder, "folder for tables and plots; an interrupted run resumes there")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_option("--problems", figures.problems, "the folder of the database of problems")
      ->type_name("FOLDER")
      ->capture_default_str();
  add_list(app, "--sets", figures.kinds, read_kind, "mates or near-misses",
           "which files of the database: mates, near-misses or both (default: those of the figure)");
  add_list(app, "--ply", figures.plies, read_ply, "an odd number of ply",
           "which files of the database: problems of so many ply (default: those of the figure)");
  add_number(app, "--sample", options->sample, 1, "only so many problems of each file of the database");
  add_list(app, "--algorithms", figures.algorithms, read_algorithm, "an algorithm (see: blindmate list algorithms)",
           "see: blindmate list algorithms (default: those of the figure)");
  add_number(app, "--runs", options->runs, 1,
             "runs of each experiment in vacuum worlds, or games of each match (default: those of the figure)");
  add_number(app, "--seed", options->seed, 0, "seed of the experiments (default 1)");
  add_time_limit(app, figures.budget.cpu_s);
  add_number(app, "--states-limit", figures.budget.states, 1,
             "for each run; in games, positions that an engine may search for a try");
  add_memory_limit(app, options->memory_mib);
  app.get_option("--time-limit")->description("for each run, in processor time; a run that reaches it is unsolved");
  app.get_option("--memory-limit")->description("for each run");
  add_players(app, figures, options->boards);
  add_threads(app, figures.threads);
  app.add_flag("--quick", options->quick, "a quick version: small samples, short times, in the folder results-quick");
  app.add_flag("--quiet", figures.quiet, "no progress bar");
  app.footer(
      "A figure refuses options that it does not use. 'all' passes to each figure the options that it uses.\n\n"
      "Examples:\n  blindmate reproduce wolfe2007-figure7 --time-limit 10 --algorithms dbu-equal,dbu-subset\n"
      "  blindmate reproduce russell2005-figure4 --ply 5 --sets near-misses --sample 50 --time-limit 2\n"
      "  blindmate reproduce parker2005-figure3 --engine gnuchess --move-time 4 --pairing hs-los --name gnuchess\n"
      "  blindmate reproduce all --quick");
  return [options, &app] { return run_reproduce(*options, app); };
}

}  // namespace blindmate::cli
