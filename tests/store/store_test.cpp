// What every store must do, whatever it is made of: each database is a row at the end.
#include "blindmate/store/store.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/tables.hpp"
#include "store/stores.hpp"

namespace blindmate::store {
namespace {

using chess::Side;

TEST_P(Stores, KnowGuestsByTheHashesOfTheirTokens) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  EXPECT_NE(anna, ben);
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(known_by("hash of anna"), anna);
    EXPECT_EQ(known_by("hash of ben"), ben);
    EXPECT_FALSE(store_->person("hash of nobody"));
    EXPECT_FALSE(store_->person(""));
    reopen();
  }
}

TEST_P(Stores, RefuseAHashThatIsThereAlready) {
  guest("anna");
  EXPECT_THROW(guest("anna"), StoreError);
  EXPECT_EQ(known_by("hash of anna"), 1) << "and go on";
}

TEST_P(Stores, KeepEverythingOfAGame) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  const GuestId bens_phone = guest("ben's phone");
  GameRecord game = new_game("g1", anna, 0);
  expect_stored(game);

  std::vector<Write> writes;
  const auto happen = [&](const TableEvent& event, bool ends = false) {
    writes.emplace_back(NewEvent{"g1", game.events.size(), event});
    if (ends) writes.emplace_back(NewEnd{"g1", event.at, event.by});
    game.events.push_back(event);
  };
  happen({Kind::started, 2000});
  happen({Kind::asked, 2001, Side::white, "e2e4"});
  happen({Kind::asked, 2001, Side::black, "any"});
  happen({Kind::asked, 2002, Side::black, "e7e8q"});
  happen({Kind::offered, 2003, Side::black, ""});
  happen({Kind::declined, 2004, Side::white, ""});
  happen({Kind::resumed, 9'000'000'000'000, std::nullopt, "2005"});
  happen({Kind::ended, 9'000'000'000'001, Side::white, "resignation"}, true);
  happen({Kind::rematch, 9'000'000'000'002, std::nullopt, "g2"});
  for (const GuestId guest : {ben, bens_phone}) {
    writes.emplace_back(NewSitter{"g1", Side::black, guest});
    game.seats[1].guests.push_back(guest);
  }
  game.phantoms = {R"({"e5":"p"})", R"({"d4":"q","quote\"'":"ä"})"};
  writes.emplace_back(NewPhantoms{"g1", Side::white, R"({"a1":"p"})"});
  writes.emplace_back(NewPhantoms{"g1", Side::white, game.phantoms[0]});
  writes.emplace_back(NewPhantoms{"g1", Side::black, game.phantoms[1]});
  store_->write(writes);
  expect_stored(game);
  reopen();
  expect_stored(game);
}

TEST_P(Stores, KeepGamesWithBotsAndWithoutClocks) {
  GameRecord game{.id = "g1", .created = 5, .rules = "berkeley"};
  game.seats[0].bot = Bot{"club", 3};
  game.seats[1].guests = {guest("anna")};
  game.events = {{Kind::started, 5}};
  store_->write({NewGame{game}});
  reopen();
  expect_stored(game);
}

TEST_P(Stores, HaveNoGamesButTheirOwn) {
  EXPECT_FALSE(store_->game("g1"));
  new_game("g1", guest("anna"), 0);
  EXPECT_FALSE(store_->game("G1"));
  EXPECT_FALSE(store_->game(""));
  EXPECT_FALSE(store_->game("g1' OR '1'='1"));
}

// A random game as it is played, an event a transaction, in the end as it was.
TEST_P(Stores, KeepRandomGames) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  Random random(1);
  for (const referee::RuleSet* rules : referee::kRuleSets) {
    GameRecord record = games::record_of(rules->name, TimeControl{3'000'000, 0});
    record.id = "of-" + std::string(rules->name);
    record.seats[0].guests = {anna};
    record.seats[1].guests = {ben};
    store_->write({NewGame{record}});
    games::Table table(record);
    const auto store_last = [&] {
      const std::vector<TableEvent>& events = table.record().events;
      std::vector<Write> writes = {NewEvent{record.id, events.size() - 1, events.back()}};
      if (table.outcome()) writes.emplace_back(NewEnd{record.id, events.back().at, table.outcome()->winner});
      store_->write(writes);
    };
    table.happen({Kind::started, 1000});
    store_last();
    for (int i = 0; i < 100 && table.status() == games::Table::Status::playing; ++i) {
      if (table.ask(table.turn(), games::random_ask(table.view(table.turn()), random), 2000 + i).recorded) store_last();
    }
    expect_stored(table.record());
    const games::Table replayed(*store_->game(record.id));
    EXPECT_EQ(sent_to(replayed, Side::white, 5000), sent_to(table, Side::white, 5000));
    EXPECT_EQ(sent_to(replayed, Side::black, 5000), sent_to(table, Side::black, 5000));
  }
}

TEST_P(Stores, WriteAllOfABatchOrNothing) {
  const GuestId anna = guest("anna");
  GameRecord game = new_game("g1", anna, 0);
  store_->write({NewEvent{"g1", 0, {Kind::started, 2000}}});
  game.events.push_back({Kind::started, 2000});
  GameRecord other = game;
  other.id = "g2";
  EXPECT_THROW(store_->write({NewGame{other}, NewSitter{"g1", Side::black, guest("ben")},
                              NewPhantoms{"g1", Side::white, "{}"}, NewDeviceLink{"hash", "g1", Side::white}, Alive{77},
                              NewEvent{"g1", 1, {Kind::asked, 2001, Side::white, "e2e4"}}, NewEnd{"g1", 2001},
                              NewEvent{"g1", 0, {Kind::asked, 2002, Side::white, "e2e4"}}}),
               StoreError)
      << "the number 0 is there already";
  for (int times = 0; times < 2; ++times) {
    expect_stored(game);
    EXPECT_FALSE(store_->game("g2"));
    EXPECT_FALSE(store_->device_link("hash"));
    EXPECT_EQ(store_->unfinished_games_of(anna), 1U);
    reopen();
    EXPECT_EQ(claimed("g1"), kEntered) << "and not 77";
  }
  store_->write({NewEvent{"g1", 1, {Kind::asked, 2001, Side::white, "e2e4"}}});
  game.events.push_back({Kind::asked, 2001, Side::white, "e2e4"});
  expect_stored(game);
}

// Every kind of write, right after one of its kind has failed.
TEST_P(Stores, GoOnAfterAFailure) {
  const GuestId anna = guest("anna");
  GameRecord game = new_game("g1", anna, 0);
  EXPECT_THROW(store_->write({NewGame{game}}), StoreError);
  new_game("g2", anna, 0);
  store_->write({NewEvent{"g1", 0, {Kind::started, 2000}}});
  EXPECT_THROW(store_->write({NewEvent{"g1", 0, {Kind::started, 2000}}}), StoreError);
  store_->write({NewEvent{"g1", 1, {Kind::asked, 2001, Side::white, "e2e4"}}});
  EXPECT_THROW(store_->write({NewPhantoms{"none", Side::white, "{}"}}), StoreError);
  store_->write({NewPhantoms{"g1", Side::white, "{}"}});
  EXPECT_THROW(store_->write({NewDeviceLink{"hash", "none", Side::white}}), StoreError);
  store_->write({NewDeviceLink{"hash", "g1", Side::white}});
  EXPECT_THROW(store_->new_guest("hash of anna", 1000), StoreError);
  guest("ben");
  game.events = {{Kind::started, 2000}, {Kind::asked, 2001, Side::white, "e2e4"}};
  game.phantoms[0] = "{}";
  expect_stored(game);
}

TEST_P(Stores, RefuseWhatBelongsToNoGame) {
  EXPECT_THROW(store_->write({NewEvent{"g1", 0, {Kind::started, 2000}}}), StoreError);
  EXPECT_THROW(store_->write({NewPhantoms{"g1", Side::white, "{}"}}), StoreError);
  EXPECT_THROW(store_->write({NewDeviceLink{"hash", "g1", Side::white}}), StoreError);
  EXPECT_THROW(store_->write({NewSitter{"g1", Side::white, guest("anna")}}), StoreError);
  const GameRecord game = new_game("g1", guest("ben"), 0);
  EXPECT_THROW(store_->write({NewSitter{"g1", Side::black, 4711}}), StoreError) << "nor to no guest";
  EXPECT_THROW(store_->write({NewGame{game}}), StoreError) << "nor what is there already";
  expect_stored(game);
}

TEST_P(Stores, ListTheGamesOfAGuestUnfinishedOnesFirstThenTheNewest) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  new_game("old", anna, ben, 1000);
  new_game("newest", ben, anna, 3000);
  new_game("middle", anna, 0, 2000);
  new_game("ben's", ben, 0, 9000);
  const auto ids = [&](GuestId guest, std::size_t most) {
    std::vector<std::string> result;
    for (const GameRecord& game : store_->games_of(guest, most)) {
      EXPECT_EQ(game, *store_->game(game.id));
      result.push_back(game.id);
    }
    return result;
  };
  EXPECT_EQ(ids(anna, 50), (std::vector<std::string>{"newest", "middle", "old"}));
  EXPECT_EQ(ids(anna, 2), (std::vector<std::string>{"newest", "middle"}));
  EXPECT_EQ(ids(4711, 50), std::vector<std::string>{});
  store_->write({NewEvent{"newest", 0, {Kind::ended, 4000, std::nullopt, "abort"}},
                 NewEnd{.game = "newest", .at = 4000, .counts = false}});
  EXPECT_EQ(ids(anna, 50), (std::vector<std::string>{"middle", "old", "newest"}));
  EXPECT_EQ(ids(anna, 2), (std::vector<std::string>{"middle", "old"}));
}

TEST_P(Stores, KnowWhichGamesAreUnfinishedAndWhoseClocksRun) {
  const GuestId anna = guest("anna");
  for (const char* id : {"a", "b"}) {
    new_game(id, anna, 0);
    store_->write({NewEvent{id, 0, {Kind::started, 1000}}});
  }
  new_game("waits", anna, 0);
  GameRecord without_clock{.id = "without-clock", .created = 1, .rules = "berkeley"};
  without_clock.seats[0].guests = {anna};
  without_clock.events = {{Kind::started, 1000}};
  store_->write({NewGame{without_clock}});
  EXPECT_EQ(store_->unfinished_games_of(anna), 4U);
  EXPECT_EQ(store_->abandoned_games(), std::vector<std::string>{}) << "they are in this house";
  reopen();
  EXPECT_EQ(store_->unfinished_games_of(anna), 4U);
  EXPECT_EQ(store_->abandoned_games(), (std::vector<std::string>{"a", "b"}));
  claimed("a");
  EXPECT_EQ(store_->abandoned_games(), std::vector<std::string>{"b"});
  store_->write(
      {NewEvent{"a", 1, {Kind::ended, 2000, std::nullopt, "abort"}}, NewEnd{.game = "a", .at = 2000, .counts = false}});
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->unfinished_games_of(anna), 3U);
    EXPECT_EQ(store_->abandoned_games(), std::vector<std::string>{"b"});
    reopen();
  }
}

TEST_P(Stores, ANewDeviceLinkReplacesTheOldOneOfTheSeat) {
  const GuestId anna = guest("anna");
  new_game("g1", anna, guest("ben"));
  store_->write({NewDeviceLink{"first", "g1", Side::white}});
  store_->write({NewDeviceLink{"of black", "g1", Side::black}});
  store_->write({NewDeviceLink{"second", "g1", Side::white}});
  for (int times = 0; times < 2; ++times) {
    EXPECT_FALSE(store_->device_link("first"));
    ASSERT_TRUE(store_->device_link("second"));
    EXPECT_EQ(store_->device_link("second")->game, "g1");
    EXPECT_EQ(store_->device_link("second")->side, Side::white);
    ASSERT_TRUE(store_->device_link("of black"));
    EXPECT_EQ(store_->device_link("of black")->side, Side::black);
    EXPECT_FALSE(store_->device_link("none"));
    reopen();
  }
}

TEST_P(Stores, RememberTheLastSignOfLife) {
  new_game("g1", guest("anna"), 0);
  EXPECT_EQ(claimed("g1"), std::nullopt) << "it was in no other house";
  reopen();
  EXPECT_EQ(claimed("g1"), kEntered) << "it entered, and was not heard of again";
  store_->write({Alive{1000}});
  store_->write({Alive{1'789'000'000'000}});
  EXPECT_EQ(claimed("g1"), std::nullopt) << "it is here already";
  reopen();
  EXPECT_EQ(claimed("g1"), 1'789'000'000'000);
}

TEST_P(Stores, KeepImports) {
  GameRecord game{.id = "g1", .created = 1000, .rules = "rand", .start = "6k1/8/6K1/8/8/8/8/R7 w - - 0 1"};
  game.seats[0].name = "Zoë 'x'";
  game.seats[1].name = "Ben";
  game.events = {{Kind::started, 1000}, {Kind::ended, 1000, Side::white, "resignation"}};
  store_->write({NewGame{game}, NewEnd{.game = "g1", .at = 1000, .counts = false}});
  expect_stored(game);
  reopen();
  expect_stored(game);
}

TEST_P(Stores, KeepExhibitions) {
  const GuestId anna = guest("anna");
  const auto exhibit = [&](const std::string& id, Milliseconds created) {
    GameRecord game{.id = id, .created = created, .rules = "berkeley"};
    game.seats[0].bot = Bot{"random", 1};
    game.seats[1].bot = Bot{"club", 2};
    store_->write({NewGame{game}});
  };
  const auto listed = [&](std::size_t most, Milliseconds newer_than = 0) {
    std::vector<std::string> ids;
    for (const GameRecord& game : store_->exhibitions(newer_than, most)) ids.push_back(game.id);
    return ids;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(listed(10), Ids{});
  exhibit("old", 1000);
  exhibit("new", 2000);
  exhibit("ended", 3000);
  new_game("no exhibition", anna, 0);
  store_->write({NewEnd{.game = "ended", .at = 4000, .counts = false}});
  EXPECT_EQ(listed(10), (Ids{"new", "old", "ended"}));
  EXPECT_EQ(listed(2), (Ids{"new", "old"}));
  EXPECT_EQ(listed(10, 1000), (Ids{"new", "ended"})) << "the old one is abandoned";
}

TEST_P(Stores, KeepProblems) {
  EXPECT_EQ(store_->problem("p1"), std::nullopt);
  store_->write({NewProblem{"p1", R"({"id":"p1","ä":"'"})"}});
  reopen();
  EXPECT_EQ(store_->problem("p1"), R"({"id":"p1","ä":"'"})");
}

TEST_P(Stores, RateFirstAttemptsAtPuzzles) {
  const GuestId anna = guest("anna");
  const GuestId ben = guest("ben");
  EXPECT_EQ(store_->solver(anna), std::nullopt);
  const Rating first{.rating = 1400, .deviation = 200};
  store_->write({NewAttempt{anna, "m1", first, true, 1000}});
  const Rating expected = rated(Rating{}, {{first, 1}});
  const Rating puzzle = rated(first, {{Rating{}, 0}});
  EXPECT_EQ(store_->solver(anna), (Solver{expected, 1, 0}));
  using Ratings = std::vector<std::pair<std::string, Rating>>;
  EXPECT_EQ(store_->puzzle_ratings(), (Ratings{{"m1", puzzle}}));
  store_->write({NewAttempt{anna, "m1", first, false, 2000}});
  EXPECT_EQ(store_->solver(anna), (Solver{expected, 1, 0})) << "only the first attempt counts";
  EXPECT_EQ(store_->puzzle_ratings(), (Ratings{{"m1", puzzle}}));
  store_->write({NewAttempt{ben, "m1", first, false, 3000}, NewAttempt{anna, "m2", first, false, 4000}});
  const Rating then = rated(expected, {{first, 0}});
  EXPECT_EQ(store_->solver(anna), (Solver{then, 1, 1}));
  EXPECT_EQ(store_->solver(ben), (Solver{rated(Rating{}, {{puzzle, 0}}), 0, 1})) << "with the puzzle's rating by then";
  using History = std::vector<std::pair<Milliseconds, double>>;
  EXPECT_EQ(store_->solver_history(anna), (History{{1000, expected.rating}, {4000, then.rating}}));
  std::vector<std::string> attempted = store_->attempted_puzzles(anna);
  std::sort(attempted.begin(), attempted.end());
  EXPECT_EQ(attempted, (std::vector<std::string>{"m1", "m2"}));
}

TEST_P(Stores, KeepReviews) {
  using Messages = std::vector<std::string>;
  const GuestId anna = guest("anna");
  new_game("g1", anna, 0);
  new_game("g2", anna, 0);
  EXPECT_EQ(store_->review("g1"), Messages{});
  const Messages messages = {R"({"type":"review","ä":"'\"\\"})", R"({"type":"move"})", std::string(100'000, 'x')};
  store_->write({NewReview{"g1", messages}});
  store_->write({NewReview{"g2", {"one"}}});
  store_->write({NewReview{"g1", {"another house was as fast"}}});
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(store_->review("g1"), messages);
    EXPECT_EQ(store_->review("g2"), Messages{"one"});
    EXPECT_EQ(store_->review("none"), Messages{});
    reopen();
  }
  EXPECT_THROW(store_->write({NewReview{"none", {"one"}}}), StoreError);
}

TEST_P(Stores, SitTwiceIsSitOnce) {
  const GuestId anna = guest("anna");
  GameRecord game = new_game("g1", anna, 0);
  store_->write({NewSitter{"g1", Side::white, anna}});
  expect_stored(game);
}

INSTANTIATE_TEST_SUITE_P(Databases, Stores, databases(), name_of_database);

}  // namespace
}  // namespace blindmate::store
