// Seats: coming back, several connections of one player, other devices, invitations, and notes.
#include <gtest/gtest.h>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeSeats : public Serve {};

TEST_F(ServeSeats, WhoComesBackHasEverythingAndNothingTwice) {
  const House house = open();
  Pair pair(house, {{"rules", "english"}});
  for (const char* refused : {"e2d3", "e2f3"}) {
    pair.white_player.ask(refused);
    pair.black_player.hear("view");
  }
  pair.play({"e2e4", "d7d5", "e4d5", "d8d5"});
  for (const bool white : {true, false}) {
    const Player& old = white ? pair.white_player : pair.black_player;
    const Player back(white ? pair.white : pair.black, pair.game);
    EXPECT_EQ(back.frames().size(), 1U);
    EXPECT_EQ(back.log(), old.log());
    EXPECT_EQ(back.now(), old.now());
    EXPECT_EQ(back.game(), old.game());
  }
  EXPECT_EQ(pair.white_player.log().size(), 6U);
  ASSERT_EQ(pair.black_player.log().size(), 5U);
  EXPECT_EQ(pair.black_player.log().at(0).at("times"), 2) << "refusals in a row are one entry";
}

TEST_F(ServeSeats, ComingAndGoingIsSeenByTheOpponent) {
  const House house = open();
  Pair pair(house);
  pair.black_player.socket().close();
  const json::object left = pair.white_player.hear("view");
  EXPECT_EQ(left.at("from"), 0) << "and nothing of the log is sent again";
  EXPECT_EQ(pair.white_player.now().at("opponent_here"), false);
  EXPECT_GT(pair.white_player.now().at("claim_in_ms").as_int64(), 0);
  EXPECT_EQ(pair.white_player.error_to({{"type", "claim"}}), "not-now") << "not before a minute has gone by";
  const Player back(pair.black, pair.game);
  pair.white_player.hear("view");
  EXPECT_EQ(pair.white_player.now().at("opponent_here"), true);
  EXPECT_TRUE(pair.white_player.now().at("claim_in_ms").is_null());
}

TEST_F(ServeSeats, TwoConnectionsHearTheSame) {
  const House house = open();
  Pair pair(house);
  Player second(pair.white, pair.game);
  pair.white_player.ask("e2d3");
  second.hear("view");
  second.move("e2e4");
  pair.white_player.hear("view");
  pair.black_player.hear("view");
  pair.black_player.hear("view");
  pair.black_player.move("e7e5");
  pair.white_player.hear("view");
  second.hear("view");
  EXPECT_EQ(second.log(), pair.white_player.log());
  EXPECT_EQ(second.now(), pair.white_player.now());
  // One of them leaves: the player is still there, and Black hears nothing of it.
  second.socket().close();
  pair.play({"d2d4"});
  EXPECT_EQ(pair.black_player.now().at("opponent_here"), true);
}

TEST_F(ServeSeats, ASeatHasOnlySoManyConnections) {
  const House house = open();
  Pair pair(house);
  std::vector<Player> windows;
  for (int i = 0; i < 7; ++i) windows.emplace_back(pair.white, pair.game);
  WebSocket ninth(house.port(), "/ws/games/" + pair.game, pair.white.cookie());
  const std::optional<std::string> said = ninth.next();
  ASSERT_TRUE(said);
  EXPECT_EQ(json::parse(*said).at("code"), "gone");
  EXPECT_FALSE(ninth.next());
  pair.play({"e2e4"});
  windows.front().socket().close();
  const Player another(pair.white, pair.game);
  EXPECT_EQ(another.log().size(), 1U) << "when one is closed there is room";
}

TEST_F(ServeSeats, NotesAreSharedByTheSeatAndStay) {
  House house = open();
  Pair pair(house);
  auto second = std::make_unique<Player>(pair.white, pair.game);
  const json::object notes = {{"e5", "p"}, {"d8", "q"}};
  pair.white_player.say({{"type", "phantoms"}, {"phantoms", notes}});
  EXPECT_EQ(second->hear("phantoms").at("phantoms"), json::value(notes));
  pair.play({"e2e4"});
  EXPECT_EQ(pair.black_player.phantoms(), json::object()) << "the opponent sees none of it";
  EXPECT_EQ(Player(pair.white, pair.game).phantoms(), notes);
  house.kill();
  house.start();
  EXPECT_EQ(Player(pair.white, pair.game).phantoms(), notes);
  EXPECT_EQ(Player(pair.black, pair.game).phantoms(), json::object());
}

TEST_F(ServeSeats, NotesAreSquaresAndMen) {
  const House house = open();
  Pair pair(house);
  json::object full;
  for (char file = 'a'; file <= 'h'; ++file) {
    for (char rank = '1'; rank <= '8'; ++rank) full[std::string{file, rank}] = "q";
  }
  const auto error = [&](const json::value& phantoms) {
    return pair.white_player.error_to({{"type", "phantoms"}, {"phantoms", phantoms}});
  };
  EXPECT_EQ(error(nullptr), "bad-message");
  EXPECT_EQ(error(json::array{"e5"}), "bad-message");
  EXPECT_EQ(error({{"e9", "p"}}), "bad-message");
  EXPECT_EQ(error({{"e5", "P"}}), "bad-message");
  EXPECT_EQ(error({{"e5", "pp"}}), "bad-message");
  EXPECT_EQ(error({{"e5", 1}}), "bad-message");
  EXPECT_EQ(error({{"<script>", "p"}}), "bad-message");
  Player second(pair.white, pair.game);
  EXPECT_TRUE(second.phantoms().empty());
  pair.white_player.say({{"type", "phantoms"}, {"phantoms", full}});
  second.hear("phantoms");
  EXPECT_EQ(second.phantoms().size(), 64U);
}

TEST_F(ServeSeats, AnotherDeviceSitsInTheSameSeat) {
  const House house = open();
  Pair pair(house);
  const std::string link = Guest::text(pair.white.done("/api/games/" + pair.game + "/device"), "link");
  const std::string token = link.substr(std::string("/device/").size());
  Guest phone(house);
  EXPECT_EQ(phone.post("/api/devices/AAAAAAAAAAAAAAAAAAAAAA").status, 404) << "a wrong token";
  EXPECT_EQ(phone.post("/api/devices/" + token.substr(1)).status, 404);
  EXPECT_EQ(phone.post("/api/devices/" + pair.white.token()).status, 404);
  EXPECT_EQ(phone.get("/api/games/" + pair.game).status, 404);
  EXPECT_EQ(phone.done("/api/devices/" + token).at("game"), json::value(pair.game));
  Player on_phone(phone, pair.game);
  EXPECT_EQ(on_phone.game().at("side"), "white");
  on_phone.move("e2e4");
  pair.white_player.hear("view");
  EXPECT_EQ(pair.white_player.log(), on_phone.log());
  EXPECT_EQ(pair.black.post("/api/devices/" + token).status, 409) << "the opponent cannot be both";
  EXPECT_EQ(pair.black_player.hear("view").at("log").as_array().size(), 1U);
  EXPECT_EQ(phone.read("/api/games").at("games").at(0).at("id"), json::value(pair.game));
}

TEST_F(ServeSeats, ANewDeviceLinkEndsTheOldOne) {
  const House house = open();
  Pair pair(house);
  const std::string route = "/api/games/" + pair.game + "/device";
  const std::string first = Guest::text(pair.white.done(route), "link");
  const std::string second = Guest::text(pair.white.done(route), "link");
  Guest phone(house);
  EXPECT_EQ(phone.post("/api/devices/" + first.substr(8)).status, 404);
  EXPECT_EQ(phone.post("/api/devices/" + second.substr(8)).status, 200);
}

TEST_F(ServeSeats, NobodyAcceptsHisOwnInvitationAndNoSeatIsTakenTwice) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  Guest carla(house);
  const std::string game = anna.make_game(settings({{"colour", "black"}}));
  EXPECT_EQ(anna.post("/api/invitations/" + game).status, 409);
  EXPECT_EQ(ben.read("/api/invitations/" + game).at("colour"), "white");
  EXPECT_EQ(ben.post("/api/invitations/" + game).status, 200);
  EXPECT_EQ(carla.post("/api/invitations/" + game).status, 404);
  EXPECT_EQ(carla.get("/api/invitations/" + game).status, 404);
  EXPECT_EQ(Player(ben, game).game().at("side"), "white");
  EXPECT_EQ(anna.read("/api/games/" + game).at("side"), "black");
}

TEST_F(ServeSeats, AGameThatWaitsCanBeAborted) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const std::string game = anna.make_game(settings());
  Player white(anna, game);
  EXPECT_EQ(white.error_to({{"type", "try"}, {"move", "e2e4"}, {"known", 0}}), "not-now") << "there is no opponent";
  white.say({{"type", "abort"}});
  white.hear("view");
  EXPECT_EQ(white.end(), "abort");
  EXPECT_EQ(ben.post("/api/invitations/" + game).status, 404);
}

TEST_F(ServeSeats, UnfinishedGamesOfOneGuestAreLimited) {
  const House house = open();
  Guest anna(house);
  int made = 0;
  Reply reply;
  while (made < 200 && (reply = anna.post("/api/games", settings())).status == 201) ++made;
  EXPECT_EQ(made, 50);
  EXPECT_EQ(reply.status, 409) << reply.body;
  Guest ben(house);
  EXPECT_EQ(ben.post("/api/games", settings()).status, 201) << "others are not";
}

}  // namespace
}  // namespace blindmate::server
