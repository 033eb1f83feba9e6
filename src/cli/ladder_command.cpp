// The ratings of a ladder, and somebody new against everybody who is on it.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "blindmate/base/files.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/lab/figures/report.hpp"
#include "blindmate/lab/matches/ladder.hpp"
#include "blindmate/lab/pieces/pieces.hpp"
#include "blindmate/lab/pieces/ranks.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;

struct Options {
  std::string file;
  std::string player;
  std::string name;
  std::string journal;
  int threads = 1;
  bool quiet = false;
};

// Of somebody new against everybody who is there.
Expected<void> play(const Options& options, lab::Ladder& ladder) {
  const auto contestant = [](const std::string& name, const std::string& player) -> Expected<lab::Contestant> {
    const Expected<players::PlayerSpec> spec = players::read_player(player);
    if (!spec) return spec.error();
    if (const auto made = players::make_player(*spec, 0); !made) return made.error();
    return lab::Contestant{name, *spec};
  };
  const std::string& name = options.name.empty() ? options.player : options.name;
  const Expected<lab::Contestant> climber = contestant(name, options.player);
  if (!climber) return climber.error();
  std::vector<lab::Contestant> there;
  std::vector<lab::Score> scores(ladder.rungs.size());
  json::array names;
  for (const lab::Ladder::Rung& rung : ladder.rungs) {
    if (rung.name == name) return Error{fmt::format("{} is on the ladder already; --name gives another name", name)};
    const Expected<lab::Contestant> one = contestant(rung.name, rung.player);
    if (!one) return Error{fmt::format("{}: {}", rung.name, one.error().reason)};
    there.push_back(*one);
    names.emplace_back(rung.name);
  }
  const lab::Pieces pieces{.label = "games",
                           .quiet = options.quiet,
                           .count = there.size() * ladder.games,
                           .work =
                               [&](std::size_t piece) {
                                 const std::optional<lab::PlayedGame> game = lab::play_game(
                                     *climber, there[piece / ladder.games], ladder.match, piece % ladder.games);
                                 return game ? referee::json_text(lab::to_json(*game)) : std::string();
                               },
                           .done =
                               [&](std::size_t piece, std::string_view game) {
                                 const json::value line = json::parse({game.data(), game.size()});
                                 scores[piece / ladder.games].add(lab::read_played_game(line.as_object()), name);
                                 return true;
                               }};
  const std::string task = referee::json_text(
      json::object{{"task", "ladder"}, {"name", name}, {"player", options.player}, {"against", std::move(names)}});
  if (const auto done = lab::do_pieces(pieces, options.journal, task, options.threads); !done) return done.error();
  if (interrupted()) return {};
  for (std::size_t i = 0; i < there.size(); ++i)
    ladder.results.push_back({there.size(), i, scores[i].wins(), scores[i].draws(), scores[i].losses()});
  ladder.rungs.push_back({name, options.player, lab::revision()});
  return lab::Ranks::is_first() ? write_file(options.file, ladder.text()) : Expected<void>();
}

int run_ladder(const Options& options) {
  Expected<lab::Ladder> ladder = lab::Ladder::read(options.file);
  if (!ladder) return bad_input(ladder.error().text());
  if (!options.player.empty()) {
    if (const auto done = play(options, *ladder); !done) return bad_input(done.error().reason);
    if (interrupted()) return kInterrupted;
  }
  if (!lab::Ranks::is_first()) return kAnswered;
  fmt::print("{}, {} nodes a try, {} games a pair\n{:>7} {:>5}  {:>6} {:>6}\n", ladder->match.rules->name,
             *ladder->match.pace.nodes, ladder->games, "rating", "±", "score", "games");
  for (const tournament::Standing& one : lab::standings(*ladder)) {
    fmt::print("{:>7.0f} {:>5.0f}  {:>5.0f}% {:>6}  {}\n", one.rating, one.error,
               one.games == 0 ? 0 : 100 * one.points / one.games, one.games, ladder->rungs[one.player].name);
  }
  return kAnswered;
}

}  // namespace

Run declare_ladder(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "the ladder, such as data/matches/ladder.jsonl")->required();
  app.add_option("--add", options->player, "rate this player against all players on the ladder, and add it")
      ->type_name("PLAYER");
  app.add_option("--name", options->name, "name of the new player on the ladder (default: PLAYER)");
  app.add_option("--journal", options->journal, "record finished games, so that it can be resumed")->type_name("FILE");
  add_threads(app, options->threads);
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate ladder data/matches/ladder.jsonl\n"
      "  blindmate ladder data/matches/ladder.jsonl --add champion:net=runs/a/actor.net --name \"champion, run a\"");
  return [options] { return run_ladder(*options); };
}

}  // namespace blindmate::cli
