#include "blindmate/referee/pgn.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blindmate/view/rule_sets.hpp"
#include "referee/round_trip.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

using chess::Side;

// A game of random tries and questions, some of them nonsense.
Game random_game(const RuleSet& rules, const chess::Position& start, Random& random, int most_asks) {
  Game game(rules, start);
  for (int i = 0; i < most_asks && !game.outcome(); ++i) {
    const PlayerView& view = game.view(game.position().turn());
    const chess::MoveList tries = view.askable_tries();
    if (view.may_ask_any() && random.below(8) == 0) {
      game.ask(AnyAsked{});
    } else if (random.below(16) == 0) {
      game.ask(chess::Move(chess::square(0, 0), chess::square(1, 3)));
    } else {
      game.ask(tries[random.below(static_cast<unsigned>(tries.size()))]);
    }
  }
  if (!game.outcome() && random.below(3) == 0) game.conclude({"resignation", Side::black});
  return game;
}

TEST(Pgn, EveryGameMakesTheRoundTripWholeAndFiltered) {
  Random random(21);
  for (const RuleSet* rules : kRuleSets) {
    for (int i = 0; i < 100 && !testing::Test::HasFailure(); ++i) {
      const int asks = static_cast<int>(random.below(700));
      expect_round_trip(random_game(*rules, chess::Position::start(), random, asks));
    }
    for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i) {
      const int size = chess::kSmallestBoard + i % 5;
      expect_round_trip(random_game(*rules, random_position(size, random), random, 200));
    }
  }
}

Game play(const RuleSet& rules, std::initializer_list<const char*> asks,
          const chess::Position& start = chess::Position::start()) {
  Game game(rules, start);
  for (const char* ask : asks) {
    if (std::string_view(ask) == "any") {
      game.ask(AnyAsked{});
    } else {
      game.ask(*chess::parse_coordinates(ask));
    }
  }
  return game;
}

std::string movetext(const std::string& pgn) {
  const std::size_t start = pgn.find("\n\n") + 2;
  return pgn.substr(start, pgn.size() - start - 1);
}

TEST(Pgn, WritesTheNotationOfTheContract) {
  const Game game = play(kBerkeley, {"e2e4", "e7e5", "d2d4", "e5f4", "d7c6", "e5d4", "d1d3", "b8c6", "e4d5", "f1b5"});
  EXPECT_EQ(movetext(write_pgn(game)),
            "1. e4 {:} e5 {:} 2. d4 {:} exd4 {d4:exf4,dxc6} 3. Qd3 {:} Nc6 {:} 4. -- {:exd5}\n*");
  const Game captures = play(kBerkeley, {"e2e4", "e7e5", "d2d4", "e5d4", "c2d3", "d1d4", "b8c6"});
  EXPECT_EQ(movetext(write_pgn(captures.view(Side::white))),
            "1. e4 {:} ?? {:} 2. d4 {:} ?? {d4:} 3. Qxd4 {d4:cxd3} ?? {:} *");
  EXPECT_EQ(movetext(write_pgn(captures.view(Side::black))),
            "1. ?? {:} e5 {:} 2. ?? {:} exd4 {d4:} 3. ?? {d4:1} Nc6 {:} *");
}

// What the start position itself decides: other clocks, or an end.
TEST(Pgn, StartPositionsMakeTheRoundTrip) {
  const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  expect_round_trip(play(kEnglish, {"g1f3", "g8f6"}, position(fmt::format("{} 98 60", start))));
  expect_round_trip(play(kBerkeley, {"e2e4"}, position(fmt::format("{} 0 7", start))));
  expect_round_trip(play(kWild16, {}, position("4k3/8/8/3p4/4P3/8/8/R3K3 w - - 100 90")));
  expect_round_trip(play(kBerkeley, {}, position("k7/8/1Q6/8/8/8/8/K7 b - - 0 1")));
}

TEST(Pgn, NonsenseThatSoundsLikeRefusalsMakesTheRoundTrip) {
  Game game(kEnglish);
  for (int i = 0; i < 5000; ++i) game.ask(*chess::parse_coordinates("a1a5"));
  game.ask(*chess::parse_coordinates("e2e4"));
  EXPECT_EQ(movetext(write_pgn(game.view(Side::black))), "1. ?? {:5000} *");
  expect_round_trip(game);
}

// Files of other programs: the reason of the end is often just "normal", or missing.
TEST(Pgn, ReadsGamesThatDoNotNameTheirEnd) {
  for (const char* termination : {"", "[Termination \"normal\"]\n"}) {
    const PgnGame whole = read_one(fmt::format("{}1. f3 {{:}} e5 {{:}} 2. g4 {{:}} Qh4# {{S:}} 0-1", termination));
    EXPECT_EQ(std::get<Game>(whole.content).outcome()->reason, "checkmate");
    const PgnGame filtered = read_one(fmt::format(
        "{}[Filtered \"White\"][Variant \"wild16\"]\n1. f3 {{/tries=0:}} ?? {{/tries=0:}} 2. g4 {{/tries=0:}} "
        "?? {{S:}} 0-1",
        termination));
    EXPECT_EQ(std::get<PlayerView>(filtered.content).outcome()->winner, Side::black);
  }
}

TEST(Pgn, ReadsTheExampleOfTheContract) {
  const PgnGame read = read_one(
      "[Variant \"Berkeley\"]\n[Filtered \"White\"]\n\n"
      "1. e4 {:} ?? {:} 2. d4 {:} ?? {d4:2} 3. Qxd4 {d4:c3,Nc3} ?? {N:} *");
  const PlayerView& view = std::get<PlayerView>(read.content);
  EXPECT_EQ(view.log().size(), 9U);
  EXPECT_EQ(view.log()[3].times, 2) << "Black was told no twice";
  EXPECT_EQ(view.check(), kCheckKnight);
  EXPECT_EQ(view.turn(), Side::white);
}

TEST(Pgn, WritesQuestionsPawnTriesAndUnfinishedTurns) {
  const chess::Position start = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
  EXPECT_EQ(movetext(write_pgn(play(kEnglish, {"e4f5", "any"}, start))), "1. -- {:exf5,Any?=yes} *");
  const Game asked = play(kEnglish, {"e4f5", "any", "e4d5"}, start);
  EXPECT_EQ(movetext(write_pgn(asked)), "1. exd5 {d5:exf5,Any?=yes} *");
  EXPECT_EQ(movetext(write_pgn(asked.view(Side::black))), "1. ?? {d5:1,Any?=yes} *");
  EXPECT_EQ(movetext(write_pgn(play(kWild16, {"e4f5", "e4d5"}, start))),
            "{/tries=1:} 1. exd5 {d5/pawn/tries=0:exf5} *");
  EXPECT_EQ(movetext(write_pgn(play(kWild16, {"e4f5", "e4d5"}, start).view(Side::black))),
            "{/tries=1:} 1. ?? {d5/pawn/tries=0:} *");
  EXPECT_EQ(movetext(write_pgn(play(kRand, {"e4e5"}, start))), "{/from=e4:} 1. e5 {/from=:} *");
  EXPECT_EQ(movetext(write_pgn(play(kCincinnati, {"e1e2", "d5e4"}, start))),
            "{/try=yes:} 1. Ke2 {/try=yes:} dxe4 {e4/pawn/try=no:} *");
  const chess::Position black = position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9");
  EXPECT_EQ(movetext(write_pgn(play(kEnglish, {"d4e3"}, black))), "9... dxe3 {e3/ep:} *");
  EXPECT_EQ(movetext(write_pgn(play(kBerkeley, {"d4e3"}, black))), "9... dxe3 {e4:} *");
}

TEST(Pgn, KeepsTagsAndAddsItsOwn) {
  Game game = play(kRand, {}, position("k3/4/4/K2R w - - 0 1"));
  const Tags tags = {{"White", "a \"quoted\" \\ name"}, {"Annotator", "someone"}, {"Result", "1-0"}};
  const std::string pgn = write_pgn(game, tags);
  EXPECT_NE(pgn.find("[White \"a \\\"quoted\\\" \\\\ name\"]"), std::string::npos) << pgn;
  for (const char* line :
       {"[Variant \"rand\"]", "[Filtered \"no\"]", "[Result \"*\"]", "[Termination \"unterminated\"]", "[SetUp \"1\"]",
        "[FEN \"k3/4/4/K2R w - - 0 1\"]", "[Annotator \"someone\"]"}) {
    EXPECT_NE(pgn.find(line), std::string::npos) << line << " in\n" << pgn;
  }
  const PgnGame read = read_one(pgn);
  EXPECT_EQ(read.tags[4], (Tag{"White", "a \"quoted\" \\ name"}));
}

TEST(Pgn, ReadsSeveralGamesAnnotationsAndCoordinates) {
  const Expected<std::vector<PgnGame>> games = read_pgn(
      "\xEF\xBB\xBF[Event \"one\"]\n% a line for programs\n\n1.e2e4 $1 {:} ; a remark\n1...e7e5 { : d7e6 ,\n exd6 } "
      "*\n\n"
      "[Event \"two\"]\n1 e2e4! {:} *");
  ASSERT_TRUE(games) << games.error().text();
  ASSERT_EQ(games->size(), 2U);
  EXPECT_EQ(std::get<Game>((*games)[0].content).record().size(), 4U);
  EXPECT_EQ(std::get<Game>((*games)[1].content).record().size(), 1U);
}

TEST(Pgn, TextsAreNotShortenedByTheTruePosition) {
  // Two knights can go to c2 on the own board; that one of them is pinned is nobody's business.
  const chess::Position pinned = position("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1");
  EXPECT_EQ(movetext(write_pgn(play(kBerkeley, {"e3c2", "a1c2"}, pinned))), "1. Nac2 {:Nec2} *");
}

struct Damage {
  const char* text;
  int line;
  int column;
  const char* reason;
};

TEST(Pgn, DamageIsNamedWithLineAndColumn) {
  for (const auto& [text, line, column, reason] : std::initializer_list<Damage>{
           {"", 1, 1, "no game"},
           {"[Variant \"berkley\"]\n1. e4 {:} *", 1, 1, "unknown rule set"},
           {"[Event \"x\"]\n[Filtered \"Red\"]\n*", 2, 1, "Filtered is no, White or Black"},
           {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*", 1, 1, "no king"},
           {"[Event \"x\"]\n[Event \"y\"]\n*", 2, 1, "twice"},
           {"[Event x]\n*", 1, 1, "a tag is"},
           {"[Event \"x]\n*", 1, 1, "has no end"},
           {"[Event \"x\"\n*", 1, 1, "no ]"},
           {"1. e4 {:} e5 {:}", 1, 17, "ends before the result"},
           {"1. e4 {:} e5 *", 1, 14, "comment after \"e5\" is missing"},
           {"1. e4 {} *", 1, 7, "no colon"},
           {"1. e4 {: *", 1, 7, "no }"},
           {"1. e4 {:}\n1... e6 {:} 2. Ke3 {:} *", 2, 16, "\"Ke3\" is not possible"},
           {"1. e4 {:}\nd5 {:} 2. exd5 {:} *", 2, 17, "the referee answers \"ok d5\" to e4d5, not \"ok\""},
           {"1. e4 {:d4} *", 1, 9, "answers \"ok\" to d2d4, not \"no\""},
           {"1. e4 {:exd5} *", 1, 9, "\"exd5\" is not possible"},
           {"1. e4 {:dxc3,dxc3} *", 1, 14, "\"dxc3\" is not possible"},
           {"1. e4 {d4:} *", 1, 8, "answers \"ok\" to e2e4, not \"ok d4\""},
           {"1. e4 {X:} *", 1, 8, "announcement \"X\""},
           {"1. e4 {SF:} *", 1, 8, "announcement \"SF\""},
           {"1. e4 {/pawn:} *", 1, 8, "/pawn and /piece"},
           {"1. e4 {/tries=0:} *", 1, 8, "does not say pawn tries"},
           {"1. e4 {:Any?=no} *", 1, 9, "\"Any?\" is nonsense"},
           {"1. e4 {:} (1. d4 {:}) *", 1, 11, "'(' does not belong"},
           {"{:} 1. e4 {:} *", 1, 1, "before the first move"},
           {"[Variant \"wild16\"]\n{/tries=3:} 1. e4 {/tries=0:} *", 2, 1, "says \"/tries=0:\""},
           {"[Variant \"wild16\"]\n1. e4 {:} *", 2, 8, "answers \"ok /tries=0\""},
           {"1. ?? {:} *", 1, 4, "\"??\" where the move is known"},
           {"[Filtered \"Black\"]\n1. e4 {:} *", 2, 4, "not \"??\""},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {:x} *", 2, 16, "not a number of refusals"},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {:0} *", 2, 16, "not a number of refusals"},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {e5:} *", 2, 15, "no own man can be captured"},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {e1:} *", 2, 15, "no own man can be captured"},
           {"[Filtered \"White\"]\n1. exd3 {:} ?? {:} *", 2, 10, "without a capture"},
           {"[Filtered \"White\"]\n1. e4 {e4:} ?? {:} *", 2, 8, "cannot capture"},
           {"[Filtered \"White\"]\n1. Nf3 {g3:} ?? {:} *", 2, 9, "a capture on g3 by g1f3"},
           {"[Filtered \"White\"][Variant \"wild16\"]\n1. e4 {:} ?? {:} *", 2, 8, "pawn tries of the side"},
           {"[Filtered \"White\"][Variant \"wild16\"]\n1. e4 {/tries=0:} ?? {/tries=17:} *", 2, 23,
            "is not known here"},
           {"[Filtered \"White\"][Variant \"wild16\"]\n1. e4 {/tries=0:} ?? {/tries=0:2} *", 2, 32,
            "not heard in wild16"},
           {"[Filtered \"White\"][Variant \"rand\"]\n1. e4 {/from=:} ?? {/from=a3:} *", 2, 21, "more pawn tries"},
           {"[Filtered \"White\"][Variant \"english\"]\n1. e4 {:} ?? {:Any?=no,Any?=no} *", 2, 24, "nonsense"},
           {"[Filtered \"White\"][Termination \"checkmate\"]\n1. e4 {:} ?? {:} 0-1", 2, 15, "checkmate without check"},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {FLN:} *", 2, 15, "one or two check letters"},
           {"[Filtered \"White\"]\n1. e4 {:} ?? {:4,5} *", 2, 18, "two numbers in a row"},
           {"[Filtered \"White\"][Termination \"fifty-moves\"]\n1. e4 {:} ?? {:} 1/2-1/2", 2, 15,
            "does not exist in berkeley"},
           {"[Filtered \"White\"][Termination \"insufficient-material\"]\n1. e4 {:} ?? {:} 1/2-1/2", 2, 15,
            "with such own men"},
           {"[Filtered \"White\"][Variant \"berkeley-any\"]\n1. e4 {:} ?? {:Any?=yes} *", 2, 15, "no capture after"},
           {"[Filtered \"White\"][Variant \"berkeley-any\"]\n1. e4 {:} ?? {:Any?=yes,1} *", 2, 15, "no capture after"},
           {"[Filtered \"White\"][Variant \"english\"]\n1. e4 {:} ?? {:1,Any?=yes} *", 2, 15, "no capture after"},
           {"[Filtered \"White\"][Variant \"english\"][FEN \"4k3/p7/8/8/8/8/8/R3K3 w - - 0 1\"]\n1. Ra2 {:Any?=yes} *",
            2, 10, "without a pawn"},
           {"[Filtered \"White\"][Variant \"rand\"][FEN \"k2r/p3/4/RK2 w - - 0 1\"]\n1. Ra2 {/from=h8:} *", 2, 9,
            "where no pawn"},
           {"1. e4 {:} *\n\nnonsense", 3, 9, "comment after \"nonsense\" is missing"},
           {"1. -- {:} *", 1, 4, "needs a refused try"},
           {"1. -- {d4:exd3} *", 1, 7, "announcement without a move"},
           {"1. -- {:exd3} e4 {:} *", 1, 15, "after a turn without one"},
           {"[Result \"1-0\"]\n1. e4 {:} 0-1", 2, 11, "the tag says 1-0"},
           {"[Termination \"checkmate\"]\n1. e4 {:} 1-0", 2, 11, "did not end with checkmate"},
           {"1. f3 {:} e5 {:} 2. g4 {:} Qh4# {S:} *", 1, 38, "ended with checkmate, won by Black"},
           {"1. f3 {:} e5 {:} 2. g4 {:} Qh4# {S:} 1-0", 1, 38, "ended with checkmate, won by Black"},
           {"1. f3 {:} e5 {:} 2. g4 {:} Qh4# {S:} 3. a3 {:} 0-1", 1, 41, "not possible"},
           {"1. e4 {:} 1-0\n\n[Event \"next\"]\n1. e5 {:} *", 4, 4, "\"e5\" is not possible"},
       }) {
    const Expected<std::vector<PgnGame>> read = read_pgn(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().line, line) << text << ": " << read.error().text();
    EXPECT_EQ(read.error().column, column) << text << ": " << read.error().text();
    EXPECT_NE(read.error().reason.find(reason), std::string::npos) << text << ": " << read.error().text();
  }
}

// Cutting, dropping or changing any character gives an error with a place, or a game that makes the round trip.
TEST(Pgn, DamagedTextIsAnErrorOrAnotherGame) {
  Random random(22);
  const std::string whole = write_pgn(random_game(kRand, chess::Position::start(), random, 60));
  const std::size_t moves = whole.find("\n\n");
  int errors = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string dropped = whole;
    dropped.erase(i, 1);
    std::string changed = whole;
    changed[i] = static_cast<char>(32 + random.below(95));
    for (const std::string& text : {dropped, changed}) {
      const Expected<std::vector<PgnGame>> read = read_pgn(text);
      if (read) {
        expect_round_trip(std::get<Game>(read->front().content));
        continue;
      }
      ++errors;
      EXPECT_GT(read.error().line, 0) << text;
      EXPECT_GT(read.error().column, 0) << text;
    }
    if (i > moves && i + 1 < whole.size()) {
      EXPECT_FALSE(read_pgn(whole.substr(0, i))) << "cut at " << i;
    }
  }
  EXPECT_GT(errors, static_cast<int>(whole.size()) / 2);
}

}  // namespace
}  // namespace blindmate::referee
