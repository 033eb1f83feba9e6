// Figures 2, 3 and 4 of Parker, Nau & Subrahmanian 2005: matches of the samplers with a random player and with each
// other, the material on the board by move, and how far HS falls back on boards that fit the last observation only.
// Figures 3 and 4 share the games of HS and AOSP.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/by_move.hpp"
#include "blindmate/lab/figures/parker2005_games.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/pieces/ranks.hpp"

namespace blindmate::lab {
namespace {

constexpr std::size_t kGames = 1000;
constexpr std::uint64_t kNodes = 20'000;  // for a try

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

// With what is really done, for the report.
FigureOptions completed(FigureOptions options) {
  if (!options.runs) options.runs = kGames;
  if (!options.boards) options.boards = players::PlayerOptions{}.k;
  if (!options.budget.states && !options.move_time_s) options.budget.states = kNodes;
  return options;
}

std::string name_of(const Pairing& pairing) { return fmt::format("{}-{}", pairing.first, pairing.second); }

Expected<void> play(const Pairing& pairing, const FigureOptions& options, std::vector<PlayedGame>& games) {
  const Match match{contestant(pairing.first, *options.boards, options),
                    contestant(pairing.second, *options.boards, options), match_options(options, kNodes)};
  return play(match, "parker2005-" + name_of(pairing), *options.runs, options, games);
}

void add(const Pairing& pairing, const std::vector<PlayedGame>& games, Report& report) {
  Score score;
  std::array<std::array<ByMove, 2>, 2> material;  // by player and colour
  for (const PlayedGame& game : games) {
    score.add(game, pairing.first);
    const bool first_is_white = game.players[0] == pairing.first;
    for (std::size_t ply = 0; ply < game.material.size(); ++ply) {
      for (std::size_t side = 0; side < 2; ++side) {
        const std::size_t player = (side == 0) == first_is_white ? 0 : 1;
        if (ply % 2 == side) material[player][side].add(ply / 2 + 1, game.material[ply][side]);
      }
    }
    report.csv += fmt::format("{},{},{},{},{},{}\n", pairing.first, pairing.second, game.players[0],
                              result_text(game.winner), game.reason, game.plies);
  }
  report.markdown += fmt::format("| {} v {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", pairing.first,
                                 pairing.second, score.games(), percent(score.wins(), score.games()), pairing.wins,
                                 percent(score.losses(), score.games()), pairing.losses,
                                 percent(score.draws(), score.games()), pairing.draws, p_text(score), pairing.runs);
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

Expected<void> reproduce_matches(std::string_view name, std::string_view title, const std::array<Pairing, 3>& pairings,
                                 const FigureOptions& options) {
  std::vector<std::string> names;
  for (const Pairing& pairing : pairings) names.push_back(name_of(pairing));
  if (!options.pairing.empty() && std::find(names.begin(), names.end(), options.pairing) == names.end())
    return Error{fmt::format("--pairing: {} has {}, not \"{}\"", name, fmt::join(names, ", "), options.pairing)};
  if (const auto done = check_report(name, options); !done) return done.error();
  Report report{
      .csv = "first,second,white,result,reason,plies\n",
      .markdown = fmt::format(
          "## {}\n\nEngine {}, at most {} boards a try; percent, with 95% intervals; p is that of a sign test of won "
          "against lost.\n\n| match | games | won | paper | lost | paper | drawn | paper | p | paper's games |\n"
          "|---|---|---|---|---|---|---|---|---|---|\n",
          title, conditions(options), *options.boards),
      .sheet = {.plots = {}, .columns = 1, .width = 900, .height = 380}};
  for (const Pairing& pairing : pairings) {
    if (!options.pairing.empty() && options.pairing != name_of(pairing)) continue;
    std::vector<PlayedGame> games;
    if (const auto done = play(pairing, options, games); !done) return done.error();
    if (interrupted()) return {};
    if (Ranks::is_first()) add(pairing, games, report);
  }
  if (!Ranks::is_first()) return {};
  return write_report(report, name, options);
}

}  // namespace

Expected<void> parker2005_figure2(const FigureOptions& options) {
  return reproduce_matches("parker2005-figure2", "Parker, Nau & Subrahmanian 2005, figure 2: against a random player",
                           kAgainstRandom, completed(options));
}

Expected<void> parker2005_figure3(const FigureOptions& options) {
  return reproduce_matches("parker2005-figure3", "Parker, Nau & Subrahmanian 2005, figure 3: head to head", kHeadToHead,
                           completed(options));
}

Expected<void> parker2005_figure4(const FigureOptions& given) {
  const FigureOptions options = completed(given);
  constexpr std::string_view kName = "parker2005-figure4";
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<PlayedGame> games;
  if (const auto done = play(kHeadToHead.back(), options, games); !done) return done.error();
  if (interrupted() || !Ranks::is_first()) return {};
  ByMove shares;
  for (const PlayedGame& game : games) {
    const std::size_t side = game.players[0] == "hs" ? 0 : 1;
    for (const auto& [ply, share] : game.last_observation_shares[side])
      shares.add(static_cast<std::size_t>(ply) / 2 + 1, 100 * share);
  }
  const Series series = shares.series("", fewest(games.size()));
  Report report{.csv = "move,percent\n",
                .markdown = fmt::format(
                    "## Parker, Nau & Subrahmanian 2005, figure 4: boards of HS that fit the last observation only\n\n"
                    "{} games of HS against AOSP, engine {}, at most {} boards a try; percent of the boards that HS "
                    "evaluates\n\n| move | percent |\n|---|---|\n",
                    games.size(), conditions(options), *options.boards),
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
