// Finds the positions of tests/data/tactics.epd: one move wins two pawns or more, says stockfish at depth 20, every
// other move is two pawns worse, and a search of three plies that counts material does not choose it. They come from
// games of the built-in engine against itself, with few nodes and some random moves, at most one from a game.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "blindmate/base/progress.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/chess/san.hpp"
#include "blindmate/engines/alpha_beta.hpp"
#include "blindmate/engines/evaluation.hpp"
#include "blindmate/engines/uci.hpp"

namespace {

using namespace blindmate;
using chess::Move;
using chess::Position;

constexpr int kWanted = 60;
constexpr int kTwoPawns = 200;
constexpr std::uint64_t kFewestMoves = 5;
constexpr int kMaterialPlies = 3;
constexpr std::array kDepths = {10, 15, 20};  // the first ones only save time
constexpr int kRandomOpening = 6;             // plies
constexpr unsigned kRandomMoveIn = 8;
constexpr int kLongestGame = 160;  // plies
constexpr engines::Effort kPlaying{.nodes = 1000};

int material(const Position& position) {
  int balance = 0;
  for (const chess::Man man :
       {chess::Man::pawn, chess::Man::knight, chess::Man::bishop, chess::Man::rook, chess::Man::queen}) {
    balance += engines::worth(man) * (chess::count(position.men(position.turn(), man)) -
                                      chess::count(position.men(other(position.turn()), man)));
  }
  return balance;
}

// By material after so many plies of full width, without looking at captures beyond.
int material_ahead(const Position& position, int plies) {
  if (!chess::has_legal_move(position)) return position.checkers() != 0 ? -engines::kMate : 0;
  if (plies == 0) return material(position);
  int best = -engines::kMate;
  for (const Move move : chess::legal_moves(position))
    best = std::max(best, -material_ahead(position.after(move), plies - 1));
  return best;
}

bool found_by_counting(const Position& position, Move move) {
  return -material_ahead(position.after(move), kMaterialPlies - 1) == material_ahead(position, kMaterialPlies);
}

int value_of(const Position& position, Move move, engines::Engine& judge, int depth) {
  return -judge.evaluate(position.after(move), {.depth = depth - 1}).value;
}

// The legal moves, the best first.
std::vector<Move> ranked_moves(const Position& position, engines::Engine& judge, int depth) {
  std::vector<std::pair<int, Move>> valued;
  for (const Move move : chess::legal_moves(position))
    valued.emplace_back(value_of(position, move, judge, depth), move);
  std::stable_sort(valued.begin(), valued.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Move> moves;
  for (const auto& [value, move] : valued) moves.push_back(move);
  return moves;
}

bool wins_two_pawns(const Position& position, int value) { return value >= material(position) + kTwoPawns; }

bool only_first_wins(const Position& position, const std::vector<Move>& moves, engines::Engine& judge, int depth) {
  const int value = value_of(position, moves[0], judge, depth);
  return wins_two_pawns(position, value) && std::all_of(moves.begin() + 1, moves.end(), [&](Move move) {
           return value_of(position, move, judge, depth) <= value - kTwoPawns;
         });
}

std::optional<Move> tactic(const Position& position, engines::Engine& judge) {
  if (chess::count_legal_moves(position) < kFewestMoves) return std::nullopt;
  if (!wins_two_pawns(position, judge.evaluate(position, {.depth = kDepths[0]}).value)) return std::nullopt;
  const std::vector<Move> moves = ranked_moves(position, judge, kDepths[0]);
  if (found_by_counting(position, moves[0])) return std::nullopt;
  for (const int depth : kDepths) {
    if (!only_first_wins(position, moves, judge, depth)) return std::nullopt;
  }
  return moves[0];
}

std::string without_clocks(const std::string& fen) { return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1)); }

// A line of EPD without its id, from the first position of the game that has a tactic.
std::optional<std::string> tactic_of_game(std::uint64_t seed, engines::Engine& judge) {
  Random random(seed);
  engines::AlphaBeta player;
  Position position = Position::start();
  for (int ply = 0; ply < kLongestGame && chess::has_legal_move(position); ++ply) {
    const std::string fen = without_clocks(chess::fen(position));
    if (ply >= kRandomOpening) {
      const Position judged = *chess::read_position(fen);
      if (const std::optional<Move> winner = tactic(judged, judge))
        return fmt::format("{} bm {};", fen, chess::san(judged, *winner));
    }
    const chess::MoveList moves = chess::legal_moves(position);
    const bool at_random = ply < kRandomOpening || random.below(kRandomMoveIn) == 0;
    position = position.after(at_random ? moves[random.below(static_cast<unsigned>(moves.size()))]
                                        : player.search(position, kPlaying).move);
  }
  return std::nullopt;
}

}  // namespace

int main() {
  const auto stockfish = engines::UciProgram::start({.command = {"stockfish"}, .patience = std::chrono::minutes(10)});
  if (!stockfish) {
    fmt::print(stderr, "find_tactics: {}\n", stockfish.error().text());
    return 2;
  }
  Progress progress("tactics", kWanted);
  std::uint64_t game = 0;
  for (int found = 0; found < kWanted;) {
    if (const std::optional<std::string> line = tactic_of_game(++game, **stockfish)) {
      ++found;
      fmt::print("{} id \"tactics-{:02}\";\n", *line, found);
      std::fflush(stdout);
    }
    progress.set(static_cast<std::uint64_t>(found));
  }
}
