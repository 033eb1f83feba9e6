// Figure 9 of Russell & Wolfe 2005: state estimation before the search, and interleaved with it, by GL-DBU on the games
// of the 3-ply problems; each problem is a point.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <numeric>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/belief/depth_first.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/figures/figures.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/lab/problems/database.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "russell2005-figure9";
constexpr std::string_view kAlgorithm = "gl-dbu";
constexpr int kPly = 3;
constexpr std::string_view kSequential = "sequential";
constexpr std::string_view kInterleaved = "interleaved";

struct Question {
  Kind kind;
  std::string id;
  referee::PlayerView view;
};

Expected<void> read(Kind kind, const FigureOptions& options, std::vector<Question>& questions, std::string& all) {
  const std::string file = (std::filesystem::path(options.problems) / (file_name(kind, kPly) + ".pgn.zst")).string();
  const Expected<std::string> text = read_file(file);
  if (!text) return Error{text.error().text(file) + " (--problems names the folder of the database)"};
  all += *text;
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(*text);
  if (!games) return Error{games.error().text(file)};
  for (const referee::PgnGame& game : sample(*games, options.sample)) {
    const auto event =
        std::find_if(game.tags.begin(), game.tags.end(), [](const referee::Tag& t) { return t.name == "Event"; });
    const auto* view = std::get_if<referee::PlayerView>(&game.content);
    if (view == nullptr || event == game.tags.end()) return Error{file + ": not games of a database"};
    questions.push_back({kind, event->value, *view});
  }
  return {};
}

// Estimation to its end, then the search.
kriegspiel::Solution solve_sequentially(const referee::PlayerView& view, kriegspiel::SolveOptions options) {
  referee::Problem problem{.id = "", .rules = &view.rules()};
  const double started_s = thread_cpu_s();
  belief::DepthFirst estimation(view);
  while (const std::optional<chess::Position> state = estimation.next()) problem.states.push_back(*state);
  if (options.budget.cpu_s) *options.budget.cpu_s -= thread_cpu_s() - started_s;
  return kriegspiel::solve(problem, kPly, options);
}

// Both ways estimate depth first, as in the paper. Which comes first changes from problem to problem.
std::string solve(const Question& question, const FigureOptions& options) {
  json::object result;
  kriegspiel::SolveOptions solve_options{
      .algorithm = std::string(kAlgorithm), .seed = options.seed, .budget = options.budget};
  for (const bool second : {false, true}) {
    solve_options.interleave = second == (key_of(question.id) % 2 == 0);
    const double started_s = thread_cpu_s();
    const kriegspiel::Solution solution = solve_options.interleave
                                              ? *kriegspiel::solve(question.view, kPly, solve_options)
                                              : solve_sequentially(question.view, solve_options);
    result[solve_options.interleave ? kInterleaved : kSequential] =
        json::object{{"cpu_s", thread_cpu_s() - started_s},
                     {"positions", solution.positions},
                     {"states", solution.states},
                     {"verdict", json::string(name(solution.verdict))},
                     {"limit", json::string(name(solution.limit))}};
  }
  return referee::json_text(result);
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// The problems of one kind, as a line of the table and points of the plots: time, and positions that were looked at.
void add(Kind kind, const std::vector<Question>& questions, const std::vector<json::object>& runs, Report& report) {
  std::vector<double> sequential, interleaved, ratios;
  Series times{.name = kind == Kind::mate ? "mates" : "near misses", .points = {}, .style = Style::points};
  Series positions = times;
  std::size_t unsolved = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].kind != kind) continue;
    bool solved = true;
    for (const std::string_view way : {kSequential, kInterleaved}) {
      const json::value& run = runs[i].at(way);
      const std::string_view verdict = run.at("verdict").as_string();
      solved = solved && verdict != "unknown";
      if (verdict != "unknown" && verdict != (kind == Kind::mate ? "mate" : "no-mate"))
        throw Contradiction(fmt::format("{}: {} says {}", questions[i].id, kAlgorithm, verdict));
      report.csv +=
          fmt::format("{},{},{},{},{},{},{},{}\n", file_name(kind, kPly), questions[i].id, way, verdict,
                      std::string_view(run.at("limit").as_string()), run.at("cpu_s").to_number<double>(),
                      run.at("positions").to_number<std::uint64_t>(), run.at("states").to_number<std::uint64_t>());
    }
    if (!solved) {
      ++unsolved;
      continue;
    }
    const auto both = [&](const char* what) {
      return std::pair(runs[i].at(kSequential).at(what).to_number<double>(),
                       runs[i].at(kInterleaved).at(what).to_number<double>());
    };
    sequential.push_back(both("cpu_s").first);
    interleaved.push_back(both("cpu_s").second);
    ratios.push_back(sequential.back() / interleaved.back());
    times.points.push_back(both("cpu_s"));
    positions.points.push_back(both("positions"));
  }
  if (sequential.empty()) return;
  report.markdown +=
      fmt::format("| {} | {} | {} | {:.3g} | {:.3g} | {:.3g} | {:.3g} | {:.2g} | {} |\n", times.name, sequential.size(),
                  unsolved, median(sequential), median(interleaved), sum(sequential), sum(interleaved), median(ratios),
                  kind == Kind::mate ? "no effect" : "substantial savings");
  report.sheet.plots[0].series.push_back(std::move(times));
  report.sheet.plots[1].series.push_back(std::move(positions));
}

void add_diagonal(Plot& plot) {
  double shortest = 1;
  double longest = 1e-6;
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      shortest = std::min({shortest, x, y});
      longest = std::max({longest, x, y});
    }
  }
  plot.series.push_back({"equal", {{shortest, shortest}, {longest, longest}}});
}

}  // namespace

Expected<void> russell2005_figure9(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<Question> questions;
  std::string all;
  for (const Kind kind : {Kind::mate, Kind::near_miss}) {
    if (const auto done = read(kind, options, questions, all); !done) return done.error();
  }
  std::vector<json::object> runs(questions.size());
  const Pieces pieces{.label = std::string(kName),
                      .quiet = options.quiet,
                      .count = questions.size(),
                      .work = [&](std::size_t i) { return solve(questions[i], options); },
                      .done =
                          [&](std::size_t i, std::string_view result) {
                            runs[i] = json::parse({result.data(), result.size()}).as_object();
                            return true;
                          },
                      .key = [&](std::size_t i) { return key_of(questions[i].id); }};
  json::object task = task_of(kName, options);
  task["games"] = sha256(all);
  if (const auto done = do_pieces(pieces, task, options); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};

  const auto plot = [](std::string what) {
    return Plot{.title = "Each point a 3-ply problem",
                .x_label = "sequential, " + what,
                .y_label = "interleaved, " + what,
                .log_x = true,
                .log_y = true,
                .series = {}};
  };
  Report report{.csv = "kind,problem,way,verdict,limit,cpu_s,positions,states\n",
                .markdown =
                    "## Russell & Wolfe 2005, figure 9: estimation and search, one after the other and interleaved\n\n"
                    "GL-DBU, 3 ply; seconds of processor time, estimation included\n\n"
                    "| problems | solved | not solved | sequential, median | interleaved, median | all, sequential | "
                    "all, interleaved | median ratio | the paper |\n|---|---|---|---|---|---|---|---|---|\n",
                .sheet = {.plots = {plot("seconds"), plot("positions")}, .columns = 2, .width = 650, .height = 560}};
  for (const Kind kind : {Kind::mate, Kind::near_miss}) add(kind, questions, runs, report);
  for (Plot& each : report.sheet.plots) add_diagonal(each);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
