#include "blindmate/players/players.hpp"

#include <gtest/gtest.h>

#include <map>

#include "blindmate/referee/game.hpp"
#include "blindmate/referee/rule_sets.hpp"

namespace blindmate::players {
namespace {

using referee::Game;

TEST(RandomPlayer, AsksEveryAskableTryAboutEquallyOften) {
  constexpr int kChoices = 42000;
  const Game game(referee::kBerkeley);
  const referee::PlayerView& view = game.view(chess::Side::white);
  const std::unique_ptr<Player> player = make_random_player(1);
  std::map<std::string, int> chosen;
  for (int i = 0; i < kChoices; ++i) ++chosen[referee::text(player->choose(view))];
  const std::size_t tries = view.askable_tries().size();
  ASSERT_EQ(tries, 34U);  // 20 moves, and 14 pawn captures
  EXPECT_EQ(chosen.size(), tries);
  for (const auto& [text, times] : chosen) EXPECT_NEAR(times, kChoices / 34.0, 200) << text;
}

TEST(Players, AllPlayByTheRulesAndRepeatTheirGameFromASeed) {
  for (const PlayerEntry& entry : kPlayers) {
    for (const referee::RuleSet* rules : referee::kRuleSets) {
      std::vector<std::string> stories;
      for (int repeat = 0; repeat < 2; ++repeat) {
        const std::unique_ptr<Player> player = entry.make(77);
        Game game(*rules);
        std::string story;
        while (!game.outcome() && game.plies() < 60) {
          const referee::Ask ask = player->choose(game.view(game.position().turn()));
          story += referee::text(ask) + " ";
          ASSERT_NE(game.ask(ask).heard.answer, referee::Answer::nonsense) << entry.name << ": " << story;
        }
        stories.push_back(story);
      }
      EXPECT_EQ(stories[0], stories[1]) << entry.name;
    }
  }
}

TEST(Players, AreFoundByName) {
  EXPECT_EQ(find_player("random"), &kPlayers[0]);
  EXPECT_EQ(find_player("nobody"), nullptr);
}

}  // namespace
}  // namespace blindmate::players
