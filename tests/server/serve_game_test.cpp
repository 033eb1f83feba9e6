// Games between two people over the wire: who may do and see what, and what each of them is sent.
#include <gtest/gtest.h>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeGames : public Serve {};

const std::vector<std::string> kScholarsMate = {"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"};

TEST_F(ServeGames, AWholeGameByInvitation) {
  const House house = open();
  Guest anna(house);
  const json::object made = anna.done("/api/games", settings({{"rules", "cincinnati"}}));
  const std::string game = Guest::text(made, "game");
  EXPECT_EQ(made.at("invitation"), json::value("/join/" + game));
  EXPECT_EQ(anna.read("/api/games/" + game).at("status"), "waiting");
  EXPECT_EQ(anna.read("/api/invitations/" + game).at("yours"), true);
  Player white(anna, game);
  EXPECT_EQ(white.now().at("status"), "waiting");
  EXPECT_TRUE(white.game().at("black").is_null());

  Guest ben(house);
  const json::object invitation = ben.read("/api/invitations/" + game);
  EXPECT_EQ(invitation,
            json::parse(R"({"rules":"cincinnati","clock":null,"rated":false,"colour":"black","by":{"kind":"person",
                "name":"guest","account":null,"rating":null,"provisional":false},"yours":false})"));
  EXPECT_EQ(ben.accept(game), game);
  white.hear("view");
  EXPECT_EQ(white.now().at("status"), "playing");
  EXPECT_EQ(white.game().at("black").at("kind"), "person") << "the game is sent again when the seat is taken";
  EXPECT_TRUE(white.game().at("invitation").is_null());
  Player black(ben, game);
  EXPECT_EQ(black.game().at("side"), "black");
  EXPECT_EQ(black.now().at("board"), "rnbqkbnr/pppppppp/8/8/8/8/8/8");
  EXPECT_TRUE(black.askable().empty()) << "it is White's turn";
  white.hear("view");
  EXPECT_EQ(white.now().at("opponent_here"), true);

  for (std::size_t ply = 0; ply < kScholarsMate.size(); ++ply) {
    Player& mover = ply % 2 == 0 ? white : black;
    Player& listener = ply % 2 == 0 ? black : white;
    mover.move(kScholarsMate[ply]);
    listener.hear("view");
    ASSERT_EQ(listener.log().size(), ply + 1);
    EXPECT_TRUE(listener.log().at(ply).at("ask").is_null()) << "what was asked is the mover's secret";
    EXPECT_EQ(mover.log().at(ply).at("ask"), json::value(kScholarsMate[ply]));
  }
  for (const Player* player : {&white, &black}) {
    EXPECT_EQ(player->now().at("status"), "ended");
    EXPECT_EQ(player->now().at("end"),
              json::parse(R"({"reason":"checkmate","winner":"white","phrase":"White wins (checkmate)."})"));
    EXPECT_EQ(player->now().at("capture"), "f7");
    EXPECT_TRUE(player->askable().empty());
  }
  EXPECT_EQ(white.error_to({{"type", "try"}, {"move", "f7e8"}, {"known", 7}}), "not-now");
  EXPECT_EQ(anna.read("/api/games").at("games").as_array().size(), 1U);
  EXPECT_EQ(ben.read("/api/games").at("games").at(0).at("side"), "black");
}

TEST_F(ServeGames, TheTranscriptTellsEverythingAfterTheEnd) {
  const House house = open();
  Pair pair(house, {{"rules", "wild16"}});
  pair.white_player.ask("e2d3");
  pair.white_player.ask("a1a5");
  pair.play(kScholarsMate);
  Guest stranger(house);
  const json::object transcript = stranger.read("/api/games/" + pair.game + "/transcript");
  EXPECT_EQ(transcript.at("start"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(transcript.at("end").at("winner"), "white");
  const json::array& turns = transcript.at("turns").as_array();
  ASSERT_EQ(turns.size(), kScholarsMate.size());
  EXPECT_EQ(turns[0].at("asked"), json::parse(R"([{"ask":"e2d3","san":"exd3","answer":"no"}])")) << "but no nonsense";
  for (std::size_t ply = 0; ply < turns.size(); ++ply)
    EXPECT_EQ(turns[ply].at("move"), json::value(kScholarsMate[ply]));
  EXPECT_EQ(turns[6].at("san"), "Qxf7");
  EXPECT_EQ(turns[6].at("fen"), "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4");
  const Reply pgn = stranger.get("/api/games/" + pair.game + "/pgn");
  EXPECT_EQ(pgn.status, 200);
  EXPECT_NE(pgn.body.find("[Termination \"checkmate\"]"), std::string::npos) << pgn.body;
  EXPECT_NE(pgn.body.find("1. e4 {/tries=0:exd3}"), std::string::npos) << pgn.body;
}

// To somebody who does not sit in it, a game that goes on does not exist; and he may not touch it when it has ended.
TEST_F(ServeGames, StrangersAreRefusedOnEveryRoute) {
  const House house = open();
  Pair pair(house);
  Guest nobody(house);
  Guest other(house);
  other.make_game(settings());
  ASSERT_FALSE(other.token().empty());
  const std::string route = "/api/games/" + pair.game;
  for (Guest* stranger : {&nobody, &other}) {
    for (const std::string& path : {route, route + "/transcript", route + "/pgn", "/api/invitations/" + pair.game})
      EXPECT_EQ(stranger->get(path).status, 404) << path;
    EXPECT_EQ(stranger->post(route + "/device").status, 404);
    EXPECT_EQ(stranger->post("/api/invitations/" + pair.game).status, 404);
    EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + pair.game, stranger->cookie()).handshake().status, 404);
  }
  for (Guest* seated : {&pair.white, &pair.black}) {
    EXPECT_EQ(seated->get(route).status, 200);
    EXPECT_EQ(seated->get(route + "/transcript").status, 404) << "not before the end";
    EXPECT_EQ(seated->get(route + "/pgn").status, 404);
  }
  EXPECT_EQ(other.read("/api/games").at("games").as_array().size(), 1U) << "his own only";

  pair.play(kScholarsMate);
  for (Guest* stranger : {&nobody, &other}) {
    EXPECT_TRUE(stranger->read(route).at("side").is_null());
    EXPECT_EQ(stranger->get(route + "/transcript").status, 200);
    EXPECT_EQ(stranger->get(route + "/pgn").status, 200);
    EXPECT_EQ(stranger->post(route + "/device").status, 404);
    EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + pair.game, stranger->cookie()).handshake().status, 404);
  }
}

// A refusal must not tell a game that exists from one that does not.
TEST_F(ServeGames, AGameThatIsNotYoursLooksLikeNoGame) {
  const House house = open();
  const Pair pair(house);
  Guest stranger(house);
  for (const char* part : {"", "/transcript", "/pgn"}) {
    const Reply hidden = stranger.get("/api/games/" + pair.game + part);
    const Reply none = stranger.get("/api/games/AAAAAAAAAAAAAAAA" + std::string(part));
    EXPECT_EQ(hidden.body, none.body);
    EXPECT_EQ(hidden.headers, none.headers);
  }
}

TEST_F(ServeGames, NobodyMovesForAnother) {
  const House house = open();
  Pair pair(house);
  Player& white = pair.white_player;
  Player& black = pair.black_player;
  for (const char* move : {"e7e5", "e2e4"})
    EXPECT_EQ(black.error_to({{"type", "try"}, {"move", move}, {"known", 0}}), "not-now");
  white.move("e2e4");
  black.hear("view");
  EXPECT_EQ(white.error_to({{"type", "try"}, {"move", "d2d4"}, {"known", 1}}), "not-now");
  EXPECT_EQ(black.ask("d2d4").at("heard").at("answer"), "nonsense") << "White's pawn is not his";
  EXPECT_EQ(black.log().size(), 1U);
}

// Two windows, one of which has not heard of the last answer: what is asked there was meant for another moment.
TEST_F(ServeGames, WhatWasAskedTooLateIsStale) {
  const House house = open();
  Pair pair(house);
  pair.white_player.ask("e2d3");
  for (const int known : {0, 2, -1, 1'000'000})
    EXPECT_EQ(pair.white_player.error_to({{"type", "try"}, {"move", "e2e4"}, {"known", known}}), "stale") << known;
  EXPECT_EQ(pair.white_player.error_to({{"type", "try"}, {"move", "e2e4"}}), "bad-message");
  EXPECT_EQ(pair.white_player.error_to({{"type", "try"}, {"move", "e2e4"}, {"known", "1"}}), "bad-message");
  pair.white_player.move("e2e4");
}

TEST_F(ServeGames, TooMuchNonsenseIsNotAnswered) {
  const House house = open();
  Pair pair(house);
  json::object answer;
  int answered = 0;
  while ((answer = pair.white_player.ask("a1a8")).at("type") == "answer" && answered < 50) ++answered;
  EXPECT_EQ(answer.at("code"), "too-much-nonsense");
  EXPECT_GE(answered, 10);
  pair.white_player.move("e2e4");
  pair.black_player.hear("view");
  EXPECT_EQ(pair.black_player.log().size(), 1U);
}

// What Black is sent of a game in wild16, in which White asks in vain before each of his moves, or does not.
std::vector<std::string> frames_of_black(const Guest& anna, const Guest& ben, bool in_vain) {
  Pair pair(anna, ben, {{"rules", "wild16"}});
  for (std::size_t ply = 0; ply + 1 < kScholarsMate.size(); ++ply) {
    if (ply % 2 == 0 && in_vain) {
      for (const char* asked : {"a1a6", "e2d3", "c2b3", "h1h7", "b1d2", "any"})
        EXPECT_NE(pair.white_player.ask(asked).at("heard").at("answer"), "ok") << asked;
      pair.white_player.say({{"type", "phantoms"}, {"phantoms", {{"e5", "p"}}}});
    }
    Player& listener = pair.listener();
    pair.mover().move(kScholarsMate[ply]);
    const json::object view = listener.hear("view");
    if (ply % 2 != 0) continue;
    EXPECT_EQ(view.at("from"), ply) << "nothing came before the move";
    EXPECT_EQ(view.at("log").as_array().size(), 1U);
  }
  pair.white_player.say({{"type", "resign"}});
  pair.black_player.hear("view");
  EXPECT_EQ(pair.black_player.end(), "resignation");
  std::vector<std::string> frames = pair.black_player.frames();
  for (std::string& frame : frames) {
    const std::size_t id = frame.find(pair.game);
    if (id != std::string::npos) frame.replace(id, pair.game.size(), "ID");
  }
  return frames;
}

TEST_F(ServeGames, PrivateRefusalsMoveNoByteToTheOpponent) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  EXPECT_EQ(frames_of_black(anna, ben, true), frames_of_black(anna, ben, false));
}

}  // namespace
}  // namespace blindmate::server
