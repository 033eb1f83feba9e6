#include "blindmate/lab/figures/parker2005_games.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "blindmate/lab/figures/figure_games.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {

namespace json = boost::json;

namespace {

constexpr int kMostPlies = 600;  // fifty moves beyond the end of the paper's plots

// Before the first game.
Expected<void> check_match(const Match& match, const FigureOptions& options) {
  if (options.move_time_s && options.budget.states) return Error{"one of --move-time and --states-limit only"};
  for (const Contestant* one : {&match.first, &match.second}) {
    if (const auto player = players::make_player(one->spec, 0); !player) return player.error();
  }
  return {};
}

}  // namespace

Contestant contestant(std::string_view player, std::optional<std::size_t> boards, const FigureOptions& options) {
  Contestant result{std::string(player), *players::read_player(player)};
  result.spec.options.engine = options.engine;
  if (boards) result.spec.options.k = *boards;
  return result;
}

MatchOptions match_options(const FigureOptions& options, std::uint64_t nodes) {
  MatchOptions match{.rules = &referee::kBerkeley, .most_plies = kMostPlies, .swap = true, .seed = options.seed};
  if (options.move_time_s) {
    match.pace.move_time_s = options.move_time_s;
  } else {
    match.pace.nodes = options.budget.states.value_or(nodes);
  }
  return match;
}

std::string conditions(const FigureOptions& options, std::string_view otherwise) {
  const std::string pace = options.move_time_s     ? fmt::format("{} s a try", *options.move_time_s)
                           : options.budget.states ? fmt::format("{} nodes a try", *options.budget.states)
                                                   : std::string(otherwise);
  return fmt::format("{}, {}, draws after {} plies", options.engine, pace, kMostPlies);
}

Expected<void> play(const Match& match, std::string_view name, std::size_t count, const FigureOptions& options,
                    std::vector<PlayedGame>& games) {
  if (const auto done = check_match(match, options); !done) return done.error();
  const auto play_one = [&](std::size_t game) {
    std::optional<PlayedGame> played = play_game(match.first, match.second, match.options, game);
    if (!played) return json::object{};
    played->game.reset();
    return to_json(*played);
  };
  std::vector<json::object> lines;
  Expected<void> played =
      play_all({.name = std::string(name),
                .depends_on = {{"nodes", json::value_from(match.options.pace.nodes)},
                               {"move_time_s", json::value_from(match.options.pace.move_time_s)},
                               {"engine", options.engine},
                               {"boards", json::array{match.first.spec.options.k, match.second.spec.options.k}}},
                .count = count,
                .play = play_one},
               options, lines);
  for (const json::object& line : lines) games.push_back(read_played_game(line));
  return played;
}

std::string percent(int count, int games) {
  const Part part = wilson(static_cast<double>(count) / games, games);
  return fmt::format("{:.1f} ({:.1f} to {:.1f})", 100.0 * count / games, 100 * part.low, 100 * part.high);
}

}  // namespace blindmate::lab
