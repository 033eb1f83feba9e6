// Matches between players: games as pieces of work, printed in their order however they are finished, then the scores
// and, of a round robin, the cross table.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <map>
#include <memory>
#include <string>

#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/lab/matches/match.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/tournament/cross_table.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;

struct Options {
  std::vector<std::string> players;
  bool round_robin = false;
  std::optional<std::uint64_t> games;
  std::optional<double> move_time_s;
  std::optional<std::uint64_t> nodes;
  std::string clock;
  std::string starts;
  std::string journal;
  std::optional<std::uint64_t> most_plies;
  std::optional<std::uint64_t> seed;
  lab::MatchOptions match;
  int threads = 1;
  bool json = false;
  bool quiet = false;
};

// "3+2": minutes, and seconds for each move.
std::optional<std::pair<double, double>> read_clock(const std::string& text) {
  constexpr int kMost = 1000;
  const std::vector<std::string_view> parts = split(text, '+');
  if (parts.empty() || parts.size() > 2) return std::nullopt;
  const std::optional<int> minutes = number(parts[0], kMost);
  const std::optional<int> increment = parts.size() == 2 ? number(parts[1], kMost) : 0;
  if (!minutes || !increment || *minutes == 0) return std::nullopt;
  return std::pair(60.0 * *minutes, static_cast<double>(*increment));
}

// Works out what the options say; they are complete then.
Expected<void> complete(Options& options) {
  if (options.nodes.has_value() + options.move_time_s.has_value() + !options.clock.empty() > 1)
    return Error{"one of --move-time, --nodes and --clock only"};
  options.match.pace.nodes = options.nodes;
  options.match.pace.move_time_s = options.move_time_s;
  if (!options.clock.empty()) {
    options.match.pace.clock_s = read_clock(options.clock);
    if (!options.match.pace.clock_s) return Error{fmt::format("--clock: \"{}\" is not MINUTES+SECONDS", options.clock)};
  } else if (!options.nodes && !options.move_time_s) {
    options.match.pace.move_time_s = 1;
  }
  if (options.most_plies)
    options.match.most_plies = static_cast<int>(std::min<std::uint64_t>(*options.most_plies, 10'000));
  if (options.seed) options.match.seed = *options.seed;
  if (options.starts.empty()) return {};
  const Expected<std::vector<Line>> lines = read_lines(options.starts);
  if (!lines) return lines.error();
  options.match.starts.clear();
  for (const Line& line : *lines) {
    const Expected<chess::Position> start = chess::read_position(line.text);
    if (!start) return Error{fmt::format("{}: {}", line.place, start.error().reason)};
    options.match.starts.push_back(*start);
  }
  if (options.match.starts.empty()) return Error{options.starts + ": no position in it"};
  return {};
}

class Tournament {
 public:
  Tournament(const Options& options, std::vector<lab::Contestant> contestants)
      : options_(options), contestants_(std::move(contestants)) {
    for (std::size_t i = 0; i < contestants_.size(); ++i) {
      for (std::size_t j = i + 1; j < contestants_.size(); ++j) pairs_.emplace_back(i, j);
    }
    scores_.resize(pairs_.size());
  }

  int run() {
    const std::size_t games = options_.games.value_or(kGames);
    std::map<std::size_t, std::string> waiting;  // games that were over before those ahead of them
    std::size_t printed = 0;
    const lab::Pieces pieces{.label = "games",
                             .quiet = options_.quiet,
                             .count = pairs_.size() * games,
                             .work =
                                 [&](std::size_t piece) {
                                   const auto& [first, second] = pairs_[piece / games];
                                   const std::optional<lab::PlayedGame> game = lab::play_game(
                                       contestants_[first], contestants_[second], options_.match, piece % games);
                                   return game ? referee::json_text(lab::to_json(*game)) : std::string();
                                 },
                             .done =
                                 [&](std::size_t piece, std::string_view result) {
                                   const json::value game = json::parse({result.data(), result.size()});
                                   scores_[piece / games].add(lab::read_played_game(game.as_object()),
                                                              contestants_[pairs_[piece / games].first].name);
                                   if (!options_.json) return true;
                                   waiting.emplace(piece, result);
                                   for (; waiting.contains(printed); ++printed)
                                     fmt::print("{}\n", waiting.extract(printed).mapped());
                                   return true;
                                 },
                             .standing =
                                 [&] {
                                   return pairs_.size() > 1 ? ""
                                                            : fmt::format("{} to {}", scores_[0].points(),
                                                                          scores_[0].games() - scores_[0].points());
                                 }};
    if (const auto done = lab::do_pieces(pieces, options_.journal, task(), options_.threads); !done)
      return bad_input(done.error().reason);
    if (interrupted()) return kInterrupted;
    if (lab::Ranks::is_first()) summarise();
    return kAnswered;
  }

 private:
  static constexpr std::size_t kGames = 100;

  std::string task() const {
    json::array names;
    for (const lab::Contestant& contestant : contestants_) names.emplace_back(contestant.name);
    json::array starts;
    for (const chess::Position& start : options_.match.starts) starts.emplace_back(chess::fen(start));
    return referee::json_text(json::object{{"task", "match"},
                                           {"players", std::move(names)},
                                           {"games", options_.games.value_or(kGames)},
                                           {"rules", json::string(options_.match.rules->name)},
                                           {"move_time_s", json::value_from(options_.match.pace.move_time_s)},
                                           {"nodes", json::value_from(options_.match.pace.nodes)},
                                           {"clock", options_.clock},
                                           {"swap", options_.match.swap},
                                           {"most_plies", options_.match.most_plies},
                                           {"starts", std::move(starts)},
                                           {"seed", options_.match.seed}});
  }

  void summarise() const {
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const std::string& first = contestants_[pairs_[i].first].name;
      const std::string& second = contestants_[pairs_[i].second].name;
      if (options_.json) {
        json::object summary{{"first", first}, {"second", second}};
        for (const auto& [name, value] : scores_[i].to_json()) summary[name] = value;
        fmt::print("{}\n", referee::json_text(json::object{{"summary", std::move(summary)}}));
      } else {
        fmt::print("{} against {}, {}\n{}\n", first, second, options_.match.rules->name, scores_[i].text());
      }
    }
    if (options_.round_robin) print_table();
  }

  // Who scored what against whom, and the ratings.
  void print_table() const {
    tournament::CrossTable table(contestants_.size());
    for (std::size_t i = 0; i < pairs_.size(); ++i)
      table.add(pairs_[i].first, pairs_[i].second, scores_[i].wins(), scores_[i].draws(), scores_[i].losses());
    const std::vector<tournament::Standing> standings = table.standings();
    if (options_.json) {
      json::array list;
      for (const tournament::Standing& one : standings)
        list.push_back(json::object{{"player", contestants_[one.player].name}, {"rating", one.rating}});
      fmt::print("{}\n", referee::json_text(json::object{{"ratings", std::move(list)}}));
      return;
    }
    fmt::print("{:>4} {:<24} {:>7}", "", "", "rating");
    for (const tournament::Standing& one : standings) fmt::print(" {:>8.8}", contestants_[one.player].name);
    fmt::print("\n");
    for (std::size_t place = 0; place < standings.size(); ++place) {
      const std::size_t i = standings[place].player;
      fmt::print("{:>4} {:<24} {:>+7.0f}", place + 1, contestants_[i].name, standings[place].rating);
      for (const tournament::Standing& other : standings) {
        const std::size_t j = other.player;
        fmt::print(" {:>8}", i == j ? "-" : fmt::format("{:.1f}/{}", table.points(i, j), table.games(i, j)));
      }
      fmt::print("\n");
    }
  }

  const Options& options_;
  std::vector<lab::Contestant> contestants_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<lab::Score> scores_;  // by pair
};

int run_match(Options& options) {
  if (options.round_robin ? options.players.size() < 2 : options.players.size() != 2)
    return bad_input(options.round_robin ? "two players at least are needed"
                                         : "two players are needed; --round-robin takes more");
  if (const auto done = complete(options); !done) return bad_input(done.error().reason);
  std::vector<lab::Contestant> contestants;
  for (const std::string& name : options.players) {
    const Expected<players::PlayerSpec> spec = players::read_player(name);
    if (!spec) return bad_input(spec.error().reason);
    // So that a missing program is told before the first game.
    if (const auto player = players::make_player(*spec, 0); !player) return bad_input(player.error().reason);
    for (const chess::Position& start : options.match.starts) {
      if (const auto checked = players::check_board(*spec, start.size()); !checked)
        return bad_input(checked.error().reason);
    }
    if (std::any_of(contestants.begin(), contestants.end(), [&](const auto& c) { return c.name == name; }))
      return bad_input(fmt::format("{} is given twice; give one of them other options", name));
    contestants.push_back({name, *spec});
  }
  return Tournament(options, std::move(contestants)).run();
}

}  // namespace

Run declare_match(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  options->match.rules = &referee::kBerkeley;
  app.add_option("PLAYER", options->players, "two players, or more for a round robin (see: blindmate list players)")
      ->required();
  app.add_flag("--round-robin", options->round_robin, "all against all, with a cross table");
  add_number(app, "--games", options->games, 1, "games of each pair (default 100)");
  app.add_flag("--swap", options->match.swap, "alternate colours; otherwise the first player has White");
  add_rules(app, options->match.rules);
  app.add_option("--move-time", options->move_time_s, "seconds for each try (default 1, unless another pace is given)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0001, 3600.0));
  add_number(app, "--nodes", options->nodes, 1,
             "nodes of the engine for each try instead of time: games are reproducible");
  app.add_option("--clock", options->clock, "for the whole game: minutes, and seconds for each move")
      ->type_name("MINUTES+SECONDS");
  app.add_option("--starts", options->starts, "positions to start from, one after the other, a FEN a line")
      ->type_name("FILE");
  add_number(app, "--max-plies", options->most_plies, 1, "a game of so many plies is a draw (default 400)");
  add_number(app, "--seed", options->seed, 0, "seed of the players (default 1)");
  app.add_option("--journal", options->journal, "record finished games, so that a match can be resumed")
      ->type_name("FILE");
  add_threads(app, options->threads);
  app.add_flag("--json", options->json, "one JSON object a line: games, then the summary");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate match hs random --games 50 --swap --move-time 0.1\n"
      "  blindmate match --round-robin random los aosp hs --games 20 --nodes 20000\n"
      "  blindmate match hs:k=50 hs:k=200 --swap --move-time 0.2 --json --journal match.journal > match.jsonl");
  return [options] { return run_match(*options); };
}

}  // namespace blindmate::cli
