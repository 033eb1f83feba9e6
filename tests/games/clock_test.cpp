// The clock of a game, which is told the time.
#include "blindmate/games/chess_clock.hpp"

#include <gtest/gtest.h>

namespace blindmate::games {
namespace {

using chess::Side;

TEST(ChessClock, StandsUntilItIsStarted) {
  const ChessClock clock({.initial = 60'000, .increment = 1000});
  EXPECT_FALSE(clock.running());
  EXPECT_EQ(clock.left(Side::white, 1'000'000), 60'000);
  EXPECT_EQ(clock.left(Side::black, 1'000'000), 60'000);
}

TEST(ChessClock, RunsForOneSideAndGivesTheIncrementWithTheMove) {
  ChessClock clock({.initial = 60'000, .increment = 1000});
  clock.start(Side::white, 5000);
  EXPECT_EQ(clock.left(Side::white, 9000), 56'000);
  EXPECT_EQ(clock.left(Side::black, 9000), 60'000);
  clock.moved(10'000);
  EXPECT_EQ(clock.running(), Side::black);
  EXPECT_EQ(clock.left(Side::white, 30'000), 56'000) << "60 - 5 + 1 seconds, and nothing since";
  EXPECT_EQ(clock.left(Side::black, 30'000), 40'000);
  clock.moved(30'000);
  EXPECT_EQ(clock.running(), Side::white);
  EXPECT_EQ(clock.left(Side::black, 90'000), 41'000);
  EXPECT_EQ(clock.left(Side::white, 87'000), -1000) << "who is late is below nothing";
}

TEST(ChessClock, StopsForGood) {
  ChessClock clock({.initial = 60'000, .increment = 1000});
  clock.start(Side::black, 0);
  clock.stop(4000);
  EXPECT_FALSE(clock.running());
  EXPECT_EQ(clock.left(Side::black, 4000), 56'000);
  EXPECT_EQ(clock.left(Side::black, 400'000), 56'000) << "no increment, no more time spent";
  clock.stop(500'000);
  EXPECT_EQ(clock.left(Side::black, 600'000), 56'000);
}

TEST(ChessClock, LeavesOutWhatLiesBetween) {
  ChessClock clock({.initial = 60'000, .increment = 0});
  clock.start(Side::white, 10'000);
  clock.leave_out(15'000, 100'000);
  EXPECT_EQ(clock.left(Side::white, 100'000), 55'000) << "five seconds were spent before";
  EXPECT_EQ(clock.left(Side::white, 103'000), 52'000);
  clock.leave_out(103'000, 1'000'000);
  EXPECT_EQ(clock.left(Side::white, 1'000'000), 52'000) << "and once more";
  clock.moved(1'001'000);
  EXPECT_EQ(clock.left(Side::white, 2'000'000), 51'000);
  EXPECT_EQ(clock.left(Side::black, 1'002'000), 59'000);
}

// A game that goes on on another machine, whose clock is behind: what was spent before is spent, and no more.
TEST(ChessClock, LeavesOutWhatLiesBetweenTwoMachines) {
  ChessClock clock({.initial = 60'000, .increment = 0});
  clock.start(Side::white, 10'000);
  clock.leave_out(15'000, 12'000);
  EXPECT_EQ(clock.left(Side::white, 12'000), 55'000);
  EXPECT_EQ(clock.left(Side::white, 13'000), 54'000);
}

// The server's last sign of life can be older than the move that started the clock.
TEST(ChessClock, LeavesOutNothingFromBeforeItRan) {
  ChessClock clock({.initial = 60'000, .increment = 0});
  clock.start(Side::white, 10'000);
  clock.leave_out(2000, 30'000);
  EXPECT_EQ(clock.left(Side::white, 30'000), 60'000);
  EXPECT_EQ(clock.left(Side::white, 31'000), 59'000);
}

}  // namespace
}  // namespace blindmate::games
