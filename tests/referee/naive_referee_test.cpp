// Random games through the referee and through the naive one, which was written from the rules alone. Any difference in
// what is heard, askable, or left of the game is a failure. Each game makes the round trip through PGN, too.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "blindmate/referee/game.hpp"
#include "blindmate/view/announce.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "referee/plain.hpp"
#include "referee/round_trip.hpp"
#include "support.hpp"

namespace blindmate::referee {
namespace {

std::vector<std::string> askable_texts(const PlayerView& view) {
  std::vector<std::string> texts;
  for (const chess::Move tried : view.askable_tries()) texts.push_back(chess::text(tried));
  std::sort(texts.begin(), texts.end());
  return texts;
}

// Mostly an askable try; now and then the question, something random, or something refused before.
Ask random_ask(const PlayerView& view, const std::vector<Ask>& asked, Random& random) {
  const chess::MoveList tries = view.askable_tries();
  const std::uint32_t dice = random.below(40);
  if (dice == 0) return AnyAsked{};
  if (dice == 1 && !asked.empty()) return asked[random.below(static_cast<unsigned>(asked.size()))];
  if (dice == 2 || tries.empty()) {
    const auto s = [&] { return static_cast<chess::Square>(random.below(64)); };
    const bool promotes = random.below(4) == 0;
    return chess::Move(s(), s(), promotes ? chess::kPromotions[random.below(4)] : chess::Man::none);
  }
  return tries[random.below(static_cast<unsigned>(tries.size()))];
}

struct Tally {
  int answers = 0;
  int ended = 0;
};

void play_both(const RuleSet& rules, const chess::Position& start, Random& random, int most_plies, Tally& tally) {
  Game game(rules, start);
  naive::Referee naive(std::string(rules.name), chess::fen(start));
  ASSERT_EQ(plain(announce_start(start, rules)), naive.start()) << rules.name << ": " << chess::fen(start);
  std::vector<Ask> asked;
  std::string story = chess::fen(start);
  for (int after_end = 0; game.plies() < most_plies && after_end < 3;) {
    const PlayerView& view = game.view(game.position().turn());
    ASSERT_EQ(askable_texts(view), naive.askable()) << rules.name << ": " << story;
    ASSERT_EQ(view.may_ask_any(), naive.may_ask_any()) << rules.name << ": " << story;

    const Ask ask = random_ask(view, asked, random);
    story += " " + text(ask);
    const Announcement ours = game.ask(ask);
    const naive::Answer theirs = naive.ask(text(ask));
    ++tally.answers;
    ASSERT_EQ(plain(ours.heard), theirs.mover) << rules.name << ": " << story;
    ASSERT_EQ(ours.opponent_hears, theirs.opponent.has_value()) << rules.name << ": " << story;
    if (theirs.opponent) {
      ASSERT_EQ(plain(ours.heard), *theirs.opponent) << rules.name << ": " << story;
    }
    ASSERT_EQ(chess::fen(game.position()), naive.fen()) << rules.name << ": " << story;
    ASSERT_EQ(game.outcome() ? game.outcome()->reason : "", naive.end()) << rules.name << ": " << story;
    const bool won = game.outcome() && game.outcome()->winner;
    ASSERT_EQ(won ? chess::name(*game.outcome()->winner) : "", naive.winner()) << rules.name << ": " << story;

    if (ours.heard.answer == Answer::ok) asked.clear();
    asked.push_back(ask);
    if (game.outcome() && after_end++ == 0) ++tally.ended;
  }
  expect_round_trip(game);
}

class NaiveReferee : public testing::TestWithParam<const RuleSet*> {};

// Of the games of each rule set, most start from scattered men on boards of all sizes: they are short and full of
// checks.
TEST_P(NaiveReferee, AgreesInRandomGames) {
  constexpr int kFromStart = 250;
  constexpr int kScattered = 1450;  // 6 x (250 + 1450) = 10,200 games
  Random random(GetParam()->name.size() * 1000 + 7);
  Tally tally;
  for (int game = 0; game < kFromStart && !HasFailure(); ++game) {
    play_both(*GetParam(), chess::Position::start(), random, 250, tally);
  }
  for (int game = 0; game < kScattered && !HasFailure(); ++game) {
    const int size = chess::kSmallestBoard + game % 5;
    play_both(*GetParam(), random_position(size, random), random, 60, tally);
  }
  RecordProperty("answers", tally.answers);
  RecordProperty("ended", tally.ended);
  EXPECT_GT(tally.ended, kScattered / 10) << "the games must reach their ends, too";
}

// Endings with few men reach the draws that need a history.
TEST_P(NaiveReferee, AgreesInLongGamesWithFewMen) {
  Random random(11);
  Tally tally;
  for (const char* fen : {"k3/4/4/KR2 w - - 0 1", "k4/5/5/5/1R2K w - - 80 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 70 1",
                          "k2b/4/4/KB2 w - - 0 1", "4k3/8/8/8/8/8/7P/4K2R w K - 90 1"}) {
    for (int game = 0; game < 20 && !HasFailure(); ++game) {
      play_both(*GetParam(), position(fen), random, 200, tally);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, NaiveReferee, testing::ValuesIn(kRuleSets),
                         [](const testing::TestParamInfo<const RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace blindmate::referee
