#include "blindmate/chess/fen.hpp"

#include <gtest/gtest.h>

#include "support.hpp"

namespace blindmate::chess {
namespace {

TEST(Fen, WritesWhatItRead) {
  for (const char* text :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 13 42", "6k1/8/8/3pP3/8/8/8/4K3 w - d6 0 7",
        "krbn/p3/3P/NBRK b - - 3 9", "k4/5/1Q3/5/4K w - - 0 1", "k6/7/7/7/7/7/6K w - - 99 150"}) {
    EXPECT_EQ(fen(position(text)), text);
  }
}

TEST(Fen, ClocksMayBeLeftOut) {
  EXPECT_EQ(fen(position("4k3/8/8/8/8/8/8/4K3 w - -")), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  EXPECT_EQ(fen(position("4k3/8/8/8/8/8/8/4K3 w - - 5")), "4k3/8/8/8/8/8/8/4K3 w - - 5 1");
}

struct Bad {
  const char* fen;
  const char* reason;  // part of the message
};

TEST(Fen, BadTextSaysWhatIsWrong) {
  for (const auto& [text, reason] : std::initializer_list<Bad>{
           {"", "0 fields"},
           {"4k3/8/8/8/8/8/8/4K3 w", "2 fields"},
           {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "7 fields"},
           {"4k3/8/4K3 w - - 0 1", "3 ranks"},
           {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"},
           {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1: 7 files instead of 8"},
           {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8: more than 8 files"},
           {"k3/4/4/3K1 w - - 0 1", "rank 1: more than 4 files"},
           {"4k3/8/8/44/8/8/8/4K3 w - - 0 1", "rank 5: two digits in a row"},
           {"4k3/8/8/8/8/8/8/4X3 w - - 0 1", "'X' is not a man"},
           {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move \"x\""},
           {"4k3/8/8/8/8/8/8/4K3 w KX - 0 1", "castling rights \"KX\""},
           {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "castling rights \"KK\""},
           {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en-passant square \"e9\""},
           {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock \"x\""},
           {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock \"-1\""},
           {"4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "move number"},
       }) {
    const auto read = read_fen(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().reason.find(reason), std::string::npos) << text << ": " << read.error().reason;
  }
}

TEST(Fen, InvalidPositionsNameEveryProblem) {
  for (const auto& [text, reason] : std::initializer_list<Bad>{
           {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"},
           {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has no king"},
           {"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings"},
           {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "Black has a pawn on h1"},
           {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "White has a pawn on h8"},
           {"k2P/4/4/3K w - - 0 1", "White has a pawn on d4"},
           {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"},
           {"4k3/8/8/8/8/Q7/PPPPPPPP/QQQQKQQQ w - - 0 1", "White has 17 men"},
           {"4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "castling right K"},
           {"r2k4/8/8/8/8/8/8/4K3 w q - 0 1", "castling right q"},
           {"k3/4/4/3K w K - 0 1", "castling right K on a board smaller"},
           {"4k3/8/8/8/8/8/8/4K3 w - d6 0 1", "en-passant square d6"},
           {"4k3/8/3p4/8/8/8/8/4K3 w - d6 0 1", "en-passant square d6"},
           {"4k3/3p4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en-passant square d6"},
           {"4k3/8/8/8/3P4/8/8/4K3 w - d3 0 1", "en-passant square d3"},
           {"4k3/8/8/8/8/8/8/4K3 w - a1 0 1", "en-passant square a1"},
           {"k3/4/4/3K w - c3 0 1", "en-passant square c3 on a board smaller"},
           {"4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "White to move could take the king"},
           {"8/8/8/3kK3/8/8/8/8 b - - 0 1", "Black to move could take the king"},
       }) {
    ASSERT_TRUE(read_fen(text)) << text;
    const Expected<Position> read = read_position(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().reason.find(reason), std::string::npos) << text << ": " << read.error().reason;
  }
  const std::string all = read_position("P3k3/8/8/8/8/8/8/8 w K e5 0 1").error().reason;
  for (const char* reason :
       {"White has no king", "White has a pawn on a8", "castling right K", "en-passant square e5"}) {
    EXPECT_NE(all.find(reason), std::string::npos) << all;
  }
}

// A Setup need not come from a FEN.
TEST(Position, ASetupIsCheckedInFull) {
  const auto reason = [](const auto& change) {
    chess::Setup setup = *read_fen(kStartFen);
    change(setup);
    const Expected<Position> made = Position::from(setup);
    return made ? std::string() : made.error().reason;
  };
  EXPECT_EQ(reason([](chess::Setup&) {}), "");
  EXPECT_NE(reason([](chess::Setup& setup) { setup.size = 3; }), "");
  EXPECT_NE(reason([](chess::Setup& setup) { setup.size = 100; }), "");
  EXPECT_NE(reason([](chess::Setup& setup) { setup.castling = 0xF0; }), "");
  EXPECT_NE(reason([](chess::Setup& setup) { setup.halfmove_clock = -5; }), "");
  EXPECT_NE(reason([](chess::Setup& setup) { setup.fullmove_number = 70000; }), "");
  chess::Setup small = *read_fen("k3/4/4/3K w - - 0 1");
  small.men[square(7, 7)] = {Man::queen, Side::white};
  EXPECT_NE(Position::from(small).error().reason.find("a man on h8, off the board"), std::string::npos);
}

}  // namespace
}  // namespace blindmate::chess
