// The rules of docs/environment.md one by one, each in a position made for it.
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "blindmate/policy/record.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "policy/naive_record.hpp"
#include "support.hpp"

namespace blindmate::policy {
namespace {

using referee::kBerkeley;
using referee::kBerkeleyAny;
using referee::kCincinnati;
using referee::kEnglish;
using referee::kRand;
using referee::kRuleSets;
using referee::kWild16;
using referee::RuleSet;

// A record, read with the names of the real squares.
class Seen {
 public:
  Seen(const Record& record, bool white, int size) : record_(record), white_(white), size_(size) {}

  std::string plane(std::size_t number) const {  // "a1 e4"
    std::string text;
    for (int file = 0; file < 8; ++file) {
      for (int rank = 0; rank < size_; ++rank) {
        const int seen = 8 * (white_ ? rank : size_ - 1 - rank) + file;
        if ((record_.planes[number] >> seen & 1) == 0) continue;
        text += (text.empty() ? "" : " ") + naive::square_name(8 * rank + file);
      }
    }
    return text;
  }
  bool in_plane(std::size_t number, const std::string& square) const {
    return plane(number).find(square) != std::string::npos;
  }
  int number(std::size_t number) const { return record_.numbers[number]; }
  bool askable(const std::string& tried) const { return contains(record_.askable, action(tried)); }
  bool impossible(const std::string& tried) const { return contains(record_.impossible, action(tried)); }
  bool possible(const std::string& tried) const { return askable(tried) && !impossible(tried); }
  const Record& raw() const { return record_; }

 private:
  int action(const std::string& tried) const {
    return tried == "any" ? BM_ACTION_ANY : action_of(tried, white_, size_);
  }

  Record record_;
  bool white_;
  int size_;
};

// A game at which both sides say what they try, one after the other.
class Table {
 public:
  explicit Table(const RuleSet& rules, std::string_view fen = chess::kStartFen) : game_(rules, position(fen)) {}

  std::string ask(const std::string& what) {
    const referee::Ask asked = what == "any" ? referee::Ask(referee::AnyAsked{}) : *chess::parse_coordinates(what);
    return std::string(name(game_.ask(asked).heard.answer));
  }
  void moves(std::initializer_list<const char*> tries) {
    for (const char* tried : tries) EXPECT_EQ(ask(tried), "ok") << tried << '\n' << write_pgn(game_);
  }
  void refused(std::initializer_list<const char*> tries) {
    for (const char* tried : tries) EXPECT_EQ(ask(tried), "no") << tried << '\n' << write_pgn(game_);
  }

  // What the player to move knows; the naive maker says the same.
  Seen see() const {
    const referee::PlayerView& view = game_.view(game_.position().turn());
    const Record record = record_of(view);
    const std::string different = difference(record, naive_record(view));
    EXPECT_TRUE(different.empty()) << different << write_pgn(game_);
    return {record, view.side() == chess::Side::white, view.start().size()};
  }

 private:
  referee::Game game_;
};

// ---------------------------------------------------------------------------------------------- what is impossible

TEST(Impossible, PawnCapturesWhenNoPawnTriesWereTold) {
  Table none(kWild16);
  none.moves({"e2e4", "a7a6"});
  EXPECT_EQ(none.see().number(18), 1);
  EXPECT_EQ(none.see().number(19), 0);
  EXPECT_TRUE(none.see().askable("e4d5"));
  EXPECT_TRUE(none.see().impossible("e4d5"));
  EXPECT_EQ(none.see().plane(41), "");

  Table some(kWild16);
  some.moves({"e2e4", "d7d5"});
  EXPECT_EQ(some.see().number(19), 1);
  EXPECT_TRUE(some.see().possible("e4d5"));
  EXPECT_TRUE(some.see().possible("e4f5"));

  Table untold(kBerkeley);
  untold.moves({"e2e4", "a7a6"});
  EXPECT_TRUE(untold.see().possible("e4d5"));
}

TEST(Impossible, PawnCapturesAgainstALoneKing) {
  Table lone(kBerkeley, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  lone.moves({"e2e4", "e8d8"});
  EXPECT_EQ(lone.see().number(22), 1);
  EXPECT_TRUE(lone.see().impossible("e4d5"));
  EXPECT_TRUE(lone.see().possible("e4e5"));

  Table knight(kBerkeley, "1n2k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  knight.moves({"e2e4", "e8d8"});
  EXPECT_TRUE(knight.see().possible("e4d5"));
}

TEST(Impossible, PawnCapturesOntoEmptySquares) {
  Table table(kBerkeley);
  EXPECT_TRUE(table.see().impossible("e2d3"));
  table.moves({"e2e4", "a7a6", "f1b5", "a6b5"});
  EXPECT_EQ(table.see().plane(48), "c4 d3 e2 f1");
  EXPECT_EQ(table.see().plane(49), "b5");
  EXPECT_TRUE(table.see().impossible("c2d3"));
  EXPECT_TRUE(table.see().possible("c2b3"));
}

TEST(Impossible, PawnCapturesOntoEmptySquaresButEnPassantAtTheStart) {
  Table table(kBerkeley, "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1");
  EXPECT_TRUE(table.see().possible("d5e6"));
  EXPECT_TRUE(table.see().impossible("d5c6"));
}

TEST(Impossible, CastlingAndTriesBesideTheLineInCheck) {
  Table table(kBerkeley, "r3k3/8/8/8/8/8/8/4K2R b K - 0 1");
  table.moves({"a8a1"});
  EXPECT_EQ(table.see().number(11), 1);
  EXPECT_EQ(table.see().plane(36), "a1 b1 c1 d1 f1 g1");
  EXPECT_EQ(table.see().plane(33), "");
  EXPECT_TRUE(table.see().impossible("e1g1"));
  EXPECT_TRUE(table.see().impossible("h1h2"));
  EXPECT_TRUE(table.see().possible("h1g1"));
  EXPECT_TRUE(table.see().possible("e1d2"));
}

TEST(Impossible, AnythingButTheKingWhenTwoDirectionsCheck) {
  Table table(kBerkeley, "k3r3/8/8/8/8/4n3/8/4K2R b K - 0 1");
  table.moves({"e3c2"});
  EXPECT_EQ(table.see().plane(33), "e2 e3 e4 e5 e6 e7 e8");
  EXPECT_EQ(table.see().plane(34), "c2 d3 f3 g2");
  EXPECT_TRUE(table.see().impossible("h1h3"));
  EXPECT_TRUE(table.see().impossible("h1g1"));
  EXPECT_TRUE(table.see().impossible("e1g1"));
  EXPECT_TRUE(table.see().possible("e1d1"));
}

TEST(Impossible, InAKnightsCheckAllButItsSquares) {
  Table table(kBerkeley, "k7/8/8/4n3/8/8/1R6/4K3 b - - 0 1");
  table.moves({"e5d3"});
  EXPECT_EQ(table.see().number(9), 1);
  EXPECT_EQ(table.see().plane(34), "c2 d3 f3 g2");
  EXPECT_TRUE(table.see().impossible("b2b4"));
  EXPECT_TRUE(table.see().possible("b2c2"));
  EXPECT_TRUE(table.see().possible("e1d2"));
}

// The pawn that checks can be taken en passant, beside the line of the check.
TEST(Impossible, InCheckNotWhatCanBeEnPassant) {
  for (const RuleSet* rules : kRuleSets) {
    Table table(*rules, "4k3/3p4/8/2P5/4K3/8/8/6N1 b - - 0 1");
    table.moves({"d7d5"});
    EXPECT_EQ(table.see().plane(35), "a8 b7 c6 d5 f3 g2 h1") << rules->name;
    EXPECT_TRUE(table.see().possible("c5d6")) << rules->name;
    EXPECT_TRUE(table.see().possible("c5b6")) << rules->name;
    EXPECT_TRUE(table.see().possible("g1f3")) << rules->name;
    EXPECT_FALSE(table.see().possible("g1h3")) << rules->name;
    EXPECT_EQ(table.see().askable("g1h3"), rules != &kRand) << rules->name;
  }
}

TEST(Impossible, TargetsBeyondARefusedOne) {
  Table table(kBerkeley, "4k3/8/8/8/8/p7/4K3/R7 b - - 0 1");
  table.moves({"e8d8"});
  EXPECT_TRUE(table.see().possible("a1a5"));
  table.refused({"a1a4"});
  EXPECT_FALSE(table.see().askable("a1a4"));
  EXPECT_TRUE(table.see().impossible("a1a5"));
  EXPECT_TRUE(table.see().impossible("a1a8"));
  EXPECT_TRUE(table.see().possible("a1a3"));
  EXPECT_TRUE(table.see().possible("a1b1"));
  EXPECT_EQ(table.see().plane(23), "a1");
  EXPECT_EQ(table.see().plane(24), "a4");
  EXPECT_EQ(table.see().plane(27), "a2 a3");
  EXPECT_EQ(table.see().number(6), 1);
  EXPECT_EQ(table.see().plane(49), "");  // a2 or a3
}

TEST(Impossible, TheDoubleStepAfterARefusedStep) {
  Table table(kBerkeley, "k7/8/8/8/4r3/8/4P3/K7 b - - 0 1");
  table.moves({"e4e3"});
  EXPECT_TRUE(table.see().possible("e2e4"));
  table.refused({"e2e3"});
  EXPECT_TRUE(table.see().impossible("e2e4"));
  EXPECT_TRUE(table.see().possible("e2d3"));
  EXPECT_EQ(table.see().plane(25), "e3");
  EXPECT_EQ(table.see().plane(26), "");
  EXPECT_EQ(table.see().plane(49), "e3");
}

TEST(Impossible, CastlingOverARefusedStep) {
  Table table(kBerkeley, "1k3r2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
  EXPECT_TRUE(table.see().possible("e1g1"));
  table.refused({"e1f1"});
  EXPECT_TRUE(table.see().impossible("e1g1"));
  EXPECT_TRUE(table.see().possible("e1c1"));
  EXPECT_EQ(table.see().plane(28), "f1");
}

TEST(Impossible, EveryTryOfAPinnedKnight) {
  Table table(kBerkeley, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
  EXPECT_TRUE(table.see().possible("e2g3"));
  table.refused({"e2c3"});
  EXPECT_EQ(table.see().plane(29), "c3");
  for (const char* tried : {"e2c1", "e2d4", "e2f4", "e2g3", "e2g1"})
    EXPECT_TRUE(table.see().impossible(tried)) << tried;
  EXPECT_TRUE(table.see().possible("e1d1"));
}

TEST(Impossible, TriesOfAPinnedRookOffTheLine) {
  Table adjacent(kBerkeley, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
  adjacent.refused({"e2d2"});
  EXPECT_TRUE(adjacent.see().impossible("e2a2"));
  EXPECT_TRUE(adjacent.see().impossible("e2h2"));
  EXPECT_TRUE(adjacent.see().possible("e2e8"));

  Table known_path(kBerkeley, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1");
  known_path.refused({"e2b2"});
  EXPECT_TRUE(known_path.see().impossible("e2c2"));
  EXPECT_TRUE(known_path.see().possible("e2e3"));

  Table unknown_path(kBerkeley, "4r2k/8/8/8/8/8/4R3/4K3 b - - 0 1");
  unknown_path.moves({"h8h7"});
  unknown_path.refused({"e2b2"});
  EXPECT_TRUE(unknown_path.see().possible("e2c2"));
  EXPECT_TRUE(unknown_path.see().impossible("e2a2"));
  EXPECT_TRUE(unknown_path.see().possible("e2f2"));
}

TEST(Impossible, TriesOfAPinnedBishopOffTheDiagonal) {
  Table table(kBerkeley, "6k1/8/8/b7/8/2B5/7P/4K3 b - - 0 1");
  table.moves({"g8h7"});
  EXPECT_TRUE(table.see().possible("c3d4"));
  table.refused({"c3b2"});
  EXPECT_TRUE(table.see().impossible("c3d4"));
  EXPECT_TRUE(table.see().impossible("c3a1"));
  EXPECT_TRUE(table.see().possible("c3b4"));
  EXPECT_TRUE(table.see().possible("c3a5"));
  EXPECT_TRUE(table.see().possible("c3d2"));
}

TEST(Impossible, TriesOfAPinnedPawnOffTheDiagonal) {
  Table table(kBerkeley, "4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1");
  table.refused({"d2d3"});
  EXPECT_TRUE(table.see().impossible("d2d4"));
  EXPECT_TRUE(table.see().impossible("d2e3"));
  EXPECT_TRUE(table.see().possible("d2c3"));
}

TEST(Impossible, NothingAfterARefusedPawnCapture) {
  Table table(kBerkeley, "r3k3/8/8/8/8/8/3P4/4K3 b - - 0 1");
  table.moves({"e8e7"});
  table.refused({"d2c3"});
  EXPECT_TRUE(table.see().possible("d2d3"));
  EXPECT_TRUE(table.see().possible("d2d4"));
  EXPECT_TRUE(table.see().possible("d2e3"));
  EXPECT_EQ(table.see().plane(26), "c3");
}

TEST(Impossible, NothingAfterARefusalInCheck) {
  Table table(kBerkeley, "3k3r/8/8/b7/8/2N5/8/4K3 b - - 0 1");
  table.moves({"h8e8"});
  table.refused({"c3e4"});
  EXPECT_TRUE(table.see().possible("c3e2"));
  EXPECT_TRUE(table.see().impossible("c3d5"));
}

TEST(Impossible, RefusalsOfEarlierTurnsAreForgotten) {
  Table table(kBerkeley, "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
  table.refused({"e2c3"});
  table.moves({"e1d1", "h8h7"});
  EXPECT_TRUE(table.see().possible("e2c3"));
  EXPECT_TRUE(table.see().possible("e2g3"));
}

TEST(Impossible, StepsBesideAKnownKing) {
  Table start(kBerkeley, "8/8/8/8/8/1k6/8/K6R w - - 0 1");
  EXPECT_EQ(start.see().plane(38), "b3");
  EXPECT_TRUE(start.see().impossible("a1a2"));
  EXPECT_TRUE(start.see().impossible("a1b2"));
  EXPECT_TRUE(start.see().possible("a1b1"));

  Table captured(kBerkeley, "8/8/8/8/8/1k6/1N6/3K3R b - - 0 1");
  captured.moves({"b3b2"});
  EXPECT_EQ(captured.see().plane(38), "b2");
  EXPECT_EQ(captured.see().plane(49), "b2");
  EXPECT_TRUE(captured.see().impossible("d1c1"));
  EXPECT_TRUE(captured.see().impossible("d1c2"));
  EXPECT_TRUE(captured.see().possible("d1d2"));

  Table unsure(kBerkeley, "8/8/8/8/8/1k6/8/K6R b - - 0 1");
  unsure.moves({"b3c4"});
  EXPECT_TRUE(unsure.see().possible("a1a2"));
  EXPECT_TRUE(unsure.see().possible("a1b2"));
}

// ----------------------------------------------------------------------------------------------- king, pawns, squares

TEST(Planes, ALoneKingMustStep) {
  Table table(kBerkeley, "k7/8/8/8/8/8/8/K6R b - - 0 1");
  table.moves({"a8a7"});
  EXPECT_EQ(table.see().plane(38), "a7 b7 b8");
  EXPECT_EQ(table.see().number(33), 3);
}

// Without its rooks it cannot castle, whatever right it had at the start.
TEST(Planes, ALoneKingDoesNotCastle) {
  Table table(kBerkeley, "r3k3/8/8/8/8/8/8/R6K w q - 0 1");
  table.moves({"a1a8", "e8e7"});
  EXPECT_EQ(table.see().number(22), 1);
  EXPECT_EQ(table.see().plane(38), "d7 d8 e7 f7 f8");
}

TEST(Planes, AKingInCompanyMayStay) {
  Table table(kBerkeley, "k7/8/8/8/7n/8/8/K6R b - - 0 1");
  table.moves({"a8a7"});
  EXPECT_EQ(table.see().plane(38), "a7 a8 b7 b8");
}

TEST(Planes, AnOwnCheckTellsWhereTheKingCanBe) {
  Table table(kBerkeley, "8/8/8/3k4/8/8/8/K6R b - - 0 1");
  table.moves({"d5e5", "h1h5", "e5e4"});
  EXPECT_EQ(table.see().number(16), 1);
  EXPECT_EQ(table.see().plane(38), "b4 b5 b6 c4 c6 d4 d5 d6 e4 e6 f4 f5 f6");
}

TEST(Planes, TheOwnKingGivesNoCheck) {
  Table table(kBerkeley, "8/3n4/8/1k6/4K2R/8/8/8 b - - 0 1");
  table.moves({"b5b4", "e4d5", "b4a5"});  // the rook checks on its rank; the king was not on c5
  EXPECT_EQ(table.see().number(16), 1);
  EXPECT_EQ(table.see().plane(38), "a3 a4 a5 b3 b4 b5 c3 d3");
}

TEST(Planes, TheKingIsNotWhereOwnMenAttackWithoutACheck) {
  Table table(kBerkeley, "8/8/8/3k4/8/8/8/K5NR b - - 0 1");
  table.moves({"d5e6", "g1f3", "e6d6"});  // the knight attacks d4 and e5
  EXPECT_FALSE(table.see().in_plane(38, "d4"));
  EXPECT_FALSE(table.see().in_plane(38, "e5"));
  EXPECT_TRUE(table.see().in_plane(38, "d5"));
  EXPECT_TRUE(table.see().in_plane(38, "d6"));
}

TEST(Planes, TheOpponentMayHaveCastled) {
  Table both(kBerkeley, "r3k2r/8/8/8/8/8/1K6/8 b kq - 0 1");
  both.moves({"e8g8"});
  EXPECT_EQ(both.see().plane(38), "c8 d7 d8 e7 e8 f7 f8 g8");
  Table one(kBerkeley, "r3k2r/8/8/8/8/8/1K6/8 b q - 0 1");
  one.moves({"e8c8"});
  EXPECT_EQ(one.see().plane(38), "c8 d7 d8 e7 e8 f7 f8");
}

TEST(Planes, PawnsStepAndCapture) {
  Table quiet(kBerkeley, "4k3/3p4/8/8/8/2P5/8/4K3 b - - 0 1");
  quiet.moves({"d7d5"});
  EXPECT_EQ(quiet.see().plane(39), "d5 d6 d7");

  Table capture(kBerkeley, "4k3/6p1/8/8/3p3p/2P5/8/4K3 b - - 0 1");
  capture.moves({"d4c3"});
  EXPECT_EQ(capture.see().plane(39), "c3 d4 g7 h4");
  EXPECT_EQ(capture.see().plane(11), "c3");
  EXPECT_EQ(capture.see().number(27), 1);
}

TEST(Planes, PawnsLeaveTheLastRank) {
  Table table(kBerkeley, "4k3/8/8/8/8/8/p7/4K2R b - - 0 1");
  table.moves({"a2a1n"});
  EXPECT_EQ(table.see().plane(39), "a2");  // the promotion is not told
}

TEST(Planes, OnSmallBoardsNoPawnMakesADoubleStep) {
  Table table(kBerkeley, "rnbqk/ppppp/5/5/RNBQK b - - 0 1");
  table.moves({"a4a3"});
  EXPECT_EQ(table.see().plane(39), "a3 a4 b3 b4 c3 c4 d3 d4 e3 e4");
}

TEST(Planes, EnPassantByTheOpponentIsNamedInEnglish) {
  Table table(kEnglish, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
  table.moves({"e2e4", "d4e3"});
  EXPECT_EQ(table.see().plane(0), "");
  EXPECT_EQ(table.see().plane(11), "e3");
  EXPECT_EQ(table.see().plane(39), "d4 e3");
  EXPECT_EQ(table.see().plane(49), "e3");
  EXPECT_TRUE(table.see().in_plane(48, "e2"));
  EXPECT_FALSE(table.see().in_plane(48, "e3"));
}

TEST(Planes, EnPassantByTheOpponentIsOnlyPossibleElsewhere) {
  for (const RuleSet* rules : kRuleSets) {
    if (rules == &kEnglish) continue;
    Table table(*rules, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    table.moves({"e2e4", "d4e3"});
    EXPECT_EQ(table.see().plane(0), "") << rules->name;
    EXPECT_EQ(table.see().plane(11), "e4") << rules->name;
    EXPECT_EQ(table.see().plane(39), "d4 e3") << rules->name;
    EXPECT_EQ(table.see().plane(49), "") << rules->name;
    EXPECT_TRUE(table.see().in_plane(48, "e2")) << rules->name;
    EXPECT_FALSE(table.see().in_plane(48, "e3")) << rules->name;
  }
}

// The double step may have been made before the start.
TEST(Planes, EnPassantByTheOpponentAtTheStart) {
  Table table(kBerkeley, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  table.moves({"d4e3"});
  EXPECT_EQ(table.see().plane(0), "");
  EXPECT_EQ(table.see().plane(11), "e4");
  EXPECT_EQ(table.see().plane(39), "d4 e3");
  EXPECT_EQ(table.see().plane(49), "");
  EXPECT_FALSE(table.see().in_plane(48, "e3"));

  Table english(kEnglish, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
  english.moves({"d4e3"});
  EXPECT_EQ(english.see().plane(0), "");
  EXPECT_EQ(english.see().plane(11), "e3");
  EXPECT_EQ(english.see().plane(49), "e3");
  EXPECT_FALSE(english.see().in_plane(48, "e3"));
}

TEST(Planes, OwnEnPassant) {
  Table berkeley(kBerkeley, "2b1k3/8/8/3Pp3/8/8/8/4K2R w - e6 0 1");
  berkeley.moves({"d5e6", "c8e6"});
  EXPECT_EQ(berkeley.see().plane(16), "e5");
  EXPECT_TRUE(berkeley.see().in_plane(48, "e5"));
  EXPECT_TRUE(berkeley.see().in_plane(48, "d5"));
  EXPECT_EQ(berkeley.see().plane(49), "e6");
  EXPECT_EQ(berkeley.see().number(22), 2);

  Table english(kEnglish, "2b1k3/8/8/3Pp3/8/8/8/4K2R w - e6 0 1");
  english.moves({"d5e6", "c8e6"});
  EXPECT_EQ(english.see().plane(16), "e6");
  EXPECT_TRUE(english.see().in_plane(48, "d5"));
  EXPECT_FALSE(english.see().in_plane(48, "e5"));
}

TEST(Planes, CastlingLeavesAndEntersSquares) {
  Table king_side(kBerkeley, "4k3/8/8/8/8/r6P/8/4K2R w K - 0 1");
  EXPECT_EQ(king_side.see().plane(45), "g1");
  king_side.moves({"e1g1", "a3h3"});
  EXPECT_EQ(king_side.see().plane(5), "g1");
  EXPECT_EQ(king_side.see().plane(3), "f1");
  EXPECT_EQ(king_side.see().plane(8), "f1");
  EXPECT_EQ(king_side.see().plane(45), "");
  EXPECT_TRUE(king_side.see().in_plane(48, "e1"));
  EXPECT_TRUE(king_side.see().in_plane(48, "h1"));
  EXPECT_FALSE(king_side.see().in_plane(48, "f1"));
  EXPECT_FALSE(king_side.see().in_plane(48, "g1"));

  // After a quiet turn of the opponent, so that only the castling tells what is empty.
  Table queen_side(kBerkeley, "4k3/8/8/8/8/P5r1/8/R3K3 b Q - 0 1");
  queen_side.moves({"g3h3", "e1c1", "h3a3"});
  EXPECT_EQ(queen_side.see().plane(48), "a1 b1 e1");
}

TEST(Planes, ARefusalByAManThatCannotBePinnedFindsAMan) {
  Table table(kBerkeley, "4k3/8/8/8/8/p7/4K3/R7 w - - 0 1");
  table.refused({"a1a4"});
  EXPECT_EQ(table.see().plane(49), "a3");
}

TEST(Planes, ARefusalByAManThatMayBePinnedFindsNone) {
  Table table(kBerkeley, "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1");
  table.refused({"a1a4"});
  EXPECT_EQ(table.see().plane(49), "");
  Table shielded(kBerkeley, "4k3/8/8/8/8/p7/8/RN2K3 w - - 0 1");
  shielded.refused({"a1a4"});
  EXPECT_EQ(shielded.see().plane(49), "a3");
}

TEST(Planes, WhatIsFoundLastsForOneTurn) {
  Table table(kBerkeley, "4k3/8/8/8/8/p7/4K3/R7 w - - 0 1");
  table.refused({"a1a4"});
  table.moves({"e2e3", "e8e7"});
  EXPECT_EQ(table.see().plane(49), "");
}

// ------------------------------------------------------------------------------------------------------ the numbers

TEST(Numbers, APromotionThatIsToldInRand) {
  Table rand(kRand, "4k3/8/8/8/8/8/p6R/4K3 b - - 0 1");
  rand.moves({"a2a1n"});
  EXPECT_EQ(rand.see().number(32), 1);
  EXPECT_EQ(rand.see().number(22), 2);
  EXPECT_EQ(rand.see().number(23), 0);
  EXPECT_EQ(rand.see().plane(39), "");

  Table berkeley(kBerkeley, "4k3/8/8/8/8/8/p6R/4K3 b - - 0 1");
  berkeley.moves({"a2a1n"});
  EXPECT_EQ(berkeley.see().number(32), 0);
  EXPECT_EQ(berkeley.see().number(23), 1);
}

TEST(Numbers, QuietPliesAndRecurrencesWhereTheyMatter) {
  const std::initializer_list<const char*> there_and_back = {"g1f3", "g8f6", "f3g1", "f6g8"};
  Table wild16(kWild16);
  wild16.moves({"g1f3", "g8f6"});
  EXPECT_EQ(wild16.see().number(4), 2);
  EXPECT_EQ(wild16.see().number(5), 0);
  wild16.moves({"f3g1", "f6g8"});
  EXPECT_EQ(wild16.see().number(4), 4);
  EXPECT_EQ(wild16.see().number(5), 1);
  wild16.moves({"g1f3", "e7e5"});  // the pawn's move is not heard
  EXPECT_EQ(wild16.see().number(4), 6);
  EXPECT_EQ(wild16.see().number(5), 1);
  wild16.moves({"f3e5"});
  EXPECT_EQ(wild16.see().number(4), 0);
  EXPECT_EQ(wild16.see().number(5), 0);
  wild16.moves({"g8f6"});
  EXPECT_EQ(wild16.see().number(4), 1);
  wild16.moves({"d2d4"});
  EXPECT_EQ(wild16.see().number(4), 2);
  wild16.moves({"f6g8"});
  EXPECT_EQ(wild16.see().number(4), 1);

  for (const RuleSet* rules : {&kBerkeley, &kBerkeleyAny}) {
    Table berkeley(*rules);
    berkeley.moves(there_and_back);
    EXPECT_EQ(berkeley.see().number(4), 0);
    EXPECT_EQ(berkeley.see().number(5), 0);
  }
}

TEST(Numbers, WithoutACastlingRightItIsNotTheSame) {
  Table table(kWild16, "r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
  EXPECT_EQ(table.see().number(25), 1);
  table.moves({"e1d1", "e8d8", "d1e1", "d8e8"});
  EXPECT_EQ(table.see().number(4), 4);
  EXPECT_EQ(table.see().number(5), 0);
  EXPECT_EQ(table.see().number(25), 0);
}

TEST(Numbers, WhatTheOwnLastMoveTook) {
  const auto after_capture = [](const RuleSet& rules, const char* victim_moves) {
    Table table(rules);
    table.moves({"b1c3", victim_moves, "c3d5", "a7a6"});
    return table.see();
  };
  for (const RuleSet* rules : kRuleSets) {
    const bool told = rules->captured_man == referee::CapturedMan::pawn_or_piece;
    EXPECT_EQ(after_capture(*rules, "d7d5").number(26), told ? 2 : 1) << rules->name;
    EXPECT_EQ(after_capture(*rules, "d7d5").number(23), told ? 7 : 8) << rules->name;
    EXPECT_EQ(after_capture(*rules, "d7d5").number(22), 15) << rules->name;
    EXPECT_EQ(after_capture(*rules, "h7h5").number(26), 0) << rules->name;
  }
  Table piece(kRand);
  piece.moves({"b1c3", "g8f6", "c3d5", "a7a6", "d5f6", "e7f6"});
  EXPECT_EQ(piece.see().number(26), 3);
  EXPECT_EQ(piece.see().number(22), 15);
  EXPECT_EQ(piece.see().number(23), 8);
}

TEST(Numbers, TheQuestionAndTheDuty) {
  for (const RuleSet* rules : {&kBerkeleyAny, &kEnglish}) {
    Table table(*rules);
    table.moves({"e2e4", "d7d5"});
    EXPECT_EQ(table.see().number(28), 1);
    EXPECT_TRUE(table.see().askable("any"));
    EXPECT_EQ(table.ask("any"), "any-yes");
    EXPECT_EQ(table.see().number(28), 0);
    EXPECT_EQ(table.see().number(29), 1);
    EXPECT_EQ(table.see().number(30), 1);
    EXPECT_FALSE(table.see().askable("any"));
    EXPECT_FALSE(table.see().askable("g1f3"));
    EXPECT_TRUE(table.see().possible("e4f5"));
    table.refused({"e4f5"});
    EXPECT_EQ(table.see().number(30), rules == &kEnglish ? 0 : 1);
    EXPECT_EQ(table.see().askable("g1f3"), rules == &kEnglish);
    table.moves({"e4d5"});
    EXPECT_EQ(table.see().number(31), 1);
    EXPECT_EQ(table.see().number(7), 1);
    EXPECT_EQ(table.ask("any"), "any-no");
    EXPECT_EQ(table.see().number(29), 2);
    EXPECT_FALSE(table.see().askable("e7d6"));
    EXPECT_EQ(table.see().number(31), 1);
  }
}

TEST(Numbers, RefusalsThatAreHeard) {
  for (const RuleSet* rules : kRuleSets) {
    Table table(*rules, "4k3/8/8/8/8/p7/8/R3K3 w - - 0 1");
    table.refused({"a1a5", "a1a6"});
    table.ask("a1b2");  // nonsense
    EXPECT_EQ(table.see().number(6), 2) << rules->name;
    table.moves({"a1b1"});
    const int heard = rules == &kWild16 ? 0 : rules == &kEnglish ? 3 : 2;
    EXPECT_EQ(table.see().number(7), heard) << rules->name;
    table.moves({"e8d8", "b1b2"});
    EXPECT_EQ(table.see().number(7), 0) << rules->name;
  }
}

TEST(Numbers, StopAt255) {
  Table table(kEnglish, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  for (int i = 0; i < 300; ++i) EXPECT_EQ(table.ask("a1b2"), "no");  // nonsense that sounds like a refusal
  EXPECT_EQ(table.see().number(6), 0);
  table.moves({"a1b1"});
  EXPECT_EQ(table.see().number(7), 255);

  Table long_game(kBerkeley);
  for (int i = 0; i < 150; ++i) long_game.moves({"b1c3", "b8c6", "c3b1", "c6b8"});
  EXPECT_EQ(long_game.see().number(3), 255);
  EXPECT_EQ(long_game.see().number(4), 0);
}

TEST(Numbers, PawnTriesThatWereTold) {
  const char* fen = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";
  EXPECT_EQ(Table(kWild16, fen).see().number(19), 2);
  EXPECT_EQ(Table(kCincinnati, fen).see().number(19), 1);
  EXPECT_EQ(Table(kRand, fen).see().number(19), 1);
  EXPECT_EQ(Table(kRand, fen).see().plane(42), "e4");
  EXPECT_EQ(Table(kBerkeley, fen).see().number(18), 0);

  Table table(kWild16, fen);
  table.moves({"e1e2"});
  EXPECT_EQ(table.see().number(20), 0);  // told at the start, not with an own move
  EXPECT_EQ(table.see().number(19), 2);
  table.moves({"e8e7"});
  EXPECT_EQ(table.see().number(20), 1);
  EXPECT_EQ(table.see().number(21), 2);
}

// --------------------------------------------------------------------------------------- ages, sides, sizes, actions

TEST(Planes, RefusalsGrowOld) {
  Table table(kBerkeley);
  table.refused({"e2d3"});
  EXPECT_EQ(table.see().plane(26), "d3");
  table.moves({"b1c3", "b8c6"});
  EXPECT_EQ(table.see().plane(24), "");
  EXPECT_EQ(table.see().plane(30), "d3");
  table.moves({"c3b1", "c6b8"});
  EXPECT_EQ(table.see().plane(30), "");
  EXPECT_EQ(table.see().plane(31), "d3");
  table.moves({"b1c3", "b8c6"});
  EXPECT_EQ(table.see().plane(31), "d3");
  table.moves({"c3b1", "c6b8"});
  EXPECT_EQ(table.see().plane(31), "");
  EXPECT_EQ(table.see().plane(32), "d3");
  table.moves({"b1c3", "b8c6", "c3b1", "c6b8", "b1c3", "b8c6"});
  EXPECT_EQ(table.see().plane(32), "d3");
  table.moves({"c3b1", "c6b8"});
  EXPECT_EQ(table.see().plane(32), "");
}

TEST(Planes, MovesAndCapturesGrowOld) {
  Table table(kBerkeley);
  table.moves({"e2e4", "d7d5", "e4d5", "d8d5"});
  EXPECT_EQ(table.see().plane(6), "e4");
  EXPECT_EQ(table.see().plane(7), "d5");
  EXPECT_EQ(table.see().plane(9), "e2");
  EXPECT_EQ(table.see().plane(10), "e4");
  EXPECT_EQ(table.see().plane(11), "d5");
  EXPECT_EQ(table.see().plane(16), "d5");
  EXPECT_EQ(table.see().plane(20), "e2 e3");
  table.moves({"b1c3", "d5d8"});
  EXPECT_EQ(table.see().plane(11), "");
  EXPECT_EQ(table.see().plane(12), "d5");
  EXPECT_EQ(table.see().plane(16), "");
  EXPECT_EQ(table.see().plane(17), "d5");
  EXPECT_EQ(table.see().plane(20), "e2 e3 e4");
}

TEST(Planes, BlackSeesTheBoardFromHisSide) {
  Table table(kBerkeley);
  table.moves({"e2e4"});
  const Record record = table.see().raw();
  EXPECT_EQ(record.planes[5], std::uint64_t{1} << 4);
  EXPECT_EQ(record.planes[0], std::uint64_t{0xff00});
  EXPECT_TRUE(contains(record.askable, 64 * 12 + 28));  // e7e5
  EXPECT_EQ(record.planes[47], 0x55aa55aa55aa55aaU);    // a8 is light
  EXPECT_EQ(record.planes[45], std::uint64_t{1} << 2 | std::uint64_t{1} << 6);
  EXPECT_EQ(record.numbers[0], 1);
}

TEST(Planes, ASmallBoardIsTheCornerForBothSides) {
  Table table(kBerkeley, "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1");
  EXPECT_EQ(table.see().raw().planes[46], 0x1f1f1f1f1fU);
  EXPECT_EQ(table.see().raw().planes[5], std::uint64_t{1} << 4);
  table.moves({"a2a3"});
  EXPECT_EQ(table.see().raw().planes[46], 0x1f1f1f1f1fU);
  EXPECT_EQ(table.see().raw().planes[5], std::uint64_t{1} << 4);
  EXPECT_EQ(table.see().number(2), 5);
}

TEST(Planes, BothDiagonalsCanBeLong) {
  Table table(kBerkeley, "4k/5/2K2/5/r1b2 b - - 0 1");
  table.moves({"c1b2"});
  EXPECT_EQ(table.see().number(10), 1);
  EXPECT_EQ(table.see().plane(35), "a1 a5 b2 b4 d2 d4 e1 e5");
  EXPECT_EQ(table.see().plane(37), "");
}

TEST(Actions, UnderPromotionsOfBothSides) {
  for (const char* fen : {"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/p7/4K3 b - - 0 1"}) {
    const Table table(kBerkeley, fen);
    const Record record = table.see().raw();
    EXPECT_TRUE(contains(record.askable, 64 * 48 + 56)) << fen;
    EXPECT_FALSE(contains(record.impossible, 64 * 48 + 56)) << fen;
    for (const int man : {0, 1, 2}) {
      EXPECT_FALSE(contains(record.askable, 4096 + 24 * man + 0)) << fen;
      EXPECT_TRUE(contains(record.askable, 4096 + 24 * man + 1)) << fen;
      EXPECT_FALSE(contains(record.impossible, 4096 + 24 * man + 1)) << fen;
      EXPECT_TRUE(contains(record.impossible, 4096 + 24 * man + 2)) << fen;  // a lone king
    }
  }
}

}  // namespace
}  // namespace blindmate::policy
