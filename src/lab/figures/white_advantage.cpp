// How much the first move is worth in Kriegspiel: White's score among equal players, by rule set.
#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/figure_games.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/matches/match.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "white-advantage";
constexpr std::uint64_t kNodes = 500;  // for a try
constexpr int kMostPlies = 300;

std::uint64_t nodes_of(const FigureOptions& options) { return options.budget.states.value_or(kNodes); }

struct Entrant {
  std::string_view player;  // against itself
  std::size_t games;        // of each rule set
};
constexpr std::array kEntrants = {Entrant{"policy", 500}, Entrant{"hs:pool=200", 200}};

// The games of one player, all of a rule set before those of the next.
Expected<void> play(const Entrant& entrant, const FigureOptions& options, std::vector<PlayedGame>& games) {
  const std::size_t each = options.runs.value_or(entrant.games);
  const Contestant contestant{std::string(entrant.player), *players::read_player(entrant.player)};
  const auto play_one = [&](std::size_t game) {
    std::optional<PlayedGame> played = play_game(contestant, contestant,
                                                 {.rules = referee::kRuleSets[game / each],
                                                  .pace = {.nodes = nodes_of(options)},
                                                  .most_plies = kMostPlies,
                                                  .seed = options.seed},
                                                 game);
    if (!played) return json::object{};
    played->game.reset();
    played->material.clear();
    played->last_observation_shares = {};
    return to_json(*played);
  };
  std::vector<json::object> lines;
  Expected<void> played =
      play_all({.name = fmt::format("{}-{}", kName, contestant.spec.entry->name),
                .depends_on = {{"player", contestant.name}, {"nodes", nodes_of(options)}, {"each", each}},
                .count = each * referee::kRuleSets.size(),
                .play = play_one},
               options, lines);
  for (const json::object& line : lines) games.push_back(read_played_game(line));
  return played;
}

// A line of the tables for each rule set, and a plot: White's score as a stroke from one end of its interval to the
// other.
void add(const Entrant& entrant, const std::vector<PlayedGame>& games, Report& report) {
  Plot plot{.title = fmt::format("{} against itself: White's score", entrant.player),
            .x_label = "rule set, in the order of the legend",
            .y_label = "percent",
            .top = 100,
            .series = {}};
  const std::size_t each = games.size() / referee::kRuleSets.size();
  for (std::size_t i = 0; i < referee::kRuleSets.size(); ++i) {
    Score score;  // of White: both have the same name
    for (std::size_t game = 0; game < each; ++game) score.add(games[i * each + game], entrant.player);
    const double n = score.games();
    const double mean = 100 * score.points() / n;
    const Part interval = score.points_95();
    const std::string_view rules = referee::kRuleSets[i]->name;
    const double refused = (score.refused_per_move()[0] + score.refused_per_move()[1]) / 2;
    report.csv += fmt::format("{},{},{},{},{},{},{:.2f},{:.2f},{:.2f},{:.1f},{:.3f}\n", entrant.player, rules,
                              score.games(), score.wins(), score.draws(), score.losses(), mean, 100 * interval.low,
                              100 * interval.high, score.plies(), refused);
    report.markdown +=
        fmt::format("| {} | {} | {} | {:.1f} ({:.1f} to {:.1f}) | {:.1f} | {:.1f} | {:.1f} | {:.0f} |\n",
                    entrant.player, rules, score.games(), mean, 100 * interval.low, 100 * interval.high,
                    100 * score.wins() / n, 100 * score.draws() / n, 100 * score.losses() / n, score.plies());
    const auto x = static_cast<double>(i + 1);
    plot.series.push_back(
        {.name = std::string(rules), .points = {{x, 100 * interval.low}, {x, mean}, {x, 100 * interval.high}}});
  }
  report.sheet.plots.push_back(std::move(plot));
}

}  // namespace

Expected<void> white_advantage(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  Report report{.csv = "player,rules,games,white_won,drawn,black_won,score,score_low,score_high,plies,refused_a_move\n",
                .markdown = fmt::format(
                    "## White's advantage among equal players\n\nEach player against itself; `hs` with {} nodes a "
                    "try; games are drawn after {} plies. White's score in percent (a draw is half a point), with its "
                    "95% interval.\n\n| player | rules | games | White's score | White won | drawn | Black won | "
                    "plies |\n|---|---|---|---|---|---|---|---|\n",
                    nodes_of(options), kMostPlies),
                .sheet = {.plots = {}, .columns = 1, .width = 900, .height = 330}};
  for (const Entrant& entrant : kEntrants) {
    std::vector<PlayedGame> games;
    if (const auto done = play(entrant, options, games); !done) return done.error();
    if (interrupted()) return {};
    if (!games.empty()) add(entrant, games, report);
  }
  if (!Ranks::is_first()) return {};
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
