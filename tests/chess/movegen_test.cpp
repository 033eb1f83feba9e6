// Legal moves, the legality of single moves, pawn captures and FEN against the naive generator, along random games.
#include "blindmate/chess/movegen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "naive/board.hpp"
#include "support.hpp"

namespace blindmate::chess {
namespace {

std::vector<std::string> sorted_texts(const MoveList& moves) {
  std::vector<std::string> texts;
  for (const Move move : moves) texts.push_back(text(move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Every from, to and promotion there is: is_legal must know them all.
void expect_exact_legality(const Position& p, const std::vector<std::string>& legal) {
  std::vector<std::string> found;
  for (unsigned from = 0; from < 64; ++from) {
    for (unsigned to = 0; to < 64; ++to) {
      for (const Man man : {Man::none, Man::queen, Man::rook, Man::bishop, Man::knight, Man::king}) {
        const Move move(static_cast<Square>(from), static_cast<Square>(to), man);
        if (p.is_legal(move)) found.push_back(text(move));
      }
    }
  }
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, legal) << fen(p);
}

void expect_same(const Position& p, const naive::Board& board) {
  const std::vector<std::string> legal = naive::legal_moves(board);
  ASSERT_EQ(fen(p), naive::write_fen(board));
  ASSERT_EQ(sorted_texts(legal_moves(p)), legal) << fen(p);
  std::set<int> from;
  const std::vector<naive::Move> captures = naive::legal_pawn_captures(board);
  for (const naive::Move& capture : captures) from.insert(capture.from);
  const PawnCaptures ours = legal_pawn_captures(p);
  EXPECT_EQ(static_cast<std::size_t>(ours.count), captures.size()) << fen(p);
  std::set<int> our_from;
  for (const Square s : Squares(ours.from)) our_from.insert(s);
  EXPECT_EQ(our_from, from) << fen(p);
}

void play_random_game(Position p, Random& random, int plies) {
  naive::Board board = naive::read_fen(fen(p));
  for (int ply = 0; ply < plies; ++ply) {
    expect_same(p, board);
    if (testing::Test::HasFatalFailure()) return;
    if (ply % 16 == 0) expect_exact_legality(p, naive::legal_moves(board));
    const MoveList moves = legal_moves(p);
    if (moves.empty()) return;
    const Move move = moves[random.below(static_cast<unsigned>(moves.size()))];
    p = p.after(move);
    board = naive::play(board, text(move));
  }
}

TEST(Movegen, RandomGamesFromTheStartMatchTheNaiveGenerator) {
  Random random(2);
  for (int game = 0; game < 60; ++game) play_random_game(Position::start(), random, 200);
}

TEST(Movegen, RandomGamesFromScatteredMenMatchTheNaiveGenerator) {
  Random random(3);
  for (int size = kSmallestBoard; size <= kLargestBoard; ++size) {
    for (int game = 0; game < 150; ++game) play_random_game(random_position(size, random), random, 30);
  }
}

TEST(Movegen, RandomGamesWithCastlingAndEnPassantMatchTheNaiveGenerator) {
  Random random(4);
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R b KQkq - 0 1",
                          "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"}) {
    for (int game = 0; game < 100; ++game) play_random_game(position(fen), random, 60);
  }
}

TEST(Position, HashCoversWhatMattersToLegality) {
  // Each pair differs in one thing only.
  const std::pair<const char*, const char*> different[] = {
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
      {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
      {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"},
      {"k3/4/4/3K w - - 0 1", "k4/5/5/5/3K1 w - - 0 1"},
  };
  for (const auto& [a, b] : different) {
    EXPECT_NE(position(a).hash(), position(b).hash()) << a << " and " << b;
    EXPECT_NE(position(a), position(b)) << a << " and " << b;
  }
}

TEST(Position, EnPassantSquareIsKeptOnlyWhereACaptureIsLegal) {
  // No pawn beside; a pawn that is pinned on its file; one whose capture bares the rank; and a real one.
  EXPECT_EQ(position("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1"), position("4k3/8/8/3p4/8/8/8/4K3 w - - 0 1"));
  EXPECT_EQ(position("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1").en_passant(), kNoSquare);
  EXPECT_EQ(position("6k1/8/8/K2pP2r/8/8/8/8 w - d6 0 1").en_passant(), kNoSquare);
  EXPECT_EQ(text(position("6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1").en_passant()), "d6");
  const Position after = position("6k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1").after(*parse_coordinates("d7d5"));
  EXPECT_EQ(fen(after), "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
}

}  // namespace
}  // namespace blindmate::chess
