// A referee on standard input and output: one try a line, one answer a line.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/phrases.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using referee::Ask;
using referee::Game;

struct RefereeOptions {
  const referee::RuleSet* rules = &referee::kBerkeley;
  chess::Position start = chess::Position::start();
  bool json = false;
};

std::string json_line(const Game& game, chess::Side by, const Ask& ask, const referee::Announcement& announcement) {
  const json::value heard = referee::to_json(announcement.heard);
  return referee::json_text(json::object{{"by", json::string(chess::name(by))},
                                         {"ask", referee::text(ask)},
                                         {"mover", heard},
                                         {"opponent", announcement.opponent_hears ? heard : nullptr},
                                         {"turn", json::string(chess::name(game.position().turn()))},
                                         {"fen", chess::fen(game.position())},
                                         {"end", referee::end_to_json(game.outcome())},
                                         {"winner", referee::winner_to_json(game.outcome())}});
}

std::string text_line(const Game& game, chess::Side by, const Ask& ask, const referee::Announcement& announcement) {
  std::string line = fmt::format("{:6}{}", referee::text(ask), referee::phrase(by, announcement.heard));
  if (!announcement.opponent_hears) line += " (Only the mover hears this.)";
  if (announcement.heard.end != referee::End::none) line += " " + referee::phrase(*game.outcome());
  return line;
}

int run_referee(const RefereeOptions& options) {
  Game game(*options.rules, options.start);
  std::string line;
  for (int number = 1; std::getline(std::cin, line) && !interrupted(); ++number) {
    const std::optional<Ask> ask = parse_ask(trimmed(line));
    if (!ask) {
      const Error error{fmt::format("\"{}\" is neither \"any\" nor a move in coordinates like e2e4 or e7e8q", line),
                        number};
      return bad_input(error.text("standard input"));
    }
    const chess::Side by = game.position().turn();
    const referee::Announcement announcement = game.ask(*ask);
    std::cout << (options.json ? json_line : text_line)(game, by, *ask, announcement) << std::endl;
  }
  return interrupted() ? kInterrupted : kAnswered;
}

}  // namespace

Run declare_referee(CLI::App& app) {
  const auto options = std::make_shared<RefereeOptions>();
  add_rules(app, options->rules);
  add_position(app, "--fen", options->start, "the start of the game");
  app.add_flag("--json", options->json, "one JSON object a line");
  app.footer(
      "Input: tries in coordinates (e2e4, e7e8q, castling as e1g1) or \"any\", one a line.\nExamples:\n"
      "  printf 'e2e4\\nd7d5\\ne4d5\\n' | blindmate referee\n"
      "  printf 'any\\n' | blindmate referee --rules english --json --fen '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1'");
  return [options] { return run_referee(*options); };
}

}  // namespace blindmate::cli
