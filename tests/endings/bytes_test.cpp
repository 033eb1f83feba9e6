// Tables as bytes: there and back, and damaged.
#include <gtest/gtest.h>

#include "blindmate/endings/tables.hpp"

namespace blindmate::endings {
namespace {

void expect_same(const Table& a, const Table& b) {
  ASSERT_EQ(a.ending().name, b.ending().name);
  for (std::size_t i = 0; i < a.placements().size(); ++i) {
    ASSERT_EQ(a.wins(i).size(), b.wins(i).size()) << i;
    for (std::size_t n = 0; n < a.wins(i).size(); ++n) {
      ASSERT_EQ(a.wins(i)[n].kings, b.wins(i)[n].kings);
      ASSERT_EQ(a.wins(i)[n].tried, b.wins(i)[n].tried);
      ASSERT_EQ(a.wins(i)[n].moves, b.wins(i)[n].moves);
    }
  }
}

TEST(TableBytes, ComeBackAsTheyWere) {
  for (const Table& table : tables()) {
    const std::string bytes = to_bytes(table);
    const Expected<Table> read = from_bytes(table.ending(), bytes);
    ASSERT_TRUE(read) << read.error().reason;
    expect_same(*read, table);
    EXPECT_EQ(to_bytes(*read), bytes);
  }
}

TEST(TableBytes, HoldWhatAWinCanHave) {
  using chess::Man;
  const Ending ending("kpk");
  std::vector<std::vector<Win>> wins(Placements(ending).size());
  for (const Man promotion : {Man::none, Man::knight, Man::bishop, Man::rook, Man::queen}) {
    const chess::Move tried(static_cast<chess::Square>(63), static_cast<chess::Square>(56), promotion);
    wins.back().push_back({~chess::Bitboard{0}, tried, 255});
    wins.front().push_back({1, {chess::Square{}, static_cast<chess::Square>(63), promotion}, 1});
  }
  const Table table(ending, wins);
  const Expected<Table> read = from_bytes(ending, to_bytes(table));
  ASSERT_TRUE(read);
  expect_same(*read, table);
}

// As the format is written down: number of wins, then squares, try and moves of each, lowest byte first.
TEST(TableBytes, AreOfTheFormat) {
  const Ending ending("krk");
  std::vector<std::vector<Win>> wins(Placements(ending).size());
  wins[0] = {{0x0123456789ABCDEFU, *chess::parse_coordinates("b1b8"), 7}};
  const std::string bytes = to_bytes(Table(ending, wins));
  const std::string begin("\x01\x00\xEF\xCD\xAB\x89\x67\x45\x23\x01\x41\x0E\x07", 13);  // b1 is 1, b8 is 57
  EXPECT_EQ(bytes, begin + std::string(2 * (wins.size() - 1), '\0'));
}

TEST(TableBytes, AreRefusedWhenCut) {
  const Table& table = tables().front();
  const std::string bytes = to_bytes(table);
  for (std::size_t size = 0; size < bytes.size(); size += size < 100 || size + 1000 > bytes.size() ? 1U : 997U) {
    const Expected<Table> read = from_bytes(table.ending(), std::string_view(bytes).substr(0, size));
    ASSERT_FALSE(read) << size << " of " << bytes.size();
    EXPECT_EQ(read.error().reason, "the table ends too early");
  }
}

TEST(TableBytes, AreRefusedWithMoreBehind) {
  const Table& table = tables().front();
  for (const std::size_t more : {1U, 2U, 13U}) {
    const Expected<Table> read = from_bytes(table.ending(), to_bytes(table) + std::string(more, '\0'));
    ASSERT_FALSE(read) << more;
    EXPECT_EQ(read.error().reason, "the table does not end where it should");
  }
}

TEST(TableBytes, AreRefusedForAnotherEnding) {
  EXPECT_FALSE(from_bytes(Ending("kbbk"), to_bytes(tables().front())));
  EXPECT_FALSE(from_bytes(tables().front().ending(), to_bytes(tables().back())));
}

}  // namespace
}  // namespace blindmate::endings
