// A problem line from what is said of a belief state: men and squares, or a moment of a game.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "blindmate/study/brushes.hpp"
#include "blindmate/study/pose.hpp"
#include "blindmate/view/json_text.hpp"
#include "blindmate/view/problem.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

using chess::Side;
using referee::Problem;

struct Options {
  std::string file;
  std::size_t game = 1;
  std::string side;
  std::optional<int> moves;
  int asked = 0;
  std::string own;
  std::string castling = "-";
  std::vector<std::string> men;
  const referee::RuleSet* rules = &referee::kBerkeley;
  std::optional<int> ply;
  std::string id = "posed";
  std::uint64_t most_states = 100'000;
};

Side attacker(const Options& options) { return options.side == "black" ? Side::black : Side::white; }

Expected<Problem> from_game(const Options& options) {
  const Expected<std::vector<referee::PgnGame>> games = read_games_file(options.file);
  if (!games) return Error{games.error().text(options.file)};
  if (options.game > games->size())
    return Error{fmt::format("{}: there is no game {}; the file has {}", options.file, options.game, games->size())};
  const referee::PgnGame& game = (*games)[options.game - 1];
  const referee::Game* whole = std::get_if<referee::Game>(&game.content);
  if (options.moves && whole == nullptr) return Error{options.file + ": --moves needs the whole game"};
  const Expected<referee::PlayerView> view =
      options.moves ? study::view_at(*whole, attacker(options), *options.moves, options.asked)
                    : view_of(game, options.side);
  if (!view) return Error{fmt::format("{}: {}", options.file, view.error().reason)};
  Expected<Problem> problem = study::problem_of(*view, options.most_states);
  if (!problem) return Error{fmt::format("{}: {}", options.file, problem.error().reason)};
  return problem;
}

Expected<Problem> from_brushes(const Options& options) {
  std::vector<study::Brush> men;
  for (const std::string& man : options.men) {
    const std::size_t at = man.find('@');
    const Expected<study::Brush> brush = at == std::string::npos
                                             ? Expected<study::Brush>(Error{"is not like kq@a8,b8"})
                                             : study::read_brush(man.substr(0, at), man.substr(at + 1));
    if (!brush) return Error{fmt::format("--man {}: {}", man, brush.error().reason)};
    men.push_back(*brush);
  }
  Expected<study::Painted> painted = study::paint(options.own, attacker(options), options.castling, men);
  if (!painted) return Error{"--" + painted.error().reason};
  if (painted->dropped > 0) fmt::print(stderr, "{} combinations are impossible and were dropped\n", painted->dropped);
  return Problem{.id = options.id, .rules = options.rules, .states = std::move(painted->states)};
}

int run_pose(const Options& options) {
  if (options.file.empty() == options.own.empty()) return bad_input("a game, or --own with --man, is needed");
  Expected<Problem> problem = options.own.empty() ? from_game(options) : from_brushes(options);
  if (!problem) return bad_input(problem.error().reason);
  problem->id = options.id;
  problem->ply = options.ply;
  const std::string line = referee::json_text(referee::to_json(*problem));
  const Expected<Problem> good = referee::read_problem(line);
  if (!good) return bad_input(good.error().reason);
  fmt::print("{}\n", line);
  return kAnswered;
}

}  // namespace

Run declare_pose(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("GAME", options->file, "a Kriegspiel PGN file: what a player could know in it");
  app.add_option("--game", options->game, "which game of the file")->check(CLI::PositiveNumber)->capture_default_str();
  app.add_option("--side", options->side, "the attacker")->check(CLI::IsMember({"white", "black"}));
  app.add_option("--moves", options->moves, "in the game, after so many moves of both sides; otherwise at its end")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--asked", options->asked, "and so many refused tries and questions of the turn")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--own", options->own, "the attacker's men, as the board of a FEN");
  app.add_option("--castling", options->castling, "the attacker's castling rights, as in a FEN")->capture_default_str();
  app.add_option("--man", options->men,
                 "a man of the defender: kinds (of pnbrqk, - for none) and squares, like kq@a8,b8")
      ->allow_extra_args(false);
  add_rules(app, options->rules);
  app.add_option("--ply", options->ply, "within how many ply the mate is wanted");
  app.add_option("--id", options->id, "the problem's name")->capture_default_str();
  app.add_option("--states-limit", options->most_states, "of a game: at most so many positions")->capture_default_str();
  app.footer(
      "Examples:\n  blindmate pose --own 8/8/6K1/8/8/8/8/R7 --man k@g8,h8 --man p-@h7 --ply 3\n"
      "  blindmate pose game.pgn --side white --moves 40 --ply 3 > problem.jsonl && blindmate solve problem.jsonl "
      "--plan");
  return [options] { return run_pose(*options); };
}

}  // namespace blindmate::cli
