// One of our players on another server.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cstdio>
#include <memory>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/players/bot.hpp"
#include "blindmate/remote/bot.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

struct BotCommandOptions {
  std::string url;
  std::string token_file;
  std::string player = "champion";
  int level = 2;
  std::optional<double> move_time_s;
  bool challenges = false;
  const referee::RuleSet* rules = &referee::kBerkeley;
  double minutes = 5;
  double increment_s = 3;
  bool rated = false;
  std::optional<std::uint64_t> most_games;
  int threads = 1;
  remote::BotOptions bot;
};

boost::json::object challenge_of(const BotCommandOptions& options) {
  return {{"rules", boost::json::string(options.rules->name)},
          {"colour", "random"},
          {"clock", {{"minutes", options.minutes}, {"increment", options.increment_s}}},
          {"opponent", "anyone"},
          {"rated", options.rated}};
}

int run_bot_command(BotCommandOptions& options) {
  remote::BotOptions& bot = options.bot;
  const Expected<remote::Address> server = remote::read_address(options.url);
  if (!server) return bad_input(server.error().reason);
  bot.server = *server;
  const Expected<std::string> token = read_file(options.token_file);
  if (!token) return bad_input(token.error().text(options.token_file));
  bot.token = trimmed(*token);
  if (bot.token.empty() || bot.token.find_first_of(" \t\r\n") != std::string::npos)
    return bad_input(options.token_file + ": a token is needed, and nothing else");
  const Expected<players::PlayerSpec> player = players::read_player(options.player);
  if (!player) return bad_input(player.error().reason);
  // So that a missing program is told before the first game.
  if (const auto made = players::make_player(*player, 0); !made) return bad_input(made.error().reason);
  bot.player = *player;
  bot.seconds = options.move_time_s.value_or(players::find_level(options.level)->seconds);
  bot.threads = static_cast<unsigned>(options.threads);
  if (options.challenges) bot.wishes.challenge = challenge_of(options);
  bot.wishes.most_at_once = options.most_games.value_or(bot.wishes.most_at_once);
  const remote::Listener listener{.tell =
                                      [](const std::string& line) {
                                        fmt::print("{}\n", line);
                                        std::fflush(stdout);
                                      },
                                  .warn = [](const std::string& line) { complain(line); }};
  const Expected<void> played = remote::run_bot(bot, listener);
  return played ? kAnswered : bad_input(fmt::format("{}: {}", options.url, played.error().reason));
}

}  // namespace

Run declare_bot(CLI::App& app) {
  const auto options = std::make_shared<BotCommandOptions>();
  app.add_option("URL", options->url, "the server: http://localhost:8080")->required();
  app.add_option("--token-file", options->token_file, "a file with the bot's token")->type_name("FILE")->required();
  app.add_option("--player", options->player, "the player (see: blindmate list players)")->capture_default_str();
  CLI::Option* level = app.add_option("--level", options->level,
                                      "how long it may think about a try, as the levels of the web application")
                           ->check(CLI::Range(players::kLevels.front().level, players::kLevels.back().level))
                           ->capture_default_str();
  app.add_option("--move-time", options->move_time_s, "the same in seconds")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.0001, 3600.0))
      ->excludes(level);
  app.add_flag("--challenge", options->challenges, "make an open challenge, and another after each game");
  add_rules(app, options->rules);
  app.add_option("--minutes", options->minutes, "minutes on the clock of its challenges")
      ->check(CLI::Range(0.0, 180.0))
      ->capture_default_str();
  app.add_option("--increment", options->increment_s, "seconds for each move")
      ->check(CLI::Range(0.0, 60.0))
      ->capture_default_str();
  app.add_flag("--rated", options->rated, "make rated challenges");
  app.add_flag("--accept-any", options->bot.wishes.accept_any, "accept open challenges too, not only those to it");
  add_number(app, "--games", options->bot.wishes.games, 1, "exit after so many games");
  add_number(app, "--most-games", options->most_games, 1, "play at most so many games at the same time (default 4)");
  add_threads(app, options->threads);
  app.add_option("--ca-file", options->bot.ca_file, "certificates to trust beside those of the system")
      ->type_name("FILE");
  app.footer(
      "Examples:\n  blindmate bot http://localhost:8080 --token-file my-bot.token --player champion --level 3\n"
      "  blindmate bot https://blindmate.example --token-file my-bot.token --challenge --rules wild16 --rated\n"
      "docs/bots.md says how to get a token. Without --challenge and --accept-any, the bot only accepts challenges to "
      "it.");
  return [options] { return run_bot_command(*options); };
}

}  // namespace blindmate::cli
