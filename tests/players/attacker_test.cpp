// The two programs of Russell & Wolfe 2005, section 3, play as the paper says, on either side.
#include "blindmate/players/attacker.hpp"

#include <gtest/gtest.h>

#include "blindmate/chess/fen.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::players {
namespace {

using chess::Side;

// Of the side to move.
std::string choice_of_attacker(const std::vector<chess::Position>& states, std::uint64_t seed) {
  const Side side = states.front().turn();
  const auto belief = *belief::BeliefState::from(states, side, referee::kBerkeley);
  Thinking thinking = Thinking::for_nodes(100'000);
  return chess::text(
      Attacker(seed).choose(referee::PlayerView(states.front(), side, referee::kBerkeley), belief, thinking));
}

std::string choice_of(const char* player, const char* fen, std::uint64_t seed) {
  const referee::Game game(referee::kBerkeley, position(fen));
  Thinking thinking = Thinking::for_nodes(100'000);
  const auto made = make_player(*read_player(player), seed);
  return referee::text((*made)->choose(game.view(game.position().turn()), thinking));
}

TEST(Attacker, TriesTheMateHoweverUnlikely) {
  std::vector<chess::Position> states = {position("6k1/8/6K1/3b4/8/8/8/RR6 w - - 0 1")};
  for (const char* pawn : {"1p6/6K1/8", "1p6/p5K1/8", "1p6/2p3K1/8", "1p6/3p2K1/8", "1p6/4p1K1/8"})
    states.push_back(position(std::string("6k1/") + pawn + "/8/8/8/RR6 w - - 0 1"));
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    EXPECT_EQ(choice_of_attacker(states, seed), "b1b8") << "mates in the first alone and is refused in all others";
}

TEST(Attacker, TakesWhatIsFreeAndNothingElse) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_NE(choice_of_attacker({position("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1")}, seed), "d1d6")
        << "the pawn is guarded";
    EXPECT_EQ(choice_of_attacker({position("4k3/8/3r4/8/8/8/8/3QK3 w - - 0 1")}, seed), "d1d6");
    EXPECT_EQ(choice_of_attacker({position("3qk3/8/8/8/3R4/8/8/4K3 b - - 0 1")}, seed), "d8d4");
    EXPECT_EQ(choice_of("attacker", "4k3/8/3r4/8/8/8/8/3QK3 w - - 0 1", seed), "d1d6");
    EXPECT_EQ(choice_of("attacker", "3qk3/8/8/8/3R4/8/8/4K3 b - - 0 1", seed), "d8d4");
  }
}

TEST(Attacker, LikesPawnsThatAreFarAdvancedOnEitherSide) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(choice_of_attacker({position("8/P7/8/8/6k1/8/7P/K7 w - - 0 1")}, seed), "a7a8q");
    EXPECT_EQ(choice_of_attacker({position("k7/7p/8/6K1/8/8/p7/8 b - - 0 1")}, seed), "a2a1q");
  }
}

TEST(Defender, TriesCapturesAndChecksFirst) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(choice_of("defender", "4k3/p6p/8/8/8/1p6/P7/7K b - - 0 1", seed), "b3a2") << "the only capture";
    EXPECT_EQ(choice_of("defender", "4k3/p6p/8/8/b7/8/8/7K b - - 0 1", seed), "a4c6") << "the only check";
    EXPECT_EQ(choice_of("defender", "7k/p7/1P6/8/8/8/P6P/4K3 w - - 0 1", seed), "b6a7");
  }
}

}  // namespace
}  // namespace blindmate::players
