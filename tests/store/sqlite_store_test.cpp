// The file of the SQLite store: who may read it, what is refused, and copies of it.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "blindmate/store/store.hpp"
#include "store/databases.hpp"
#include "temporary_folder.hpp"

namespace blindmate::store {
namespace {

using chess::Side;
using Kind = TableEvent::Kind;

class SqliteStores : public TemporaryFolder {
 protected:
  std::unique_ptr<Store> open(const std::string& name) const {
    Expected<std::unique_ptr<Store>> opened = open_sqlite_store(path(name));
    EXPECT_TRUE(opened) << opened.error().text();
    return std::move(*opened);
  }

  // Why it cannot be opened.
  std::string problem(const std::string& name) const {
    const Expected<std::unique_ptr<Store>> opened = open_sqlite_store(path(name));
    EXPECT_FALSE(opened) << name << " was opened";
    return opened ? "" : opened.error().text();
  }

  void execute(const std::string& name, const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path(name).c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  unsigned mode(const std::string& name) const {
    struct stat status{};
    EXPECT_EQ(stat(path(name).c_str(), &status), 0) << name << " is not there";
    return status.st_mode & 0777U;
  }

  // A store in use, with games in its file and in its journal.
  std::unique_ptr<Store> filled(const std::string& name) const {
    std::unique_ptr<Store> store = open(name);
    store->enter({"first house", ""}, 1);
    const GuestId guest = store->new_guest("hash", 1);
    for (int i = 0; i < 20; ++i) {
      GameRecord game{.id = "g" + std::to_string(i), .created = i, .rules = "berkeley"};
      game.seats[0].guests = {guest};
      game.events = {{Kind::started, i}, {Kind::asked, i + 1, Side::white, "e2e4"}};
      store->write({NewGame{game}, NewPhantoms{game.id, Side::white, "{}"}});
    }
    return store;
  }

  static void expect_filled(Store& store) {
    ASSERT_EQ(store.person("hash"), Person{1});
    const std::vector<GameRecord> games = store.games_of(1, 100);
    ASSERT_EQ(games.size(), 20U);
    for (const GameRecord& game : games) {
      ASSERT_EQ(game.events.size(), 2U);
      EXPECT_EQ(game.events[1].text, "e2e4");
      EXPECT_EQ(game.phantoms[0], "{}");
    }
  }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST_F(SqliteStores, AreTheOwnersAlone) {
  umask(0);
  const std::unique_ptr<Store> store = filled("store");
  for (const char* file : {"store", "store-wal", "store-shm"}) EXPECT_EQ(mode(file), 0600U) << file;
}

// A store that was copied by hand, say, is closed to others when it is used.
TEST_F(SqliteStores, BecomeTheOwnersAlone) {
  umask(0);
  filled("store").reset();
  chmod(path("store").c_str(), 0644);
  const std::unique_ptr<Store> store = open("store");
  store->enter({"second house", ""}, 7);
  store->write({Alive{7}});
  for (const char* file : {"store", "store-wal", "store-shm"}) EXPECT_EQ(mode(file), 0600U) << file;
}

TEST_F(SqliteStores, OpenTwiceIsRefused) {
  std::unique_ptr<Store> first = open("store");
  EXPECT_TRUE(contains(problem("store"), "another server"));
  EXPECT_TRUE(contains(problem("store"), path("store"))) << "the message names the file";
  first.reset();
  open("store");
}

TEST_F(SqliteStores, OfANewerVersionAreRefused) {
  filled("store").reset();
  const std::string version = new_sqlite_database(path("store"))->value("PRAGMA user_version");
  execute("store", "PRAGMA user_version = 99");
  EXPECT_TRUE(contains(problem("store"), "newer"));
  EXPECT_TRUE(contains(problem("store"), "99"));
  execute("store", "PRAGMA user_version = " + version);
  expect_filled(*open("store"));
}

// A store of the first version, word for word as that version made it: with guests, one game that was being played with
// a clock, one that waits, one that has ended, and one against a bot without a clock.
constexpr const char* kFirstVersion = R"sql(
CREATE TABLE guests (id INTEGER PRIMARY KEY, created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, guest INTEGER NOT NULL REFERENCES guests, created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, rules TEXT NOT NULL, initial_ms INTEGER, increment_ms INTEGER,
  has_ended INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE bots (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, player TEXT NOT NULL, level INTEGER NOT NULL,
  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE sitters (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, guest INTEGER NOT NULL REFERENCES guests,
  PRIMARY KEY (game, side, guest)) STRICT, WITHOUT ROWID;
CREATE INDEX sitters_by_guest ON sitters (guest);
CREATE INDEX running_clocks ON games (id) WHERE has_ended = 0 AND initial_ms IS NOT NULL;
CREATE TABLE events (game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  by TEXT, text TEXT NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
CREATE TABLE phantoms (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, phantoms TEXT NOT NULL,
  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE device_links (token_hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL,
  UNIQUE (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE server (one INTEGER PRIMARY KEY CHECK (one = 1), alive_ms INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
INSERT INTO server VALUES (1, 1789000004000, '0123abcd');
PRAGMA user_version = 1;

INSERT INTO guests VALUES (1, 1000), (2, 2000);
INSERT INTO sessions VALUES ('hash of anna', 1, 1000), ('hash of ben', 2, 2000);
INSERT INTO games VALUES ('plays', 1789000000000, 'wild16', 300000, 3000, 0), ('waits', 1789000000001, 'berkeley', 60000, 0, 0),
  ('ended', 1789000000002, 'english', 60000, 0, 1), ('with-bot', 1789000000003, 'rand', NULL, NULL, 0);
INSERT INTO bots VALUES ('with-bot', 'black', 'club', 3);
INSERT INTO sitters VALUES ('plays', 'white', 1), ('plays', 'black', 2), ('waits', 'black', 2), ('ended', 'white', 1),
  ('ended', 'black', 2), ('with-bot', 'white', 1);
INSERT INTO events VALUES ('plays', 0, 1789000001000, 'started', NULL, ''), ('plays', 1, 1789000002000, 'asked', 'white', 'e2e4'),
  ('plays', 2, 1789000003000, 'offered', 'white', ''), ('ended', 0, 1789000001000, 'started', NULL, ''),
  ('ended', 1, 1789000002000, 'ended', 'white', 'resignation'), ('with-bot', 0, 1789000000003, 'started', NULL, '');
INSERT INTO phantoms VALUES ('plays', 'black', '{"e4":"p"}');
INSERT INTO device_links VALUES ('hash of a link', 'plays', 'white');
)sql";

TEST_F(SqliteStores, OfTheFirstVersionGoOn) {
  write_bytes("store", "");
  execute("store", kFirstVersion);
  for (int times = 0; times < 2; ++times) {
    const std::unique_ptr<Store> store = open("store");
    EXPECT_EQ(store->name(), "0123abcd") << "cookies are known by it";
    EXPECT_EQ(store->person("hash of anna"), Person{1});
    EXPECT_EQ(store->person("hash of ben"), Person{2});
    GameRecord expected{
        .id = "plays", .created = 1'789'000'000'000, .rules = "wild16", .time = TimeControl{300'000, 3000}};
    expected.seats[0].guests = {1};
    expected.seats[1].guests = {2};
    expected.events = {{Kind::started, 1'789'000'001'000},
                       {Kind::asked, 1'789'000'002'000, Side::white, "e2e4"},
                       {Kind::offered, 1'789'000'003'000, Side::white, ""}};
    expected.phantoms[1] = R"({"e4":"p"})";
    EXPECT_EQ(store->game("plays"), expected);
    EXPECT_EQ(store->game("with-bot")->seats[1].bot, (Bot{"club", 3}));
    EXPECT_EQ(store->device_link("hash of a link")->game, "plays");
    EXPECT_EQ(store->games_of(1, 9).size(), 3U);
    EXPECT_EQ(store->unfinished_games_of(1), 2U);
    EXPECT_TRUE(store->challenges().empty());
    EXPECT_TRUE(store->best_accounts(9).empty());
  }
  const std::unique_ptr<Store> store = open("store");
  store->enter({"house", ""}, 1'789'000'100'000);
  EXPECT_EQ(store->abandoned_games(), std::vector<std::string>{"plays"});
  const auto claimed = store->claim("plays");
  ASSERT_TRUE(std::holds_alternative<Store::Claimed>(claimed));
  EXPECT_EQ(std::get<Store::Claimed>(claimed).away_since, 1'789'000'004'000) << "the last sign of life";
  EXPECT_EQ(std::get<Store::Claimed>(claimed).game.events.size(), 3U);
  store->write({NewEvent{"plays", 3, {Kind::ended, 1'789'000'200'000, Side::black, "resignation"}},
                NewEnd{.game = "plays", .at = 1'789'000'200'000, .winner = Side::black}});
  // Accounts are for everybody, those who were here before too.
  ASSERT_TRUE(store->new_account({.guest = 1, .name = "anna"}));
  EXPECT_EQ(store->game("plays")->seats[0].account->name, "anna");
  EXPECT_EQ(new_sqlite_database(path("store"))->value("PRAGMA integrity_check"), "ok");
  EXPECT_TRUE(new_sqlite_database(path("store"))->run("PRAGMA foreign_key_check").empty());
}

TEST_F(SqliteStores, AreNotShared) { EXPECT_FALSE(open("store")->is_shared()); }

TEST_F(SqliteStores, OtherFilesAreRefusedAndNotTouched) {
  const std::string letter = "Dear Anna,\n" + std::string(5000, 'x');
  write_bytes("letter", letter);
  EXPECT_TRUE(contains(problem("letter"), path("letter")));
  EXPECT_EQ(bytes("letter"), letter);
}

TEST_F(SqliteStores, DatabasesOfOthersAreRefusedAndNotTouched) {
  execute("theirs", "CREATE TABLE games (name TEXT); INSERT INTO games VALUES ('tennis')");
  EXPECT_FALSE(problem("theirs").empty());
  execute("theirs", "UPDATE games SET name = 'chess'");
}

TEST_F(SqliteStores, NeedAFolderThatIsThere) {
  EXPECT_TRUE(contains(problem("nowhere/store"), "nowhere/store"));
  EXPECT_FALSE(std::filesystem::exists(path("nowhere")));
  std::filesystem::create_directory(path("folder"));
  EXPECT_TRUE(contains(problem("folder"), path("folder"))) << "a folder is no store";
}

// SQLite writes its journal back into the file every thousand pages, unless some question is left half answered.
TEST_F(SqliteStores, TheJournalStaysSmallWhateverIsAskedBetween) {
  const std::unique_ptr<Store> store = filled("store");
  store->write({NewDeviceLink{"link", "g1", Side::white}});
  const std::string notes(4000, 'x');
  for (int i = 0; i < 3000; ++i) {
    EXPECT_TRUE(store->person("hash"));
    EXPECT_TRUE(store->device_link("link"));
    EXPECT_EQ(store->unfinished_games_of(1), 20U);
    EXPECT_TRUE(store->abandoned_games().empty() && store->challenges().empty() && store->present_accounts().empty());
    EXPECT_TRUE(store->lately_changed().empty() && !store->account_named("anna"));
    EXPECT_EQ(store->claim("g2").index(), 1U);
    EXPECT_FALSE(store->game("none"));
    store->write({NewPhantoms{"g1", Side::white, notes + std::to_string(i)}});
  }
  EXPECT_LT(std::filesystem::file_size(path("store-wal")), 10'000'000U) << "3000 notes are 12 MB and more";
}

TEST_F(SqliteStores, CanBeCopiedWhileInUse) {
  const std::unique_ptr<Store> store = filled("store");
  ASSERT_EQ(back_up_sqlite_store(path("store"), path("copy")), std::nullopt);
  EXPECT_EQ(mode("copy"), 0600U);
  expect_filled(*open("copy"));
  store->write({Alive{77}});
  const auto last_alive = [&](const std::string& name) {
    return new_sqlite_database(path(name))->value("SELECT alive_ms FROM houses");
  };
  EXPECT_EQ(last_alive("store"), "77") << "the store goes on";
  EXPECT_EQ(last_alive("copy"), "1");
}

TEST_F(SqliteStores, ACopyOverwritesNothing) {
  const std::unique_ptr<Store> store = filled("store");
  write_bytes("copy", "precious");
  const std::optional<std::string> problem = back_up_sqlite_store(path("store"), path("copy"));
  ASSERT_TRUE(problem);
  EXPECT_TRUE(contains(*problem, path("copy"))) << *problem;
  EXPECT_EQ(bytes("copy"), "precious");
  EXPECT_TRUE(back_up_sqlite_store(path("store"), path("store"))) << "least of all the store itself";
  expect_filled(*store);
}

TEST_F(SqliteStores, ACopyOfNothingIsRefused) {
  EXPECT_TRUE(back_up_sqlite_store(path("none"), path("copy")));
  write_bytes("letter", "Dear Anna");
  EXPECT_TRUE(back_up_sqlite_store(path("letter"), path("copy")));
  EXPECT_TRUE(back_up_sqlite_store(path("letter"), path("nowhere/copy")));
  for (const char* file : {"none", "copy", "copy.part", "nowhere"}) EXPECT_FALSE(std::filesystem::exists(path(file)));
}

}  // namespace
}  // namespace blindmate::store
