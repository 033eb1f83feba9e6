// Move generation against published node counts, with hash, copies and check flags verified at every inner node.
#include "blindmate/chess/perft.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "blindmate/chess/movegen.hpp"
#include "naive/board.hpp"
#include "support.hpp"

namespace blindmate::chess {
namespace {

struct Row {
  const char* name;
  const char* fen;
  int depth;
  std::uint64_t nodes;
};

// Counts from the chess programming literature, confirmed by several independent programs.
const Row kRows[] = {
    {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
    {"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
    {"rook_ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11030083},
    {"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4, 422333},
    {"promotions_mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", 4, 422333},
    {"talkchess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2103487},
    {"middle_game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4, 3894594},
    {"en_passant_bares_the_rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1134888},
    {"en_passant_bares_the_diagonal", "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", 6, 824064},
    {"en_passant_checks", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1440467},
    {"short_castling_gives_check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661072},
    {"long_castling_gives_check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803711},
    {"castling_rights", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1274206},
    {"castling_prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1720476},
    {"promotion_out_of_check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3821001},
    {"discovered_check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1004658},
    {"promotion_gives_check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217342},
    {"underpromotion_gives_check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", 6, 92683},
    {"self_stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2217},
    {"stalemate_and_checkmate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567584},
    {"double_check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23527},
    {"most_moves", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 1, 218},
};

class Perft : public testing::TestWithParam<Row> {};

TEST_P(Perft, MatchesThePublishedCount) {
  EXPECT_EQ(perft(position(GetParam().fen), GetParam().depth), GetParam().nodes);
}

// Walks the tree with the list of moves alone and looks at everything that a position claims of itself.
std::uint64_t verified_perft(const Position& p, int depth) {
  EXPECT_EQ(p.hash(), p.hash_from_scratch()) << fen(p);
  EXPECT_EQ(p, position(fen(p))) << "the position that its own FEN describes";
  const naive::Board board = naive::read_fen(fen(p));
  EXPECT_EQ(p.checkers() != 0, naive::in_check(board, board.white_to_move)) << fen(p);
  const MoveList moves = legal_moves(p);
  EXPECT_EQ(count_legal_moves(p), moves.size()) << fen(p);
  EXPECT_EQ(has_legal_move(p), !moves.empty()) << fen(p);
  if (depth == 0) return 1;
  std::uint64_t total = 0;
  for (const Move move : moves) {
    Position before = p;
    total += verified_perft(p.after(move), depth - 1);
    EXPECT_EQ(std::memcmp(&before, &p, sizeof p), 0) << "making " << text(move) << " touched the original";
  }
  return total;
}

TEST_P(Perft, PositionsAreConsistentOnTheWay) {
  const Position p = position(GetParam().fen);
  const int depth = std::min(GetParam().depth, 3);
  EXPECT_EQ(verified_perft(p, depth), perft(p, depth));
}

INSTANTIATE_TEST_SUITE_P(Published, Perft, testing::ValuesIn(kRows),
                         [](const testing::TestParamInfo<Row>& row) { return row.param.name; });

std::uint64_t naive_perft(const naive::Board& board, int depth) {
  if (depth == 0) return 1;
  std::uint64_t total = 0;
  for (const std::string& move : naive::legal_moves(board)) total += naive_perft(naive::play(board, move), depth - 1);
  return total;
}

TEST(SmallBoards, PerftMatchesTheNaiveGenerator) {
  Random random(1);
  for (int size = kSmallestBoard; size <= kLargestBoard; ++size) {
    for (int i = 0; i < 40; ++i) {
      const Position p = random_position(size, random);
      EXPECT_EQ(perft(p, 3), naive_perft(naive::read_fen(fen(p)), 3)) << fen(p);
      EXPECT_EQ(verified_perft(p, 2), perft(p, 2)) << fen(p);
    }
  }
}

}  // namespace
}  // namespace blindmate::chess
