// What a refused try tells, and an accepted one, by the kind of the try; and how many refused tries good players make
// on a move. The bits are those of the watched games; `champion` plays some more, for its tries to be counted.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/by_move.hpp"
#include "blindmate/lab/figures/figure_games.hpp"
#include "blindmate/lab/figures/game_mean.hpp"
#include "blindmate/lab/figures/information.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/figures/watched_games.hpp"
#include "blindmate/lab/matches/match.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

namespace json = boost::json;

constexpr std::string_view kName = "refusal-information";
constexpr std::size_t kWatchedForOne = 10;  // games, for one of champion
constexpr std::uint64_t kNodes = 5000;      // for a try of champion
constexpr int kMostPlies = 200;
constexpr std::array<std::string_view, 6> kKinds = {"pawn capture", "pawn advance", "knight move",
                                                    "line move",    "king move",    "castling"};

// Moves that are one point of a plot, by start; games with few men are long.
constexpr std::array<std::size_t, kWatchedStarts.size()> kMovesTogether = {1, 10};

std::uint64_t nodes_of(const FigureOptions& options) { return options.budget.states.value_or(kNodes); }

// Tries of one kind.
struct Tries {
  GameMean refused;   // bits
  GameMean accepted;  // bits
  GameMean share;     // 1 where refused, 0 where accepted
};

struct OfRules {
  std::map<std::string_view, Tries> kinds;
  ByMove refused_share;  // of the tries
  ByMove refused_bits;
};

void add(const json::object& game, std::size_t number, std::size_t together, OfRules& of_rules) {
  for (const json::value& side : game.at("sides").as_array()) {
    for (const json::value& told : side.at("told").as_array()) {
      const std::string_view by = told.at(1).as_string();
      if (by != kRefused && by != kAccepted) continue;
      const bool refused = by == kRefused;
      const std::size_t move = (told.at(0).to_number<std::size_t>() + together - 1) / together * together;
      const std::string_view what = told.at(2).as_string();
      const auto bits = told.at(3).to_number<double>();
      Tries& tries = of_rules.kinds[*std::find(kKinds.begin(), kKinds.end(), what)];
      (refused ? tries.refused : tries.accepted).add(number, bits);
      tries.share.add(number, refused ? 1 : 0);
      of_rules.refused_share.add(move, refused ? 1 : 0);
      if (refused) of_rules.refused_bits.add(move, bits);
    }
  }
}

// Games of champion against itself, all of a rule set before those of the next.
Expected<void> play_champions(const FigureOptions& options, std::vector<json::object>& games) {
  const std::size_t each = std::max<std::size_t>(1, watched_games_each(options) / kWatchedForOne);
  const Contestant champion{"champion", *players::read_player("champion")};
  const std::uint64_t nodes = nodes_of(options);
  const auto play = [&](std::size_t game) -> json::object {
    const std::optional<PlayedGame> played = play_game(champion, champion,
                                                       {.rules = referee::kRuleSets[game / each],
                                                        .pace = {.nodes = nodes},
                                                        .most_plies = kMostPlies,
                                                        .seed = options.seed},
                                                       game);
    if (!played) return {};
    return {{"plies", played->plies}, {"refused", json::value_from(played->refused)}};
  };
  return play_all({.name = std::string(kName),
                   .depends_on = {{"nodes", nodes}, {"each", each}},
                   .count = each * referee::kRuleSets.size(),
                   .play = play},
                  options, games);
}

// Refused tries on a move, of both sides; every so many games of a rule set count.
GameMean refused_on_a_move(const std::vector<json::object>& games, std::size_t rules, std::size_t every) {
  const std::size_t each = games.size() / referee::kRuleSets.size();
  GameMean mean;
  for (std::size_t game = 0; game < each; game += every) {
    const json::object& played = games[rules * each + game];
    const double refused =
        played.at("refused").at(0).to_number<double>() + played.at("refused").at(1).to_number<double>();
    mean.add(game, refused, played.at("plies").to_number<std::size_t>());
  }
  return mean;
}

void report_tries(std::string_view start, std::string_view rules, const std::map<std::string_view, Tries>& kinds,
                  Report& report) {
  for (const std::string_view kind : kKinds) {
    const auto found = kinds.find(kind);
    if (found == kinds.end()) continue;
    const auto& [refused, accepted, share] = found->second;
    report.csv +=
        fmt::format("{},{},{},{},{},{}\n", start, rules, kind, share.fields(), refused.fields(), accepted.fields());
    report.markdown += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", start, rules, kind, share.events(),
                                   share.text(0, 100), refused.text(2), accepted.text(2));
  }
}

Plot plot_of(std::string_view what, std::string_view start, std::string_view y_label) {
  return {
      .title = fmt::format("{}: {}", start, what), .x_label = "move", .y_label = std::string(y_label), .series = {}};
}

// The tries of games from one start.
void report_start(std::size_t start, const std::vector<json::object>& games, std::size_t each, Report& report) {
  Plot shares = plot_of("tries that are refused", kWatchedStarts[start], "percent");
  Plot bits = plot_of("information in a refusal", kWatchedStarts[start], "mean bits");
  for (std::size_t rules = 0; rules < referee::kRuleSets.size(); ++rules) {
    const std::string name(referee::kRuleSets[rules]->name);
    OfRules of_rules;
    for (std::size_t game = start; game < each; game += kWatchedStarts.size())
      add(games[rules * each + game], game, kMovesTogether[start], of_rules);
    report_tries(kWatchedStarts[start], name, of_rules.kinds, report);
    shares.series.push_back(of_rules.refused_share.series(name, std::max<std::size_t>(1, each / 2), 100));
    bits.series.push_back(of_rules.refused_bits.series(name, std::max<std::size_t>(1, each / 5)));
  }
  report.sheet.plots.push_back(std::move(shares));
  report.sheet.plots.push_back(std::move(bits));
}

// How many refused tries the players make on a move.
void report_players(const std::vector<json::object>& games, const std::vector<json::object>& champions,
                    const FigureOptions& options, Report& report) {
  report.markdown += fmt::format(
      "\n### Refused tries on a move\n\nIn whole games from the start of chess, of at most {} plies; `champion` has {} "
      "nodes for a try, and plays {} games.\n\n| rules | {} | champion |\n|---|---|---|\n",
      kMostPlies, nodes_of(options), champions.size() / referee::kRuleSets.size(), kWatchedPlayer);
  for (std::size_t rules = 0; rules < referee::kRuleSets.size(); ++rules) {
    const std::string_view name = referee::kRuleSets[rules]->name;
    const GameMean policy = refused_on_a_move(games, rules, kWatchedStarts.size());
    const GameMean champion = refused_on_a_move(champions, rules, 1);
    report.csv += fmt::format("{0},{1},on a move: {2},{3},,,,,,\n{0},{1},on a move: champion,{4},,,,,,\n",
                              kWatchedStarts[0], name, kWatchedPlayer, policy.fields(), champion.fields());
    report.markdown += fmt::format("| {} | {} | {} |\n", name, policy.text(2), champion.text(2));
  }
}

}  // namespace

Expected<void> refusal_information(const FigureOptions& options) {
  if (const auto done = check_report(kName, options); !done) return done.error();
  std::vector<json::object> games;
  std::vector<json::object> champions;
  if (const auto done = watch_games(options, games); !done) return done.error();
  if (interrupted()) return {};
  if (const auto done = play_champions(options, champions); !done) return done.error();
  if (games.empty() || champions.empty()) return {};
  const std::size_t each = watched_games_each(options);
  Report report{
      .csv =
          "start,rules,kind,tries,refused_share,refused_share_reach,refused,refused_bits,"
          "refused_bits_reach,accepted,accepted_bits,accepted_bits_reach\n",
      .markdown = fmt::format(
          "## The information in a refused try\n\n{} games of `{}` against itself under each rule set, every other "
          "one from the start of chess, with two random moves of each side first, the others with few men; "
          "tries that were made while at most {} positions were possible. A refusal carries log2(positions "
          "possible before it / positions left) bits, an accepted try likewise, before anything is announced "
          "of the move; all positions count as equally likely. With half the width of the 95% interval, from "
          "the spread between games.\n\n| start | rules | try | made | refused, % | bits if refused | bits "
          "if accepted |\n|---|---|---|---|---|---|---|\n",
          each, kWatchedPlayer, kMeasuredStates),
      .sheet = {.plots = {}, .columns = 2, .width = 700, .height = 330}};
  for (std::size_t start = 0; start < kWatchedStarts.size(); ++start) report_start(start, games, each, report);
  report_players(games, champions, options, report);
  return write_report(report, kName, options);
}

}  // namespace blindmate::lab
