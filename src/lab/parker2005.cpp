// Figures 2, 3 and 4 of Parker, Nau & Subrahmanian 2005: matches of the samplers with a random player and with each
// other, the material on the board by move, and how far HS falls back on boards that fit the last observation only.
// A game is a piece of work; figures 3 and 4 share the games of HS and AOSP.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <filesystem>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/by_move.hpp"
#include "blindmate/lab/figures.hpp"
#include "blindmate/lab/match.hpp"
#include "blindmate/lab/pieces.hpp"
#include "blindmate/lab/ranks.hpp"
#include "blindmate/lab/report.hpp"
#include "blindmate/referee/json_text.hpp"
#include "blindmate/referee/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::size_t kGames = 300;
constexpr std::uint64_t kNodes = 20'000;  // for a try
constexpr int kMostPlies = 600;           // fifty moves beyond the end of the paper's plots

struct Pairing {
  std::string_view first;
  std::string_view second;
  // Of the paper, in percent, with the half widths of its intervals, and how many games.
  std::string_view wins, losses, draws;
  int runs;
};
constexpr std::array kAgainstRandom = {
    Pairing{"los", "random", "39 +- 2", "0 +- 0.3", "61 +- 2", 559},
    Pairing{"aosp", "random", "63 +- 2", "0 +- 0.3", "37 +- 2", 560},
    Pairing{"hs", "random", "65 +- 2", "0.5 +- 0.3", "35 +- 2", 558},
};
constexpr std::array kHeadToHead = {
    Pairing{"aosp", "los", "31 +- 4.8", "0 +- 1", "69 +- 4.8", 190},
    Pairing{"hs", "los", "38 +- 5", "0.5 +- 1", "61 +- 5", 190},
    Pairing{"hs", "aosp", "13.3 +- 0.4", "10.7 +- 0.4", "76 +- 0.5", 1669},
};

// That a mean is drawn of.
std::size_t fewest(std::size_t games) { return std::max<std::size_t>(1, games / 60); }

MatchOptions match_options(const FigureOptions& options) {
  return {.rules = &referee::kBerkeley,
          .pace = {.nodes = options.budget.states.value_or(kNodes)},
          .most_plies = kMostPlies,
          .swap = true,
          .seed = options.seed};
}

// All games of a pairing; nothing when interrupted or not the first rank.
std::optional<std::string> play(const Pairing& pairing, const FigureOptions& options,
                                std::vector<json::object>& games) {
  const MatchOptions match = match_options(options);
  const std::array<Contestant, 2> contestants = {
      Contestant{std::string(pairing.first), *players::read_player(pairing.first)},
      Contestant{std::string(pairing.second), *players::read_player(pairing.second)}};
  const std::string name = fmt::format("parker2005-{}-{}", pairing.first, pairing.second);
  games.resize(options.runs.value_or(kGames));
  const Pieces pieces{.label = name,
                      .quiet = options.quiet,
                      .count = games.size(),
                      .work =
                          [&](std::size_t game) {
                            json::object result = play_game(contestants[0], contestants[1], match, game);
                            result.erase("pgn");
                            return referee::json_text(result);
                          },
                      .done =
                          [&](std::size_t game, std::string_view result) {
                            games[game] = json::parse({result.data(), result.size()}).as_object();
                            return true;
                          }};
  json::object task = task_of(name, options);
  task["nodes"] = *match.pace.nodes;
  return do_pieces(pieces, journal_of(name, options), referee::json_text(task), options.threads);
}

std::string percent(int count, int games) {
  const Part part = wilson(static_cast<double>(count) / games, games);
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", 100.0 * count / games, 100 * part.low, 100 * part.high);
}

void add(const Pairing& pairing, const std::vector<json::object>& games, Report& report) {
  Score score;
  std::array<std::array<ByMove, 2>, 2> material;  // by player and colour
  for (const json::object& game : games) {
    score.add(game, std::string(pairing.first));
    const bool first_is_white = game.at("white").as_string() == pairing.first;
    const json::array& plies = game.at("material").as_array();
    for (std::size_t ply = 0; ply < plies.size(); ++ply) {
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t player = (side == 0) == first_is_white ? 0 : 1;
        if (ply % 2 == side) material[player][side].add(ply / 2 + 1, plies[ply].at(side).to_number<double>());
      }
    }
    report.csv +=
        fmt::format("{},{},{},{},{},{}\n", pairing.first, pairing.second,
                    std::string_view(game.at("white").as_string()), std::string_view(game.at("result").as_string()),
                    std::string_view(game.at("reason").as_string()), game.at("plies").to_number<int>());
  }
  report.markdown +=
      fmt::format("| {} v {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", pairing.first, pairing.second, score.games(),
                  percent(score.wins(), score.games()), pairing.wins, percent(score.losses(), score.games()),
                  pairing.losses, percent(score.draws(), score.games()), pairing.draws, pairing.runs);
  Plot plot{.title = fmt::format("{} v {}: material", pairing.first, pairing.second),
            .x_label = "move",
            .y_label = "mean material of the games that go on",
            .log_x = false,
            .log_y = false,
            .series = {}};
  for (std::size_t player = 0; player < 2; ++player) {
    for (std::size_t side = 0; side < 2; ++side) {
      plot.series.push_back(material[player][side].series(
          fmt::format("{} with {}", player == 0 ? pairing.first : pairing.second, side == 0 ? "White" : "Black"),
          fewest(games.size())));
    }
  }
  report.sheet.plots.push_back(std::move(plot));
}

std::optional<std::string> reproduce_matches(std::string_view name, std::string_view title,
                                             const std::array<Pairing, 3>& pairings, const FigureOptions& options) {
  if (const auto wrong = report_problem(name, options)) return wrong;
  Report report{
      .csv = "first,second,white,result,reason,plies\n",
      .markdown = fmt::format(
          "## {}\n\n{} engine nodes a try, draws after {} plies; percent, with 95% intervals\n\n| match | games "
          "| won | paper | lost | paper | drawn | paper | paper's games |\n|---|---|---|---|---|---|---|---|---|\n",
          title, *match_options(options).pace.nodes, kMostPlies),
      .sheet = {.plots = {}, .columns = 1, .width = 900, .height = 380}};
  for (const Pairing& pairing : pairings) {
    std::vector<json::object> games;
    if (const auto wrong = play(pairing, options, games)) return wrong;
    if (interrupted()) return std::nullopt;
    if (Ranks::is_first()) add(pairing, games, report);
  }
  if (!Ranks::is_first()) return std::nullopt;
  return write_report(report, name, options);
}

}  // namespace

std::optional<std::string> parker2005_figure2(const FigureOptions& options) {
  return reproduce_matches("parker2005-figure2", "Parker, Nau & Subrahmanian 2005, figure 2: against a random player",
                           kAgainstRandom, options);
}

std::optional<std::string> parker2005_figure3(const FigureOptions& options) {
  return reproduce_matches("parker2005-figure3", "Parker, Nau & Subrahmanian 2005, figure 3: head to head", kHeadToHead,
                           options);
}

std::optional<std::string> parker2005_figure4(const FigureOptions& options) {
  constexpr std::string_view kName = "parker2005-figure4";
  if (const auto wrong = report_problem(kName, options)) return wrong;
  std::vector<json::object> games;
  if (const auto wrong = play(kHeadToHead.back(), options, games)) return wrong;
  if (interrupted() || !Ranks::is_first()) return std::nullopt;
  ByMove shares;
  for (const json::object& game : games) {
    const std::size_t side = game.at("white").as_string() == "hs" ? 0 : 1;
    for (const json::value& at : game.at("last_observation_share").at(side).as_array())
      shares.add(at.at(0).to_number<std::size_t>() / 2 + 1, 100 * at.at(1).to_number<double>());
  }
  const Series series = shares.series("", fewest(games.size()));
  Report report{
      .csv = "move,percent\n",
      .markdown = fmt::format(
          "## Parker, Nau & Subrahmanian 2005, figure 4: boards of HS that fit the last observation only\n\n"
          "{} games of HS against AOSP; percent of the boards that HS evaluates\n\n| move | percent |\n|---|---|\n",
          games.size()),
      .sheet = {.plots = {{.title = "hs v aosp: boards that fit the last observation only",
                           .x_label = "move",
                           .y_label = "percent of the boards evaluated",
                           .series = {series}}}}};
  for (const auto& [move, share] : series.points) {
    report.csv += fmt::format("{},{}\n", move, share);
    if (static_cast<int>(move) % 10 == 1) report.markdown += fmt::format("| {} | {:.0f} |\n", move, share);
  }
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
