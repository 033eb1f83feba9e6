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
#include "blindmate/base/progress.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/lab/database.hpp"
#include "blindmate/lab/figures.hpp"
#include "blindmate/lab/pieces.hpp"
#include "blindmate/lab/ranks.hpp"
#include "blindmate/lab/report.hpp"
#include "blindmate/referee/pgn.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "russell2005-figure9";
constexpr std::string_view kAlgorithm = "gl-dbu";
constexpr int kPly = 3;

struct Question {
  Kind kind;
  std::string id;
  referee::PlayerView view;
};

std::optional<std::string> read(Kind kind, const FigureOptions& options, std::vector<Question>& questions,
                                std::string& all) {
  const std::string file = (std::filesystem::path(options.problems) / (file_name(kind, kPly) + ".pgn.zst")).string();
  const Expected<std::string> text = read_file(file);
  if (!text) return text.error().text(file) + " (--problems names the folder of the database)";
  all += *text;
  const Expected<std::vector<referee::PgnGame>> games = referee::read_pgn(*text);
  if (!games) return games.error().text(file);
  for (const referee::PgnGame& game : sample(*games, options.sample)) {
    const auto event =
        std::find_if(game.tags.begin(), game.tags.end(), [](const referee::Tag& t) { return t.name == "Event"; });
    const auto* view = std::get_if<referee::PlayerView>(&game.content);
    if (view == nullptr || event == game.tags.end()) return file + ": not games of a database";
    questions.push_back({kind, event->value, *view});
  }
  return std::nullopt;
}

std::string solve(const Question& question, const FigureOptions& options) {
  json::object result;
  for (const bool interleave : {false, true}) {
    const double started_s = thread_cpu_s();
    const auto solution = kriegspiel::solve(question.view, kPly,
                                            {.algorithm = std::string(kAlgorithm),
                                             .interleave = interleave,
                                             .seed = options.seed,
                                             .budget = options.budget});
    const std::string way = interleave ? "interleaved" : "sequential";
    result[way + "_s"] = thread_cpu_s() - started_s;
    result[way + "_states"] = solution->states;
    result[way + "_verdict"] = json::string(name(solution->verdict));
  }
  return json::serialize(result);
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

// The problems of one kind, as lines of the table and points of the plot.
std::optional<std::string> add(Kind kind, const std::vector<Question>& questions, const std::vector<json::object>& runs,
                               Report& report) {
  std::vector<double> sequential, interleaved, ratios;
  Series series{.name = kind == Kind::mate ? "mates" : "near misses", .points = {}, .style = Style::points};
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (questions[i].kind != kind) continue;
    for (const std::string way : {"sequential", "interleaved"}) {
      const std::string_view verdict = runs[i].at(way + "_verdict").as_string();
      if (verdict != (kind == Kind::mate ? "mate" : "no-mate") && verdict != "unknown")
        return fmt::format("{}: {} says {}", questions[i].id, kAlgorithm, verdict);
      report.csv += fmt::format("{},{},{},{},{},{}\n", file_name(kind, kPly), questions[i].id, way, verdict,
                                runs[i].at(way + "_s").to_number<double>(),
                                runs[i].at(way + "_states").to_number<std::uint64_t>());
    }
    sequential.push_back(runs[i].at("sequential_s").to_number<double>());
    interleaved.push_back(runs[i].at("interleaved_s").to_number<double>());
    ratios.push_back(sequential.back() / interleaved.back());
    series.points.emplace_back(sequential.back(), interleaved.back());
  }
  if (sequential.empty()) return std::nullopt;
  report.markdown +=
      fmt::format("| {} | {} | {:.3g} | {:.3g} | {:.3g} | {:.3g} | {:.2g} | {} |\n", series.name, sequential.size(),
                  median(sequential), median(interleaved), sum(sequential), sum(interleaved), median(ratios),
                  kind == Kind::mate ? "no effect" : "substantial savings");
  report.sheet.plots.front().series.push_back(std::move(series));
  return std::nullopt;
}

void add_diagonal(Plot& plot) {
  double shortest = 1;
  double longest = 0;
  for (const Series& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      shortest = std::min({shortest, x, y});
      longest = std::max({longest, x, y});
    }
  }
  plot.series.push_back({"equal", {{shortest, shortest}, {longest, longest}}});
}

}  // namespace

std::optional<std::string> russell2005_figure9(const FigureOptions& options) {
  if (const auto wrong = report_problem(kName, options)) return wrong;
  std::vector<Question> questions;
  std::string all;
  for (const Kind kind : {Kind::mate, Kind::near_miss}) {
    if (const auto wrong = read(kind, options, questions, all)) return wrong;
  }
  std::vector<json::object> runs(questions.size());
  Progress progress(std::string(kName), questions.size(), options.quiet);
  const Pieces pieces{.count = questions.size(),
                      .work = [&](std::size_t i) { return solve(questions[i], options); },
                      .done =
                          [&](std::size_t i, std::string_view result) {
                            runs[i] = json::parse({result.data(), result.size()}).as_object();
                            progress.advance();
                            return true;
                          }};
  const json::object task{{"task", json::string(kName)},
                          {"games", sha256(all)},
                          {"sample", json::value_from(options.sample)},
                          {"cpu_s", json::value_from(options.budget.cpu_s)},
                          {"bytes", json::value_from(options.budget.bytes)},
                          {"states", json::value_from(options.budget.states)},
                          {"seed", options.seed}};
  if (const auto wrong = do_pieces(pieces, journal_of(kName, options), json::serialize(task), options.threads))
    return wrong;
  if (interrupted() || !Ranks::is_first()) return std::nullopt;

  Report report{
      .csv = "kind,problem,way,verdict,cpu_s,states\n",
      .markdown =
          "## Russell & Wolfe 2005, figure 9: estimation and search, one after the other and interleaved\n\n"
          "GL-DBU, 3 ply; seconds of processor time, estimation included\n\n"
          "| problems | number | sequential, median | interleaved, median | all, sequential | all, interleaved | "
          "median ratio | the paper |\n|---|---|---|---|---|---|---|---|\n",
      .sheet = {.plots = {{.title = "Each point a 3-ply problem",
                           .x_label = "sequential, seconds",
                           .y_label = "interleaved, seconds",
                           .log_x = true,
                           .log_y = true,
                           .series = {}}},
                .width = 700,
                .height = 600}};
  for (const Kind kind : {Kind::mate, Kind::near_miss}) {
    if (const auto wrong = add(kind, questions, runs, report)) return wrong;
  }
  add_diagonal(report.sheet.plots.front());
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
