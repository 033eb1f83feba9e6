#include "blindmate/players/players.hpp"
#include "blindmate/players/bot.hpp"

#include <gtest/gtest.h>

#include <map>

#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::players {
namespace {

using referee::Game;

TEST(RandomPlayer, AsksEveryAskableTryAboutEquallyOften) {
  constexpr int kChoices = 42000;
  const Game game(referee::kBerkeley);
  const referee::PlayerView& view = game.view(chess::Side::white);
  const std::unique_ptr<Player> player = make_random_player({.seed = 1}, {});
  Thinking thinking = Thinking::for_nodes(1);
  std::map<std::string, int> chosen;
  for (int i = 0; i < kChoices; ++i) ++chosen[referee::text(player->choose(view, thinking))];
  const std::size_t tries = view.askable_tries().size();
  ASSERT_EQ(tries, 34U);  // 20 moves, and 14 pawn captures
  EXPECT_EQ(chosen.size(), tries);
  for (const auto& [text, times] : chosen) EXPECT_NEAR(times, kChoices / 34.0, 200) << text;
}

TEST(TryBudget, ShrinksFasterThanTheCrowdGrows) {
  const TryBudget free{.seconds = 0.2};
  EXPECT_EQ(free.for_try_s(0, 0.5), 0.2) << "alone on two processors";
  EXPECT_LT(2 * free.for_try_s(0, 2), free.for_try_s(0, 1));
  EXPECT_LT(10 * free.for_try_s(0, 10), free.for_try_s(0, 1));
  const TryBudget short_of_time{.seconds = 0.2, .left_s = 1};
  EXPECT_LT(short_of_time.for_try_s(0, 0.5), 0.1);
  EXPECT_LT(short_of_time.for_try_s(0.9, 0.5), short_of_time.for_try_s(0, 0.5)) << "waiting takes time off the clock";
}

class EachPlayer : public testing::TestWithParam<PlayerEntry> {};

TEST_P(EachPlayer, PlaysByTheRulesAndRepeatsItsGameFromASeed) {
  const PlayerSpec spec = *read_player(GetParam().name);
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    std::vector<std::string> stories;
    for (int repeat = 0; repeat < 2; ++repeat) {
      const Expected<std::unique_ptr<Player>> white = make_player(spec, 77);
      const Expected<std::unique_ptr<Player>> black = make_player(spec, 78);
      Game game(*rules);
      std::string story;
      while (!game.outcome() && game.plies() < 60) {
        const chess::Side side = game.position().turn();
        Thinking thinking = Thinking::for_nodes(3000);
        const referee::Ask ask = (side == chess::Side::white ? *white : *black)->choose(game.view(side), thinking);
        story += referee::text(ask) + " ";
        ASSERT_NE(game.ask(ask).heard.answer, referee::Answer::nonsense) << story;
      }
      stories.push_back(story);
    }
    EXPECT_EQ(stories[0], stories[1]) << rules->name;
  }
}

INSTANTIATE_TEST_SUITE_P(Players, EachPlayer, testing::ValuesIn(kPlayers),
                         [](const testing::TestParamInfo<PlayerEntry>& entry) {
                           return std::string(entry.param.name);
                         });

TEST(Players, AreReadWithTheirOptions) {
  const Expected<PlayerSpec> hs = read_player("hs:engine=stockfish,nodes=1000,k=7");
  ASSERT_TRUE(hs);
  EXPECT_EQ(hs->entry->name, "hs");
  EXPECT_EQ(hs->options.engine, "stockfish");
  EXPECT_EQ(hs->options.effort.nodes, 1000U);
  EXPECT_EQ(hs->options.k, 7U);
  EXPECT_FALSE(hs->mates);
  const Expected<PlayerSpec> mate = read_player("mate:hs:k=5");
  ASSERT_TRUE(mate);
  EXPECT_TRUE(mate->mates);
  EXPECT_EQ(mate->entry->name, "hs");
  EXPECT_EQ(mate->options.k, 5U);
  for (const auto& [text, reason] :
       {std::pair("nobody", "unknown player"), std::pair("mate:nobody", "unknown player \"nobody\""),
        std::pair("mate:", "unknown player"), std::pair("mate", "unknown player"),
        std::pair("mate:hs:k=0", "at least 1"), std::pair("hs:k", "needs a value"),
        std::pair("hs:k=x", "not a whole number"), std::pair("hs:k=0", "at least 1"),
        std::pair("hs:colour=red", "unknown option"), std::pair("random:k=1", "unknown option"),
        std::pair("hs:", "unknown option"), std::pair("hs:depth=61", "at most 60")}) {
    const Expected<PlayerSpec> wrong = read_player(text);
    ASSERT_FALSE(wrong) << text;
    EXPECT_NE(wrong.error().reason.find(reason), std::string::npos) << wrong.error().reason;
  }
}

}  // namespace
}  // namespace blindmate::players
