// The file of the SQLite store: who may read it, what is refused, and copies of it.
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "blindmate/server/store.hpp"
#include "temporary_folder.hpp"

namespace blindmate::server {
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

  void execute(const std::string& name, const char* sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path(name).c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  unsigned mode(const std::string& name) const {
    struct stat status {};
    EXPECT_EQ(stat(path(name).c_str(), &status), 0) << name << " is not there";
    return status.st_mode & 0777U;
  }

  // A store in use, with games in its file and in its journal.
  std::unique_ptr<Store> filled(const std::string& name) const {
    std::unique_ptr<Store> store = open(name);
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
    ASSERT_EQ(store.guest("hash"), 1);
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
  execute("store", "PRAGMA user_version = 99");
  EXPECT_TRUE(contains(problem("store"), "newer"));
  EXPECT_TRUE(contains(problem("store"), "99"));
  execute("store", "PRAGMA user_version = 1");
  expect_filled(*open("store"));
}

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
    EXPECT_TRUE(store->guest("hash"));
    EXPECT_TRUE(store->device_link("link"));
    EXPECT_EQ(store->unfinished_games_of(1), 20U);
    EXPECT_EQ(store->last_alive(), 0);
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
  EXPECT_EQ(store->last_alive(), 77) << "the store goes on";
  EXPECT_EQ(open("copy")->last_alive(), 0);
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
}  // namespace blindmate::server
