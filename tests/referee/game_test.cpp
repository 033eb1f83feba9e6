// What a game does beyond single announcements: ends at the start, ends from outside, what is logged.
#include "blindmate/referee/game.hpp"

#include <gtest/gtest.h>

#include "blindmate/view/phrases.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

using chess::Side;

Announcement ask(Game& game, const char* tried) { return game.ask(*chess::parse_coordinates(tried)); }

TEST(Game, CanBeOverFromTheStart) {
  const struct {
    const RuleSet& rules;
    const char* fen;
    const char* reason;
    std::optional<Side> winner;
  } rows[] = {
      {kBerkeley, "k6R/8/K7/8/8/8/8/8 b - - 0 1", "checkmate", Side::white},
      {kEnglish, "K6r/8/k7/8/8/8/8/8 w - - 0 1", "checkmate", Side::black},
      {kBerkeley, "k7/2Q5/K7/8/8/8/8/8 b - - 0 1", "stalemate", std::nullopt},
      {kRand, "k7/2Q5/K7/8/8/8/8/8 b - - 0 1", "stalemate", Side::white},
      {kBerkeley, "k7/8/K7/8/8/8/8/8 b - - 0 1", "insufficient-material", std::nullopt},
      {kWild16, "k7/8/K7/7R/8/8/8/8 b - - 100 80", "fifty-moves", std::nullopt},
  };
  for (const auto& row : rows) {
    Game game(row.rules, position(row.fen));
    ASSERT_TRUE(game.outcome()) << row.fen;
    EXPECT_EQ(game.outcome()->reason, row.reason);
    EXPECT_EQ(game.outcome()->winner, row.winner);
    for (const Side side : {Side::white, Side::black}) {
      EXPECT_TRUE(game.view(side).askable_tries().empty());
      EXPECT_EQ(game.view(side).outcome(), game.outcome());
    }
    EXPECT_EQ(ask(game, "a8b8").heard.answer, Answer::nonsense);
  }
}

TEST(Game, ResignationEndsItForBoth) {
  Game game(kBerkeley);
  game.conclude({"resignation", Side::black});
  EXPECT_EQ(game.view(Side::white).outcome()->winner, Side::black);
  EXPECT_EQ(game.view(Side::black).outcome()->reason, "resignation");
  const Announcement late = ask(game, "e2e4");
  EXPECT_EQ(late.heard.answer, Answer::nonsense);
  EXPECT_FALSE(late.opponent_hears);
  EXPECT_TRUE(game.record().empty());
}

TEST(Game, LogsHoldWhatEachSideKnows) {
  Game game(kBerkeley);
  ask(game, "e2d3");  // refused
  ask(game, "e2e5");  // nonsense: not recorded here
  ask(game, "e2e4");
  EXPECT_EQ(game.record().size(), 2U);
  const std::vector<Event>& own = game.view(Side::white).log();
  const std::vector<Event>& overheard = game.view(Side::black).log();
  ASSERT_EQ(own.size(), 2U);
  ASSERT_EQ(overheard.size(), 2U);
  EXPECT_EQ(text(*own[0].ask), "e2d3");
  EXPECT_EQ(own[0].heard.answer, Answer::no);
  EXPECT_EQ(overheard[0].ask, std::nullopt);
  EXPECT_EQ(overheard[0].heard, own[0].heard);

  Game loud(kCincinnati);
  ask(loud, "e2e5");  // nonsense that both hear
  EXPECT_EQ(loud.view(Side::black).log().size(), 1U);
  EXPECT_EQ(loud.view(Side::black).log()[0].ask, std::nullopt);
  EXPECT_TRUE(loud.record().empty());
}

// Repetition needs the same rights and en-passant captures, not only the same men.
TEST(Game, TheThirdOccurrenceIsADraw) {
  Game game(kEnglish);
  const char* dance[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
  for (int i = 0; i < 7; ++i) {
    EXPECT_EQ(ask(game, dance[i % 4]).heard.end, End::none);
  }
  EXPECT_EQ(ask(game, dance[3]).heard.end, End::repetition);
  EXPECT_EQ(game.outcome()->winner, std::nullopt);
}

TEST(Phrases, SayEverythingThatIsHeard) {
  const Heard loud{.capture = chess::square(3, 4),
                   .captured_kind = CapturedKind::pawn,
                   .check = kCheckLong | kCheckKnight,
                   .promotion = true,
                   .pawn_tries = {PawnTries::squares, 0x1100}};
  EXPECT_EQ(
      phrase(Side::white, loud),
      "White has moved. Capture of a pawn on d5. A pawn was promoted. Check on the long diagonal and by a knight. "
      "Black has pawn tries from a2, e2.");
  EXPECT_EQ(phrase(Side::black, {.check = kCheckFile, .end = End::checkmate}),
            "Black has moved. Check on the file. Checkmate!");
  EXPECT_EQ(phrase(Side::black, {.answer = Answer::no}), "Black tries: no.");
  EXPECT_EQ(phrase(Outcome{"resignation", Side::black}), "Black wins (resignation).");
  EXPECT_EQ(phrase(Outcome{"stalemate", std::nullopt}), "A draw (stalemate).");
}

}  // namespace
}  // namespace blindmate::referee
