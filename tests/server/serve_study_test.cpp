// Reviews, imports, studies, puzzles and exhibitions over the wire.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "blindmate/chess/fen.hpp"
#include "blindmate/referee/pgn.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "server/house.hpp"

namespace blindmate::server {
namespace {

// Someone who talks to one of these places.
class Talk {
 public:
  Talk(const Guest& guest, const std::string& path) : socket_(guest.address().port(), path, guest.cookie()) {
    if (!socket_.is_open()) throw WireError(fmt::format("{}: {}", path, socket_.handshake().status));
  }

  void say(const json::object& message) { socket_.send(json::serialize(message)); }
  json::object hear() {
    const std::optional<std::string> text = socket_.next();
    if (!text) throw WireError("the connection has ended");
    return json::parse(*text).as_object();
  }
  // The next message that is no progress; it must be of this type.
  json::object hear(std::string_view type) {
    json::object message = hear();
    while (message.at("type") == "progress") message = hear();
    if (message.at("type") != json::value(type)) throw WireError(json::serialize(message));
    return message;
  }
  json::object ask(const json::object& message, std::string_view type) {
    say(message);
    return hear(type);
  }
  std::string error_to(const json::object& message) {
    const json::object error = ask(message, "error");
    return fmt::format("{}: {}", Guest::text(error, "code"), Guest::text(error, "message"));
  }
  WebSocket& socket() { return socket_; }

 private:
  WebSocket socket_;
};

json::object parsed(const std::string& text) { return json::parse(text).as_object(); }

const json::object kRookAndKing = parsed(
    R"({"type":"pose","rules":"berkeley","source":{"own":"8/8/1K6/8/8/8/8/7R","side":"white","castling":"",
        "men":[{"kinds":"k","squares":["a8","b8"]}]}})");

// A game with refused tries on both sides, that has ended.
std::string scholars_mate(Guest& anna, Guest& ben, const json::object& otherwise = {}) {
  const std::string game = ben.accept(anna.make_game(settings(otherwise)));
  Pair pair(anna, ben, game);
  pair.white_player.ask("e2d3");
  pair.black_player.hear("view");
  pair.play({"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"});
  return game;
}

class ServeStudies : public Serve {};

TEST_F(ServeStudies, AReviewTellsWhatBothCouldKnowAndIsKept) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const std::string game = scholars_mate(anna, ben);
  std::vector<json::object> heard;
  const auto review = [&] {
    heard.clear();
    Talk talk(Guest(house), "/ws/reviews/" + game);
    for (int sides = 0; sides < 2;) {
      heard.push_back(talk.hear());
      if (heard.back().at("type") == "reviewed") ++sides;
    }
    return heard;
  };
  const std::vector<json::object> first = review();
  EXPECT_EQ(review(), first) << "from the store";
  const json::object& start = first.front();
  EXPECT_EQ(start.at("side"), "white");
  EXPECT_EQ(start.at("moment").at("states"), 1);
  const auto moments_of = [&](const char* side) {
    std::vector<json::object> moments;
    for (const json::object& message : first) {
      if (message.at("type") == "moment" && message.at("side") == json::value(side))
        moments.push_back(message.at("moment").as_object());
    }
    return moments;
  };
  EXPECT_EQ(moments_of("white").size(), 9U) << "the start, a refusal, seven moves";
  EXPECT_EQ(moments_of("white").at(1).at("asked"), 1);
  EXPECT_EQ(moments_of("white").at(3).at("states"), 20) << "after any first move of Black";
  EXPECT_EQ(moments_of("black").at(2).at("exact"), true);
}

TEST_F(ServeStudies, AReviewIsOfGamesThatHaveEnded) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const std::string game = ben.accept(anna.make_game(settings()));
  EXPECT_EQ(WebSocket(house.port(), "/ws/reviews/" + game, anna.cookie()).handshake().status, 404);
  Talk study(anna, "/ws/study");
  const json::object source{{"game", game}, {"side", "white"}, {"ply", 0}, {"asked", 0}};
  EXPECT_EQ(study.error_to({{"type", "pose"}, {"source", source}}),
            "bad-problem: there is no such game that has ended");
  EXPECT_EQ(WebSocket(house.port(), "/ws/exhibitions/" + game, anna.cookie()).handshake().status, 404)
      << "nobody watches people";
  for (const char* side : {"", "?side=white"})
    EXPECT_EQ(anna.get(fmt::format("/api/games/{}/pgn{}", game, side)).status, 404);
}

TEST_F(ServeStudies, ATranscriptHasClocks) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const json::object clock{{"minutes", 5}, {"increment", 2}};
  const std::string game = scholars_mate(anna, ben, {{"clock", clock}});
  const json::object transcript = anna.read("/api/games/" + game + "/transcript");
  const json::array& turns = transcript.at("turns").as_array();
  for (const json::value& turn : turns) {
    EXPECT_LE(turn.at("clock").at("white_ms").as_int64(), 300'000 + 4 * 2000);
    EXPECT_GT(turn.at("clock").at("black_ms").as_int64(), 290'000);
  }
  EXPECT_EQ(turns.at(0).at("clock").at("black_ms"), 300'000) << "Black has not moved yet";
  const std::string without = scholars_mate(anna, ben);
  EXPECT_TRUE(anna.read("/api/games/" + without + "/transcript").at("turns").at(0).at("clock").is_null());
}

TEST_F(ServeStudies, WhatIsExportedCanBeImported) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const std::string game = scholars_mate(anna, ben, {{"rules", "cincinnati"}});
  const std::string pgn = Guest(house).get("/api/games/" + game + "/pgn").body;
  const std::string imported = Guest::text(ben.done("/api/imports", {{"pgn", pgn}}), "game");
  const json::object before = anna.read("/api/games/" + game + "/transcript");
  const json::object after = anna.read("/api/games/" + imported + "/transcript");
  EXPECT_EQ(after.at("turns"), before.at("turns"));
  EXPECT_EQ(after.at("end"), before.at("end"));
  EXPECT_EQ(after.at("rules"), before.at("rules"));
  EXPECT_EQ(anna.get("/api/games/" + imported + "/pgn").body, pgn);
  Talk review(Guest(house), "/ws/reviews/" + imported);
  EXPECT_EQ(review.hear().at("type"), "moment");

  const std::string heard = anna.get("/api/games/" + game + "/pgn?side=black").body;
  const auto views = referee::read_pgn(heard);
  ASSERT_TRUE(views);
  EXPECT_EQ(std::get<referee::PlayerView>(views->front().content).side(), chess::Side::black);
  EXPECT_EQ(heard.find("Qxf7"), std::string::npos) << "what White has tried is not in it";
  EXPECT_EQ(anna.get("/api/games/" + game + "/pgn?side=red").status, 400);
  EXPECT_EQ(anna.post("/api/imports", json::object{{"pgn", heard}}).status, 400) << "not the whole game";
}

TEST_F(ServeStudies, AnImportHasItsOwnNamesAndStart) {
  const House house = open();
  Guest anna(house);
  referee::Game game(referee::kBerkeley, *chess::read_position("6k1/8/6K1/8/8/8/8/R7 w - - 0 1"));
  game.ask(*chess::parse_coordinates("a1a8"));
  const std::string pgn =
      referee::write_pgn(game, {{"White", "Zo\u202Eë\u200F <b>"}, {"Black", std::string(100, 'b')}});
  const std::string id = Guest::text(anna.done("/api/imports", {{"pgn", pgn}}), "game");
  const json::object transcript = anna.read("/api/games/" + id + "/transcript");
  EXPECT_EQ(transcript.at("start"), "6k1/8/6K1/8/8/8/8/R7 w - - 0 1");
  EXPECT_EQ(transcript.at("white").at("name"), "Zoë <b>");
  EXPECT_EQ(transcript.at("black").at("name"), json::value(std::string(60, 'b')));
  EXPECT_EQ(transcript.at("end").at("reason"), "checkmate");
}

TEST_F(ServeStudies, AnImportMayBeUnfinishedOrEndForUnknownReasons) {
  const House house = open();
  Guest anna(house);
  const auto import = [&](const std::string& pgn) {
    return Guest::text(anna.done("/api/imports", {{"pgn", pgn}}), "game");
  };
  const std::string unfinished = import("[White \"\x01\"]\n\n1. e4 {:} d5 {:} *\n");
  const json::object transcript = anna.read("/api/games/" + unfinished + "/transcript");
  EXPECT_EQ(transcript.at("end").at("reason"), "unfinished");
  EXPECT_EQ(transcript.at("white").at("name"), "White");
  const std::string pgn = anna.get("/api/games/" + unfinished + "/pgn").body;
  EXPECT_NE(pgn.find("[Result \"*\"]"), std::string::npos) << pgn;
  EXPECT_EQ(anna.read("/api/games/" + import(pgn) + "/transcript").at("end").at("reason"), "unfinished");
  const std::string heard = anna.get("/api/games/" + unfinished + "/pgn?side=white").body;
  Talk study(anna, "/ws/study");
  EXPECT_EQ(study.ask({{"type", "pose"}, {"source", {{"pgn", heard}, {"side", "white"}}}}, "posed").at("states"), 20);
  const std::string strange =
      import("[Result \"1-0\"]\n[Termination \"" + std::string(1000, 'x') + "\"]\n\n1. e4 {:} d5 {:} 1-0\n");
  EXPECT_EQ(anna.read("/api/games/" + strange + "/transcript").at("end").at("reason"), "unknown");
}

TEST_F(ServeStudies, AnImportSaysWhatIsWrong) {
  const House house = open();
  Guest anna(house);
  const auto error = [&](const json::value& body) {
    const Reply reply = anna.post("/api/imports", body);
    EXPECT_EQ(reply.status, 400);
    return std::string(reply.json().at("error").as_string());
  };
  EXPECT_EQ(error(json::object{{"pgn", 5}}), "\"pgn\" is not a text");
  EXPECT_EQ(error(json::object{{"pgn", std::string(64 * 1024 + 1, ' ')}}), "the PGN has 65537 bytes, at most 65536");
  EXPECT_EQ(error(json::object{{"pgn", ""}}), "1:1: no game in this file");
  EXPECT_TRUE(error(json::object{{"pgn", "[Event \"x\"]\n\n1. e4 e5 *"}}).starts_with("3:"));
  EXPECT_EQ(anna.get("/api/imports").status, 405);
  const char* mated = "[FEN \"R5k1/8/6K1/8/8/8/8/8 b - - 0 1\"]\n[SetUp \"1\"]\n[Result \"1-0\"]\n\n1-0\n";
  EXPECT_EQ(error(json::object{{"pgn", mated}}), "there is no move in it");
  EXPECT_EQ(anna.post("/api/imports", json::object{{"pgn", std::string(200'000, ' ')}}).status, 413);
  EXPECT_EQ(anna.post("/api/games", json::object{{"pgn", std::string(20'000, ' ')}}).status, 413) << "elsewhere";
}

TEST_F(ServeStudies, AProblemIsPosedSolvedAndWalkedThrough) {
  const House house = open();
  Talk study(Guest(house), "/ws/study");
  const json::object posed = study.ask(kRookAndKing, "posed");
  EXPECT_EQ(posed.at("states"), 2);
  EXPECT_EQ(posed.at("dropped"), 0);
  EXPECT_EQ(posed.at("side"), "white");
  EXPECT_EQ(posed.at("own"), "8/8/1K6/8/8/8/8/7R");
  EXPECT_EQ(posed.at("men"), json::parse(R"({"k":{"a8":0.5,"b8":0.5}})"));
  EXPECT_EQ(posed.at("fens").as_array().size(), 2U);

  const json::object solved =
      study.ask({{"type", "solve"}, {"ply", 1}, {"algorithm", "dfs"}, {"keys", true}, {"seconds", 30}}, "solution");
  EXPECT_EQ(solved.at("verdict"), "mate");
  EXPECT_EQ(solved.at("length"), 1);
  EXPECT_EQ(solved.at("keys"), json::parse(R"(["h1h8"])"));
  EXPECT_TRUE(solved.at("limit").is_null());
  EXPECT_EQ(solved.at("plan").at("try"), "h1h8");

  const json::object start = study.ask({{"type", "walk"}, {"path", json::array{}}}, "walked");
  EXPECT_EQ(start.at("states"), 2);
  const json::object mated = study.ask({{"type", "walk"}, {"path", {"played 0"}}}, "walked");
  EXPECT_EQ(mated.at("turn"), "black");
  EXPECT_EQ(mated.at("states"), 2);
  EXPECT_EQ(study.error_to({{"type", "walk"}, {"path", {"refused"}}}),
            "bad-message: path[0]: the plan has no step \"refused\" there");

  const std::string id = Guest::text(study.ask({{"type", "save"}, {"ply", 1}}, "saved"), "problem");
  const Reply line = Guest(house).get("/api/problems/" + id);
  EXPECT_EQ(line.json().at("states"), posed.at("fens"));
  EXPECT_EQ(line.json().at("ply"), 1);
  Talk other(Guest(house), "/ws/study");
  const json::object again = other.ask({{"type", "pose"}, {"source", {{"problem", id}}}}, "posed");
  EXPECT_EQ(again.at("fens"), posed.at("fens"));
  EXPECT_EQ(again.at("ply"), 1);
  const json::object from_line = other.ask({{"type", "pose"}, {"source", {{"line", line.json()}}}}, "posed");
  EXPECT_EQ(from_line.at("fens"), posed.at("fens"));
  EXPECT_EQ(Guest(house).get("/api/problems/nothing").status, 404);
}

TEST_F(ServeStudies, AMomentOfAGameIsAProblem) {
  const House house = open();
  Guest anna(house);
  Guest ben(house);
  const std::string game = scholars_mate(anna, ben);
  Talk study(ben, "/ws/study");
  const auto source = [&](const char* side, int ply, int asked) {
    return json::object{{"type", "pose"}, {"source", {{"game", game}, {"side", side}, {"ply", ply}, {"asked", asked}}}};
  };
  EXPECT_EQ(study.ask(source("white", 2, 0), "posed").at("states"), 20);
  EXPECT_EQ(study.ask(source("white", 0, 1), "posed").at("states"), 1);
  EXPECT_EQ(study.error_to(source("white", 3, 0)), "bad-problem: there is no such moment in a turn of White");
  EXPECT_EQ(study.error_to(source("white", 99, 0)), "bad-problem: there is no such moment in a turn of White");
  // As its view says it.
  const std::string heard = anna.get("/api/games/" + game + "/pgn?side=white").body;
  EXPECT_EQ(study.error_to({{"type", "pose"}, {"source", {{"pgn", heard}, {"side", "white"}}}}),
            "bad-problem: the game has ended: checkmate");
}

TEST_F(ServeStudies, SayWhatIsWrong) {
  const House house = open();
  Talk study(Guest(house), "/ws/study");
  EXPECT_EQ(study.error_to({{"type", "solve"}, {"ply", 3}}), "not-now: there is no problem yet");
  EXPECT_EQ(study.error_to({{"type", "dance"}}), "bad-message: \"type\" is none of pose, solve, stop, walk, save");
  EXPECT_EQ(study.error_to({{"type", "pose"}, {"source", {{"fens", {"x"}}}}}).substr(0, 23), "bad-problem: states[0]:");
  const auto painted = [&](const std::string& own, const json::array& men) {
    return study.error_to(
        {{"type", "pose"}, {"rules", "berkeley"}, {"source", {{"own", own}, {"side", "white"}, {"men", men}}}});
  };
  EXPECT_EQ(painted("8/8/8/8/8/8/8/8", {}), "bad-problem: own: one king is needed");
  EXPECT_EQ(painted("8/8/8/8/8/8/8/K7", {{{"kinds", "k"}, {"squares", {"z9"}}}}),
            "bad-problem: men[0]: \"z9\" is not a square");
  study.ask(kRookAndKing, "posed");
  EXPECT_EQ(study.error_to({{"type", "solve"}, {"ply", 2}}).substr(0, 18), "bad-message: \"ply\"");
  EXPECT_EQ(study.error_to({{"type", "solve"}, {"ply", 1}, {"seconds", 61}}),
            "bad-message: \"seconds\" is not above 0 and at most 60");
  EXPECT_EQ(study.error_to({{"type", "solve"}, {"ply", 1}, {"algorithm", "magic"}}).substr(0, 38),
            "bad-message: unknown algorithm \"magic\"");
  EXPECT_EQ(study.error_to({{"type", "walk"}, {"path", json::array{}}}), "not-now: there is no plan to walk through");
  study.socket().send("[");
  EXPECT_EQ(study.hear("error").at("code"), "bad-message");
}

// The king can be anywhere: nothing that a minute would settle.
const json::object kEndless = parsed(
    R"({"type":"pose","rules":"berkeley","source":{"own":"8/8/8/8/8/2B5/2B5/2K5","side":"white","men":[{"kinds":"k","squares":[
        "a8","b8","c8","d8","e8","f8","g8","h8","a7","b7","c7","d7","e7","f7","g7","a6","b6","c6","d6","e6"]}]}})");

TEST_F(ServeStudies, AreStoppedOnRequestAndWhenNobodyLooks) {
  const House house = open();
  {
    Talk study(Guest(house), "/ws/study");
    study.ask(kEndless, "posed");
    const json::object solve{{"type", "solve"}, {"ply", 41}, {"seconds", 60}};
    study.say(solve);
    while (study.hear().at("states").to_number<std::int64_t>() == 0) continue;
    EXPECT_EQ(study.error_to(solve), "not-now: something is being solved");
    const json::object stopped = study.ask({{"type", "stop"}}, "solution");
    EXPECT_EQ(stopped.at("verdict"), "unknown");
    EXPECT_EQ(stopped.at("limit"), "interrupted");
    study.say(solve);
    while (study.hear().at("states").to_number<std::int64_t>() == 0) continue;
  }  // leaves
  Talk next(Guest(house), "/ws/study");
  next.ask(kRookAndKing, "posed");
  EXPECT_EQ(next.ask({{"type", "solve"}, {"ply", 1}}, "solution").at("verdict"), "mate")
      << "long before the minute is over";
}

TEST_F(ServeStudies, AreStoppedWhileTheyWait) {
  const House house = open();
  const json::object solve{{"type", "solve"}, {"ply", 41}, {"seconds", 60}};
  std::vector<std::unique_ptr<Talk>> talks;
  for (int i = 0; i < 4; ++i) {
    talks.push_back(std::make_unique<Talk>(Guest(house), "/ws/study"));
    talks.back()->ask(kEndless, "posed");
    talks.back()->say(solve);
    EXPECT_EQ(talks.back()->hear().at("type"), "progress");
  }
  Talk fifth(Guest(house), "/ws/study");
  fifth.ask(kEndless, "posed");
  EXPECT_EQ(fifth.error_to(solve), "not-now: too much is being solved; wait a little") << "from one address";
  EXPECT_EQ(talks[2]->ask({{"type", "stop"}}, "solution").at("limit"), "interrupted") << "while it waits";
  talks[3]->ask(kRookAndKing, "posed");
  fifth.say(solve);
  EXPECT_EQ(fifth.hear().at("waiting"), 2) << "one is solved and one waits, the others are gone";
}

class ServePuzzles : public Serve {};

TEST_F(ServePuzzles, AreSolvedByTheirPlanAndCountOnce) {
  const House house = open();
  Guest anna(house);
  EXPECT_TRUE(anna.done("/api/puzzles").at("you").is_null());
  EXPECT_FALSE(anna.token().empty()) << "there is somebody now whose progress can be kept";
  Talk puzzles(anna, "/ws/puzzles");
  const json::object first = puzzles.ask({{"type", "start"}, {"ply", 3}, {"size", "small"}}, "puzzle");
  EXPECT_EQ(first.at("ply"), 3);
  EXPECT_EQ(first.at("counts"), true);
  EXPECT_LE(first.at("now").at("states").as_int64(), 5);
  const json::object given_up = puzzles.ask({{"type", "give-up"}}, "ended");
  EXPECT_EQ(given_up.at("solved"), false);
  EXPECT_EQ(given_up.at("you").at("failed"), 1);
  EXPECT_LT(given_up.at("you").at("rating").to_number<double>(), 1500);
  EXPECT_GT(given_up.at("puzzle_rating").to_number<double>(), first.at("rating").to_number<double>());

  // Again, by the plan; this does not count.
  const json::object again = puzzles.ask({{"type", "start"}, {"puzzle", first.at("puzzle")}}, "puzzle");
  EXPECT_EQ(again.at("counts"), false);
  json::value plan = given_up.at("plan");
  const auto announced = [](const json::value& heard) {  // as plans write it
    json::object said;
    for (const auto& [field, value] : heard.as_object()) {
      const bool is_default = value.is_null() || value == false || (value.is_array() && value.as_array().empty());
      if (field != "answer" && field != "end" && !is_default) said[field] = value;
    }
    return said;
  };
  for (;;) {
    const json::object answer = puzzles.ask({{"type", "try"}, {"move", plan.at("try")}}, "answered");
    if (!answer.at("heard").at("end").is_null()) break;
    if (answer.at("reply").is_null()) {
      plan = plan.at("refused");
      continue;
    }
    json::value next;
    for (const json::value& branch : plan.at("played").as_array()) {
      if (branch.at("announced") != announced(answer.at("heard")) || branch.as_object().contains("mate")) continue;
      for (const json::value& reply : branch.at("replies").as_array()) {
        if (reply.at("announced") == announced(answer.at("reply").at("heard"))) next = reply.at("plan");
      }
    }
    plan = next;
  }
  const json::object solved = puzzles.hear("ended");
  EXPECT_EQ(solved.at("solved"), true);
  EXPECT_EQ(solved.at("reason"), "checkmate");
  EXPECT_EQ(solved.at("you"), given_up.at("you"));
  EXPECT_EQ(anna.read("/api/puzzles").at("you"), given_up.at("you"));
  EXPECT_NE(puzzles.ask({{"type", "start"}, {"ply", 3}, {"size", "small"}}, "puzzle").at("puzzle"), first.at("puzzle"));
}

TEST_F(ServePuzzles, WhoLeavesAfterATryHasFailed) {
  const House house = open();
  Guest anna(house);
  anna.done("/api/puzzles");
  const auto leave = [&](bool tries) {
    Talk puzzles(anna, "/ws/puzzles");
    const json::object puzzle = puzzles.ask({{"type", "start"}, {"puzzle", "mate5-0080"}}, "puzzle");
    if (tries) {
      const json::value& move = puzzle.at("now").at("askable").at(0);
      const json::object answer = puzzles.ask({{"type", "try"}, {"move", move}}, "answered");
      EXPECT_EQ(answer.at("ask"), move);
    }
    puzzles.socket().close();
  };
  leave(false);
  EXPECT_TRUE(anna.read("/api/puzzles").at("you").is_null());
  leave(true);
  json::value you;
  for (const auto latest = std::chrono::steady_clock::now() + kPatience; you.is_null();) {
    ASSERT_LT(std::chrono::steady_clock::now(), latest);
    you = anna.read("/api/puzzles").at("you");
  }
  EXPECT_EQ(you.at("failed"), 1);
}

TEST_F(ServePuzzles, ClassicsNameTheirComposersAndCanBeStudied) {
  const House house = open();
  Guest anna(house);
  const json::array classics = anna.read("/api/classics").at("classics").as_array();
  EXPECT_EQ(classics.size(), 49U);
  const json::object origin{{"author", "G. F. Anderson"}, {"source", "Are There Any? 1"}};
  EXPECT_EQ(classics.at(0), json::value({{"id", "classic-01"}, {"origin", origin}, {"ply", 3}, {"states", 4}}));
  Talk puzzles(anna, "/ws/puzzles");
  EXPECT_EQ(puzzles.ask({{"type", "start"}, {"puzzle", "classic-01"}}, "puzzle").at("origin"), origin);
  EXPECT_TRUE(puzzles.ask({{"type", "start"}, {"puzzle", "mate3-0001"}}, "puzzle").at("origin").is_null());
  for (int i = 0; i < 3; ++i) {
    const json::object drawn = puzzles.ask({{"type", "start"}, {"classic", true}}, "puzzle");
    EXPECT_FALSE(drawn.at("origin").is_null()) << drawn.at("puzzle");
  }
  Talk study(anna, "/ws/study");
  const json::object source{{"problem", "classic-01"}};
  const json::object posed = study.ask({{"type", "pose"}, {"source", source}}, "posed");
  EXPECT_EQ(posed.at("states"), 4);
  EXPECT_EQ(posed.at("ply"), 3);
  const json::object solved = study.ask({{"type", "solve"}, {"ply", 3}, {"report", true}}, "solution");
  EXPECT_EQ(solved.at("keys"), json::array{"b1a1"});
  EXPECT_EQ(solved.at("report").at("one_key"), true);
  EXPECT_EQ(solved.at("report").at("elsewhere").as_array().size(), 5U);
  EXPECT_TRUE(study.ask({{"type", "solve"}, {"ply", 3}}, "solution").at("report").is_null());
}

TEST_F(ServePuzzles, SayWhatIsWrong) {
  const House house = open();
  Talk puzzles(Guest(house), "/ws/puzzles");
  EXPECT_EQ(puzzles.error_to({{"type", "any"}}), "not-now: there is no puzzle");
  EXPECT_EQ(puzzles.error_to({{"type", "start"}, {"ply", 4}}), "not-now: there is no puzzle of this kind");
  EXPECT_EQ(puzzles.error_to({{"type", "start"}, {"puzzle", "x"}}), "not-now: there is no such puzzle");
  EXPECT_EQ(puzzles.error_to({{"type", "start"}, {"size", "huge"}}),
            "bad-message: \"size\" is none of small, medium, large");
  const json::object puzzle = puzzles.ask({{"type", "start"}, {"puzzle", "mate5-0080"}}, "puzzle");
  EXPECT_EQ(puzzle.at("counts"), false) << "of nobody";
  EXPECT_EQ(puzzles.error_to({{"type", "try"}, {"move", "a1a8"}}), "not-now: this cannot be tried");
  EXPECT_EQ(puzzles.error_to({{"type", "any"}}), "not-now: the question cannot be asked");
  EXPECT_TRUE(puzzles.ask({{"type", "give-up"}}, "ended").at("you").is_null());
}

class ServeExhibitions : public Serve {};

TEST_F(ServeExhibitions, ArePlayedForWhoeverWatches) {
  const House house = open();
  Guest anna(house);
  const json::object random{{"player", "random"}, {"level", 1}};
  const std::string game =
      Guest::text(anna.done("/api/exhibitions", {{"rules", "wild16"}, {"white", random}, {"black", random}}), "game");
  EXPECT_EQ(anna.read("/api/exhibitions").at("games").at(0).at("id"), json::value(game));
  Talk watcher(Guest(house), "/ws/exhibitions/" + game);
  const json::object first = watcher.hear("exhibition");
  EXPECT_EQ(first.at("transcript").at("white").at("name"), "random, easy");
  EXPECT_TRUE(first.at("transcript").at("end").is_null());
  std::int64_t number = static_cast<std::int64_t>(first.at("transcript").at("turns").as_array().size());
  std::string fen = Guest::text(first.at("transcript").as_object(), "start");
  for (int turns = 0; turns < 2; ++turns) {
    const json::object turn = watcher.hear("turn");
    EXPECT_EQ(turn.at("number"), number++);
    const chess::Move move = *chess::parse_coordinates(std::string(turn.at("turn").at("move").as_string()));
    fen = chess::fen(chess::read_position(fen)->after(move));
    EXPECT_EQ(turn.at("turn").at("fen"), json::value(fen));
  }
  EXPECT_EQ(anna.get("/api/games/" + game + "/transcript").status, 404) << "it has not ended";
  Talk late(anna, "/ws/exhibitions/" + game);
  EXPECT_GE(late.hear("exhibition").at("transcript").at("turns").as_array().size(), 2U);
}

TEST_F(ServeExhibitions, OnlyFourAreWatched) {
  const House house = open();
  Guest anna(house);
  const json::object random{{"player", "random"}, {"level", 1}};
  const json::object wanted{{"rules", "berkeley"}, {"white", random}, {"black", random}};
  std::vector<std::string> games;
  for (int i = 0; i < 5; ++i) games.push_back(Guest::text(anna.done("/api/exhibitions", wanted), "game"));
  std::vector<std::unique_ptr<Talk>> watchers;
  for (int i = 0; i < 4; ++i) {
    watchers.push_back(std::make_unique<Talk>(anna, "/ws/exhibitions/" + games[static_cast<std::size_t>(i)]));
    watchers.back()->hear("exhibition");
  }
  EXPECT_EQ(WebSocket(house.port(), "/ws/exhibitions/" + games[4], {}).handshake().status, 503);
  EXPECT_EQ(anna.post("/api/exhibitions", wanted).status, 503);
  Talk(anna, "/ws/exhibitions/" + games[0]).hear("exhibition");
  EXPECT_EQ(anna.post("/api/games", bot_settings("random", 1)).status, 201) << "people play on";
}

TEST_F(ServeExhibitions, SayWhatIsWrong) {
  const House house = open();
  Guest anna(house);
  const auto error = [&](const char* body) {
    const Reply reply = anna.post("/api/exhibitions", json::parse(body));
    EXPECT_EQ(reply.status, 400);
    return std::string(reply.json().at("error").as_string());
  };
  EXPECT_EQ(error("{}"), "\"rules\" is missing");
  EXPECT_EQ(
      error(R"({"rules":"berkeley","white":{"player":"random","level":1},"black":{"player":"nobody","level":1}})"),
      "\"black\" has a player that does not exist");
  EXPECT_EQ(error(R"({"rules":"berkeley","white":{},"black":{}})"), "\"white\" is not a player and a level");
  EXPECT_EQ(WebSocket(house.port(), "/ws/exhibitions/x", {}).handshake().status, 404);
}

TEST_F(ServeExhibitions, TheLaboratorysResultsAreShown) {
  const House house = open();
  const json::object machines = Guest(house).read("/api/machines");
  const json::object& tournament = machines.at("tournaments").at(0).as_object();
  const json::array& players = tournament.at("players").as_array();
  double games = 0;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto number = [&](const char* field) { return players[i].at(field).to_number<double>(); };
    EXPECT_LE(number("low"), number("high"));
    EXPECT_TRUE(i == 0 || number("rating") <= players[i - 1].at("rating").to_number<double>());
    games += number("games");
  }
  double played = 0;
  for (const json::value& pair : tournament.at("pairs").as_array()) {
    for (const char* field : {"won", "drawn", "lost"}) played += pair.at(field).to_number<double>();
  }
  EXPECT_EQ(games, 2 * played);
}

}  // namespace
}  // namespace blindmate::server
