// Brushes against counting by hand and against naive loops.
#include "blindmate/study/brushes.hpp"

#include <gtest/gtest.h>

#include <set>

#include "blindmate/chess/fen.hpp"

namespace blindmate::study {
namespace {

using chess::Side;

Brush brush(std::string_view kinds, std::string_view squares) { return *read_brush(kinds, squares); }

std::string all_squares() {
  std::string all;
  for (unsigned s = 0; s < 64; ++s) all += (s == 0 ? "" : ",") + chess::text(static_cast<chess::Square>(s));
  return all;
}

TEST(Brushes, MakeEveryCombinationThatCanBe) {
  // The king beside or under attack cannot be: not his turn.
  const Expected<Painted> painted = paint("8/8/1K6/8/8/8/8/7R", Side::white, "-", {brush("k", "a8,b8,c8,a7,h8,d4")});
  ASSERT_TRUE(painted);
  EXPECT_EQ(painted->states.size(), 4U);  // a7 is beside the white king, h8 on the rook's file
  EXPECT_EQ(painted->dropped, 2U);
}

TEST(Brushes, CountLikeNaiveLoops) {
  const std::vector<Brush> men = {brush("k", all_squares()), brush("pr-", "a2,a7,h8,h1")};
  const Expected<Painted> painted = paint("8/8/8/8/3K4/8/8/4Q3", Side::white, "-", men);
  ASSERT_TRUE(painted);
  std::set<std::string> counted;
  int dropped = 0;
  const auto put = [&](const std::vector<std::pair<char, int>>& placed) {
    std::string board(64, '.');
    board[27] = 'K';
    board[4] = 'Q';
    for (const auto& [letter, s] : placed) {
      if (board[static_cast<std::size_t>(s)] != '.') return void(++dropped);
      board[static_cast<std::size_t>(s)] = letter;
    }
    const std::string fen = chess::board_field(8, [&](chess::Square s) { return board[s]; }) + " w - - 0 1";
    const Expected<chess::Position> position = chess::read_position(fen);
    if (position) {
      counted.insert(chess::fen(*position));
    } else {
      ++dropped;
    }
  };
  for (int king = 0; king < 64; ++king) {
    put({{'k', king}});
    for (const char kind : {'p', 'r'}) {
      for (const int s : {8, 48, 63, 7}) put({{'k', king}, {kind, s}});
    }
  }
  std::set<std::string> states;
  for (const chess::Position& state : painted->states) states.insert(chess::fen(state));
  EXPECT_EQ(states, counted);
  EXPECT_EQ(states.size(), painted->states.size());
  EXPECT_EQ(painted->dropped, static_cast<std::uint64_t>(dropped));
}

TEST(Brushes, MenThatAreAlikeAreNotCountedTwice) {
  const Expected<Painted> painted =
      paint("8/8/8/8/8/8/8/K7", Side::white, "-", {brush("k", "h8"), brush("p", "e5,f5,g5"), brush("p", "e5,f5,g5")});
  ASSERT_TRUE(painted);
  EXPECT_EQ(painted->states.size(), 3U);
  EXPECT_EQ(painted->dropped, 3U) << "both on one square";
}

TEST(Brushes, ForBlackAndWithCastling) {
  const Expected<Painted> painted = paint("4k2r/8/8/8/8/8/8/8", Side::black, "k", {brush("k", "e1,e2")});
  ASSERT_TRUE(painted);
  ASSERT_EQ(painted->states.size(), 2U);
  EXPECT_EQ(chess::fen(painted->states.front()), "4k2r/8/8/8/8/8/8/4K3 b k - 0 1");
}

TEST(Brushes, SayWhatIsWrong) {
  EXPECT_EQ(read_brush("x", "a1").error().reason, "'x' is not one of pnbrqk-");
  EXPECT_EQ(read_brush("qq", "a1").error().reason, "'q' is there twice");
  EXPECT_EQ(read_brush("", "a1").error().reason, "a man needs a kind, of pnbrqk-");
  EXPECT_EQ(read_brush("q", "a9").error().reason, "\"a9\" is not a square");
  const auto wrong = [](std::string_view own, std::string_view castling, const std::vector<Brush>& men) {
    const Expected<Painted> painted = paint(own, Side::white, castling, men);
    return painted ? "" : painted.error().reason;
  };
  EXPECT_EQ(wrong("8/8/8/8/8/8/8/8", "-", {}), "own: one king is needed");
  EXPECT_EQ(wrong("8/8/8/8/8/8/8/K6r", "-", {}), "own: men of the defender are painted");
  EXPECT_EQ(wrong("8/8/8/8/8/8/8/K7 w", "-", {}), "own: only the board field of a FEN");
  EXPECT_EQ(wrong("8/8/8/8/8/8/8/K7", "-", {}), "none of the 1 combinations is a possible position");
  EXPECT_EQ(
      wrong("8/8/8/8/8/8/8/K7", "-", {brush("k", all_squares()), brush("q", all_squares()), brush("r", all_squares())}),
      "there are more than 100000 combinations");
  EXPECT_TRUE(wrong("8/8/8/8/8/8/8/K8", "-", {}).starts_with("own: "));
  EXPECT_EQ(wrong("8/8/8/8/8/8/8/K7", "-", std::vector<Brush>(17, brush("-", "a1"))),
            "men: 17 are too many, there are at most 16");
}

}  // namespace
}  // namespace blindmate::study
