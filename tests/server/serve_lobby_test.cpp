// The lobby: challenges to anyone and to somebody, who is there, and what others must not see of it.
#include <gtest/gtest.h>

#include <csignal>
#include <set>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

using Names = std::vector<std::string>;

const json::object kClock = {{"minutes", 60}, {"increment", 5}};

json::object to_anyone(const json::object& otherwise = {}) {
  json::object result = settings(otherwise);
  result["opponent"] = "anyone";
  return result;
}
json::object to(const std::string& name, const json::object& otherwise = {}) {
  json::object result = settings(otherwise);
  result["opponent"] = {{"name", name}};
  return result;
}
json::object saying(const std::string& type, const std::string& game) { return {{"type", type}, {"game", game}}; }

class ServeLobby : public ServeOnStores {
 protected:
  // Somebody known; without a name a guest.
  Guest somebody(const House& house, const std::string& name = "") const {
    Guest guest(house);
    if (name.empty()) {
      const std::string game = guest.make_game(settings());
      guest.done("/api/games/" + game + "/cancel");
    } else {
      guest.sign_up(name);
    }
    return guest;
  }

  // As if nobody had been seen for so long.
  void let_pass(int milliseconds) const {
    database_->run("UPDATE presence SET seen_ms = seen_ms - " + std::to_string(milliseconds));
  }
};

// What is refused at once is answered after everything that was sent before: nothing was.
void expect_nothing_told(Visitor& visitor) {
  visitor.socket().send("{");
  const json::object next = visitor.hear();
  EXPECT_EQ(next.at("type"), "error") << json::serialize(next);
}

void expect_no_way_to(const std::string& game, Guest& stranger, const House& house) {
  for (const std::string& route : {"/api/games/" + game, "/api/invitations/" + game,
                                   "/api/games/" + game + "/transcript", "/api/games/" + game + "/pgn"})
    EXPECT_EQ(stranger.get(route).status, 404) << route;
  for (const std::string& route :
       {"/api/invitations/" + game, "/api/games/" + game + "/cancel", "/api/games/" + game + "/device"})
    EXPECT_EQ(stranger.post(route).status, 404) << route;
  EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + game, stranger.cookie()).handshake().status, 404);
  EXPECT_EQ(stranger.get("/api/games").body.find(game), std::string::npos);
  EXPECT_EQ(stranger.get("/api/players").body.find(game), std::string::npos);
}

TEST_P(ServeLobby, EverybodyCanLookAndNobodyUnknownCanAct) {
  const House house = open();
  Guest anna = somebody(house);
  Visitor annas(anna);
  const std::string game = annas.challenge(to_anyone());
  Guest nobody(house);
  Visitor looks(nobody);
  looks.hear_until([&] { return looks.sees(game); });
  const std::string guests = database_->value("SELECT count(*) FROM guests");
  EXPECT_EQ(looks.error_to({{"type", "challenge"}, {"settings", to_anyone()}}), "refused");
  EXPECT_EQ(looks.error_to(saying("accept", game)), "refused");
  EXPECT_EQ(looks.error_to(saying("cancel", game)), "refused");
  EXPECT_EQ(database_->value("SELECT count(*) FROM guests"), guests) << "looking makes nobody a guest";
  // A cookie that nobody was given is none.
  WebSocket forged(house.port(), "/ws/lobby", anna.cookie_with("AAAAAAAAAAAAAAAAAAAAAA"));
  ASSERT_TRUE(forged.is_open());
  ASSERT_TRUE(forged.next());
  forged.send(json::serialize(json::object{{"type", "accept"}, {"game", game}}));
  EXPECT_EQ(json::parse(*forged.next()).at("code"), "refused");
  EXPECT_TRUE(looks.sees(game));
  EXPECT_EQ(anna.read("/api/games/" + game).at("status"), "waiting");
}

TEST_P(ServeLobby, AChallengeIsSeenByAllAndAcceptedByOne) {
  const House house = open();
  Guest anna = somebody(house, "Anna");
  Guest ben = somebody(house);
  Guest carla = somebody(house, "carla");
  Visitor annas(anna);
  Visitor bens(ben);
  Visitor carlas(carla);
  EXPECT_TRUE(bens.challenges().empty());

  const json::object made =
      annas.ask({{"type", "challenge"}, {"settings", to_anyone({{"colour", "black"}, {"clock", kClock}})}});
  EXPECT_EQ(made.at("type"), "made") << json::serialize(made);
  const std::string game = Guest::text(made, "game");
  EXPECT_EQ(made.at("invitation"), json::value("/join/" + game));
  for (Visitor* visitor : {&annas, &bens, &carlas}) {
    visitor->hear_until([&] { return visitor->sees(game); });
    json::value expected = json::parse(R"({"by":{"kind":"person","name":"Anna","account":"Anna","rating":1500,
      "provisional":true},"rules":"berkeley","clock":{"minutes":60,"increment":5},"rated":false,"colour":"white","to":null})");
    expected.as_object()["game"] = game;
    expected.as_object()["yours"] = visitor == &annas;
    EXPECT_EQ(json::value(visitor->find(game)), expected);
  }
  EXPECT_EQ(annas.error_to(saying("accept", game)), "refused") << "nobody plays himself";

  const json::object accepted = bens.ask(saying("accept", game));
  EXPECT_EQ(accepted, (json::object{{"type", "accepted"}, {"game", game}}));
  annas.hear_until([&] { return annas.started() == Names{game}; });
  for (Visitor* visitor : {&annas, &bens, &carlas}) visitor->hear_until([&] { return visitor->challenges().empty(); });
  EXPECT_EQ(carlas.error_to(saying("accept", game)), "refused") << "too late";
  EXPECT_TRUE(bens.started().empty() && carlas.started().empty()) << "it was not theirs";
  EXPECT_EQ(annas.error_to(saying("cancel", game)), "refused") << "it has begun";
  Pair pair(ben, anna, game);
  pair.play({"e2e4", "e7e5"});
  expect_no_way_to(game, carla, house);
}

TEST_P(ServeLobby, TheOldestChallengeIsTheFirst) {
  const House house = open();
  Visitor annas(somebody(house, "anna"));
  Visitor bens(somebody(house));
  Names games;
  // The age is counted in milliseconds.
  const auto make = [&](Visitor& visitor, const json::object& settings) {
    const auto begun = std::chrono::system_clock::now();
    while (std::chrono::system_clock::now() - begun < std::chrono::milliseconds(2)) continue;
    games.push_back(visitor.challenge(settings));
  };
  for (int i = 0; i < 3; ++i) {
    make(annas, to_anyone());
    make(bens, to_anyone({{"rules", "wild16"}}));
  }
  Visitor carlas(somebody(house));
  EXPECT_EQ(carlas.games(), games);
  annas.cancel(games[2]);
  games.erase(games.begin() + 2);
  carlas.hear_until([&] { return carlas.games() == games; });
}

TEST_P(ServeLobby, AnOwnChallengeCanBeWithdrawn) {
  const House house = open();
  Guest anna = somebody(house);
  Visitor annas(anna);
  Guest ben = somebody(house);
  Visitor bens(ben);
  const std::string game = annas.challenge(to_anyone());
  const std::string other = annas.challenge(to_anyone());
  bens.hear_until([&] { return bens.sees(game) && bens.sees(other); });
  EXPECT_EQ(bens.error_to(saying("cancel", game)), "refused") << "it is not his";
  EXPECT_EQ(ben.post("/api/games/" + game + "/cancel").status, 404);
  EXPECT_EQ(annas.cancel(game), game);
  bens.hear_until([&] { return bens.games() == Names{other}; });
  EXPECT_EQ(anna.done("/api/games/" + other + "/cancel").at("game"), json::value(other)) << "by HTTP too";
  bens.hear_until([&] { return bens.challenges().empty(); });
  for (const std::string& id : {game, other}) {
    EXPECT_EQ(bens.error_to(saying("accept", id)), "refused");
    EXPECT_EQ(annas.error_to(saying("cancel", id)), "refused") << "once is enough";
    EXPECT_EQ(anna.post("/api/games/" + id + "/cancel").status, 409);
    EXPECT_EQ(anna.read("/api/games/" + id).at("end").at("reason"), "abort");
  }
  EXPECT_EQ(annas.error_to(saying("cancel", "AAAAAAAAAAAAAAAA")), "refused");
  EXPECT_TRUE(annas.started().empty());
  // A game with an opponent that waits for nobody.
  const std::string with_bot = anna.make_game(bot_settings("random", 1));
  EXPECT_EQ(anna.post("/api/games/" + with_bot + "/cancel").status, 409);
}

TEST_P(ServeLobby, OfManyWhoAcceptOneIsTheFirst) {
  const House house = open();
  Visitor annas(somebody(house));
  std::vector<std::unique_ptr<Visitor>> others;
  for (int i = 0; i < 4; ++i) others.push_back(std::make_unique<Visitor>(somebody(house)));
  for (int times = 0; times < 5; ++times) {
    const std::string game = annas.challenge(to_anyone());
    for (const auto& other : others) other->say(saying("accept", game));
    std::multiset<std::string> answers;
    for (const auto& other : others) answers.insert(Guest::text(other->answer(), "type"));
    EXPECT_EQ(answers, (std::multiset<std::string>{"accepted", "error", "error", "error"}));
    annas.hear_until([&] { return !annas.started().empty() && annas.started().back() == game; });
  }
  EXPECT_EQ(annas.started().size(), 5U) << "each once";
}

TEST_P(ServeLobby, EveryWindowOfTheMakerHearsThatItHasBegun) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Guest phone(house);
  phone.log_in("anna");
  Visitor first(anna);
  Visitor second(phone);
  const std::string game = Guest::text(anna.done("/api/games", to_anyone()), "game");
  for (Visitor* visitor : {&first, &second}) {
    visitor->hear_until([&] { return visitor->sees(game); });
    EXPECT_EQ(visitor->find(game).at("yours"), true);
  }
  Guest ben(house);
  EXPECT_EQ(ben.accept(game), game) << "challenges are accepted by HTTP too";
  for (Visitor* visitor : {&first, &second}) visitor->hear_until([&] { return visitor->started() == Names{game}; });
}

// --- to somebody

TEST_P(ServeLobby, AChallengeToSomebodyIsSeenByNobodyElse) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Guest ben = somebody(house, "Ben");
  Guest carla = somebody(house, "carla");
  Guest guest = somebody(house);
  Guest nobody(house);
  Visitor bens(ben);
  Visitor carlas(carla);
  Visitor guests(guest);
  Visitor nobodys(nobody);
  Visitor annas(anna);
  for (Visitor* visitor : {&bens, &carlas, &guests, &nobodys, &annas})
    visitor->hear_until([&] { return visitor->names().size() == 3; });
  const std::string casual = annas.challenge(to("ben"));
  const std::string rated = annas.challenge(to("BEN", {{"clock", kClock}, {"rated", true}}));
  for (const std::string& game : {casual, rated}) {
    annas.hear_until([&] { return annas.sees(game); });
    bens.hear_until([&] { return bens.sees(game); });
    EXPECT_EQ(bens.find(game).at("to"), "Ben") << "as he is called";
    EXPECT_EQ(bens.find(game).at("yours"), false);
    EXPECT_EQ(annas.find(game).at("to"), "Ben");
    EXPECT_EQ(annas.find(game).at("yours"), true);
    EXPECT_EQ(ben.read("/api/invitations/" + game).at("yours"), false);
    EXPECT_EQ(anna.read("/api/invitations/" + game).at("yours"), true);
    for (Guest* stranger : {&carla, &guest, &nobody}) expect_no_way_to(game, *stranger, house);
    for (Visitor* stranger : {&carlas, &guests}) {
      EXPECT_EQ(stranger->error_to(saying("accept", game)), "refused");
      EXPECT_EQ(stranger->error_to(saying("cancel", game)), "refused");
    }
    EXPECT_EQ(Visitor(carla).games(), Names{}) << "nor by who comes later";
    EXPECT_EQ(anna.read("/api/games/" + game).at("status"), "waiting") << "and all is as it was";
  }
  annas.cancel(rated);
  bens.hear_until([&] { return !bens.sees(rated); });
  EXPECT_EQ(bens.accept(casual), casual);
  annas.hear_until([&] { return annas.started() == Names{casual}; });
  // Not even that something has happened was heard.
  Visitor* const strangers[] = {&carlas, &guests, &nobodys};
  for (Visitor* stranger : strangers) expect_nothing_told(*stranger);
  EXPECT_EQ(Player(ben, casual).game().at("side"), "black");
}

// The answer to a guest is the same for a challenge that is not for him and for one that there is not.
TEST_P(ServeLobby, AChallengeToSomebodyElseSoundsLikeNone) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  somebody(house, "ben");
  Guest carla = somebody(house, "carla");
  Guest guest = somebody(house);
  const std::string game =
      Guest::text(anna.done("/api/games", to("ben", {{"clock", kClock}, {"rated", true}})), "game");
  const std::string none = "AAAAAAAAAAAAAAAA";
  for (Guest* stranger : {&carla, &guest}) {
    Visitor visitor(*stranger);
    for (const char* type : {"accept", "cancel"}) {
      const json::object answer = visitor.ask(saying(type, game));
      EXPECT_EQ(answer, visitor.ask(saying(type, none))) << type;
    }
    EXPECT_EQ(stranger->post("/api/invitations/" + game).body, stranger->post("/api/invitations/" + none).body);
    EXPECT_EQ(stranger->get("/api/invitations/" + game).body, stranger->get("/api/invitations/" + none).body);
  }
  Guest nobody(house);
  EXPECT_EQ(nobody.post("/api/invitations/" + game).status, 404);
  EXPECT_TRUE(nobody.token().empty()) << "and nobody became a guest by it";
}

TEST_P(ServeLobby, AChallengeNeedsSomebodyElse) {
  const House house = open();
  Guest anna = somebody(house, "Anna");
  const std::string token = Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token");
  Visitor annas(anna);
  for (const char* name : {"nobody", "", "anna", "Anna", "guest", "club, medium", "an%na", "' OR '1'='1"}) {
    EXPECT_EQ(annas.error_to({{"type", "challenge"}, {"settings", to(name)}}), "refused") << name;
    EXPECT_EQ(anna.post("/api/games", to(name)).status, 400) << name;
  }
  EXPECT_EQ(anna.post("/api/games", to(std::string("robot\0x", 7))).status, 400) << "to the last byte";
  Visitor robots((Guest(house, token)));
  const std::string game = annas.challenge(to("Robot"));
  robots.hear_until([&] { return robots.sees(game); });
  EXPECT_EQ(robots.accept(game), game) << "programs can be challenged";
}

// Whom it was for is gone: nobody else gets it.
TEST_P(ServeLobby, AChallengeToADeletedAccountIsWithdrawn) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Guest ben = somebody(house, "ben");
  Visitor annas(anna);
  const std::string game = annas.challenge(to("ben"));
  ben.done("/api/account/delete", {{"password", Guest::password_of("ben")}});
  Guest other(house);
  other.sign_up("ben");
  Visitor others(other);
  EXPECT_FALSE(others.sees(game)) << "who has taken the name least of all";
  expect_no_way_to(game, other, house);
  annas.hear_until([&] { return annas.challenges().empty(); });
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (anna.read("/api/games/" + game).at("status") != "ended") ASSERT_LT(std::chrono::steady_clock::now(), latest);
  EXPECT_EQ(anna.read("/api/games/" + game).at("end").at("reason"), "abort");
}

// --- rated

TEST_P(ServeLobby, ARatedChallengeIsForAccounts) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Guest guest = somebody(house);
  Guest ben = somebody(house, "ben");
  Visitor annas(anna);
  Visitor guests(guest);
  Visitor bens(ben);
  const json::object rated = to_anyone({{"clock", kClock}, {"rated", true}});
  EXPECT_EQ(guests.error_to({{"type", "challenge"}, {"settings", rated}}), "refused");
  EXPECT_EQ(guest.post("/api/games", rated).status, 403);
  Guest nobody(house);
  EXPECT_EQ(nobody.post("/api/games", rated).status, 403);
  EXPECT_EQ(annas.error_to({{"type", "challenge"}, {"settings", to_anyone({{"rated", true}})}}), "refused")
      << "without a clock";
  EXPECT_EQ(anna.post("/api/games", settings({{"clock", kClock}, {"rated", true}})).status, 400) << "by a link";
  const std::string game = annas.challenge(rated);
  guests.hear_until([&] { return guests.sees(game); });
  EXPECT_EQ(guests.find(game).at("rated"), true);
  EXPECT_EQ(guests.error_to(saying("accept", game)), "refused");
  EXPECT_EQ(guest.post("/api/invitations/" + game).status, 403);
  EXPECT_EQ(nobody.post("/api/invitations/" + game).status, 403);
  EXPECT_TRUE(nobody.token().empty());
  EXPECT_EQ(guest.read("/api/invitations/" + game).at("rated"), true);
  bens.hear_until([&] { return bens.sees(game); });
  EXPECT_EQ(bens.accept(game), game);
  EXPECT_EQ(Player(ben, game).game().at("rated"), true);
}

// --- who is there

TEST_P(ServeLobby, AccountsThatAreThereAreListedOnce) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Guest phone(house);
  phone.log_in("anna");
  Guest robot(house, Guest::text(anna.done("/api/bots", {{"name", "Robot"}}), "token"));
  const Guest guest = somebody(house);
  somebody(house, "elsewhere");
  Visitor guests(guest);
  const Visitor first(anna);
  const Visitor second(phone);
  Visitor robots(robot);
  const json::value expected = json::parse(R"([{"name":"anna","kind":"person","rating":1500,"provisional":true},
    {"name":"Robot","kind":"bot","rating":1500,"provisional":true}])");
  guests.hear_until([&] { return guests.players() == expected.as_array(); });
  robots.hear_until([&] { return robots.players() == expected.as_array(); });
}

// Time is put back in the store instead of waiting: after 15 seconds nobody is there who was not seen again.
TEST_P(ServeLobby, WhoLeavesIsNotListedForLong) {
  const House house = open();
  Visitor bens(somebody(house, "ben"));
  {
    Visitor annas(somebody(house, "anna"));
    bens.hear_until([&] { return bens.names() == Names{"anna", "ben"}; });
    annas.socket().close();
  }
  let_pass(20'000);
  bens.hear_until([&] { return bens.names() == Names{"ben"}; });
}

TEST_P(ServeLobby, WhoLogsOutIsNotListedForLong) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Visitor bens(somebody(house, "ben"));
  Visitor annas(anna);
  bens.hear_until([&] { return bens.names() == Names{"anna", "ben"}; });
  anna.done("/api/account/logout", {{"everywhere", true}});
  while (annas.socket().next()) continue;
  let_pass(20'000);
  bens.hear_until([&] { return bens.names() == Names{"ben"}; });
}

TEST_P(ServeLobby, AChallengeIsSeenWhileItsMakerIsThere) {
  const House house = open();
  Guest anna = somebody(house);
  Visitor bens(somebody(house, "ben"));
  const std::string game = Guest::text(anna.done("/api/games", to_anyone()), "game");
  bens.hear_until([&] { return bens.sees(game); });
  let_pass(20'000);
  bens.hear_until([&] { return !bens.sees(game); });
  {
    const Visitor annas(anna);
    bens.hear_until([&] { return bens.sees(game); });
  }
  let_pass(20'000);
  bens.hear_until([&] { return !bens.sees(game); });
  EXPECT_EQ(anna.read("/api/games/" + game).at("status"), "waiting") << "not withdrawn yet";
  const Player at_table(anna, game);
  bens.hear_until([&] { return bens.sees(game); });
  for (int times = 0; times < 2; ++times) {
    let_pass(20'000);
    bens.hear_until([&] { return !bens.sees(game); });
    bens.hear_until([&] { return bens.sees(game); });
  }
}

TEST_P(ServeLobby, AChallengeIsWithdrawnAMinuteAfterItsMakerHasGone) {
  House house = open();
  Guest anna = somebody(house);
  Guest ben = somebody(house, "ben");
  Names games;
  for (int i = 0; i < 2; ++i) games.push_back(Guest::text(anna.done("/api/games", to_anyone()), "game"));
  const std::string private_game = anna.make_game(settings());
  const std::string bens = Guest::text(ben.done("/api/games", to_anyone()), "game");
  const Visitor visitor(ben);
  const auto withdrawn = [&](const std::string& game) {
    return anna.read("/api/games/" + game).at("status") == "ended";
  };
  const auto wait_for = [&](const std::string& game) {
    const auto latest = std::chrono::steady_clock::now() + kPatience;
    while (!withdrawn(game)) ASSERT_LT(std::chrono::steady_clock::now(), latest);
    EXPECT_EQ(anna.read("/api/games/" + game).at("end").at("reason"), "abort");
  };
  let_pass(70'000);
  wait_for(games[0]);
  wait_for(games[1]);
  EXPECT_FALSE(withdrawn(private_game)) << "a link waits for whoever has it";
  EXPECT_EQ(ben.read("/api/games/" + bens).at("status"), "waiting") << "he is there";
  // So it is when the server was killed in between.
  const std::string last = Guest::text(anna.done("/api/games", to_anyone()), "game");
  house.kill();
  let_pass(70'000);
  house.start();
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  Guest stranger(house);
  // Looked for in the store: who asks for the game fetches it into this house.
  const std::string unfinished = "SELECT count(*) FROM games WHERE has_ended = 0 AND id = '" + last + "'";
  while (database_->value(unfinished) != "0") ASSERT_LT(std::chrono::steady_clock::now(), latest);
}

TEST_P(ServeLobby, ChallengesSurviveARestart) {
  House house = open();
  Guest anna = somebody(house);
  const std::string game = Visitor(anna).challenge(to_anyone());
  house.kill();
  house.start();
  Visitor annas(anna);
  EXPECT_TRUE(annas.sees(game));
  Guest ben = somebody(house);
  Visitor bens(ben);
  // For some seconds a shared store takes the server that was killed for one that is only slow.
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (anna.get("/api/games/" + game).status != 200) ASSERT_LT(std::chrono::steady_clock::now(), latest);
  EXPECT_EQ(bens.accept(game), game);
  annas.hear_until([&] { return annas.started() == Names{game}; });
  Pair(anna, ben, game).play({"e2e4"});
}

// --- limits, and what nobody should say

TEST_P(ServeLobby, FiveChallengesAreEnough) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Visitor annas(anna);
  somebody(house, "ben");
  Names games;
  for (int i = 0; i < 5; ++i) games.push_back(annas.challenge(i == 3 ? to("ben") : to_anyone()));
  EXPECT_EQ(annas.error_to({{"type", "challenge"}, {"settings", to_anyone()}}), "refused");
  EXPECT_EQ(annas.error_to({{"type", "challenge"}, {"settings", to("ben")}}), "refused");
  EXPECT_EQ(anna.post("/api/games", to_anyone()).status, 409);
  EXPECT_EQ(anna.post("/api/games", settings()).status, 201) << "a link is no challenge";
  Visitor guests(somebody(house));
  guests.hear_until([&] { return guests.games().size() == 4; });
  guests.challenge(to_anyone());
  EXPECT_EQ(guests.accept(games[0]), games[0]);
  annas.cancel(games[1]);
  annas.challenge(to_anyone());
  annas.challenge(to_anyone());
  EXPECT_EQ(annas.error_to({{"type", "challenge"}, {"settings", to_anyone()}}), "refused");
}

// All of them are asked for before the first is answered.
TEST_P(ServeLobby, FiveChallengesAreFiveAlsoAtOnce) {
  const House house = open();
  Guest anna = somebody(house);
  Headers headers = {{"Host", "localhost"}, {"Content-Type", "application/json"}};
  for (const auto& cookie : anna.cookie()) headers.push_back(cookie);
  std::vector<Wire> wires;
  for (int i = 0; i < 12; ++i)
    wires.emplace_back(house.port()).send(request_text("POST", "/api/games", headers, json::serialize(to_anyone())));
  std::multiset<int> statuses;
  for (Wire& wire : wires) statuses.insert(read_reply(wire).status);
  EXPECT_EQ(statuses.count(201), 5U);
  EXPECT_EQ(statuses.count(409), 7U);
  Visitor visitor(anna);
  EXPECT_EQ(visitor.games().size(), 5U);
}

TEST_P(ServeLobby, ABotOfTheHouseCanBeChallengedToo) {
  const House house = open();
  Guest anna = somebody(house, "anna");
  Visitor annas(anna);
  const json::object made = annas.ask({{"type", "challenge"}, {"settings", bot_settings("random", 1)}});
  ASSERT_EQ(made.at("type"), "made") << json::serialize(made);
  EXPECT_TRUE(made.at("invitation").is_null());
  const Player player(anna, Guest::text(made, "game"));
  EXPECT_EQ(player.now().at("status"), "playing");
  EXPECT_TRUE(Visitor(anna).challenges().empty());
}

TEST_P(ServeLobby, AnswersComeInTheOrderOfWhatWasSaid) {
  const House house = open();
  Guest anna = somebody(house);
  Visitor annas(anna);
  const std::string first = annas.challenge(to_anyone());
  for (int i = 0; i < 3; ++i) {
    annas.say({{"type", "challenge"}, {"settings", to_anyone()}});
    annas.say({{"type", "nothing"}});
    annas.say(saying("cancel", "AAAAAAAAAAAAAAAA"));
    annas.say({{"type", "challenge"}, {"settings", {{"rules", "chess"}}}});
  }
  annas.say(saying("cancel", first));
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(annas.answer().at("type"), "made");
    EXPECT_EQ(annas.answer().at("code"), "bad-message");
    EXPECT_EQ(annas.answer().at("code"), "refused");
    const json::object bad = annas.answer();
    EXPECT_EQ(bad.at("code"), "refused");
    EXPECT_FALSE(Guest::text(bad, "message").empty()) << "with the reason that HTTP gives";
  }
  EXPECT_EQ(annas.answer(), (json::object{{"type", "cancelled"}, {"game", first}}));
}

TEST_P(ServeLobby, BadMessagesAreAnsweredAndForgotten) {
  const House house = open();
  Guest anna = somebody(house);
  Visitor annas(anna);
  for (const char* text : {"",
                           "{",
                           "[]",
                           "7",
                           "null",
                           "\"accept\"",
                           "{}",
                           R"({"type":7})",
                           R"({"type":"nothing"})",
                           R"({"type":"accept"})",
                           R"({"type":"accept","game":7})",
                           R"({"type":"accept","game":""})",
                           R"({"type":"accept","game":"../../x"})",
                           R"({"type":"cancel","game":null})",
                           R"({"type":"cancel","game":"a/b"})",
                           R"({"type":"challenge"})",
                           R"({"type":"try","move":"e2e4","known":0})",
                           R"({"type":"accept","game":"AAAA"} {})",
                           R"({"type":"challenge","settings":{"a":{"b":{"c":{"d":{"e":1}}}}}})",
                           "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"}) {
    annas.socket().send(text);
    EXPECT_EQ(annas.answer().at("code"), "bad-message") << text;
  }
  for (const char* text : {R"({"type":"challenge","settings":7})", R"({"type":"challenge","settings":null})",
                           R"({"type":"challenge","settings":{}})", R"({"type":"challenge","settings":"anyone"})"}) {
    annas.socket().send(text);
    const json::object answer = annas.answer();
    EXPECT_EQ(answer.at("type"), "error") << text;
  }
  annas.socket().send_frame(WebSocket::kBinary, R"({"type":"challenge"})");
  EXPECT_EQ(annas.answer().at("code"), "bad-message");
  annas.socket().send(std::string(4096, ' '));
  EXPECT_EQ(annas.answer().at("code"), "bad-message") << "4 KB are allowed";
  annas.challenge(to_anyone());
  Visitor second(anna);
  second.socket().send(std::string(5000, ' '));
  while (second.socket().next()) continue;
  EXPECT_EQ(second.socket().close_code(), 1009) << "and more are not";
  annas.challenge(to_anyone());
}

TEST_P(ServeLobby, AFloodIsAnsweredWithTooOften) {
  const House house = open();
  Visitor annas(somebody(house));
  Visitor bens(somebody(house));
  for (int i = 0; i < 100; ++i) annas.say({{"type", "nothing"}});
  std::multiset<std::string> codes;
  for (int i = 0; i < 100; ++i) codes.insert(Guest::text(annas.answer(), "code"));
  EXPECT_GT(codes.count("too-often"), 0U);
  EXPECT_GE(codes.count("bad-message"), 60U);
  bens.challenge(to_anyone());
}

// A challenge counts like a game that is made by HTTP.
TEST_P(ServeLobby, ChallengesCountAsGamesOfTheirAddress) {
  const House house(folder_.string(), {"--games-per-minute", "4"}, database_->store());
  Guest anna(house);
  anna.done("/api/games", settings());
  Visitor annas(anna);
  std::string code;
  for (int i = 0; i < 10 && code.empty(); ++i) {
    const json::object answer = annas.ask({{"type", "challenge"}, {"settings", to_anyone()}});
    if (answer.at("type") == "error") code = Guest::text(answer, "code");
  }
  EXPECT_EQ(code, "too-often");
  EXPECT_LE(annas.games().size(), 4U);
}

TEST_P(ServeLobby, OtherSitesMayNotComeIn) {
  const House house = open();
  Guest anna = somebody(house);
  Headers headers = anna.cookie();
  headers.emplace_back("Origin", "http://evil.example");
  EXPECT_EQ(WebSocket(house.port(), "/ws/lobby", headers).handshake().status, 403);
  headers.back().second = "http://localhost:" + std::to_string(house.port());
  EXPECT_TRUE(WebSocket(house.port(), "/ws/lobby", headers).is_open());
  for (const char* path : {"/ws/lobby/", "/ws/lobby/x", "/ws", "/ws/", "/ws/Lobby"})
    EXPECT_EQ(WebSocket(house.port(), path, anna.cookie()).handshake().status, 404) << path;
  EXPECT_EQ(anna.get("/ws/lobby").status, 404) << "without a handshake it is no page";
}

TEST_P(ServeLobby, ARegularEndSaysFarewell) {
  House house = open();
  Visitor annas(somebody(house, "anna"));
  house.signal(SIGTERM);
  while (annas.socket().next()) continue;
  EXPECT_EQ(annas.socket().close_code(), 1001) << "going away";
  EXPECT_EQ(house.wait_for_end(), 0);
}

INSTANTIATE_TEST_SUITE_P(Databases, ServeLobby, store::databases(), store::name_of_database);

}  // namespace
}  // namespace blindmate::server
