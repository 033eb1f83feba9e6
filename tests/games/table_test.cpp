// A table is a fold over its events: what was stored and is replayed is the table that was left.
#include "blindmate/games/table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/tables.hpp"
#include "support.hpp"

namespace blindmate::games {
namespace {

using chess::Side;
using referee::Answer;

std::string everything(const Table& table, store::Milliseconds now) {
  return sent_to(table, Side::white, now) + sent_to(table, Side::black, now) +
         boost::json::serialize(messages::summary_payload(table.record(), table.standing(), Side::white, std::nullopt));
}

// Asks, offers, answers and the server's absences at random, with an end from outside the rules if there is no other.
class RandomTable {
 public:
  RandomTable(std::string_view rules, std::uint64_t seed)
      : random_(seed), table_(started_table(rules, store::TimeControl{3'000'000, 2000})) {}

  template <class EachStep>
  void play(int steps, const EachStep& each_step) {
    for (int step = 0; step < steps && table_.status() == Table::Status::playing; ++step) {
      now_ += random_.below(3000);
      happen_at_random();
      each_step(table_, now_ + random_.below(5000));
    }
    if (table_.status() == Table::Status::playing) table_.happen({Kind::ended, now_, Side::black, "resignation"});
    table_.happen({Kind::rematch, now_ + 7, std::nullopt, "another-game"});
    each_step(table_, now_ + 100'000);
  }

 private:
  void happen_at_random() {
    const Side side = random_.below(2) == 0 ? Side::white : Side::black;
    const std::uint32_t dice = random_.below(30);
    if (dice == 0 && table_.may_offer_draw(side)) {
      table_.happen({Kind::offered, now_, side, ""});
    } else if (dice == 1 && table_.draw_offer()) {
      table_.happen({Kind::declined, now_, other(*table_.draw_offer()), ""});
    } else if (dice == 2) {
      const store::Milliseconds left = now_;
      now_ += 1'000'000;
      table_.happen({Kind::resumed, now_, std::nullopt, std::to_string(left)});
    } else {
      table_.ask(table_.turn(), random_ask(table_.view(table_.turn()), random_), now_);
    }
  }

  Random random_;
  Table table_;
  store::Milliseconds now_ = 2000;
};

class Tables : public testing::TestWithParam<const referee::RuleSet*> {};

TEST_P(Tables, AreTheSameWhenTheirEventsAreReplayed) {
  int compared = 0;
  int offers = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    int step = 0;
    RandomTable(GetParam()->name, seed).play(150, [&](const Table& table, store::Milliseconds now) {
      if (++step % 5 != 0 && table.status() == Table::Status::playing) return;
      const Table replayed(table.record());
      ASSERT_EQ(everything(replayed, now), everything(table, now)) << "seed " << seed;
      ASSERT_EQ(replayed.record(), table.record());
      ASSERT_EQ(chess::fen(replayed.game().position()), chess::fen(table.game().position()));
      ++compared;
      offers += table.draw_offer() ? 1 : 0;
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(compared, 150);
  EXPECT_GT(offers, 10) << "offers must have stood, or they were not tested";
}

// What is heard by nobody but who asked, and changes nothing, is not worth storing; the rest is.
TEST_P(Tables, RecordWhatLeavesATraceAndNothingElse) {
  Random random(5);
  Table table = started_table(GetParam()->name);
  int without_trace = 0;
  while (table.status() == Table::Status::playing && table.game().plies() < 200) {
    const Side by = table.turn();
    const auto asked = random_ask(table.view(by), random);
    const std::string before = sent_to(table, by, 0) + sent_to(table, other(by), 0);
    const std::size_t events = table.record().events.size();
    const Table::Asked answered = table.ask(by, asked, 2000);
    const std::string after = sent_to(table, by, 0) + sent_to(table, other(by), 0);
    ASSERT_EQ(answered.recorded, before != after) << referee::text(asked);
    ASSERT_EQ(table.record().events.size(), events + (answered.recorded ? 1 : 0));
    without_trace += answered.recorded ? 0 : 1;
  }
  EXPECT_GT(without_trace, 0);
}

INSTANTIATE_TEST_SUITE_P(RuleSets, Tables, testing::ValuesIn(referee::kRuleSets),
                         [](const testing::TestParamInfo<const referee::RuleSet*>& rules) {
                           std::string name(rules.param->name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Table, WaitsPlaysAndEnds) {
  Table table(record_of("berkeley"));
  EXPECT_EQ(table.status(), Table::Status::waiting);
  EXPECT_TRUE(table.may_abort());
  table.happen({Kind::started, 2000});
  EXPECT_EQ(table.status(), Table::Status::playing);
  EXPECT_TRUE(table.may_abort());
  ask(table, "e2e4", 3000);
  EXPECT_FALSE(table.may_abort());
  table.happen({Kind::ended, 4000, Side::black, "resignation"});
  EXPECT_EQ(table.status(), Table::Status::ended);
  EXPECT_EQ(table.outcome(), (referee::Outcome{"resignation", Side::black}));
}

// A file can be damaged, or written by somebody else: such a game is refused as a whole, not half understood.
TEST(Table, RefusesRecordsThatMakeNoSense) {
  const auto damaged = [](const auto& damage) {
    store::GameRecord record = record_of("berkeley", store::TimeControl{60'000, 0});
    record.events = {{Kind::started, 1000}, {Kind::asked, 2000, Side::white, "e2e4"}};
    EXPECT_NO_THROW(Table{record});
    damage(record);
    return record;
  };
  const store::GameRecord records[] = {
      damaged([](store::GameRecord& record) { record.rules = "chess"; }),
      damaged([](store::GameRecord& record) { record.events[1].text = "e2e9"; }),
      damaged([](store::GameRecord& record) { record.events[1].by = Side::black; }),
      damaged([](store::GameRecord& record) { record.events[1].by.reset(); }),
      damaged([](store::GameRecord& record) { record.events.push_back({Kind::resumed, 3000, std::nullopt, "noon"}); }),
      damaged([](store::GameRecord& record) { record.events.push_back({Kind::offered, 3000, std::nullopt, ""}); }),
      damaged([](store::GameRecord& record) {
        record.events.push_back({Kind::ended, 3000, Side::white, "resignation"});
        record.events.push_back({Kind::asked, 3000, Side::black, "e7e5"});
      }),
      damaged([](store::GameRecord& record) { record.seats[0] = {store::Bot{"nobody", 1}, {}}; }),
      damaged([](store::GameRecord& record) { record.seats[0] = {store::Bot{"club", 99}, {}}; }),
      damaged([](store::GameRecord& record) { record.phantoms[0] = "{"; }),
  };
  for (const store::GameRecord& record : records) EXPECT_THROW(Table{record}, DamagedGame);
}

TEST(Table, KnowsWhoSitsWhere) {
  Table table(record_of("berkeley"));
  table.sit(Side::black, store::Person{7});
  EXPECT_EQ(table.side_of(1), Side::white);
  EXPECT_EQ(table.side_of(2), Side::black);
  EXPECT_EQ(table.side_of(7), Side::black);
  EXPECT_FALSE(table.side_of(8));
}

TEST(Table, KnowsWhoseAccountItShows) {
  Table table(record_of("berkeley"));
  const store::Account account{.id = 2, .name = "ben"};
  EXPECT_TRUE(table.set_account(2, account));
  EXPECT_EQ(table.record().seats[1].account->name, "ben");
  EXPECT_FALSE(table.set_account(8, account));
  EXPECT_FALSE(table.record().seats[0].account);
}

TEST(Table, CountsNonsenseOfATurn) {
  Table table = started_table("wild16");
  for (int i = 1; i <= 5; ++i) {
    EXPECT_TRUE(table.is_nonsense(*chess::parse_coordinates("a1a5")));
    ask(table, "a1a5", 2000);
    EXPECT_EQ(table.nonsense_in_turn(), i);
  }
  EXPECT_FALSE(table.is_nonsense(*chess::parse_coordinates("e2d3")));
  ask(table, "e2d3", 2000);
  EXPECT_EQ(table.nonsense_in_turn(), 5) << "an honest try was refused";
  ask(table, "e2e4", 2000);
  EXPECT_EQ(table.nonsense_in_turn(), 0);
}

TEST(DrawOffers, OneForEachOwnMove) {
  Table table = started_table("berkeley");
  EXPECT_FALSE(table.may_offer_draw(Side::white)) << "before the first move the game can be aborted";
  ask(table, "e2e4", 2000);
  EXPECT_TRUE(table.may_offer_draw(Side::white));
  table.happen({Kind::offered, 2000, Side::white, ""});
  EXPECT_EQ(table.draw_offer(), Side::white);
  EXPECT_FALSE(table.may_offer_draw(Side::white));
  EXPECT_FALSE(table.may_offer_draw(Side::black)) << "who has an offer before him answers it";
  table.happen({Kind::declined, 2000, Side::black, ""});
  EXPECT_FALSE(table.draw_offer());
  EXPECT_FALSE(table.may_offer_draw(Side::white)) << "not again before he has moved again";
  EXPECT_TRUE(table.may_offer_draw(Side::black));
  ask(table, "e7e5", 2000);
  EXPECT_FALSE(table.may_offer_draw(Side::white));
  ask(table, "d2d4", 2000);
  EXPECT_TRUE(table.may_offer_draw(Side::white));
}

TEST(DrawOffers, StandUntilTheOpponentMoves) {
  Table table = started_table("berkeley");
  ask(table, "e2e4", 2000);
  ask(table, "e7e5", 2000);
  table.happen({Kind::offered, 2000, Side::white, ""});
  ask(table, "e4d5", 2000);
  EXPECT_EQ(table.draw_offer(), Side::white) << "a refusal is no move";
  ask(table, "d2d4", 2000);
  EXPECT_EQ(table.draw_offer(), Side::white) << "the own move does not take it back";
  ask(table, "a7a3", 2000);
  EXPECT_EQ(table.draw_offer(), Side::white) << "neither does the opponent's nonsense";
  ask(table, "d7d6", 2000);
  EXPECT_FALSE(table.draw_offer()) << "a move of the opponent declines it";
}

TEST(DrawOffers, AreGoneAfterTheEnd) {
  Table table = started_table("berkeley");
  ask(table, "e2e4", 2000);
  table.happen({Kind::offered, 2000, Side::white, ""});
  table.happen({Kind::ended, 2000, std::nullopt, "agreement"});
  EXPECT_FALSE(table.draw_offer());
  EXPECT_FALSE(table.may_offer_draw(Side::white));
  EXPECT_FALSE(table.may_offer_draw(Side::black));
}

TEST(TableClock, ChargesRefusalsAndGivesTheIncrementForMovesOnly) {
  Table table = started_table("berkeley", store::TimeControl{60'000, 5000});
  ask(table, "e2d3", 4000);
  ask(table, "e2f3", 6000);
  EXPECT_EQ(table.clock()->left(Side::white, 6000), 55'000);
  ask(table, "e2e4", 11'000);
  EXPECT_EQ(table.clock()->left(Side::white, 11'000), 55'000) << "60 - 10 + 5";
  EXPECT_EQ(table.clock()->running(), Side::black);
}

TEST(TableClock, LeavesOutTheTimeTheServerWasAway) {
  Table table = started_table("berkeley", store::TimeControl{60'000, 0});
  ask(table, "e2e4", 2000);
  table.happen({Kind::resumed, 3'600'000, std::nullopt, "5000"});
  EXPECT_EQ(table.clock()->left(Side::black, 3'600'000), 57'000);
  EXPECT_EQ(table.clock()->left(Side::white, 3'600'000), 59'000);
  EXPECT_FALSE(table.has_fallen(3'600'000));
  EXPECT_TRUE(table.has_fallen(3'657'000));
}

// A clock of the machine that is set back must not give time, nor bring the events out of order.
TEST(TableClock, NeverGoesBack) {
  Table table = started_table("berkeley", store::TimeControl{60'000, 0});
  ask(table, "e2e4", 31'000);
  ask(table, "e7e5", 11'000);
  EXPECT_EQ(table.record().events.back().at, 31'000);
  EXPECT_EQ(table.clock()->left(Side::black, 31'000), 60'000);
  EXPECT_EQ(table.clock()->left(Side::white, 31'000), 30'000);
}

TEST(TableClock, StopsAtTheEnd) {
  Table table = started_table("berkeley", store::TimeControl{60'000, 0});
  ask(table, "e2e4", 2000);
  table.happen({Kind::ended, 5000, Side::white, "resignation"});
  EXPECT_FALSE(table.clock()->running());
  EXPECT_EQ(table.clock()->left(Side::black, 500'000), 57'000);
  EXPECT_FALSE(table.has_fallen(500'000)) << "nobody loses twice";
}

// White takes all he can and Black nothing, until Black has only his king; then it is White's turn.
Table table_with_a_lone_black_king() {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Table table = started_table("berkeley", store::TimeControl{60'000, 0});
    while (table.status() == Table::Status::playing && table.game().plies() < 600) {
      const chess::Position& position = table.game().position();
      const bool lone = !chess::several(position.men(Side::black));
      if (lone && position.turn() == Side::white) return table;
      std::vector<chess::Move> captures;
      std::vector<chess::Move> quiet;
      for (const chess::Move move : chess::legal_moves(position)) {
        (chess::contains(position.men(other(position.turn())), move.to()) ? captures : quiet).push_back(move);
      }
      const bool takes = !captures.empty() && (position.turn() == Side::white || quiet.empty());
      table.ask(position.turn(), random_item(takes ? captures : quiet, random), 2000);
    }
  }
  ADD_FAILURE() << "no game led to a lone king";
  return started_table("berkeley", store::TimeControl{60'000, 0});
}

TEST(FlagFall, LosesUnlessTheOtherHasNothingButHisKing) {
  Table table = table_with_a_lone_black_king();
  EXPECT_TRUE(table.has_fallen(100'000));
  EXPECT_EQ(table.flag_fall(100'000), (store::TableEvent{Kind::ended, 100'000, std::nullopt, "time"}))
      << "a lone king cannot win";
  Table begun = started_table("berkeley", store::TimeControl{60'000, 0});
  EXPECT_FALSE(begun.has_fallen(60'999));
  EXPECT_TRUE(begun.has_fallen(61'000));
  EXPECT_EQ(begun.flag_fall(61'000), (store::TableEvent{Kind::ended, 61'000, Side::black, "time"}));
  begun.happen(begun.flag_fall(61'000));
  EXPECT_EQ(begun.outcome(), (referee::Outcome{"time", Side::black}));
  EXPECT_EQ(begun.clock()->left(Side::white, 70'000), 0);
}

TEST(FlagFall, OfTheLoneKingLoses) {
  Table table = table_with_a_lone_black_king();
  const chess::Position& position = table.game().position();
  for (const chess::Move move : chess::legal_moves(position)) {
    Table next(table.record());
    next.ask(Side::white, move, 2000);
    if (next.status() != Table::Status::playing) continue;
    EXPECT_EQ(next.flag_fall(100'000).by, Side::white);
    return;
  }
  FAIL() << "every move ended the game";
}

TEST(FlagFall, DoesNotHappenWithoutAClockOrBeforeTheStart) {
  EXPECT_FALSE(started_table("berkeley").has_fallen(1'000'000'000));
  EXPECT_FALSE(Table(record_of("berkeley", store::TimeControl{1, 0})).has_fallen(1'000'000'000));
}

}  // namespace
}  // namespace blindmate::games
