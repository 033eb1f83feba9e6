// Positions that stockfish has judged: the engine finds the move that wins in nine out of ten.
#include "engines/tactics.hpp"

#include <gtest/gtest.h>

#include "blindmate/engines/alpha_beta.hpp"

namespace blindmate::engines {
namespace {

TEST(Tactics, NineOutOfTenAreSolved) {
  constexpr std::uint64_t kNodes = 300'000;  // far less than a second takes, and no clock to depend on
  const std::vector<Tactic> tactics = read_tactics(std::string(TESTS_FOLDER) + "/data/tactics.epd");
  ASSERT_EQ(tactics.size(), 60U);
  int solved = 0;
  std::string missed;
  for (const Tactic& tactic : tactics) {
    AlphaBeta engine;
    if (engine.search(tactic.position, {.nodes = kNodes}).move == tactic.winner) {
      ++solved;
    } else {
      missed += ' ' + tactic.name;
    }
  }
  EXPECT_GE(solved, 54) << "missed:" << missed;
}

}  // namespace
}  // namespace blindmate::engines
