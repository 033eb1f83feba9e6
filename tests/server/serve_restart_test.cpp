// The server ends, by force or in good order, and starts again on the same store.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "blindmate/base/random.hpp"
#include "server/house.hpp"
#include "server/second_referee.hpp"

namespace blindmate::server {
namespace {

class ServeRestart : public Serve {};

using Clock = std::chrono::steady_clock;

std::int64_t ms_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count();
}

// Everything of the shorter log stands in the longer one; the last entry may have come again since.
void expect_begins_with(const json::array& log, const json::array& heard) {
  ASSERT_GE(log.size(), heard.size());
  for (std::size_t i = 0; i < heard.size(); ++i) {
    json::object entry = log.at(i).as_object();
    json::object before = heard.at(i).as_object();
    if (i + 1 == heard.size()) {
      ASSERT_GE(entry.at("times").as_int64(), before.at("times").as_int64());
      for (const char* counted : {"times", "phrase"}) entry[counted] = before[counted] = nullptr;
    }
    ASSERT_EQ(entry, before) << "entry " << i;
  }
}

// A game of random tries with the naive referee beside it, and a server that is killed while a try is on its way.
class KilledGame {
 public:
  KilledGame(House& house, const std::string& rules, std::uint64_t seed)
      : house_(&house), anna_(house), ben_(house), referee_(rules), random_(seed) {
    game_ = anna_.make_game(settings({{"rules", rules}}));
    ben_.accept(game_);
  }

  // One life of the server: some tries with their answers, and a last one that is killed over.
  void live() {
    Player white(anna_, game_);
    Player black(ben_, game_);
    expect_as_the_referee_says(white, black);
    for (std::uint32_t asks = random_.below(25); asks > 0 && referee_.end().empty(); --asks) {
      Player& mover = referee_.turn() == "white" ? white : black;
      const std::string asked = random_ask(mover.askable(), random_);
      const json::object answer = mover.ask(asked);
      ASSERT_EQ(answer.at("heard"), heard_json(referee_.ask(asked).mover)) << referee_.story();
      hear_move(referee_.turn() == "white" ? white : black);
    }
    on_its_way_.clear();
    if (referee_.end().empty()) {
      Player& mover = referee_.turn() == "white" ? white : black;
      on_its_way_ = random_ask(mover.askable(), random_);
      mover.say_ask(on_its_way_);
      if (random_.below(3) == 0) mover.hear();
    }
    house_->kill();
    white.hear_the_rest();
    black.hear_the_rest();
    house_->start();
    expect_nothing_lost(white, black);
  }

  bool has_ended() const { return !referee_.end().empty(); }
  int stored_on_its_way() const { return stored_; }

  void end_and_expect_the_whole_story() {
    if (referee_.end().empty()) {
      Player white(anna_, game_);
      white.say({{"type", "resign"}});
      white.hear_until([&] { return white.end() == "resignation"; });
    }
    const json::object transcript = anna_.read("/api/games/" + game_ + "/transcript");
    std::string fen;
    for (const json::value& turn : transcript.at("turns").as_array()) fen = turn.at("fen").as_string();
    EXPECT_EQ(fen, referee_.fen());
  }

 private:
  // Who is to move now has heard of it.
  static void hear_move(Player& next) {
    next.hear_until([&] { return next.now().at("turn") == next.game().at("side") || !next.end().empty(); });
  }

  void expect_as_the_referee_says(const Player& white, const Player& black) const {
    ASSERT_EQ(without_phrases(white.log()), referee_.log("white")) << referee_.story();
    ASSERT_EQ(without_phrases(black.log()), referee_.log("black")) << referee_.story();
  }

  // Whatever anybody has heard is there, and beside it at most the try that was on its way.
  void expect_nothing_lost(const Player& white, const Player& black) {
    const Player white_again(anna_, game_);
    const Player black_again(ben_, game_);
    expect_begins_with(white_again.log(), white.log());
    expect_begins_with(black_again.log(), black.log());
    const bool is_white = referee_.turn() == "white";
    const std::size_t known = referee_.log(is_white ? "white" : "black").size();
    if ((is_white ? white_again : black_again).log().size() > known) {
      referee_.ask(on_its_way_);
      ++stored_;
    }
    expect_as_the_referee_says(white_again, black_again);
  }

  House* house_;
  Guest anna_;
  Guest ben_;
  SecondReferee referee_;
  Random random_;
  std::string game_{};
  std::string on_its_way_{};
  int stored_ = 0;
};

TEST_F(ServeRestart, WhatWasAnsweredSurvivesKilling) {
  House house = open();
  int stored = 0;
  int lives = 0;
  std::uint64_t seed = 0;
  for (const char* rules : {"berkeley", "wild16", "english"}) {
    KilledGame game(house, rules, ++seed);
    for (int life = 0; life < 6 && !game.has_ended() && !HasFatalFailure(); ++life, ++lives) game.live();
    if (HasFatalFailure()) return;
    game.end_and_expect_the_whole_story();
    stored += game.stored_on_its_way();
  }
  EXPECT_GE(lives, 10);
  RecordProperty("stored_on_its_way", stored);
}

// The clock of the side to move goes on where it was: time while the server is away is nobody's.
TEST_F(ServeRestart, ClocksSurviveKilling) {
  House house = open();
  Pair pair(house, {{"clock", {{"minutes", 5}, {"increment", 2}}}});
  const Clock::time_point before = Clock::now();
  pair.play({"e2e4"});
  const auto left = [](const Player& player, const char* side) { return player.now().at("clock").at(side).as_int64(); };
  const std::int64_t white_before = left(pair.black_player, "white_ms");
  const std::int64_t black_before = left(pair.black_player, "black_ms");
  house.kill();
  const Clock::time_point killed = Clock::now();
  std::this_thread::sleep_for(std::chrono::seconds(2));  // while the server is away
  const Clock::time_point started = Clock::now();
  house.start();
  Player black(pair.black, pair.game);
  const Clock::time_point told_again = Clock::now();
  EXPECT_EQ(black.now().at("clock").at("running"), "black");
  EXPECT_EQ(left(black, "white_ms"), white_before);
  EXPECT_LE(left(black, "black_ms"), black_before + 1000) << "the last second may be given back, and no more";
  const std::int64_t spent = ms_between(before, killed) + ms_between(started, told_again);
  EXPECT_GE(left(black, "black_ms"), black_before - spent - 10) << "only the time in which the server lived counts";
  black.move("e7e5");
  EXPECT_EQ(black.now().at("clock").at("running"), "white");
}

TEST_F(ServeRestart, ClocksSurviveARegularEnd) {
  House house = open();
  Pair pair(house, {{"clock", {{"minutes", 5}, {"increment", 0}}}});
  const Clock::time_point before = Clock::now();
  pair.play({"e2e4"});
  const std::int64_t left = pair.black_player.now().at("clock").at("black_ms").as_int64();
  house.signal(SIGTERM);
  for (Player* player : {&pair.white_player, &pair.black_player}) player->hear_the_rest();
  EXPECT_EQ(house.wait_for_end(), 0);
  const Clock::time_point closed = Clock::now();
  std::this_thread::sleep_for(std::chrono::seconds(2));  // while the server is away
  const Clock::time_point started = Clock::now();
  house.start();
  const Player black(pair.black, pair.game);
  const std::int64_t spent = ms_between(before, closed) + ms_between(started, Clock::now());
  EXPECT_GE(black.now().at("clock").at("black_ms").as_int64(), left - spent - 10);
}

// Without a clock a bot thinks when somebody waits for it.
TEST_F(ServeRestart, ABotThatWasToMoveMovesWhenSomebodyComes) {
  House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(bot_settings("hs", 2, {{"colour", "black"}}));
  house.kill();
  house.start();
  Player black(anna, game);
  EXPECT_TRUE(black.log().empty()) << "nobody was there";
  black.hear_until([&] { return black.now().at("turn") == "black"; });
  EXPECT_EQ(black.log().at(black.log().size() - 1).at("heard").at("answer"), "ok");
}

// With a clock it does so at once, and needs nobody.
TEST_F(ServeRestart, ABotWithAClockMovesWithNobodyThere) {
  House house = open();
  Guest anna(house);
  const std::string game =
      anna.make_game(bot_settings("hs", 2, {{"colour", "black"}, {"clock", {{"minutes", 60}, {"increment", 0}}}}));
  house.kill();
  house.start();
  const Clock::time_point latest = Clock::now() + kPatience;
  while (!anna.read("/api/games/" + game).at("your_turn").as_bool()) ASSERT_LT(Clock::now(), latest);
  EXPECT_EQ(Player(anna, game).now().at("turn"), "black");
}

// Killed right after the own move, when the bot has begun to think.
TEST_F(ServeRestart, ABotThatWasThinkingThinksAgain) {
  House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(bot_settings("club", 4));
  for (const char* move : {"a2a3", "b2b3", "c2c3", "d2d3", "e2e3"}) {
    std::size_t known = 0;
    {
      Player white(anna, game);
      white.hear_until([&] { return white.now().at("turn") == "white"; });
      if (white.ask(move).at("heard").at("answer") != "ok") continue;  // a black pawn has come in the way
      known = white.log().size();
      house.kill();
    }
    house.start();
    Player white(anna, game);
    ASSERT_GE(white.log().size(), known);
    white.hear_until([&] { return white.now().at("turn") == "white"; });
    ASSERT_TRUE(white.end().empty()) << white.end();
  }
}

TEST_F(ServeRestart, ARegularEndSaysFarewell) {
  House house = open();
  Pair pair(house);
  house.signal(SIGTERM);
  for (Player* player : {&pair.white_player, &pair.black_player}) {
    player->hear_the_rest();
    EXPECT_EQ(player->socket().close_code(), 1001) << "going away";
  }
  EXPECT_EQ(house.wait_for_end(), 0);
  EXPECT_NE(house.log().find("event=closed"), std::string::npos);
}

TEST_F(ServeRestart, CtrlCIsARegularEnd) {
  House house = open();
  Guest(house).make_game(settings());
  house.signal(SIGINT);
  EXPECT_EQ(house.wait_for_end(), 0);
}

// Those who have said that they leave, and do not go, are not waited for.
TEST_F(ServeRestart, ARegularEndWaitsForNobodyForEver) {
  House house = open();
  const Pair pair(house);
  const Wire silent(house.port());
  EXPECT_EQ(house.close(), 0);
}

TEST_F(ServeRestart, GuestsInvitationsAndDeviceLinksStay) {
  House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(settings());
  const std::string link = Guest::text(anna.done("/api/games/" + game + "/device"), "link");
  house.kill();
  house.start();
  EXPECT_EQ(anna.read("/api/games").at("games").at(0).at("id"), json::value(game));
  Guest ben(house);
  EXPECT_EQ(ben.accept(game), game);
  Guest phone(house);
  EXPECT_EQ(phone.done("/api/devices/" + link.substr(8)).at("game"), json::value(game));
  Player(phone, game).move("e2e4");
}

}  // namespace
}  // namespace blindmate::server
