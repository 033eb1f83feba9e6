// The record of a decision, in random games of all rule sets: the same as the naive maker has it from the player's log,
// true of the real position, and the same for a player who cannot tell two games apart.
#include "blindmate/policy/record.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/referee/game.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "policy/naive_record.hpp"
#include "referee/twins.hpp"
#include "support.hpp"

namespace blindmate::policy {
namespace {

using chess::Move;
using chess::MoveList;
using referee::Game;
using referee::PlayerView;
using referee::random_item;
using referee::RuleSet;

// What happened in the games: all that was ever set.
struct Tally {
  int decisions = 0;
  int impossible = 0;
  std::array<std::uint64_t, BM_PLANES> planes{};
  std::array<std::uint8_t, BM_NUMBERS> numbers{};

  void add(const Record& record) {
    ++decisions;
    for (std::size_t i = 0; i < planes.size(); ++i) planes[i] |= record.planes[i];
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] |= record.numbers[i];
    for (const std::uint64_t word : record.impossible) impossible += word != 0 ? 1 : 0;
  }
};

// What the record says of the opponent's men, and of the tries, is true.
void expect_true(const Record& record, const naive::Board& truth, const std::string& rules) {
  const bool white = truth.white_to_move;
  int men = 0;
  int pawns = 0;
  for (int s = 0; s < 64; ++s) {
    const char man = naive::man_at(truth, s);
    const int seen = white || s / 8 >= truth.size ? s : 8 * (truth.size - 1 - s / 8) + s % 8;
    const auto in = [&](std::size_t plane) { return (record.planes[plane] >> seen & 1) != 0; };
    const bool his = naive::belongs_to(man, !white);
    men += his ? 1 : 0;
    pawns += his && naive::is_pawn(man) ? 1 : 0;
    EXPECT_TRUE(in(38) || !his || !naive::is_king(man)) << "the king is on " << naive::square_name(s);
    EXPECT_TRUE(in(39) || !his || !naive::is_pawn(man)) << "a pawn is on " << naive::square_name(s);
    EXPECT_TRUE(!in(48) || man == '.') << naive::square_name(s) << " is not empty";
    EXPECT_TRUE(!in(49) || his) << "no man of the opponent on " << naive::square_name(s);
  }
  EXPECT_EQ(record.numbers[22], men);
  EXPECT_GE(record.numbers[23], pawns);
  if (rules == "rand") {
    EXPECT_EQ(record.numbers[23], pawns);  // all is told there
  }

  bool some_askable = false;
  for (std::size_t i = 0; i < BM_ACTION_WORDS; ++i) {
    EXPECT_EQ(record.impossible[i] & ~record.askable[i], 0U);
    some_askable = some_askable || record.askable[i] != 0;
  }
  EXPECT_TRUE(some_askable);
  for (const std::string& move : naive::legal_moves(truth)) {
    EXPECT_FALSE(contains(record.impossible, action_of(move, white, truth.size))) << move << " is legal";
  }
}

// Legal moves that are askable now, those that capture en passant, else captures, else all.
MoveList good_moves(const Game& game) {
  std::array<MoveList, 3> lists;
  const chess::Position& truth = game.position();
  for (const Move move : chess::legal_moves(truth)) {
    if (!game.view(truth.turn()).askable(move)) continue;
    const std::size_t kind = truth.is_en_passant(move) ? 0U : truth.captured_by(move) != chess::kNoSquare ? 1U : 2U;
    lists[kind].push_back(move);
  }
  return *std::find_if(lists.begin(), lists.end(), [](const MoveList& list) { return !list.empty(); });
}

// Mostly an askable try; now and then the question, nonsense, or something that brings the game on.
referee::Ask random_ask(const Game& game, Random& random, int asked) {
  const PlayerView& view = game.view(game.position().turn());
  const std::uint32_t dice = random.below(40);
  if (dice < 3) return referee::AnyAsked{};
  if (dice == 3) {
    const auto s = [&] { return static_cast<chess::Square>(random.below(64)); };
    return Move(s(), s(), random.below(4) == 0 ? chess::kPromotions[random.below(4)] : chess::Man::none);
  }
  if (dice == 4 && !view.log().empty() && view.log().back().ask) return *view.log().back().ask;  // once more
  if (dice < 14 || asked > 8) return random_item(good_moves(game), random);
  return random_item(view.askable_tries(), random);
}

void play(const RuleSet& rules, const chess::Position& start, Random& random, int most_plies, Tally& tally) {
  Game game(rules, start);
  int asked = 0;
  while (!game.outcome() && game.plies() < most_plies) {
    const PlayerView& view = game.view(game.position().turn());
    const Record record = record_of(view);
    const std::string different = difference(record, naive_record(view));
    ASSERT_TRUE(different.empty()) << different << write_pgn(game) << chess::fen(game.position());
    expect_true(record, naive::read_fen(chess::fen(game.position())), std::string(rules.name));
    ASSERT_FALSE(testing::Test::HasFailure()) << write_pgn(game) << chess::fen(game.position());
    tally.add(record);
    const referee::Announcement said = game.ask(random_ask(game, random, asked));
    asked = said.heard.answer == referee::Answer::ok ? 0 : asked + 1;
  }
}

// Positions with what random games from the initial one reach too late: en passant at once, castling, promotions, few
// men, checks at the start, small boards.
constexpr std::array kStarts = {
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "4k3/8/8/3Pp3/8/8/8/4K3 w - e6 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "rn2k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/RN2K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 1",
    "4k3/PPP5/8/8/8/8/ppp5/4K3 w - - 0 1",
    "8/1P1k1P2/8/8/8/8/1p3p1p/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
    "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/4q3/8/8/QQ2K3 w - - 0 1",
    "k3/p3/3P/3K w - - 0 1",
    "rbqk/pppp/PPPP/RBQK w - - 0 1",
    "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1",
    "rnbqkbn/ppppppp/7/7/7/PPPPPPP/RNBQKBN w - - 0 1",
};

class RecordInRandomGames : public testing::TestWithParam<const RuleSet*> {};

TEST_P(RecordInRandomGames, IsTheNaiveOneAndTrue) {
  const RuleSet& rules = *GetParam();
  Random random(rules.name.size() * 1000 + 3);
  Tally tally;
  for (int game = 0; game < 8 && !HasFailure(); ++game) {
    play(rules, chess::Position::start(), random, 90, tally);
  }
  for (const char* fen : kStarts) {
    for (int game = 0; game < 2 && !HasFailure(); ++game) play(rules, position(fen), random, 50, tally);
  }
  for (int game = 0; game < 30 && !HasFailure(); ++game) {
    play(rules, random_position(chess::kSmallestBoard + game % 5, random), random, 40, tally);
  }
  if (HasFailure()) return;
  RecordProperty("decisions", tally.decisions);

  // Everything must have been seen that this rule set knows.
  const bool asks = rules.any != referee::AnyQuestion::none;
  const bool told = rules.pawn_tries != referee::PawnTries::untold;
  EXPECT_GT(tally.impossible, 0);
  for (std::size_t plane = 0; plane < BM_PLANES; ++plane) {
    if (plane == 42) {
      EXPECT_EQ(tally.planes[plane] != 0, rules.pawn_tries == referee::PawnTries::squares);
    } else {
      EXPECT_NE(tally.planes[plane], 0U) << "plane " << plane;
    }
  }
  for (std::size_t number = 2; number < 36; ++number) {
    bool exists = true;
    if (number == 4 || number == 5) exists = rules.chess_draws;
    if (number == 7) exists = rules.refusal == referee::HeardBy::both;
    if (number >= 18 && number <= 21) exists = told;
    if (number >= 28 && number <= 31) exists = asks;
    if (number == 32) exists = rules.tells_promotion;
    EXPECT_EQ(tally.numbers[number] != 0, exists) << "number " << number;
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, RecordInRandomGames, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Nothing in a record depends on what its player cannot know.
TEST(RecordLeaks, GamesThatSoundTheSameGiveTheSameRecord) {
  for (const RuleSet* rules : referee::kRuleSets) {
    for (const chess::Side listener : {chess::Side::white, chess::Side::black}) {
      SCOPED_TRACE(rules->name);
      int decisions = 0;
      const auto compare = [&](const PlayerView& a, const PlayerView& b) {
        ASSERT_EQ(bytes(a), bytes(b));
        if (a.turn() != listener || a.outcome()) return;
        const Record in_a = record_of(a);
        const Record in_b = record_of(b);
        ASSERT_EQ(std::memcmp(&in_a, &in_b, sizeof in_a), 0) << write_pgn(a);
        ++decisions;
      };
      int different = 0;
      for (std::uint64_t seed = 0; seed < 60 && !HasFatalFailure(); ++seed) {
        referee::Twins twins(*rules, listener, seed);
        twins.play(60, compare);
        different += twins.different();
      }
      EXPECT_GT(different, 200) << "the true positions must have differed, or nothing was tested";
      EXPECT_GT(decisions, 200);
    }
  }
}

}  // namespace
}  // namespace blindmate::policy
