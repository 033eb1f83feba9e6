// Guaranteed mates that players had, by length: carried out or missed. White plays from a start with few men, so that
// all that he can know is followed to the end of most games; the solver looks for a mate at the beginning of each of
// his turns. Every player has the same starts and the same opponent.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <span>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/figure_games.hpp"
#include "blindmate/lab/figures/game_mean.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/matches/match.hpp"
#include "blindmate/lab/problems/self_play.hpp"
#include "blindmate/study/review.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "mates-found-and-missed";
constexpr std::array<std::string_view, 5> kPlayers = {"random", "policy", "hs", "club", "champion"};
constexpr std::string_view kOpponent = "policy";
constexpr std::size_t kGames = 400;       // of each player
constexpr std::uint64_t kNodes = 20'000;  // for a try
constexpr int kMostPlies = 120;
constexpr study::ReviewLimits kLimits{.states = 20'000, .mate_states = 500, .mate_ply = 7, .search_states = 200'000};

std::uint64_t nodes_of(const FigureOptions& options) { return options.budget.states.value_or(kNodes); }

// The beginnings of White's turns, while his belief state is known exactly.
std::vector<study::Moment> turns_of(const referee::Game& game) {
  std::vector<study::Moment> turns;
  study::Reviewer reviewer(game, chess::Side::white, kLimits);
  for (std::optional<study::Moment> moment = reviewer.next(); moment && moment->is_exact; moment = reviewer.next()) {
    if (moment->ply % 2 == 0 && moment->asked == 0) turns.push_back(std::move(*moment));
  }
  return turns;
}

// {"won", "turns": White's that were followed, "searched": those with a verdict of the solver, "mates": [length,
// carried on, mated in time] for each that begins with a mate. Carried on is null where the solver does not know the
// next turn.
json::object reviewed(const referee::Game& game) {
  const bool is_won = game.outcome()->reason == "checkmate" && game.outcome()->winner == chess::Side::white;
  const std::vector<study::Moment> turns = turns_of(game);
  const std::vector<std::size_t> missed = study::missed_mates(turns, game);
  const auto has_verdict = [](const study::Moment& turn) { return turn.verdict != kriegspiel::Verdict::unknown; };
  json::array mates;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (!turns[i].mate) continue;
    const bool is_missed = std::find(missed.begin(), missed.end(), i) != missed.end();
    const bool ends_at_once = game.plies() <= turns[i].ply + 2;
    const bool is_known = ends_at_once || (i + 1 < turns.size() && has_verdict(turns[i + 1]));
    const int length = turns[i].mate->length;
    mates.push_back(json::array{length, is_missed && !is_known ? json::value(nullptr) : json::value(!is_missed),
                                is_won && game.plies() - turns[i].ply <= length});
  }
  return {{"won", is_won},
          {"turns", turns.size()},
          {"searched", std::count_if(turns.begin(), turns.end(), has_verdict)},
          {"mates", std::move(mates)}};
}

// The games of all players, those of one before those of the next.
Expected<void> play(const FigureOptions& options, std::vector<json::object>& games) {
  const std::size_t each = options.runs.value_or(kGames);
  MatchOptions match{.rules = &referee::kBerkeley,
                     .pace = {.nodes = nodes_of(options)},
                     .starts = {},
                     .most_plies = kMostPlies,
                     .seed = options.seed};
  Random random(options.seed);
  for (std::size_t game = 0; game < each; ++game) match.starts.push_back(few_men_start(random));
  const Contestant opponent{std::string(kOpponent), *players::read_player(kOpponent)};
  const auto play_one = [&](std::size_t game) -> json::object {
    const std::string player(kPlayers[game / each]);
    const std::optional<PlayedGame> played =
        play_game({player, *players::read_player(player)}, opponent, match, game % each);
    return played ? reviewed(*played->game) : json::object{};
  };
  return play_all({.name = std::string(kName),
                   .depends_on = {{"nodes", nodes_of(options)}, {"each", each}},
                   .count = each * kPlayers.size(),
                   .play = play_one},
                  options, games);
}

// Turns that begin with a mate of one length.
struct Mates {
  GameMean in_time;
  GameMean carried_on;  // of those that can be judged
};

// The games of one player: lines of the tables, and a series of each plot.
void add(std::string_view player, std::span<const json::object> games, Report& report, std::string& summary) {
  std::map<int, Mates> by_length;
  std::size_t won = 0;
  std::size_t turns = 0;
  std::size_t searched = 0;
  std::size_t games_with_mate = 0;
  std::size_t won_with_mate = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const json::array& mates = games[i].at("mates").as_array();
    const bool is_won = games[i].at("won").as_bool();
    won += is_won ? 1U : 0U;
    games_with_mate += mates.empty() ? 0U : 1U;
    won_with_mate += is_won && !mates.empty() ? 1U : 0U;
    turns += games[i].at("turns").to_number<std::size_t>();
    searched += games[i].at("searched").to_number<std::size_t>();
    for (const json::value& mate : mates) {
      Mates& of_length = by_length[mate.at(0).to_number<int>()];
      if (!mate.at(1).is_null()) of_length.carried_on.add(i, mate.at(1).as_bool() ? 1 : 0);
      of_length.in_time.add(i, mate.at(2).as_bool() ? 1 : 0);
    }
  }
  summary += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", player, games.size(), won, turns, searched,
                         games_with_mate, won_with_mate);
  Series carried_on{.name = std::string(player), .points = {}};
  Series in_time = carried_on;
  for (const auto& [length, mates] : by_length) {
    report.csv += fmt::format("{},{},{},{}\n", player, length, mates.in_time.fields(), mates.carried_on.fields());
    report.markdown += fmt::format("| {} | {} | {} | {} | {} |\n", player, length, mates.in_time.events(),
                                   mates.carried_on.text(0, 100), mates.in_time.text(0, 100));
    if (mates.carried_on.events() > 0) carried_on.points.emplace_back(length, 100 * mates.carried_on.mean());
    in_time.points.emplace_back(length, 100 * mates.in_time.mean());
  }
  report.sheet.plots[0].series.push_back(std::move(carried_on));
  report.sheet.plots[1].series.push_back(std::move(in_time));
}

Plot plot_of(std::string_view title) {
  return {.title = std::string(title),
          .x_label = "length of the mate, ply",
          .y_label = "percent of the turns",
          .top = 100,
          .series = {}};
}

}  // namespace

Expected<void> mates_found_and_missed(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<json::object> games;
  if (const auto done = play(options, games); !done) return done.error();
  if (games.empty()) return {};
  Report report{
      .csv = "player,length,turns,in_time,in_time_reach,judged,carried_on,carried_on_reach\n",
      .markdown = fmt::format(
          "## Guaranteed mates that players carry out, and those they miss\n\nWhite's turns that begin with a "
          "guaranteed mate of that length, in games from starts with two or three men of White and one or two of "
          "Black beside the kings, under the `berkeley` rules against `{}`; {} nodes a try. Carried on: the try that "
          "was accepted mated, or kept a shorter mate. In time: White mated within that length. In percent, with half "
          "the width of the 95% interval, from the spread between games.\n\n| player | length, ply | turns | carried "
          "on | in time |\n|---|---|---|---|---|\n",
          kOpponent, nodes_of(options)),
      .sheet = {.plots = {plot_of("mates that were carried on"), plot_of("mates that were given in time")},
                .columns = 1,
                .width = 900,
                .height = 360}};
  std::string summary = fmt::format(
      "\n| player | games | won | turns followed | with a verdict | games with a mate | won of these |\n"
      "|---|---|---|---|---|---|---|\n");
  const std::size_t each = games.size() / kPlayers.size();
  for (std::size_t i = 0; i < kPlayers.size(); ++i)
    add(kPlayers[i], std::span(games).subspan(i * each, each), report, summary);
  report.markdown += summary + fmt::format(
                                   "\nTurns are followed while at most {} positions are possible. The solver has a "
                                   "verdict where at most {} are, and it constructs at most {} states to find a mate "
                                   "within {} ply or to refute it.\n",
                                   kLimits.states, kLimits.mate_states, kLimits.search_states, kLimits.mate_ply);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
