// A guaranteed mate to be found in the terminal, against the worst defender.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <random>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/study/proof.hpp"
#include "blindmate/study/puzzle.hpp"
#include "blindmate/study/puzzle_book.hpp"
#include "blindmate/view/phrases.hpp"
#include "board_picture.hpp"
#include "command.hpp"
#include "input.hpp"
#include "options.hpp"

namespace blindmate::cli {
namespace {

using referee::Problem;
using study::Puzzle;

struct Options {
  std::string file;
  std::string id;
  int ply = 3;
  std::optional<std::uint64_t> seed;
  bool letters = false;
};

Expected<Problem> choose(const Options& options) {
  std::vector<Problem> read;
  if (!options.file.empty()) {
    const Expected<std::vector<referee::ProblemLine>> lines = referee::read_problems(options.file);
    if (!lines) return lines.error();
    for (const referee::ProblemLine& line : *lines) read.push_back(line.problem);
  }
  const std::vector<Problem>& all = options.file.empty() ? study::puzzle_book() : read;
  std::vector<const Problem*> fitting;
  for (const Problem& problem : all) {
    const bool fits = options.id.empty() ? problem.ply == options.ply : problem.id == options.id;
    if (fits) fitting.push_back(&problem);
  }
  if (fitting.empty() && !options.id.empty()) return Error{"--id: there is no puzzle " + options.id};
  if (fitting.empty()) return Error{fmt::format("--ply: there is no puzzle of {} ply", options.ply)};
  const Problem& chosen =
      *fitting[Random(options.seed.value_or(std::random_device{}())).below(static_cast<std::uint32_t>(fitting.size()))];
  if (chosen.material_wins) return Error{fmt::format("{}: material_wins: a puzzle ends with a mate only", chosen.id)};
  if (!chosen.ply) return Error{fmt::format("{}: ply: is missing", chosen.id)};
  return chosen;
}

void show(const Puzzle& puzzle, bool unicode) {
  const study::Attack& attack = puzzle.attack();
  fmt::print("{}{} ply left, {} position{} possible\n", board_picture(attack.own_board(), unicode), puzzle.ply(),
             attack.states().size(), attack.states().size() == 1 ? " is" : "s are");
}

std::optional<referee::Ask> read_ask(std::string_view said, const study::Attack& attack) {
  if (const std::optional<referee::Ask> ask = parse_ask(said)) return ask;
  const referee::OwnBoard own = attack.own_board();
  const Expected<chess::Move> move =
      chess::read_san(said, attack.askable(), [&](chess::Square s) { return own.man_at(s); });
  return move ? std::optional<referee::Ask>(*move) : std::nullopt;
}

// What was heard, or why it cannot be tried.
void answer(Puzzle& puzzle, const referee::Ask& ask) {
  const study::Attack& attack = puzzle.attack();
  const chess::Side side = attack.attacker();
  const chess::Move* tried = std::get_if<chess::Move>(&ask);
  if (tried != nullptr ? !attack.is_askable(*tried) : !attack.may_ask_any())
    return fmt::print("{} cannot be asked here\n", referee::text(ask));
  const Puzzle::Answer said = puzzle.ask(ask);
  fmt::print("{}\n", referee::phrase(side, said.heard));
  if (said.reply) fmt::print("{}\n", referee::phrase(other(side), *said.reply));
  if (said.witness) fmt::print("lost ({}), for example here: {}\n", name(puzzle.end()), chess::fen(*said.witness));
}

int run_puzzle(const Options& options) {
  const Expected<Problem> problem = choose(options);
  if (!problem) return bad_input(problem.error().reason);
  kriegspiel::SolveOptions shortest;
  shortest.deepen = shortest.plan = true;
  const kriegspiel::Solution solution = kriegspiel::solve(*problem, *problem->ply, shortest);
  if (interrupted()) return kInterrupted;
  if (!solution.plan) return bad_input(problem->id + ": there is no guaranteed mate");
  if (!study::passes_checker(*problem, *solution.length, *solution.plan)) return kInterrupted;
  Puzzle puzzle(*problem, *problem->ply);
  const bool unicode = !options.letters && terminal_shows_unicode();
  fmt::print(
      "{}: {} mates in {} ply whatever the defender does ({}).\n"
      "Moves like e2e4 or Nf3, \"any\" for the question, \"states\" for all that is possible, \"give-up\".\n",
      problem->id, chess::title(problem->attacker()), *problem->ply, problem->rules->name);
  show(puzzle, unicode);
  std::string line;
  while (puzzle.end() == Puzzle::End::none && std::getline(std::cin, line) && !interrupted()) {
    const std::string_view said = trimmed(line);
    if (said == "give-up") break;
    if (said == "states") {
      for (const chess::Position& state : puzzle.attack().states()) fmt::print("{}\n", chess::fen(state));
      continue;
    }
    const std::optional<referee::Ask> ask = read_ask(said, puzzle.attack());
    if (!ask) {
      fmt::print("\"{}\" is not understood\n", said);
      continue;
    }
    answer(puzzle, *ask);
    if (puzzle.end() == Puzzle::End::none) show(puzzle, unicode);
  }
  if (interrupted()) return kInterrupted;
  if (puzzle.is_solved()) {
    fmt::print("solved\n");
    return kAnswered;
  }
  fmt::print("the plan:\n{}", kriegspiel::tree(*solution.plan, {problem->states.front(), problem->attacker()}));
  return kAnswered;
}

}  // namespace

Run declare_puzzle(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("FILE", options->file, "a problem file (default: the program's own collection)");
  app.add_option("--id", options->id, "the id of the puzzle");
  app.add_option("--ply", options->ply, "length of the mate")->capture_default_str();
  app.add_option("--seed", options->seed, "seed of the choice (default: random)");
  app.add_flag("--letters", options->letters,
               "show men as letters; this is the default if the terminal has no Unicode");
  app.footer("Examples:\n  blindmate puzzle\n  blindmate puzzle --ply 5 --seed 7\n  blindmate puzzle --id mate3-0242");
  return [options] { return run_puzzle(*options); };
}

}  // namespace blindmate::cli
