// The server and a store that keeps it waiting: nothing is told before it is stored, and nothing is told that cannot
// be.
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <chrono>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeStore : public Serve {};

// Changes the file behind the server's back.
void change(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  EXPECT_GT(sqlite3_total_changes(database), 0) << sql;
  sqlite3_close(database);
}

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

// All that happened is moved into the past, as if the server had been away for an hour; the clock is of six seconds.
TEST_F(ServeStore, AnHourAwayCostsNobodyTheGame) {
  House house = open();
  Pair pair(house, {{"clock", {{"minutes", 0.1}, {"increment", 60}}}});
  pair.play({"e2e4"});
  house.kill();
  change(house.store(), "UPDATE events SET at_ms = at_ms - 3600000; UPDATE houses SET alive_ms = alive_ms - 3600000");
  house.start();
  Player black(pair.black, pair.game);
  EXPECT_EQ(black.now().at("status"), "playing");
  EXPECT_EQ(black.now().at("clock").at("running"), "black");
  black.move("e7e5");
}

TEST_F(ServeStore, ADamagedGameDoesNotStopTheOthers) {
  House house = open();
  Pair damaged(house, {{"clock", {{"minutes", 5}, {"increment", 0}}}});
  Pair sound(house, {{"clock", {{"minutes", 5}, {"increment", 0}}}});
  damaged.play({"h2h4"});
  sound.play({"e2e4"});
  house.kill();
  change(house.store(), "UPDATE events SET text = 'nonsense' WHERE text = 'h2h4'");
  house.start();
  EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + damaged.game, damaged.white.cookie()).handshake().status, 404);
  EXPECT_NE(house.log().find("event=game_damaged"), std::string::npos);
  Player(sound.black, sound.game).move("e7e5");
  EXPECT_EQ(sound.white.read("/api/games").at("games").as_array().size(), 1U);
  EXPECT_LT(damaged.white.get("/api/games").status, 500);
}

// It is more than may wait for a reader, and comes as fast as it is read.
TEST_F(ServeStore, ALongReviewIsReadWhole) {
  House house = open();
  Pair pair(house);
  pair.white_player.say({{"type", "resign"}});
  pair.black_player.hear_until([&] { return pair.black_player.end() == "resignation"; });
  std::vector<std::string> messages;
  for (int i = 0; i < 180; ++i) messages.push_back(fmt::format(R"({{"number":{},"text":"{:x>5000}"}})", i, ""));
  house.close();
  change(house.store(),
         fmt::format("INSERT INTO reviews (game, messages) VALUES ('{}', '{}')", pair.game, fmt::join(messages, "\n")));
  house.start();
  WebSocket socket(house.port(), "/ws/reviews/" + pair.game, {}, 4096);
  for (const std::string& message : messages) ASSERT_EQ(socket.next(), message);
}

}  // namespace
}  // namespace blindmate::server
