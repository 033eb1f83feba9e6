// The server and a store that keeps it waiting: nothing is told before it is stored, and nothing is told that cannot
// be.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeStore : public Serve {};

// Somebody else who writes into the file: until he is done, the server cannot.
class LockedFile {
 public:
  explicit LockedFile(const std::string& file) {
    EXPECT_EQ(sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
    sqlite3_busy_timeout(database_, static_cast<int>(std::chrono::milliseconds(kPatience).count()));
    EXPECT_EQ(sqlite3_exec(database_, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database_);
  }
  ~LockedFile() { sqlite3_close(database_); }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

 private:
  sqlite3* database_ = nullptr;
};

// What is not JSON is refused at once, so that everything said before this answer has come before it.
void expect_nothing_told(Player& player) {
  player.socket().send("{");
  EXPECT_EQ(player.hear().at("type"), "error") << player.frames().back();
}

TEST_F(ServeStore, NothingIsToldBeforeItIsStored) {
  const House house = open();
  Pair pair(house);
  {
    const LockedFile locked(house.store());
    pair.white_player.say_ask("e2e4");
    expect_nothing_told(pair.white_player);
    expect_nothing_told(pair.black_player);
  }
  pair.white_player.hear("view");
  EXPECT_EQ(pair.white_player.hear("answer").at("heard").at("answer"), "ok");
  pair.black_player.hear("view");
  EXPECT_EQ(pair.black_player.now().at("turn"), "black");
}

TEST_F(ServeStore, WhatWasNotToldHasNotHappenedAfterKilling) {
  House house = open();
  Pair pair(house);
  pair.play({"e2e4"});
  {
    const LockedFile locked(house.store());
    pair.black_player.say_ask("e7e5");
    expect_nothing_told(pair.black_player);
    house.kill();
  }
  for (Player* player : {&pair.white_player, &pair.black_player}) {
    player->hear_the_rest();
    EXPECT_EQ(player->log().size(), 1U);
  }
  house.start();
  Player black(pair.black, pair.game);
  EXPECT_EQ(black.log(), pair.black_player.log());
  black.move("d7d5");
}

// The server waits for five seconds; then the game is as it was stored, and who was there must come again.
TEST_F(ServeStore, AGameThatCannotBeStoredStandsWhereItWas) {
  const House house = open();
  Pair pair(house);
  Pair other(house);
  pair.play({"e2e4"});
  {
    const LockedFile locked(house.store());
    pair.black_player.say_ask("e7e5");
    EXPECT_EQ(pair.black_player.hear("error").at("code"), "gone");
    EXPECT_EQ(pair.white_player.hear("error").at("code"), "gone");
    EXPECT_FALSE(pair.black_player.socket().next()) << "the connection is closed";
    EXPECT_EQ(pair.white.get("/healthz").status, 503);
  }
  Player black(pair.black, pair.game);
  EXPECT_EQ(black.log(), pair.black_player.log());
  EXPECT_EQ(black.now().at("turn"), "black");
  black.move("d7d5");
  EXPECT_EQ(pair.white.get("/healthz").status, 200);
  other.play({"e2e4"});  // which was not at this table, and has noticed nothing
}

}  // namespace
}  // namespace blindmate::server
