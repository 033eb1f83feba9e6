#include "blindmate/chess/san.hpp"

#include <gtest/gtest.h>

#include "blindmate/chess/movegen.hpp"
#include "support.hpp"

namespace blindmate::chess {
namespace {

struct Row {
  const char* fen;
  const char* move;
  const char* san;
};

TEST(San, WritesTheShortestClearText) {
  for (const auto& [fen, move, expected] : std::initializer_list<Row>{
           {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
           {"4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"},
           {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
           {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
           {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
           {"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"},
           {"1r5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n", "axb8=N"},
           {"4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "a1b1", "Rb1"},     // the king stands between
           {"4k3/8/8/8/8/3K4/8/R6R w - - 0 1", "a1d1", "Rad1"},    // by file
           {"4k3/R7/8/8/8/3K4/8/R7 w - - 0 1", "a1a4", "R1a4"},    // by rank
           {"6k1/8/8/8/Q2K4/8/8/Q7 w - - 0 1", "a4a2", "Q4a2+"},   // one rival on the file
           {"8/k7/8/8/4Q2Q/8/8/3K3Q w - - 0 1", "h4e1", "Qh4e1"},  // rivals on file and rank
           {"6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "Re8#"},
           {"k3/4/1Q2/3K w - - 0 1", "b2b1", "Qb1"},
       }) {
    const Position p = position(fen);
    EXPECT_EQ(san(p, *parse_coordinates(move)), expected) << fen;
  }
}

TEST(San, ReadsWhatItWrites) {
  Random random(5);
  for (int size = kSmallestBoard; size <= kLargestBoard; ++size) {
    for (int i = 0; i < 100; ++i) {
      const Position p = random_position(size, random);
      for (const Move move : legal_moves(p)) {
        const std::string short_text = san(p, move);
        const Expected<Move> read = read_san(short_text, p);
        ASSERT_TRUE(read) << fen(p) << " " << short_text << ": " << read.error().reason;
        EXPECT_EQ(*read, move) << fen(p) << " " << short_text;
        EXPECT_EQ(*read_san(text(move), p), move) << "coordinates are read as well";
      }
    }
  }
}

TEST(San, ReadsOtherSpellings) {
  const Position p = position("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const auto& [text, move] : {std::pair{"0-0", "e1g1"},
                                   {"O-O+", "e1g1"},
                                   {"0-0-0", "e1c1"},
                                   {"Rh1xh8+", "h1h8"},
                                   {"Rxh8!?", "h1h8"},
                                   {"Rhh7", "h1h7"}}) {
    const Expected<Move> read = read_san(text, p);
    ASSERT_TRUE(read) << text << ": " << read.error().reason;
    EXPECT_EQ(chess::text(*read), move);
  }
  EXPECT_EQ(text(*read_san("bxa8Q", position("r6k/1P6/8/8/8/8/8/K7 w - - 0 1"))), "b7a8q");
}

TEST(San, BadTextSaysWhatIsWrong) {
  const Position p = position("4k3/8/8/8/8/3K4/8/R6R w - - 0 1");
  for (const auto& [text, reason] : {std::pair{"", "is not a move"},
                                     {"hello", "is not a move"},
                                     {"Xe4", "is not a move"},
                                     {"e9", "is not a move"},
                                     {"Nf3", "is not possible here"},
                                     {"O-O", "is not possible here"},
                                     {"a1a9", "is not a move"},
                                     {"Rd1", "ambiguous"},
                                     {"Ra1d1x", "is not a move"},
                                     {"e8=K", "is not a move"},
                                     {"a1h8", "is not possible"}}) {
    const Expected<Move> read = read_san(text, p);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().reason.find(reason), std::string::npos) << text << ": " << read.error().reason;
  }
}

}  // namespace
}  // namespace blindmate::chess
