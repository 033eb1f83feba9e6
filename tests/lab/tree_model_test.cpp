// The cost model of Russell & Wolfe 2005, section 6.4, by numbers worked out by hand; and its parameters on trees that
// can be counted otherwise.
#include "blindmate/lab/figures/tree_model.hpp"

#include <gtest/gtest.h>

#include "blindmate/chess/fen.hpp"
#include "blindmate/chess/perft.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::lab {
namespace {

chess::Position position(const char* fen) { return *chess::read_position(fen); }

TEST(TreeModel, HasThePapersFormulas) {
  const TreeModel tree{.u0 = 10, .depth = 5, .u = 60, .m_w = 30, .m_b = 8, .p_w = 2, .p_b = 4};
  EXPECT_EQ(tree.dfs(), 60 + 15 * 30);
  EXPECT_EQ(tree.udb(), 60 + 30);
  EXPECT_EQ(tree.dub_and_dbu(), 1 + 30);
  EXPECT_EQ(tree.branch(), 4 * (10 + 10 + 10));
  EXPECT_EQ(tree.proof_tree(), 10 + 80 + 640);
  EXPECT_EQ(tree.whole_tree(), 10 + 2'400 + 576'000);
}

TEST(TreeModel, CountsRepliesPerceptsAndTries) {
  const kriegspiel::Checkmate domain(chess::Side::white, referee::kBerkeley);
  // Three and five moves of the king, none of them heard; then three of White's king and thirteen of the rook.
  const std::vector<chess::Position> silent = {position("k7/8/8/8/8/8/8/K6R b - - 0 1"),
                                               position("1k6/8/8/8/8/8/8/K6R b - - 0 1")};
  const std::optional<ExpandNode> node = look_at(domain, silent);
  ASSERT_TRUE(node);
  EXPECT_EQ(node->size, 2);
  EXPECT_EQ(node->replies, 3 + 5);
  EXPECT_EQ(node->percepts, 1);
  EXPECT_EQ(node->tries, 16);
  // The king takes the rook, which is heard, or steps aside.
  const std::vector<chess::Position> heard = {position("kR6/8/8/8/8/8/8/K7 b - - 0 1")};
  EXPECT_EQ(look_at(domain, heard)->percepts, 2);
  // The rook can mate: the model knows no such replies.
  const std::vector<chess::Position> mated = {position("2r4k/8/8/8/8/1q6/8/K7 b - - 0 1")};
  EXPECT_FALSE(look_at(domain, mated));
}

TEST(TreeModel, WatchesEveryNodeOfASearch) {
  const chess::Position root = position("k7/8/8/8/8/8/8/K6R w - - 0 1");  // no mate in two, so every move is looked at
  const kriegspiel::Checkmate domain(chess::Side::white, referee::kBerkeley);
  TreeShape shape;
  std::size_t told = 0;
  search::Meter meter;
  watch(domain, {root}, 3, meter, shape, [&](std::span<const chess::Position>, const ExpandNode&) { ++told; });
  EXPECT_EQ(told, 16U);
  EXPECT_EQ(shape.size.count(), 16U);
  EXPECT_EQ(shape.size.value(), 1);
  EXPECT_DOUBLE_EQ(shape.replies.value(), static_cast<double>(chess::perft(root, 2)) / 16);
  EXPECT_EQ(shape.white_percepts.value(), 1);
  EXPECT_EQ(shape.lost.value(), 0);
}

}  // namespace
}  // namespace blindmate::lab
