// Guaranteed mates of problems and of games' ends. All files are read before anything is solved; several problems are
// solved at once by threads or ranks, and answered in their order.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/printable.hpp"
#include "blindmate/kriegspiel/answer.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/study/report.hpp"
#include "blindmate/view/json_text.hpp"
#include "board_picture.hpp"
#include "command.hpp"
#include "in_order.hpp"
#include "input.hpp"
#include "options.hpp"
#include "report_page.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using kriegspiel::Solution;
using kriegspiel::Verdict;
using referee::PlayerView;
using referee::Problem;

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> ids;
  std::string side;
  std::optional<int> ply;
  kriegspiel::SolveOptions solve;
  std::optional<std::uint64_t> memory_mib;
  std::optional<double> time_limit_s;
  std::string save_problems;
  bool report = false;
  std::string page;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

struct Task {
  std::string place;  // in the files, for messages
  std::string id;
  std::variant<Problem, PlayerView> question;
  int ply = 0;
  std::optional<bool> expect_mate{};
};

// Reads everything before anything is solved, so that a mistake in the last file costs nothing.
class Reader {
 public:
  explicit Reader(const Options& options) : options_(options) {}

  Expected<std::vector<Task>> read() {
    for (const std::string& file : options_.files) {
      const Expected<void> done = has_extension(file, ".pgn") ? read_games(file) : read_problems(file);
      if (!done) return done.error();
    }
    if (const auto done = select(); !done) return done.error();
    return std::move(tasks_);
  }

 private:
  // Only those with the ids that were named.
  Expected<void> select() {
    if (options_.ids.empty()) return {};
    std::vector<Task> selected;
    for (const std::string& id : options_.ids) {
      const auto task = std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& t) { return t.id == id; });
      if (task == tasks_.end()) return Error{fmt::format("--id: there is no problem {}", id)};
      selected.push_back(*task);
    }
    tasks_ = std::move(selected);
    return {};
  }

  Expected<void> read_problems(const std::string& file) {
    if (options_.solve.interleave) return Error{file + ": --interleave is for games; a problem has its states already"};
    if (!options_.save_problems.empty())
      return Error{file + ": --save-problems is for games; these are problems already"};
    const Expected<std::vector<referee::ProblemLine>> lines = referee::read_problems(file);
    if (!lines) return lines.error();
    for (const referee::ProblemLine& line : *lines) {
      const std::optional<int> ply = options_.ply ? options_.ply : line.problem.ply;
      if (!ply) return Error{line.place + ": ply: is missing, and there is no --ply"};
      tasks_.push_back(
          {line.place, line.problem.id, line.problem, *ply, options_.ply ? std::nullopt : line.problem.expect_mate});
    }
    return {};
  }

  Expected<void> read_games(const std::string& file) {
    if (!options_.ply) return Error{file + ": a game has no number of ply; say it with --ply"};
    const Expected<std::vector<referee::PgnGame>> games = read_games_file(file);
    if (!games) return Error{games.error().text(file)};
    for (std::size_t i = 0; i < games->size(); ++i) {
      const std::string id = fmt::format("{}#{}", file, i + 1);
      const Expected<PlayerView> view = view_of((*games)[i], options_.side);
      if (!view) return Error{fmt::format("{}: {}", id, view.error().reason)};
      if (const auto done = kriegspiel::check_view(*view); !done)
        return Error{fmt::format("{}: {}", id, done.error().reason)};
      tasks_.push_back({id, id, *view, *options_.ply});
    }
    return {};
  }

  const Options& options_;
  std::vector<Task> tasks_;
};

referee::OwnBoard own_board(const Task& task) {
  if (const Problem* problem = std::get_if<Problem>(&task.question))
    return {problem->states.front(), problem->attacker()};
  return std::get<PlayerView>(task.question).own_board();
}

std::string text_of(const Task& task, const Options& options, const Solution& solution) {
  std::string answer = fmt::format("no mate within {} ply", task.ply);
  const Problem* const problem = std::get_if<Problem>(&task.question);
  const bool material =
      options.solve.material_wins != kriegspiel::MaterialWins{} || (problem && problem->material_wins);
  if (solution.verdict == Verdict::mate)
    answer = fmt::format("{} in {} ply", material ? "mate or won" : "mate", *solution.length);
  if (solution.verdict == Verdict::unknown) answer = fmt::format("unknown, limit: {}", name(solution.limit));
  std::string text =
      fmt::format("{:<16} {:<24} {:>7} possible  {:>11} states {:>9} nodes {:>9.3f} s\n", printable(task.id), answer,
                  solution.positions, solution.states, solution.nodes, solution.time.count());
  if (options.solve.all_keys && solution.verdict == Verdict::mate) {
    text += fmt::format("  keys: {}\n", solution.keys ? fmt::format("{}", fmt::join(*solution.keys, " "))
                                                      : fmt::format("unknown, limit: {}", name(solution.limit)));
  }
  if (!solution.plan) return text;
  const referee::OwnBoard own = own_board(task);
  return text + fmt::format("\n{}\n{}\n", board_picture(own), kriegspiel::tree(*solution.plan, own));
}

// What became of a task, on its way from who has solved it to who tells it.
struct Answer {
  std::string out{};
  std::string error{};
  std::string problem{};  // of a game, as a line
  std::optional<Verdict> verdict{};
  ExitCode code = kAnswered;
};

std::string packed(const Answer& answer) {
  return referee::json_text(json::array{answer.out, answer.error, answer.problem,
                                        answer.verdict ? json::value(static_cast<int>(*answer.verdict)) : nullptr,
                                        answer.code});
}

Answer unpacked(const std::string& text) {
  const json::array parts = json::parse(text, {}, {.allow_invalid_utf8 = true}).as_array();
  const auto part = [&](std::size_t i) { return std::string(parts[i].as_string()); };
  Answer answer{part(0), part(1), part(2)};
  if (!parts[3].is_null()) answer.verdict = static_cast<Verdict>(parts[3].as_int64());
  answer.code = static_cast<ExitCode>(parts[4].as_int64());
  return answer;
}

class Solver {
 public:
  explicit Solver(const Options& options) : options_(options) {}

  int run(const std::vector<Task>& tasks) {
    if (!options_.save_problems.empty() && lab::Ranks::is_first()) {
      saved_.open(options_.save_problems);
      if (!saved_) return bad_input(options_.save_problems + ": cannot be written");
    }
    const auto work = [&](std::size_t i) { return packed(answer_to(tasks[i])); };
    lab::Pieces pieces{.label = "problems", .quiet = options_.quiet, .count = tasks.size(), .work = work, .done = {}};
    const bool one_at_a_time = options_.threads == 1 && !lab::Ranks::are_several();
    if (one_at_a_time) pieces.standing = [&] { return standing(); };
    const auto show = [&](std::size_t /*i*/, const std::string& answer) { tell(unpacked(answer)); };
    if (const auto done = answer_in_order(pieces, options_.threads, show); !done) return bad_input(done.error().reason);
    if (saved_.is_open() && !saved_.flush()) {
      complain(options_.save_problems + ": cannot be written");
      return kInternalError;
    }
    if (interrupted()) return kInterrupted;
    if (!options_.json && tasks.size() != 1) {
      fmt::print("\n{} problems: {} mates, {} without, {} unknown\n", count_[0] + count_[1] + count_[2], count_[0],
                 count_[1], count_[2]);
    }
    return worst_;
  }

 private:
  // On any thread.
  Answer answer_to(const Task& task) {
    const Expected<Solution> solution = solve(task);
    if (!solution) return {.error = fmt::format("{}: {}", task.place, solution.error().reason), .code = kBadInput};
    Answer answer{.verdict = solution->verdict};
    if (!options_.save_problems.empty() && solution->problem) answer.problem = line_of(task, *solution->problem);
    answer.out = options_.json
                     ? referee::json_text(kriegspiel::to_json(*solution, task.id, task.ply, options_.solve)) + '\n'
                     : text_of(task, options_, *solution);
    if (solution->limit != search::Limit::none) answer.code = kLimitReached;
    // What is expected is a guaranteed mate.
    if (solution->verdict == Verdict::unknown || options_.solve.seen || !task.expect_mate) return answer;
    if (*task.expect_mate != (solution->verdict == Verdict::mate)) {
      answer.error = fmt::format("{}: {}: {}, but {} was expected", task.place, task.id, name(solution->verdict),
                                 name(*task.expect_mate ? Verdict::mate : Verdict::no_mate));
      answer.code = worse(answer.code, kContradicted);
    }
    return answer;
  }

  Expected<Solution> solve(const Task& task) {
    kriegspiel::SolveOptions options = options_.solve;
    if (options_.threads == 1) options.budget.watch = &watch_;
    if (const Problem* problem = std::get_if<Problem>(&task.question))
      return kriegspiel::solve(*problem, task.ply, options);
    return kriegspiel::solve(std::get<PlayerView>(task.question), task.ply, options);
  }

  void tell(const Answer& answer) {
    if (answer.verdict) ++count_[static_cast<std::size_t>(*answer.verdict)];
    if (!answer.problem.empty()) saved_ << answer.problem << std::endl;
    fmt::print("{}", answer.out);
    std::fflush(stdout);
    if (!answer.error.empty()) complain(answer.error);
    worst_ = worse(worst_, answer.code);
  }

  static std::string line_of(const Task& task, Problem problem) {
    problem.id = task.id;
    problem.ply = task.ply;
    return referee::json_text(referee::to_json(problem));
  }

  std::string standing() const { return fmt::format("depth {}, {} states", watch_.depth.load(), watch_.states.load()); }

  const Options& options_;
  search::Watch watch_;
  std::ofstream saved_;
  std::array<int, 3> count_{};  // by verdict
  ExitCode worst_ = kAnswered;
};

int report(const Options& options, const std::vector<Task>& tasks) {
  const Problem* const problem = tasks.size() == 1 ? std::get_if<Problem>(&tasks.front().question) : nullptr;
  if (lab::Ranks::are_several()) return bad_input("--report does not share its work among ranks of MPI");
  if (problem == nullptr) return bad_input("--report is on one problem line; choose it with --id");
  if (options.solve.seen || options.solve.material_wins != kriegspiel::MaterialWins{} || problem->material_wins)
    return bad_input("--report is about guaranteed mates: not with --seen, --material-wins or --likely-wins");
  const int ply = tasks.front().ply;
  const study::Report found = study::report_on(*problem, ply, options.solve);
  if (interrupted()) return kInterrupted;
  const std::string summary = study::summary(found, *problem, ply);
  const std::string variations = study::variations(found, *problem);
  if (!options.page.empty()) {
    if (const auto done = write_file(options.page, report_page(*problem, summary, variations)); !done)
      return bad_input(done.error().reason);
  }
  if (options.json) {
    fmt::print("{}\n", referee::json_text(study::to_json(found, problem->id, ply)));
  } else {
    fmt::print("{}\n{}", board_picture(own_board(tasks.front())), summary);
    if (!variations.empty()) fmt::print("\nvariations\n{}", variations);
  }
  return found.solution.limit == search::Limit::none ? kAnswered : kLimitReached;
}

int run_solve(Options& options) {
  options.solve.budget.bytes = bytes_allowed(options.memory_mib);
  if (options.time_limit_s) options.solve.budget.time = std::chrono::duration<double>(*options.time_limit_s);
  if (const auto done = kriegspiel::check_options(options.solve); !done) return bad_input(done.error().reason);
  if (options.solve.interleave && !options.save_problems.empty())
    return bad_input("--save-problems needs all states of a game, and --interleave stops before");
  options.solve.algorithm = search::find_algorithm(options.solve.algorithm)->name;  // no alias
  const Expected<std::vector<Task>> tasks = Reader(options).read();
  if (!tasks) return bad_input(tasks.error().reason);
  // Each problem gets what is left when all are solved at once.
  if (!lab::Ranks::are_several())
    options.solve.threads = std::max(1, options.threads / std::max(1, static_cast<int>(tasks->size())));
  for (const Task& task : *tasks) {
    const Problem* const problem = std::get_if<Problem>(&task.question);
    if (options.solve.seen && (problem == nullptr || problem->states.size() != 1))
      return bad_input(fmt::format("{}: {}: --seen is for problems of one position", task.place, task.id));
  }
  return options.report ? report(options, *tasks) : Solver(options).run(*tasks);
}

}  // namespace

Run declare_solve(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  kriegspiel::SolveOptions& solve = options->solve;
  app.add_option("FILE", options->files, "problem lines, or games as Kriegspiel PGN (*.pgn); also compressed (*.zst)")
      ->required();
  app.add_option("--algorithm", solve.algorithm, "see: blindmate list algorithms")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--id", options->ids, "solve only the problem with this id; may be given several times")
      ->type_name("ID")
      ->allow_extra_args(false);
  add_ply(app, options->ply, "the bound, instead of the file's");
  app.add_flag("--plan", solve.plan, "show the plan of each mate");
  app.add_flag("--deepen", solve.deepen, "find the shortest mate up to the bound");
  app.add_flag("--all-keys", solve.all_keys, "every first try that starts a guaranteed mate");
  app.add_flag("--seen", solve.seen, "ordinary chess: problems of one position in which both sides see everything");
  app.add_flag("--interleave", solve.interleave, "games: estimate and search together");
  app.add_option("--save-problems", options->save_problems, "games: write them as problem lines, for verify")
      ->type_name("FILE");
  app.add_option("--side", options->side, "games: whose knowledge; not needed for filtered ones")
      ->check(CLI::IsMember({"white", "black"}));
  add_material_wins(app, solve.material_wins.certain, solve.material_wins.likely);
  add_without(app, solve.without);
  add_number(app, "--seed", solve.seed, 0, "shuffle the order of equal choices");
  add_number(app, "--states-limit", solve.budget.states, 1, "give up a problem after so many states, with exit code 3");
  app.add_option("--threads", options->threads, "so many problems at once, or one problem on all of them")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  add_memory_limit(app, options->memory_mib);
  add_time_limit(app, options->time_limit_s);
  CLI::Option* const report =
      app.add_flag("--report", options->report,
                   "for one problem: shortest mate, keys, duals, variations, and the answer under other rules");
  app.add_option("--page", options->page, "also write the report as an HTML page")->type_name("FILE")->needs(report);
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate solve problems.jsonl --plan\n"
      "  blindmate solve problems.jsonl --id p-0001 --report --page report.html\n"
      "  blindmate solve game.pgn --ply 5 --deepen --interleave\n"
      "  blindmate solve problems.jsonl --algorithm le-dfs --states-limit 1000000 --json");
  return [options] { return run_solve(*options); };
}

}  // namespace blindmate::cli
