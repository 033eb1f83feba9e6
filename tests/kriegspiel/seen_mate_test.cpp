// Mates when everything is seen: against the definition on random positions, and a famous problem.
#include "blindmate/kriegspiel/seen_mate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "blindmate/chess/fen.hpp"
#include "random_problem.hpp"

namespace blindmate::kriegspiel {
namespace {

using chess::Move;
using chess::Position;

// Where the king of the side to move can go.
int flights(const Position& p) {
  const chess::Square king = p.king(p.turn());
  const chess::Bitboard blockers = (p.occupied() | p.walls()) & ~chess::bit(king);
  int result = 0;
  for (const chess::Square s : chess::Squares(chess::king_attacks(king) & ~(p.men(p.turn()) | p.walls())))
    result += p.attackers(s, other(p.turn()), blockers) == 0 ? 1 : 0;
  return result;
}

class Definition {
 public:
  Definition(const Checkmate& domain, int most_flights) : domain_(domain), most_flights_(most_flights) {}

  bool wins(const Position& p, int moves) const {
    const chess::MoveList list = chess::legal_moves(p);
    return std::any_of(list.begin(), list.end(), [&](Move move) { return wins_by(p, move, moves); });
  }
  bool wins_by(const Position& p, Move move, int moves) const {
    const Position q = p.after(move);
    if (domain_.won(q)) return true;
    const chess::MoveList replies = chess::legal_moves(q);
    if (moves <= 1 || replies.empty() || flights(q) > most_flights_) return false;
    return std::all_of(replies.begin(), replies.end(), [&](Move reply) { return wins(q.after(reply), moves - 1); });
  }

 private:
  const Checkmate& domain_;
  int most_flights_;
};

void expect_as_defined(const MaterialWins& material_wins, int most_flights, std::uint64_t seed) {
  RandomProblem random(referee::kBerkeley, seed);
  int won = 0;
  constexpr int kPositions = 400;
  for (int i = 0; i < kPositions && !testing::Test::HasFailure(); ++i) {
    const Position p = random.next().states.front();
    const Checkmate domain(p.turn(), referee::kBerkeley, material_wins);
    const Definition definition(domain, most_flights);
    search::Meter meter;
    SeenMate mates(domain, meter, most_flights);
    const int deepest = p.size() <= 5 ? 3 : 2;
    for (int moves = 0; moves <= deepest; ++moves) {
      const bool expected = moves > 0 && definition.wins(p, moves);
      ASSERT_EQ(mates.wins(p, moves), expected) << chess::fen(p) << " in " << moves;
      won += expected ? 1 : 0;
    }
    for (const Move move : chess::legal_moves(p)) {
      ASSERT_EQ(mates.wins_by(p, move, 2), definition.wins_by(p, move, 2)) << chess::fen(p) << chess::text(move);
    }
  }
  EXPECT_GT(won, kPositions / 20);
}

TEST(SeenMate, IsAsDefined) { expect_as_defined({}, SeenMate::kAnyFlights, 1); }
TEST(SeenMate, IsAsDefinedWithMaterialWins) { expect_as_defined({.certain = true}, SeenMate::kAnyFlights, 2); }
TEST(SeenMate, IsAsDefinedWithFewFlights) {
  for (int most = 0; most < 3; ++most) expect_as_defined({}, most, static_cast<std::uint64_t>(most) + 3);
}

// Samuel Loyd, Excelsior, 1861: mate in five, by a pawn that goes all the way.
TEST(SeenMate, SolvesExcelsior) {
  const Position p = *chess::read_position("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1");
  const Checkmate domain(p.turn(), referee::kBerkeley);
  search::Meter meter;
  SeenMate mates(domain, meter);
  EXPECT_FALSE(mates.wins(p, 4));
  EXPECT_TRUE(mates.wins(p, 5));
  for (const Move move : chess::legal_moves(p)) {
    EXPECT_EQ(mates.wins_by(p, move, 5), chess::text(move) == "b2b4") << chess::text(move);
  }
}

TEST(SeenMate, NeitherStalemateNorABareKingWinsHoweverManyMovesAreLeft) {
  const Position queen = *chess::read_position("7k/8/5KQ1/8/8/8/8/8 w - - 0 1");
  const Position bare = *chess::read_position("7k/8/5K2/8/8/8/8/8 w - - 0 1");
  const Checkmate domain(chess::Side::white, referee::kBerkeley);
  search::Meter meter;
  SeenMate mates(domain, meter);
  for (const int moves : {1, 2, 5, 8})
    EXPECT_FALSE(mates.wins_by(queen, *chess::parse_coordinates("f6f7"), moves)) << moves;
  for (const int moves : {2, 5, 300}) EXPECT_FALSE(mates.wins(bare, moves)) << moves;
}

// What is found of a position was put for it, whatever others write into the same places meanwhile.
TEST(PositionTable, IsSharedByThreads) {
  constexpr std::size_t kBytes = 24 * 1024;  // far fewer slots than positions
  PositionTable<ProofNumbers> table(kBytes);
  std::vector<Position> positions;
  RandomProblem random(referee::kBerkeley, 5);
  while (positions.size() < 4000) positions.push_back(random.next().states.front());
  const auto low = [](const Position& p) { return static_cast<std::uint32_t>(p.hash()); };
  std::atomic<int> found{0};
  std::atomic<int> false_ones{0};
  const auto work = [&](std::uint64_t seed) {
    Random order(seed);
    for (int i = 0; i < 400'000; ++i) {
      const Position& p = positions[order.below(static_cast<std::uint32_t>(positions.size()))];
      if (i % 2 == 0) {
        const std::uint32_t now = order.below(1U << 30);
        table.update(
            p, 1, [](const ProofNumbers& n) { return n.proof; },
            [&](ProofNumbers& numbers) { numbers = {.proof = now, .disproof = now ^ low(p)}; });
      } else if (const auto numbers = table.find(p, 1)) {
        ++found;
        if ((numbers->proof ^ numbers->disproof) != low(p)) ++false_ones;
      }
    }
  };
  {
    const std::jthread other([&] { work(1); });
    work(2);
  }
  EXPECT_GT(found, 1000);
  EXPECT_EQ(false_ones, 0);
}

}  // namespace
}  // namespace blindmate::kriegspiel
