// A game from a file as PGN or JSON: the whole of it, or what one side has heard.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "blindmate/chess/fen.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;

struct Options {
  std::string file;
  std::size_t game = 1;
  std::string side;
  bool json = false;
};

json::object to_json(const referee::Game& game) {
  referee::Game replayed(game.rules(), game.start());
  json::array events;
  for (const referee::Event& event : game.record()) {
    replayed.ask(*event.ask);
    events.push_back({{"by", json::string(chess::name(event.by))},
                      {"ask", referee::text(*event.ask)},
                      {"heard", referee::to_json(event.heard)},
                      {"fen", chess::fen(replayed.position())}});
  }
  return {{"rules", json::string(game.rules().name)},
          {"start", chess::fen(game.start())},
          {"events", std::move(events)},
          {"end", referee::end_to_json(game.outcome())},
          {"winner", referee::winner_to_json(game.outcome())}};
}

int run_export(const Options& options) {
  const Expected<std::vector<referee::PgnGame>> games = read_games_file(options.file);
  if (!games) return bad_input(games.error().text(options.file));
  if (options.game > games->size())
    return bad_input(
        fmt::format("{}: there is no game {}; the file has {}", options.file, options.game, games->size()));
  const referee::PgnGame& game = (*games)[options.game - 1];
  const auto* whole = std::get_if<referee::Game>(&game.content);
  if (whole != nullptr && options.side.empty()) {
    fmt::print("{}", options.json ? referee::json_text(to_json(*whole)) + "\n" : referee::write_pgn(*whole, game.tags));
    return kAnswered;
  }
  const Expected<referee::PlayerView> view = view_of(game, options.side);
  if (!view) return bad_input(fmt::format("{}: {}", options.file, view.error().reason));
  fmt::print("{}",
             options.json ? referee::json_text(referee::to_json(*view)) + "\n" : referee::write_pgn(*view, game.tags));
  return kAnswered;
}

}  // namespace

Run declare_export(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("GAME", options->file, "a Kriegspiel PGN file")->required();
  app.add_option("--game", options->game, "which game of the file")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--side", options->side, "only what this side has heard")->check(CLI::IsMember({"white", "black"}));
  app.add_flag("--json", options->json, "JSON instead of PGN");
  app.footer("Examples:\n  blindmate export game.pgn --side white > white.pgn\n  blindmate export game.pgn --json");
  return [options] { return run_export(*options); };
}

}  // namespace blindmate::cli
