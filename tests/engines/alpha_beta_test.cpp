#include "blindmate/engines/alpha_beta.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "blindmate/base/random.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/engines/evaluation.hpp"

namespace blindmate::engines {
namespace {

using chess::Man;
using chess::Move;
using chess::Position;

Position position(std::string_view fen) { return *chess::read_position(fen); }

// Ranks turned around, colours changed: worth the same to the side to move.
std::string mirrored(const std::string& fen) {
  std::vector<std::string> ranks(1);
  const std::size_t end = fen.find(' ');
  for (const char c : fen.substr(0, end)) {
    if (c == '/') {
      ranks.emplace_back();
    } else {
      ranks.back() += static_cast<char>(std::isupper(c) ? std::tolower(c) : std::toupper(c));
    }
  }
  std::reverse(ranks.begin(), ranks.end());
  std::string result = ranks[0];
  for (std::size_t i = 1; i < ranks.size(); ++i) result += '/' + ranks[i];
  return result + (fen[end + 1] == 'w' ? " b - - 0 1" : " w - - 0 1");
}

// Positions of random games, without castling rights so that they can be mirrored.
std::vector<Position> random_positions(int games) {
  std::vector<Position> result;
  Random random(5);
  for (int game = 0; game < games; ++game) {
    Position current = position("r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w - - 0 1");
    for (int ply = 0; ply < 80; ++ply) {
      const chess::MoveList moves = chess::legal_moves(current);
      if (moves.empty()) break;
      current = current.after(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      result.push_back(current);
    }
  }
  return result;
}

TEST(Evaluation, IsTheSameForBothSides) {
  for (const Position& p : random_positions(20)) {
    const std::string fen = chess::fen(p);
    EXPECT_EQ(evaluate_statically(p), evaluate_statically(position(mirrored(fen)))) << fen;
  }
}

TEST(Evaluation, KnowsWhatMattersInChess) {
  const auto better = [](const char* good, const char* bad) {
    EXPECT_GT(evaluate_statically(position(good)), evaluate_statically(position(bad))) << good << "   " << bad;
  };
  better("4k3/8/8/8/8/8/4P3/3QK3 w - - 0 1", "4k3/8/8/8/8/8/4P3/3RK3 w - - 0 1");
  better("4k3/8/4P3/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");   // a passed pawn goes on
  better("4k3/8/8/8/3N4/8/7P/4K3 w - - 0 1", "4k3/8/8/8/8/8/7P/N3K3 w - - 0 1");  // a knight in the middle
  EXPECT_EQ(evaluate_statically(position("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")), 0) << "a bishop alone cannot win";
}

// What captures on one square bring, by trying them all.
int best_exchange(const Position& p, chess::Square target) {
  int best = 0;
  for (const Move move : chess::legal_moves(p)) {
    if (move.to() != target || p.man_at(target) == Man::none || move.promotion() != Man::none) continue;
    best = std::max(best, worth(p.man_at(target)) - best_exchange(p.after(move), target));
  }
  return best;
}

TEST(Evaluation, ExchangesAreCountedRight) {
  int compared = 0;
  int equal = 0;
  for (const Position& p : random_positions(60)) {
    for (const Move move : chess::legal_moves(p)) {
      if (p.man_at(move.to()) == Man::none || move.promotion() != Man::none) continue;
      if (chess::rank_of(move.to()) == 0 || chess::rank_of(move.to()) == 7) continue;  // pawns promote there
      const int all = worth(p.man_at(move.to())) - best_exchange(p.after(move), move.to());
      ++compared;
      equal += static_exchange(p, move) == all ? 1 : 0;
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(equal, compared * 97 / 100) << "pins, checks and kings between make the rest";
}

TEST(AlphaBeta, FindsMatesAndDrawsAtTheirDepth) {
  struct Row {
    const char* fen;
    const char* move;
    int plies;
  };
  for (const Row& row : {Row{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", 1},
                         Row{"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", "g3g6", 3},
                         Row{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "a1a6", 3}}) {
    AlphaBeta engine;
    const Best best = engine.search(position(row.fen), {.depth = 6});
    EXPECT_EQ(chess::text(best.move), row.move) << row.fen;
    EXPECT_EQ(best.value, kMate - row.plies) << row.fen;
  }
  AlphaBeta engine;
  const Position small = position("krbn/p3/3P/NBRK w - - 0 1");
  EXPECT_TRUE(small.is_legal(engine.search(small, {.depth = 6}).move));
  EXPECT_EQ(engine.evaluate(position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), {.depth = 3}).value, 0) << "stalemate";
  EXPECT_EQ(engine.evaluate(position("6k1/6Q1/6K1/8/8/8/8/8 b - - 0 1"), {.depth = 3}).value, -kMate) << "mate";
}

TEST(AlphaBeta, IsTheSameWithTheSameNodesAndNeverTakesMore) {
  for (const Position& p : random_positions(3)) {
    if (!chess::has_legal_move(p)) continue;
    AlphaBeta a;
    AlphaBeta b;
    const Best first = a.search(p, {.nodes = 2000});
    const Best second = b.search(p, {.nodes = 2000});
    EXPECT_EQ(first.value, second.value);
    EXPECT_EQ(first.move, second.move);
    EXPECT_LE(first.nodes, 2001U);
    EXPECT_TRUE(p.is_legal(first.move));
  }
}

// One ply, material only.
Move material_move(const Position& p, Random& random) {
  std::optional<Move> best;
  int best_value = 0;
  for (const Move move : chess::legal_moves(p)) {
    const Position after = p.after(move);
    int value = static_cast<int>(random.below(10));
    for (unsigned man = 0; man < 6; ++man)
      value += worth(static_cast<Man>(man)) * (chess::count(after.men(p.turn(), static_cast<Man>(man))) -
                                               chess::count(after.men(other(p.turn()), static_cast<Man>(man))));
    if (!chess::has_legal_move(after) && after.checkers() != 0) value += kMate;
    if (!best || value > best_value) {
      best = move;
      best_value = value;
    }
  }
  return *best;
}

TEST(AlphaBeta, BeatsAOnePlyMaterialPlayerAtOrdinaryChess) {
  constexpr int kGames = 40;
  constexpr int kMostPlies = 200;
  AlphaBeta engine;
  Random random(3);
  double points = 0;
  for (int game = 0; game < kGames; ++game) {
    const chess::Side ours = game % 2 == 0 ? chess::Side::white : chess::Side::black;
    Position p = Position::start();
    int ply = 0;
    for (; ply < kMostPlies && chess::has_legal_move(p) && p.halfmove_clock() < 100; ++ply)
      p = p.after(p.turn() == ours ? engine.search(p, {.nodes = 3000}).move : material_move(p, random));
    if (chess::has_legal_move(p) || p.checkers() == 0) {
      points += 0.5;
    } else {
      points += p.turn() == ours ? 0 : 1;
    }
  }
  EXPECT_GE(points, 0.95 * kGames);
}

}  // namespace
}  // namespace blindmate::engines
