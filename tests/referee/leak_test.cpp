// Hidden information reaches no one it does not belong to: two games that differ only in what a player cannot know give
// that player identical bytes.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "blindmate/referee/game.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "referee/twins.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

using chess::Side;

TEST(Leaks, GamesThatSoundTheSameGiveTheSameBytes) {
  for (const RuleSet* rules : kRuleSets) {
    for (const Side listener : {Side::white, Side::black}) {
      SCOPED_TRACE(rules->name);
      int different = 0;
      for (std::uint64_t seed = 0; seed < 60 && !HasFatalFailure(); ++seed) {
        Twins twins(*rules, listener, seed);
        twins.play(60, [](const PlayerView& a, const PlayerView& b) { ASSERT_EQ(bytes(a), bytes(b)); });
        different += twins.different();
      }
      EXPECT_GT(different, 200) << "the true positions must have differed, or nothing was tested";
    }
  }
}

// The opponent's double step is heard of by nobody, so the en-passant capture is askable with and without it.
TEST(Leaks, AskableTriesDoNotTellADoubleStep) {
  for (const RuleSet* rules : {&kBerkeley, &kBerkeleyAny, &kWild16, &kEnglish}) {
    Game doubled(*rules, position("4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1"));
    Game single(doubled);
    const auto ask = [](Game& game, const char* tried) { return game.ask(*chess::parse_coordinates(tried)).heard; };
    ask(doubled, "e4e5");
    ask(single, "e4e5");
    const Heard heard = ask(doubled, "d7d5");
    if (heard == ask(single, "e8f8")) {  // wild16 tells the number of pawn captures
      EXPECT_EQ(bytes(doubled.view(Side::white)), bytes(single.view(Side::white))) << rules->name;
    }
    EXPECT_TRUE(single.view(Side::white).askable(*chess::parse_coordinates("e5d6"))) << rules->name;
  }
}

// wild16: refusals are private. Nothing at all changes for the opponent while the mover is refused.
TEST(Leaks, PrivateRefusalsLeaveNoTrace) {
  Game game(kWild16);
  const std::string before = bytes(game.view(Side::black));
  for (const char* tried : {"e2d3", "e2f3", "e2d3", "a1a5", "e2e5"}) {
    const Announcement announcement = game.ask(*chess::parse_coordinates(tried));
    EXPECT_EQ(announcement.heard.answer, Answer::no) << tried;
    EXPECT_FALSE(announcement.opponent_hears) << tried;
  }
  EXPECT_EQ(bytes(game.view(Side::black)), before);
}

// A view can be made without any game, from what its player asked and heard: there is nothing else in it.
TEST(Leaks, AViewIsWhatItsPlayerAskedAndHeard) {
  Random random(9);
  for (const RuleSet* rules : kRuleSets) {
    Game game(*rules);
    std::array<PlayerView, 2> views = {PlayerView(game.start(), Side::white, *rules),
                                       PlayerView(game.start(), Side::black, *rules)};
    while (!game.outcome() && game.plies() < 100) {
      const Side by = game.position().turn();
      const Ask ask = random_item(game.view(by).askable_tries(), random);
      const Announcement announcement = game.ask(ask);
      views[index(by)].hear({by, ask, announcement.heard});
      if (announcement.opponent_hears) views[index(other(by))].hear({by, std::nullopt, announcement.heard});
      for (const PlayerView& view : views) ASSERT_EQ(bytes(view), bytes(game.view(view.side()))) << rules->name;
    }
  }
}

}  // namespace
}  // namespace blindmate::referee
