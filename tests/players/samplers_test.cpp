// The players of Parker, Nau & Subrahmanian 2005 and of Russell & Wolfe 2005: their boards are what the papers say they
// are.
#include <gtest/gtest.h>

#include "blindmate/belief/random_history.hpp"
#include "blindmate/chess/fen.hpp"
#include "blindmate/players/players.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::players {
namespace {

using chess::Side;
using referee::Game;

TEST(Pools, HaveOnlyBoardsThatFitAllObservations) {
  for (const auto& [name, most] : {std::pair("hs:pool=30", 30U), std::pair("attacker:pool=30", 30U),
                                   std::pair("attacker:pool=1", 1U), std::pair("defender", 60U)}) {
    std::size_t checked = 0;
    for (const referee::RuleSet* rules : referee::kRuleSets) {
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        Game game(*rules, *chess::read_position("rnqkr/ppppp/5/PPPPP/RNQKR w - - 0 1"));
        const std::unique_ptr<Player> player = std::move(*make_player(*read_player(name), seed));
        const auto opponent = make_random_player({.seed = seed + 100}, {});
        belief::BeliefState exact(game.start(), Side::white, *rules);
        std::size_t heard = 0;
        while (!game.outcome() && game.plies() < 24) {
          const Side side = game.position().turn();
          Thinking thinking = Thinking::for_nodes(2000);
          if (side == Side::black) {
            game.ask(opponent->choose(game.view(side), thinking));
            continue;
          }
          const referee::Ask ask = player->choose(game.view(side), thinking);
          const auto observations = belief::observations(game.view(side));
          for (; heard < observations.size(); ++heard) exact.hear(observations[heard]);
          ASSERT_LE(player->consistent()->size(), most);
          for (std::size_t i = 0; i < player->consistent()->size(); ++i, ++checked)
            EXPECT_TRUE(exact.contains(player->consistent()->position(i))) << rules->name;
          ASSERT_NE(game.ask(ask).heard.answer, referee::Answer::nonsense);
        }
      }
    }
    EXPECT_GT(checked, 15 * most) << name;
  }
}

TEST(RandomHistory, IsAcceptedExactlyWhenItFits) {
  Game game(referee::kBerkeley, *chess::read_position("rnqkr/ppppp/5/PPPPP/RNQKR w - - 0 1"));
  const auto player = make_random_player({.seed = 9}, {});
  belief::BeliefState exact(game.start(), Side::white, game.rules());
  std::size_t heard = 0;
  while (!game.outcome() && game.plies() < 8) {
    Thinking thinking = Thinking::for_nodes(1);
    game.ask(player->choose(game.view(game.position().turn()), thinking));
    if (game.position().turn() != Side::white || game.outcome()) continue;
    const auto observations = belief::observations(game.view(Side::white));
    for (; heard < observations.size(); ++heard) exact.hear(observations[heard]);
    belief::RandomHistory histories(game.view(Side::white), 1);
    std::size_t accepted = 0;
    for (int i = 0; i < 20000; ++i) {
      const auto board = histories.draw();
      if (!board) continue;
      ++accepted;
      EXPECT_TRUE(exact.contains(*board));
    }
    EXPECT_TRUE(accepted > 0 || game.plies() > 4);
  }
}

TEST(Samplers, TakeAMateWhereThePositionIsKnown) {
  for (const char* name : {"aos", "aosp", "hs"}) {
    Game game(referee::kBerkeley, *chess::read_position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"));
    const auto player = make_player(*read_player(name), 1);
    Thinking thinking = Thinking::for_nodes(20000);
    EXPECT_EQ(referee::text((*player)->choose(game.view(Side::white), thinking)), "d1d8") << name;
    EXPECT_EQ(referee::text((*player)->valued().front().ask), "d1d8");
  }
}

TEST(Samplers, AskAnyBeforeAPawnCaptureThatMayBeRefused) {
  int asked = 0;
  for (std::uint64_t seed = 0; seed < 10 && asked == 0; ++seed) {
    Game game(referee::kEnglish);
    const auto white = make_player(*read_player("hs:k=10"), seed);
    const auto black = make_random_player({.seed = seed}, {});
    while (!game.outcome() && game.plies() < 40) {
      const Side side = game.position().turn();
      Thinking thinking = Thinking::for_nodes(3000);
      const referee::Ask ask =
          side == Side::white ? (*white)->choose(game.view(side), thinking) : black->choose(game.view(side), thinking);
      asked += std::holds_alternative<referee::AnyAsked>(ask) ? 1 : 0;
      ASSERT_NE(game.ask(ask).heard.answer, referee::Answer::nonsense);
    }
  }
  EXPECT_GT(asked, 0);
}

}  // namespace
}  // namespace blindmate::players
