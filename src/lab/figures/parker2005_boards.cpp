// How much the boards matter that HS evaluates for a try (Parker, Nau & Subrahmanian 2005, section 5, has 350 and does
// not vary them): HS with more and more of them against HS with always as many. The pace is the same for both and
// leaves time for all boards, so that their number alone decides.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/parker2005_games.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/ranks.hpp"

namespace blindmate::lab {
namespace {

constexpr std::string_view kName = "parker2005-boards";
constexpr std::size_t kGames = 30;  // for each number of boards
constexpr std::array<std::size_t, 7> kBoards = {1, 3, 10, 30, 100, 350, 1000};
constexpr std::size_t kMostBoards = 100;  // unless the options say another number
constexpr std::size_t kOpponentBoards = 10;
constexpr std::uint64_t kNodesForABoard = 5000;
constexpr std::uint64_t kFewestNodes = kOpponentBoards * kNodesForABoard;

void add(std::size_t boards, const std::vector<PlayedGame>& games, Report& report) {
  Score score;
  for (const PlayedGame& game : games) score.add(game, "hs");
  const double part = 100 * score.points() / score.games();
  const Part interval = score.points_95();
  report.csv += fmt::format("{},{},{},{},{},{},{},{}\n", boards, score.games(), score.wins(), score.losses(),
                            score.draws(), part, 100 * interval.low, 100 * interval.high);
  report.markdown +=
      fmt::format("| {} | {} | {} | {} | {} | {:.1f} ({:.1f} to {:.1f}) | {} |\n", boards, score.games(),
                  percent(score.wins(), score.games()), percent(score.losses(), score.games()),
                  percent(score.draws(), score.games()), part, 100 * interval.low, 100 * interval.high, p_text(score));
  std::vector<Series>& series = report.sheet.plots.front().series;
  const auto x = static_cast<double>(boards);
  series[0].points.emplace_back(x, part);
  series[1].points.emplace_back(x, 100 * interval.low);
  series[2].points.emplace_back(x, 100 * interval.high);
}

}  // namespace

Expected<void> parker2005_boards(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  Report report{.csv = "boards,games,won,lost,drawn,score,low,high\n",
                .markdown = fmt::format("## Boards a try: HS against HS with {} boards\n\nEngine {}; percent, with 95% "
                                        "intervals. A draw is half a point; p is that of a sign test of won against "
                                        "lost.\n\n| boards | games | won | lost | drawn | score | p |\n"
                                        "|---|---|---|---|---|---|---|\n",
                                        kOpponentBoards,
                                        conditions(options, fmt::format("{} nodes a board of HS and at least {} a try",
                                                                        kNodesForABoard, kFewestNodes))),
                .sheet = {.plots = {{.title = fmt::format("hs v hs with {} boards", kOpponentBoards),
                                     .x_label = "boards of HS for a try, at most",
                                     .y_label = "score in percent",
                                     .log_x = true,
                                     .top = 100,
                                     .series = {{"score", {}}, {"95% interval: from", {}}, {"to", {}}}}}}};
  for (const std::size_t boards : kBoards) {
    if (boards > options.boards.value_or(kMostBoards)) break;
    Match match{contestant("hs", boards, options), contestant("hs", kOpponentBoards, options),
                match_options(options, std::max(kFewestNodes, kNodesForABoard * boards))};
    match.second.name = "opponent";  // of two with the same name nobody knows who has won
    std::vector<PlayedGame> games;
    if (const auto done =
            play(match, fmt::format("{}-{}", kName, boards), options.runs.value_or(kGames), options, games);
        !done)
      return done.error();
    if (interrupted()) return {};
    if (Ranks::is_first()) add(boards, games, report);
  }
  if (!Ranks::is_first()) return {};
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
