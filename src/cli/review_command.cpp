// What both sides of a finished game could have known, and the mates they had.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/study/review.hpp"
#include "blindmate/view/json_text.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using chess::Side;
using study::Moment;

struct Options {
  std::string file;
  std::size_t game = 1;
  study::ReviewLimits limits;
  bool json = false;
  bool quiet = false;
};

using Moments = std::array<std::vector<Moment>, 2>;

std::string number(const Moment& moment) {
  return moment.is_exact ? fmt::format("{}", moment.states) : fmt::format(">={}", moment.states);
}

json::object to_json(const Moment& moment, Side side, bool missed) {
  json::object line{{"side", json::string(chess::name(side))},
                    {"ply", moment.ply},
                    {"asked", moment.asked},
                    {"states", moment.states},
                    {"exact", moment.is_exact},
                    {"verdict", json::string(kriegspiel::name(moment.verdict))},
                    {"missed", missed}};
  line["length"] = moment.mate ? json::value(moment.mate->length) : nullptr;
  line["plan"] = moment.mate ? kriegspiel::to_json(moment.mate->plan) : nullptr;
  return line;
}

// The last moment of a side before the given number of plies is exceeded.
const Moment& at_ply(const std::vector<Moment>& moments, int ply) {
  const auto after = std::find_if(moments.begin(), moments.end(), [&](const Moment& m) { return m.ply > ply; });
  return *(after - 1);
}

void print_table(const referee::Game& game, const Moments& moments) {
  fmt::print("{:>4}  {:<8} {:>14} {:>14}  {}\n", "ply", "move", "White can know", "Black can know", "");
  std::vector<std::string> moves = {"start"};
  for (const referee::Event& event : game.record()) {
    if (event.heard.answer == referee::Answer::ok) moves.push_back(referee::text(*event.ask));
  }
  for (int ply = 0; ply < static_cast<int>(moves.size()); ++ply) {
    std::string remarks;
    for (const Side side : {Side::white, Side::black}) {
      const std::vector<Moment>& own = moments[chess::index(side)];
      const std::vector<std::size_t> missed = study::missed_mates(own, game);
      for (std::size_t i = 0; i < own.size(); ++i) {
        if (own[i].ply != ply || !own[i].mate) continue;
        const bool is_missed = std::find(missed.begin(), missed.end(), i) != missed.end();
        remarks += fmt::format("{} has a guaranteed mate in {} ply{}. ", chess::title(side), own[i].mate->length,
                               is_missed ? ", and misses it" : "");
      }
    }
    fmt::print("{:>4}  {:<8} {:>14} {:>14}  {}\n", ply, moves[static_cast<std::size_t>(ply)],
               number(at_ply(moments[0], ply)), number(at_ply(moments[1], ply)), remarks);
  }
}

int run_review(const Options& options) {
  const Expected<std::vector<referee::PgnGame>> games = read_games_file(options.file);
  if (!games) return bad_input(games.error().text(options.file));
  if (options.game > games->size())
    return bad_input(
        fmt::format("{}: there is no game {}; the file has {}", options.file, options.game, games->size()));
  const auto* game = std::get_if<referee::Game>(&(*games)[options.game - 1].content);
  if (game == nullptr) return bad_input(options.file + ": the game is filtered for a side; a review needs the whole");
  Moments moments;
  for (const Side side : {Side::white, Side::black}) {
    study::Reviewer reviewer(*game, side, options.limits);
    Progress progress(std::string(chess::title(side)), reviewer.size(), options.quiet);
    while (std::optional<Moment> moment = reviewer.next()) {
      moments[chess::index(side)].push_back(std::move(*moment));
      progress.advance();
    }
    if (interrupted()) return kInterrupted;
  }
  if (!options.json) {
    print_table(*game, moments);
    return kAnswered;
  }
  for (const Side side : {Side::white, Side::black}) {
    const std::vector<Moment>& own = moments[chess::index(side)];
    const std::vector<std::size_t> missed = study::missed_mates(own, *game);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const bool is_missed = std::find(missed.begin(), missed.end(), i) != missed.end();
      fmt::print("{}\n", referee::json_text(to_json(own[i], side, is_missed)));
    }
  }
  return kAnswered;
}

}  // namespace

Run declare_review(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("GAME", options->file, "a Kriegspiel PGN file")->required();
  app.add_option("--game", options->game, "which game of the file")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--states-limit", options->limits.states,
                 "if more positions are possible, follow a random sample of so many")
      ->check(CLI::Range(1ULL, 1'000'000'000ULL))
      ->capture_default_str();
  app.add_option("--ply", options->limits.mate_ply, "length of the longest mates to look for")
      ->check(CLI::Range(1, 99))
      ->capture_default_str();
  app.add_option("--mate-states", options->limits.mate_states, "look for mates among at most so many positions")
      ->capture_default_str();
  app.add_option("--search-states", options->limits.search_states, "states that one search for a mate may construct")
      ->capture_default_str();
  app.add_flag("--json", options->json, "one JSON object a line");
  app.add_flag("--quiet", options->quiet, "no progress bar");
  app.footer(
      "Examples:\n  blindmate review game.pgn\n  blindmate review game.pgn --states-limit 1000000 --ply 7 --json");
  return [options] { return run_review(*options); };
}

}  // namespace blindmate::cli
