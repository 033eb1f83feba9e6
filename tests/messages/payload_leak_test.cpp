// What a player is sent holds nothing he cannot know: two tables that differ only in the opponent's secrets give him
// the same bytes after each thing he hears.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "games/tables.hpp"

namespace blindmate::messages {
namespace {

using chess::Move;
using chess::Side;
using referee::Answer;
using referee::AnyAsked;
using referee::Ask;
using referee::HeardBy;

// The listener asks and hears the same at both tables, while his opponent plays differently. Moves come at the same
// times, what is asked in vain at any.
class Twins {
 public:
  Twins(const referee::RuleSet& rules, Side listener, std::uint64_t seed)
      : random_(seed),
        listener_(listener),
        a_(games::started_table(rules.name, store::TimeControl{3'000'000, 1000})),
        b_(games::started_table(rules.name, store::TimeControl{3'000'000, 1000})) {}

  void play(int plies) {
    for (int ply = 0; ply < plies && going() && !testing::Test::HasFatalFailure(); ++ply) {
      const bool goes_on = a_.turn() == listener_ ? listener_turn() : opponent_turn();
      if (!goes_on) return;
      expect_same_bytes();
      different_ += a_.game().position() != b_.game().position() ? 1 : 0;
    }
  }

  int different() const { return different_; }
  int in_vain() const { return in_vain_; }

 private:
  bool going() const {
    return a_.status() == games::Table::Status::playing && b_.status() == games::Table::Status::playing;
  }

  void expect_same_bytes() {
    const store::Milliseconds now = now_ + random_.below(1000);
    ASSERT_EQ(sent_to(a_, listener_, now), sent_to(b_, listener_, now)) << a_.game().rules().name;
  }

  static referee::Heard answer(const games::Table& table, const Ask& ask) {
    return referee::Game(table.game()).ask(ask).heard;
  }

  void ask_both(const Ask& ask) {
    a_.ask(a_.turn(), ask, now_);
    b_.ask(b_.turn(), ask, now_);
  }

  void ask_any_alike() {
    if (random_.below(3) == 0 && answer(a_, AnyAsked{}) == answer(b_, AnyAsked{})) ask_both(AnyAsked{});
  }

  // Asks what is answered alike at both tables, until a move is made.
  bool listener_turn() {
    ask_any_alike();
    chess::MoveList tries = a_.view(listener_).askable_tries();
    std::shuffle(tries.begin(), tries.end(), std::minstd_rand(static_cast<unsigned>(random_.next())));
    for (const Move tried : tries) {
      const referee::Heard heard = answer(a_, tried);
      if (heard != answer(b_, tried)) continue;
      now_ += random_.below(500);
      ask_both(tried);
      if (heard.answer == Answer::ok) return true;
      expect_same_bytes();
    }
    return false;
  }

  bool opponent_turn() {
    const bool heard = a_.game().rules().refusal == HeardBy::both;
    const std::uint32_t times = random_.below(4);
    ask_any_alike();
    ask_in_vain(a_, times);
    ask_in_vain(b_, heard ? times : random_.below(4));
    now_ += 2000;
    if (sent_to(a_, listener_, now_) != sent_to(b_, listener_, now_)) {
      // One of them had fewer tries to waste; where refusals are private there is no such excuse.
      EXPECT_TRUE(heard) << "a private refusal was told";
      return false;
    }
    const std::vector<Move> moves_a = legal_and_askable(a_);
    const std::vector<Move> moves_b = legal_and_askable(b_);
    for (int attempt = 0; attempt < 200 && !moves_a.empty() && !moves_b.empty(); ++attempt) {
      const Move move_a = games::random_item(moves_a, random_);
      const Move move_b = games::random_item(moves_b, random_);
      if (answer(a_, move_a) != answer(b_, move_b)) continue;
      a_.ask(a_.turn(), move_a, now_);
      b_.ask(b_.turn(), move_b, now_);
      return true;
    }
    return false;
  }

  static std::vector<Move> legal_and_askable(const games::Table& table) {
    std::vector<Move> result;
    for (const Move move : chess::legal_moves(table.game().position())) {
      if (table.view(table.turn()).askable(move)) result.push_back(move);
    }
    return result;
  }

  // Refused tries, and nonsense where the listener does not hear of it.
  void ask_in_vain(games::Table& table, std::uint32_t times) {
    const referee::RuleSet& rules = table.game().rules();
    const bool silent = rules.nonsense == referee::Nonsense::to_mover || rules.refusal == HeardBy::mover;
    const auto waste = [&](const Ask& ask) {
      ++in_vain_;
      return table.ask(table.turn(), ask, now_ + random_.below(2000)).heard.answer;
    };
    const Move far(chess::square(0, 4), chess::square(7, 4));
    if (silent && random_.below(2) == 0 && table.is_nonsense(far)) waste(far);
    if (rules.any == referee::AnyQuestion::none && random_.below(2) == 0) waste(AnyAsked{});
    for (const Move tried : table.view(table.turn()).askable_tries()) {
      if (times == 0 || table.game().position().is_legal(tried)) continue;
      if (waste(tried) == Answer::no) --times;
      if (silent && random_.below(2) == 0) waste(tried);  // refused before: nonsense
    }
  }

  Random random_;
  Side listener_;
  games::Table a_;
  games::Table b_;
  store::Milliseconds now_ = 2000;
  int different_ = 0;
  int in_vain_ = 0;
};

class PayloadLeaks : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(PayloadLeaks, TablesThatSoundTheSameAreSentAsTheSameBytes) {
  for (const Side listener : {Side::white, Side::black}) {
    int different = 0;
    int in_vain = 0;
    for (std::uint64_t seed = 0; seed < 25 && !HasFatalFailure(); ++seed) {
      Twins twins(*GetParam(), listener, seed);
      twins.play(50);
      different += twins.different();
      in_vain += twins.in_vain();
    }
    EXPECT_GT(different, 100) << "the true positions must have differed, or nothing was tested";
    EXPECT_GT(in_vain, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(RuleSets, PayloadLeaks, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const referee::RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// Who has only his own view of a running game finds no position in it: neither the opponent's men nor a FEN but the
// start.
TEST(PayloadLeaks, TheBoardHoldsTheOwnMenOnly) {
  games::Table table = games::started_table("rand");
  Random random(3);
  while (table.status() == games::Table::Status::playing && table.game().plies() < 60) {
    table.ask(table.turn(), games::random_ask(table.view(table.turn()), random), 2000);
    for (const Side side : {Side::white, Side::black}) {
      const boost::json::object now = now_payload(table.view(side), {});
      const std::string board(now.at("board").as_string());
      const bool is_white = side == Side::white;
      const auto foreign = [&](char c) { return is_white ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z'; };
      ASSERT_EQ(std::count_if(board.begin(), board.end(), foreign), 0) << board;
    }
  }
  EXPECT_GT(table.game().plies(), 30);
}

}  // namespace
}  // namespace blindmate::messages
