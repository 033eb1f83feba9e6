// Several houses on one PostgreSQL: who has a game, what is refused, and that nothing is lost where two write at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>
#include <map>
#include <pqxx/pqxx>

#include "store/databases.hpp"
#include "store/stores.hpp"

namespace blindmate::store {
namespace {

using chess::Side;
using Names = std::vector<std::string>;

class PostgresStores : public testing::Test {
 protected:
  StorePointer open(const std::string& house) const {
    Expected<StorePointer> opened = open_store(database_->store());
    if (!opened) throw std::runtime_error(opened.error().text());
    (*opened)->enter(house_of(house), 500);
    return std::move(*opened);
  }
  static House house_of(const std::string& name) { return {"id of " + name, name + ":8080"}; }

  // A house is not heard of any more, as far as the others can see.
  void silence(const std::string& house) const {
    database_->run("UPDATE houses SET seen_ms = seen_ms - 5000 WHERE id = 'id of " + house + "'");
  }

  static GameRecord record(const std::string& id, GuestId white, GuestId black, bool rated = false) {
    GameRecord game{.id = id, .created = 1000, .rules = "berkeley", .time = TimeControl{60'000, 0}, .rated = rated};
    game.seats[0].guests = {white};
    game.seats[1].guests = {black};
    game.events = {{Kind::started, 1000}};
    return game;
  }
  static std::vector<Write> ended(const std::string& id, std::optional<Side> winner) {
    return {NewEvent{id, 1, {Kind::ended, 5000, winner, winner ? "resignation" : "agreement"}},
            NewEnd{.game = id, .at = 5000, .winner = winner}};
  }
  static GuestId account(Store& store, const std::string& name) {
    const GuestId id = store.new_guest("hash of " + name, 1);
    EXPECT_TRUE(store.new_account({.guest = id, .name = name}));
    return id;
  }

  std::unique_ptr<Database> database_ = new_postgres_database();
};

// Where a game is, from the view of one house.
std::string place(Store& store, const std::string& game) {
  const auto claimed = store.claim(game);
  if (const House* house = std::get_if<House>(&claimed)) return house->id + " at " + house->address;
  const auto* here = std::get_if<Store::Claimed>(&claimed);
  if (here == nullptr) return "nowhere";
  return here->away_since ? "here, since " + std::to_string(*here->away_since) : "here";
}

TEST_F(PostgresStores, AreShared) {
  const StorePointer a = open("a");
  EXPECT_TRUE(a->is_shared());
  const StorePointer b = open("b");
  EXPECT_EQ(a->name(), b->name()) << "they set the same cookie";
  EXPECT_FALSE(a->name().empty());
  const std::unique_ptr<Database> other = new_postgres_database();
  EXPECT_NE((*open_store(other->store()))->name(), a->name());
}

TEST_F(PostgresStores, AGameLivesInOneHouse) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  a->write({NewGame{record("g1", a->new_guest("anna", 1), a->new_guest("ben", 1))}});
  EXPECT_EQ(place(*a, "g1"), "here");
  EXPECT_EQ(place(*b, "g1"), "id of a at a:8080");
  EXPECT_EQ(place(*a, "none"), "nowhere");
  EXPECT_EQ(b->abandoned_games(), Names{});
  a->write({Alive{7000}});
  EXPECT_EQ(place(*b, "g1"), "id of a at a:8080");
  a->leave();
  EXPECT_EQ(b->abandoned_games(), Names{"g1"});
  EXPECT_EQ(place(*b, "g1"), "here, since 7000");
  EXPECT_EQ(place(*b, "g1"), "here") << "it has been here all the time";
  EXPECT_EQ(b->abandoned_games(), Names{});
  EXPECT_EQ(place(*a, "g1"), "id of b at b:8080");
}

TEST_F(PostgresStores, AHouseThatIsNotHeardOfIsGone) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  a->write({NewGame{record("g1", a->new_guest("anna", 1), a->new_guest("ben", 1))}, Alive{7000}});
  silence("a");
  EXPECT_EQ(b->abandoned_games(), Names{"g1"});
  a->write({Alive{8000}});
  EXPECT_EQ(b->abandoned_games(), Names{}) << "it was only slow";
  EXPECT_EQ(place(*b, "g1"), "id of a at a:8080");
  silence("a");
  EXPECT_EQ(place(*b, "g1"), "here, since 8000");
  a->write({Alive{9000}});
  EXPECT_EQ(place(*a, "g1"), "id of b at b:8080") << "too late";
  silence("b");
  EXPECT_EQ(place(*a, "g1"), "here, since 500") << "and back again";
}

// After it could not say for too long that it is there, say.
TEST_F(PostgresStores, AHouseThatEntersUnderAnotherNameHasAbandonedItsGames) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  const GuestId anna = a->new_guest("anna", 1);
  const GuestId ben = a->new_guest("ben", 1);
  for (const char* id : {"g1", "g2"}) a->write({NewGame{record(id, anna, ben)}});
  a->write({Alive{7000}});
  a->enter(house_of("renamed"), 9000);
  EXPECT_THROW(a->write({NewEvent{"g1", 1, {Kind::asked, 2000, Side::white, "e2e4"}}}), StoreError);
  EXPECT_EQ(a->abandoned_games(), (Names{"g1", "g2"}));
  EXPECT_EQ(b->abandoned_games(), (Names{"g1", "g2"}));
  EXPECT_EQ(place(*a, "g1"), "here, since 7000");
  EXPECT_EQ(place(*b, "g1"), "id of renamed at renamed:8080");
  EXPECT_EQ(place(*b, "g2"), "here, since 7000");
  a->write({NewEvent{"g1", 1, {Kind::asked, 2000, Side::white, "e2e4"}}});
}

TEST_F(PostgresStores, GamesWithoutAClockAreTakenOverWhenSomebodyComes) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  GameRecord game = record("g1", a->new_guest("anna", 1), a->new_guest("ben", 1));
  game.time.reset();
  a->write({NewGame{game}});
  a->leave();
  EXPECT_EQ(b->abandoned_games(), Names{}) << "there is no hurry";
  EXPECT_EQ(place(*b, "g1"), "here, since 500");
}

// One write of each kind about a game.
std::vector<std::pair<std::string, Write>> writes_about(const std::string& game, GuestId guest) {
  return {{"event", NewEvent{game, 1, {Kind::asked, 2000, Side::white, "e2e4"}}},
          {"end", NewEnd{.game = game, .at = 5000, .winner = Side::white}},
          {"sitter", NewSitter{game, Side::white, guest}},
          {"phantoms", NewPhantoms{game, Side::white, "{}"}},
          {"device link", NewDeviceLink{"hash of a link", game, Side::white}}};
}

TEST_F(PostgresStores, AHouseThatHasLostAGameCannotWriteOfIt) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  const GuestId anna = account(*a, "anna");
  const GuestId ben = account(*a, "ben");
  const GuestId phone = a->new_guest("phone", 1);
  a->write({NewGame{record("g1", anna, ben, true)}});
  silence("a");
  EXPECT_EQ(place(*b, "g1"), "here, since 500");
  const std::optional<GameRecord> before = b->game("g1");
  for (const auto& [kind, write] : writes_about("g1", phone)) {
    EXPECT_THROW(a->write({write}), StoreError) << kind;
    EXPECT_THROW(a->write({Alive{9000}, write}), StoreError) << kind;
  }
  EXPECT_THROW(a->write(ended("g1", Side::white)), StoreError);
  EXPECT_EQ(b->game("g1"), before);
  EXPECT_FALSE(b->device_link("hash of a link"));
  EXPECT_EQ(b->account_named("anna")->rated_games, 0);
  for (const auto& [kind, write] : writes_about("g1", phone)) EXPECT_NO_THROW(b->write({write})) << kind;
}

// "Nothing can be written of games before this one has entered."
TEST_F(PostgresStores, WhoHasNotEnteredCannotWriteOfGames) {
  const StorePointer a = open("a");
  const GuestId anna = a->new_guest("anna", 1);
  const GuestId ben = a->new_guest("ben", 1);
  a->write({NewGame{record("g1", anna, ben)}});
  Expected<StorePointer> outside = open_store(database_->store());
  ASSERT_TRUE(outside);
  EXPECT_THROW((*outside)->write({NewGame{record("g2", anna, ben)}}), StoreError);
  for (const auto& [kind, write] : writes_about("g1", ben))
    EXPECT_THROW((*outside)->write({write}), StoreError) << kind;
  EXPECT_TRUE((*outside)->game("g1")) << "reading is free";
}

// Many games whose house is gone, and two that want them: each goes to one of them, and the other is told to whom.
TEST_F(PostgresStores, OfTwoThatClaimOneGetsIt) {
  const StorePointer gone = open("gone");
  const GuestId anna = gone->new_guest("anna", 1);
  const GuestId ben = gone->new_guest("ben", 1);
  Names all;
  for (int i = 0; i < 100; ++i) {
    all.push_back("g" + std::to_string(i));
    gone->write({NewGame{record(all.back(), anna, ben)}});
  }
  gone->leave();
  const auto claim_all = [&](const std::string& house) {
    const StorePointer store = open(house);
    Names here;
    for (const std::string& id : all) {
      if (place(*store, id).starts_with("here")) here.push_back(id);
    }
    return here;
  };
  auto first = std::async(std::launch::async, claim_all, "a");
  auto second = std::async(std::launch::async, claim_all, "b");
  Names together = first.get();
  const Names others = second.get();
  together.insert(together.end(), others.begin(), others.end());
  std::sort(together.begin(), together.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(together, all);
}

// A house is slow in the middle of a transaction: it has written an event, but not committed it, when another takes the
// game over. Either the other sees the event, or the first is refused: it may not be told by one and unknown to the
// other.
TEST_F(PostgresStores, WhatIsBeingWrittenIsSeenByWhoTakesOverOrRefused) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  const GuestId anna = a->new_guest("anna", 1);
  a->write({NewGame{record("g1", anna, a->new_guest("ben", 1))}, Seen{{anna}}});
  // Somebody holds what the transaction needs last.
  pqxx::connection connection(database_->store());
  auto holder = std::make_unique<pqxx::work>(connection);
  holder->exec("SELECT * FROM presence FOR UPDATE");
  auto written = std::async(std::launch::async, [&] {
    try {
      a->write({NewEvent{"g1", 1, {Kind::asked, 2000, Side::white, "e2e4"}}, Seen{{anna}}});
      return true;
    } catch (const StoreError&) {
      return false;
    }
  });
  const std::string waiting =
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
      "wait_event_type = 'Lock'";
  while (database_->value(waiting) == "0") continue;
  silence("a");
  auto claimed = std::async(std::launch::async, [&] { return b->claim("g1"); });
  // The claim is done, or waits for the first house.
  while (claimed.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready &&
         database_->value(waiting) != "2")
    continue;
  holder.reset();
  const bool was_written = written.get();
  const auto result = claimed.get();
  if (const auto* here = std::get_if<Store::Claimed>(&result)) {
    EXPECT_EQ(here->game.events.size(), was_written ? 2U : 1U);
    EXPECT_EQ(here->game, *b->game("g1"));
  }
}

TEST_F(PostgresStores, TwoThatOpenAnEmptyDatabaseAtOnceBothCan) {
  for (int i = 0; i < 5; ++i) {
    const std::unique_ptr<Database> fresh = new_postgres_database();
    const auto open_it = [&] {
      const Expected<StorePointer> opened = open_store(fresh->store());
      return opened ? (*opened)->name() : opened.error().text();
    };
    auto first = std::async(std::launch::async, open_it);
    auto second = std::async(std::launch::async, open_it);
    const std::string name = first.get();
    EXPECT_EQ(name, second.get());
    EXPECT_EQ(name.size(), 8U) << name;
  }
}

TEST_F(PostgresStores, OneNameIsGivenOnce) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  for (int i = 0; i < 20; ++i) {
    const std::string name = "name" + std::to_string(i);
    const auto sign_up = [&](Store& store, const std::string& token) {
      return store.new_account({.guest = store.new_guest(token + name, 1), .name = name});
    };
    auto first = std::async(std::launch::async, sign_up, std::ref(*a), "first");
    auto second = std::async(std::launch::async, sign_up, std::ref(*b), "second");
    EXPECT_NE(first.get(), second.get()) << name;
  }
}

// Four who play each other in two houses at once. Whatever the order was, each has a rating after each of his games,
// and begins the next one with it.
TEST_F(PostgresStores, NoRatedGameIsLostWhereTwoHousesRateAtOnce) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  std::vector<GuestId> players;
  const Names names = {"anna", "ben", "carla", "dora"};
  for (const std::string& name : names) players.push_back(account(*a, name));
  constexpr int kGames = 60;
  const auto play = [&](Store& store, const std::string& house, int shift) {
    for (int i = 0; i < kGames; ++i) {
      const auto white = static_cast<std::size_t>(i + shift) % 4;
      const std::size_t black = (white + 1 + static_cast<std::size_t>(i / 4) % 3) % 4;
      const std::string id = house + std::to_string(i);
      store.write({NewGame{record(id, players[white], players[black], true)}});
      store.write(ended(id, i % 3 == 0 ? std::nullopt : std::optional(i % 3 == 1 ? Side::white : Side::black)));
    }
  };
  auto first = std::async(std::launch::async, [&] { play(*a, "a", 0); });
  auto second = std::async(std::launch::async, [&] { play(*b, "b", 2); });
  ASSERT_NO_THROW(first.get());
  ASSERT_NO_THROW(second.get());
  std::map<GuestId, std::vector<double>> before;
  std::map<GuestId, std::vector<double>> after;
  for (const std::string& house : {std::string("a"), std::string("b")}) {
    for (int i = 0; i < kGames; ++i) {
      const std::string id = house + std::to_string(i);
      const std::optional<RatingChanges> changes = a->rating_changes(id);
      ASSERT_TRUE(changes) << id;
      const GameRecord game = *a->game(id);
      for (const std::size_t side : {0U, 1U}) {
        before[game.seats[side].account->id].push_back((*changes)[side].before);
        after[game.seats[side].account->id].push_back((*changes)[side].after);
      }
    }
  }
  std::int64_t sum = 0;
  for (const std::string& name : names) {
    const Account account = *a->account_named(name);
    sum += account.rated_games;
    EXPECT_EQ(account.rated_games, static_cast<std::int64_t>(after[account.id].size())) << name;
    EXPECT_EQ(a->rating_history(account.id).size(), after[account.id].size());
    // A chain from 1500 to what it is now: each rating that was come to was gone on from, but for the last.
    std::vector<double>& from = before[account.id];
    std::vector<double>& to = after[account.id];
    from.push_back(account.rating.rating);
    to.push_back(1500);
    std::sort(from.begin(), from.end());
    std::sort(to.begin(), to.end());
    EXPECT_EQ(from, to) << name;
  }
  EXPECT_EQ(sum, 4 * kGames);
}

// Storage puts what waits into one transaction, in whatever order it came: two houses may each hold what the other
// needs, and one of them is sent back by PostgreSQL.
TEST_F(PostgresStores, TransactionsThatAreInEachOthersWayAreDoneAgain) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  const GuestId anna = account(*a, "anna");
  const GuestId ben = account(*a, "ben");
  const GuestId carla = account(*a, "carla");
  const GuestId dora = account(*a, "dora");
  constexpr int kTimes = 25;
  const auto play = [&](Store& store, const std::string& house, bool changed) {
    for (int i = 0; i < kTimes; ++i) {
      const std::string id = house + std::to_string(i);
      const GameRecord first = record(id + "-1", anna, ben, true);
      const GameRecord second = record(id + "-2", carla, dora, true);
      store.write({NewGame{first}, NewGame{second}});
      std::vector<Write> writes = ended(changed ? second.id : first.id, Side::white);
      writes.emplace_back(Seen{{changed ? carla : anna}});
      for (const Write& write : ended(changed ? first.id : second.id, Side::black)) writes.push_back(write);
      writes.emplace_back(Seen{{changed ? anna : carla}});
      store.write(writes);
    }
  };
  auto first = std::async(std::launch::async, [&] { play(*a, "a", false); });
  auto second = std::async(std::launch::async, [&] { play(*b, "b", true); });
  EXPECT_NO_THROW(first.get());
  EXPECT_NO_THROW(second.get());
  for (const char* name : {"anna", "ben", "carla", "dora"})
    EXPECT_EQ(a->account_named(name)->rated_games, 2 * kTimes) << name;
}

TEST_F(PostgresStores, ABotOfTheHouseHasOneAccountInAllHouses) {
  const StorePointer a = open("a");
  const StorePointer b = open("b");
  const GuestId anna = account(*a, "anna");
  for (const char* player : {"club", "hs"}) {
    for (int level = 1; level <= 3; ++level) {
      const auto play = [&](Store& store, const std::string& house) {
        const std::string id = house + player + std::to_string(level);
        GameRecord game = record(id, anna, 0, true);
        game.seats[1] = {.bot = Bot{player, level}};
        store.write({NewGame{game}});
        store.write(ended(id, Side::white));
      };
      auto first = std::async(std::launch::async, [&] { play(*a, "a"); });
      auto second = std::async(std::launch::async, [&] { play(*b, "b"); });
      EXPECT_NO_THROW(first.get());
      EXPECT_NO_THROW(second.get());
    }
  }
  EXPECT_EQ(a->account_named("anna")->rated_games, 12);
  EXPECT_EQ(database_->value("SELECT count(*) FROM accounts WHERE kind = 'house'"), "6");
  EXPECT_EQ(database_->value("SELECT sum(rated_games) FROM accounts WHERE kind = 'house'"), "12");
}

// --- the database itself

void cut_connections(const Database& database) {
  database.run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
      "pg_backend_pid()");
}

// At most the first question after it fails; then everything is as before.
TEST_F(PostgresStores, AConnectionThatIsLostIsMadeAgain) {
  const StorePointer a = open("a");
  const GuestId anna = account(*a, "anna");
  a->write({NewGame{record("g1", anna, a->new_guest("ben", 1))}});
  const auto asked = [&](const auto& question) {
    try {
      question();
    } catch (const StoreError&) {
      question();
    }
  };
  for (int times = 0; times < 3; ++times) {
    cut_connections(*database_);
    asked([&] { EXPECT_EQ(a->account_named("anna")->id, anna); });
    cut_connections(*database_);
    asked([&] { a->write({NewPhantoms{"g1", Side::white, std::to_string(times)}, Alive{times}}); });
    EXPECT_EQ(a->game("g1")->phantoms[0], std::to_string(times));
    EXPECT_EQ(place(*a, "g1"), "here");
    EXPECT_EQ(a->person("hash of anna")->account->name, "anna");
  }
}

TEST_F(PostgresStores, OfANewerVersionAreRefused) {
  open("a").reset();
  database_->run("UPDATE schema_version SET version = 99");
  const Expected<StorePointer> opened = open_store(database_->store());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().text().find("newer"), std::string::npos) << opened.error().text();
  EXPECT_NE(opened.error().text().find("99"), std::string::npos);
  EXPECT_EQ(database_->value("SELECT version FROM schema_version"), "99") << "and not touched";
}

TEST_F(PostgresStores, OfOthersAreRefusedAndNotTouched) {
  database_->run("CREATE TABLE games (name TEXT)");
  database_->run("INSERT INTO games VALUES ('tennis')");
  EXPECT_FALSE(open_store(database_->store()));
  EXPECT_EQ(database_->value("SELECT name FROM games"), "tennis");
  EXPECT_EQ(database_->value("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"), "1");
}

TEST_F(PostgresStores, ThatAreNotThereAreNamedWithoutTheirPasswords) {
  for (const char* address :
       {"postgresql://blindmate:geheim@/nothing?host=/nowhere", "postgres://blindmate:geheim@127.0.0.1:1/nothing",
        "postgresql://blindmate:ge@heim@127.0.0.1:1/nothing",
        "postgresql://blindmate@/nothing?host=/nowhere&password=geheim",
        "postgresql:///nothing?password=geheim&host=/nowhere"}) {
    const Expected<StorePointer> opened = open_store(address);
    ASSERT_FALSE(opened) << address;
    EXPECT_NE(opened.error().text().find("nothing"), std::string::npos) << opened.error().text();
    EXPECT_EQ(opened.error().text().find("heim"), std::string::npos) << opened.error().text();
  }
}

}  // namespace
}  // namespace blindmate::store
