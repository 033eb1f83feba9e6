// Draws, resignations, rematches and the other ways in which players agree or do not; bots among them.
#include <gtest/gtest.h>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeAgreements : public Serve {};

const json::object kOffer = {{"type", "draw"}, {"action", "offer"}};
const json::object kAccept = {{"type", "draw"}, {"action", "accept"}};
const json::object kDecline = {{"type", "draw"}, {"action", "decline"}};
const json::object kResign = {{"type", "resign"}};
const json::object kAbort = {{"type", "abort"}};
const json::object kRematch = {{"type", "rematch"}};

// Says it, and both hear of what it changes.
void say_to_both(Player& from, Player& other, const json::object& message) {
  from.say(message);
  from.hear("view");
  other.hear("view");
}

TEST_F(ServeAgreements, ADrawIsOfferedAndAccepted) {
  const House house = open();
  Pair pair(house);
  Player& white = pair.white_player;
  Player& black = pair.black_player;
  EXPECT_EQ(white.error_to(kOffer), "not-now") << "before the first move";
  pair.play({"e2e4"});
  EXPECT_EQ(white.now().at("may_offer_draw"), true);
  say_to_both(white, black, kOffer);
  EXPECT_EQ(white.now().at("draw_offer"), "own");
  EXPECT_EQ(black.now().at("draw_offer"), "opponent");
  EXPECT_EQ(white.now().at("may_offer_draw"), false);
  EXPECT_EQ(white.error_to(kAccept), "not-now") << "nobody accepts his own offer";
  EXPECT_EQ(white.error_to(kOffer), "not-now");
  say_to_both(black, white, kAccept);
  for (const Player* player : {&white, &black}) {
    EXPECT_EQ(player->end(), "agreement");
    EXPECT_TRUE(player->now().at("end").at("winner").is_null());
  }
}

TEST_F(ServeAgreements, ADrawIsDeclinedByWordOrByMove) {
  const House house = open();
  Pair pair(house);
  Player& white = pair.white_player;
  Player& black = pair.black_player;
  EXPECT_EQ(black.error_to(kDecline), "not-now");
  pair.play({"e2e4"});
  say_to_both(white, black, kOffer);
  say_to_both(black, white, kDecline);
  EXPECT_TRUE(white.now().at("draw_offer").is_null());
  EXPECT_EQ(white.error_to(kOffer), "not-now") << "once for each own move";
  pair.play({"e7e5", "d2d4"});
  say_to_both(white, black, kOffer);
  pair.play({"d7d6"});
  EXPECT_TRUE(white.now().at("draw_offer").is_null());
  EXPECT_EQ(black.error_to(kAccept), "not-now") << "too late";
  EXPECT_EQ(white.error_to({{"type", "draw"}, {"action", "demand"}}), "not-now");
  EXPECT_TRUE(white.end().empty());
}

TEST_F(ServeAgreements, WhoResignsHasLostInHisTurnOrNot) {
  const House house = open();
  for (const bool white_resigns : {true, false}) {
    Pair pair(house);
    pair.play({"e2e4"});
    Player& loser = white_resigns ? pair.white_player : pair.black_player;
    Player& winner = white_resigns ? pair.black_player : pair.white_player;
    say_to_both(loser, winner, kResign);
    for (const Player* player : {&loser, &winner}) {
      EXPECT_EQ(player->end(), "resignation");
      EXPECT_EQ(player->now().at("end").at("winner"), winner.game().at("side"));
    }
    EXPECT_EQ(winner.error_to(kResign), "not-now");
    EXPECT_EQ(winner.error_to(kAbort), "not-now");
  }
}

TEST_F(ServeAgreements, AGameIsAbortedBeforeItsFirstMoveOnly) {
  const House house = open();
  Pair pair(house);
  pair.white_player.ask("e2d3");
  pair.black_player.hear("view");
  EXPECT_EQ(pair.black_player.now().at("may_abort"), true) << "a refusal is no move";
  say_to_both(pair.black_player, pair.white_player, kAbort);
  EXPECT_EQ(pair.white_player.end(), "abort");
  EXPECT_EQ(pair.white_player.error_to(kRematch), "not-now") << "there was no game";
  Pair begun(house);
  begun.play({"e2e4"});
  EXPECT_EQ(begun.white_player.now().at("may_abort"), false);
  EXPECT_EQ(begun.black_player.error_to(kAbort), "not-now");
}

TEST_F(ServeAgreements, AClaimIsRefusedWhileTheOpponentIsThere) {
  const House house = open();
  Pair pair(house);
  pair.play({"e2e4"});
  EXPECT_EQ(pair.white_player.error_to({{"type", "claim"}}), "not-now");
  EXPECT_EQ(pair.black_player.error_to({{"type", "claim"}}), "not-now");
}

TEST_F(ServeAgreements, ARematchChangesColours) {
  const House house = open();
  Pair pair(house, {{"rules", "rand"}, {"clock", {{"minutes", 3}, {"increment", 1}}}});
  Player& white = pair.white_player;
  Player& black = pair.black_player;
  EXPECT_EQ(white.error_to(kRematch), "not-now");
  pair.play({"e2e4"});
  say_to_both(white, black, kResign);
  say_to_both(white, black, kRematch);
  EXPECT_EQ(white.now().at("rematch"), "own");
  EXPECT_EQ(black.now().at("rematch"), "opponent");
  say_to_both(black, white, kRematch);
  ASSERT_TRUE(white.now().at("rematch").is_object());
  EXPECT_EQ(white.now().at("rematch"), black.now().at("rematch"));
  EXPECT_EQ(white.error_to(kRematch), "not-now") << "one is enough";
  const std::string next(white.now().at("rematch").at("game").as_string());
  EXPECT_NE(next, pair.game);
  Player now_black(pair.white, next);
  Player now_white(pair.black, next);
  now_black.hear("view");
  EXPECT_EQ(now_black.game().at("side"), "black");
  EXPECT_EQ(now_black.game().at("rules").at("name"), "rand");
  EXPECT_EQ(now_black.game().at("clock").at("minutes").to_number<double>(), 3);
  EXPECT_EQ(now_black.game().at("clock").at("increment").to_number<double>(), 1);
  now_white.move("e2e4");
  now_black.hear("view");
  EXPECT_EQ(now_black.now().at("turn"), "black");
}

TEST_F(ServeAgreements, ABotAgreesToARematchAtOnce) {
  const House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(bot_settings("random", 1));
  Player white(anna, game);
  EXPECT_EQ(white.game().at("black"),
            json::parse(R"({"kind":"bot","name":"random, easy","account":null,"rating":null,"provisional":false})"));
  EXPECT_EQ(white.now().at("opponent_here"), true);
  white.move("e2e4");
  white.hear_until([&] { return white.now().at("turn") == "white"; });
  white.say(kResign);
  white.hear_until([&] { return white.end() == "resignation"; });
  white.say(kRematch);
  white.hear_until([&] { return white.now().at("rematch").is_object(); });
  Player black(anna, std::string(white.now().at("rematch").at("game").as_string()));
  EXPECT_EQ(black.game().at("side"), "black");
  black.hear_until([&] { return black.now().at("turn") == "black"; });
}

TEST_F(ServeAgreements, ABotAnswersADrawOffer) {
  const House house = open();
  Guest anna(house);
  Player white(anna, anna.make_game(bot_settings("random", 1)));
  white.move("e2e4");
  white.hear_until([&] { return white.now().at("turn") == "white"; });
  white.say(kOffer);
  bool stood = false;
  white.hear_until([&] {
    stood = stood || white.now().at("draw_offer") == "own";
    return stood && white.now().at("draw_offer").is_null();
  });
  EXPECT_TRUE(white.end().empty()) << "not in the opening";
  EXPECT_EQ(white.now().at("may_offer_draw"), false);
  white.move("d2d4");
}

// Every player of the list at the quickest level, as Black, answers a first move.
TEST_F(ServeAgreements, EveryBotMoves) {
  const House house = open();
  Guest anna(house);
  const json::object options = anna.read("/api/options");
  ASSERT_FALSE(options.at("players").as_array().empty());
  for (const json::value& player : options.at("players").as_array()) {
    const std::string name(player.at("name").as_string());
    Player white(anna, anna.make_game(bot_settings(name, 1, {{"rules", "wild16"}})));
    white.move("e2e4");
    white.hear_until([&] { return white.now().at("turn") == "white"; });
    ASSERT_TRUE(white.end().empty()) << name << " has ended the game: " << white.end();
  }
}

// Six seconds are the shortest clock. Nobody need be there when it runs out; the game of a rematch is no exception.
TEST_F(ServeAgreements, TimeRunsOut) {
  const House house = open();
  Pair pair(house, {{"clock", {{"minutes", 0.1}, {"increment", 0}}}});
  Pair left(house, {{"clock", {{"minutes", 0.1}, {"increment", 0}}}});
  left.white_player.socket().close();
  left.black_player.socket().close();
  Pair short_lived(house, {{"clock", {{"minutes", 0.1}, {"increment", 0}}}});
  short_lived.play({"e2e4"});
  say_to_both(short_lived.white_player, short_lived.black_player, kResign);
  say_to_both(short_lived.white_player, short_lived.black_player, kRematch);
  say_to_both(short_lived.black_player, short_lived.white_player, kRematch);
  const std::string next(short_lived.white_player.now().at("rematch").at("game").as_string());

  for (Player* player : {&pair.white_player, &pair.black_player}) {
    player->hear("view");
    EXPECT_EQ(player->end(), "time");
    EXPECT_EQ(player->now().at("end").at("winner"), "black");
    EXPECT_EQ(player->now().at("clock"), json::parse(R"({"white_ms":0,"black_ms":6000,"running":null})"));
  }
  const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (const auto& [guest, game] : {std::pair(&left.white, left.game), std::pair(&short_lived.white, next)}) {
    while (guest->read("/api/games/" + game).at("end").is_null())
      ASSERT_LT(std::chrono::steady_clock::now(), latest) << (game == next ? "the rematch" : "the game") << " goes on";
  }
}

}  // namespace
}  // namespace blindmate::server
