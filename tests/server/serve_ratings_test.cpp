// Ratings: rated games from the challenge to the rating list and the pages of players.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "server/house.hpp"
#include "store/naive_glicko2.hpp"

namespace blindmate::server {
namespace {

const json::object kClock = {{"minutes", 60}, {"increment", 0}};
const std::vector<std::string> kScholarsMate = {"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"};

json::object rated(const json::value& opponent, const json::object& otherwise = {}) {
  json::object result = settings(otherwise);
  result["opponent"] = opponent;
  result["rated"] = true;
  if (result.at("clock").is_null()) result["clock"] = kClock;
  return result;
}

struct Rating {
  double rating = 1500;
  double deviation = 350;
  double volatility = 0.06;
};

class ServeRatings : public ServeOnStores {
 protected:
  static Guest member(const House& house, const std::string& name) {
    Guest guest(house);
    guest.sign_up(name);
    return guest;
  }
  static std::string begin_rated(Guest& white, Guest& black, const std::string& rules = "berkeley") {
    return black.accept(white.make_game(rated("anyone", {{"rules", rules}})));
  }
  static void resign(const Guest& who, const std::string& game) {
    Player player(who, game);
    player.say({{"type", "resign"}});
    player.hear_until([&] { return player.end() == "resignation"; });
  }
};

// [before, after] of one side, from SUMMARY or TRANSCRIPT.
void expect_change(const json::object& told, const char* side, double before, double after) {
  ASSERT_TRUE(told.at("ratings").is_object()) << json::serialize(told);
  const json::array& change = told.at("ratings").at(side).as_array();
  ASSERT_EQ(change.size(), 2U);
  EXPECT_NEAR(change[0].to_number<double>(), before, 0.01) << side;
  EXPECT_NEAR(change[1].to_number<double>(), after, 0.01) << side;
}

double number(const json::value& object, const char* field) { return object.at(field).to_number<double>(); }

// The first game of two who begin with 1500 and 350 is worked out by hand in glicko2_test: 162.31 up and down.
TEST_P(ServeRatings, ARatedGameFromTheLobbyToTheRatingList) {
  const House house = open();
  Guest anna = member(house, "Anna");
  Guest ben = member(house, "ben");
  Guest stranger(house);
  Visitor annas(anna);
  Visitor bens(ben);
  const std::string game = annas.challenge(rated("anyone"));
  bens.hear_until([&] { return bens.sees(game); });
  bens.accept(game);
  annas.hear_until([&] { return !annas.started().empty(); });
  Pair pair(anna, ben, game);
  EXPECT_EQ(pair.white_player.game().at("rated"), true);
  EXPECT_EQ(pair.black_player.game().at("white"),
            json::parse(R"({"kind":"person","name":"Anna","account":"Anna","rating":1500,"provisional":true})"));
  EXPECT_TRUE(stranger.read("/api/players").at("players").as_array().empty());
  pair.play({kScholarsMate.begin(), kScholarsMate.end() - 1});
  const json::object running = anna.read("/api/games/" + game);
  EXPECT_EQ(running.at("rated"), true);
  EXPECT_TRUE(running.at("ratings").is_null());
  EXPECT_EQ(stranger.get("/api/games/" + game).status, 404);
  EXPECT_EQ(stranger.get("/api/players/anna").body.find(game), std::string::npos) << "before the end it does not exist";
  pair.play({kScholarsMate.back()});
  EXPECT_EQ(pair.black_player.end(), "checkmate");

  for (Guest* who : {&anna, &ben, &stranger}) {
    for (const char* part : {"", "/transcript"}) {
      const json::object told = who->read("/api/games/" + game + part);
      EXPECT_EQ(told.at("rated"), true);
      expect_change(told, "white", 1500, 1662.31);
      expect_change(told, "black", 1500, 1337.69);
    }
  }
  expect_change(ben.read("/api/games").at("games").at(0).as_object(), "black", 1500, 1337.69);

  const json::object page = stranger.read("/api/players/ANNA");
  const json::value& player = page.at("player");
  EXPECT_EQ(player.at("name"), "Anna");
  EXPECT_EQ(player.at("kind"), "person");
  EXPECT_TRUE(player.at("owner").is_null());
  EXPECT_NEAR(number(player, "rating"), 1662.31, 0.01);
  EXPECT_NEAR(number(player, "deviation"), 290.32, 0.01);
  EXPECT_EQ(player.at("provisional"), true);
  EXPECT_EQ(player.at("rated_games"), 1);
  EXPECT_EQ(page.at("results"), json::parse(R"([{"rules":"berkeley","won":1,"drawn":0,"lost":0}])"));
  ASSERT_EQ(page.at("graph").as_array().size(), 2U);
  EXPECT_EQ(page.at("graph").at(0).at(1).to_number<double>(), 1500);
  EXPECT_GT(page.at("graph").at(1).at(0).as_int64(), 1'600'000'000'000);
  EXPECT_NEAR(page.at("graph").at(1).at(1).to_number<double>(), 1662.31, 0.01);
  ASSERT_EQ(page.at("games").as_array().size(), 1U);
  const json::object& summary = page.at("games").at(0).as_object();
  EXPECT_EQ(summary.at("id"), json::value(game));
  EXPECT_EQ(summary.at("end").at("reason"), "checkmate");
  EXPECT_TRUE(summary.at("side").is_null()) << "a stranger has none";
  expect_change(summary, "white", 1500, 1662.31);
  EXPECT_EQ(ben.read("/api/players/anna").at("games").at(0).at("side"), "black");
  EXPECT_EQ(stranger.read("/api/players/ben").at("results"),
            json::parse(R"([{"rules":"berkeley","won":0,"drawn":0,"lost":1}])"));

  const json::array list = stranger.read("/api/players").at("players").as_array();
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list.at(0).at("name"), "Anna") << "the best first";
  EXPECT_EQ(list.at(1).at("name"), "ben");
  EXPECT_NEAR(number(list.at(1), "rating"), 1337.69, 0.01);
  EXPECT_NEAR(number(anna.read("/api/account").at("account"), "rating"), 1662.31, 0.01);
  annas.hear_until([&] { return annas.names().size() == 2 && number(annas.players().at(0), "rating") > 1600; });
}

TEST_P(ServeRatings, ManyGamesAreThoseOfASecondImplementation) {
  const House house = open();
  std::vector<Guest> guests = {member(house, "anna"), member(house, "ben"), member(house, "carla")};
  const std::vector<std::string> names = {"anna", "ben", "carla"};
  std::vector<Rating> ratings(3);
  const auto play = [&](std::size_t white, std::size_t black, double score) {
    const std::string game = begin_rated(guests[white], guests[black], score == 0.5 ? "wild16" : "berkeley");
    if (score == 0.5) {
      Pair pair(guests[white], guests[black], game);
      pair.play({"e2e4"});
      pair.black_player.say({{"type", "draw"}, {"action", "offer"}});
      pair.white_player.hear_until([&] { return pair.white_player.now().at("draw_offer") == "opponent"; });
      pair.white_player.say({{"type", "draw"}, {"action", "accept"}});
      pair.white_player.hear_until([&] { return pair.white_player.end() == "agreement"; });
    } else {
      resign(guests[score == 1 ? black : white], game);
    }
    const Rating white_before = ratings[white];
    const Rating black_before = ratings[black];
    ratings[white] = naive::rated(white_before, black_before, score);
    ratings[black] = naive::rated(black_before, white_before, 1 - score);
    const json::object told = guests[0].read("/api/games/" + game);
    expect_change(told, "white", white_before.rating, ratings[white].rating);
    expect_change(told, "black", black_before.rating, ratings[black].rating);
  };
  play(0, 1, 1);
  play(1, 2, 0.5);
  play(2, 0, 0);
  play(1, 0, 1);
  play(0, 2, 0.5);
  play(2, 1, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    const json::object page = guests[0].read("/api/players/" + names[i]);
    EXPECT_NEAR(number(page.at("player"), "rating"), ratings[i].rating, 0.01) << names[i];
    EXPECT_NEAR(number(page.at("player"), "deviation"), ratings[i].deviation, 0.01) << names[i];
    EXPECT_EQ(page.at("player").at("rated_games"), 4) << names[i];
    EXPECT_EQ(page.at("graph").as_array().size(), 5U);
    EXPECT_NEAR(page.at("graph").at(4).at(1).to_number<double>(), ratings[i].rating, 0.01) << "the oldest first";
    EXPECT_EQ(page.at("games").as_array().size(), 4U);
  }
  EXPECT_EQ(guests[0].read("/api/players/anna").at("results"),
            json::parse(
                R"([{"rules":"berkeley","won":2,"drawn":0,"lost":1},{"rules":"wild16","won":0,"drawn":1,"lost":0}])"));
}

TEST_P(ServeRatings, AnAbortedGameIsNotRated) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  const std::string game = begin_rated(anna, ben);
  Player white(anna, game);
  white.say({{"type", "abort"}});
  white.hear_until([&] { return white.end() == "abort"; });
  const std::string withdrawn = Visitor(anna).challenge(rated("anyone"));
  anna.done("/api/games/" + withdrawn + "/cancel");
  for (const std::string& id : {game, withdrawn}) EXPECT_TRUE(anna.read("/api/games/" + id).at("ratings").is_null());
  for (const char* name : {"anna", "ben"}) {
    const json::object page = anna.read("/api/players/" + std::string(name));
    EXPECT_EQ(page.at("player").at("rated_games"), 0);
    EXPECT_EQ(number(page.at("player"), "rating"), 1500);
    EXPECT_TRUE(page.at("results").as_array().empty());
    EXPECT_TRUE(page.at("graph").as_array().empty());
  }
  EXPECT_TRUE(anna.read("/api/players").at("players").as_array().empty());
  EXPECT_EQ(anna.post("/api/account/delete", {{"password", Guest::password_of("anna")}}).status, 200) << "it is over";
}

TEST_P(ServeRatings, ACasualGameHasAResultAndNoRating) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  Guest guest(house);
  const std::string first = ben.accept(anna.make_game(settings()));
  resign(ben, first);
  const std::string second = guest.accept(anna.make_game(settings({{"rules", "english"}, {"clock", kClock}})));
  resign(anna, second);
  EXPECT_EQ(anna.read("/api/games/" + first).at("rated"), false);
  EXPECT_TRUE(anna.read("/api/games/" + first).at("ratings").is_null());
  EXPECT_TRUE(anna.read("/api/games/" + first + "/transcript").at("ratings").is_null());
  const json::object page = ben.read("/api/players/anna");
  EXPECT_EQ(page.at("results"),
            json::parse(
                R"([{"rules":"berkeley","won":1,"drawn":0,"lost":0},{"rules":"english","won":0,"drawn":0,"lost":1}])"));
  EXPECT_EQ(page.at("player").at("rated_games"), 0);
  EXPECT_EQ(number(page.at("player"), "rating"), 1500);
  ASSERT_EQ(page.at("games").as_array().size(), 2U);
  EXPECT_EQ(page.at("games").at(0).at("id"), json::value(second)) << "the newest first";
  EXPECT_EQ(page.at("games").at(0).at("black").at("name"), "guest");
  EXPECT_TRUE(page.at("games").at(0).at("black").at("account").is_null());
  EXPECT_TRUE(anna.read("/api/players").at("players").as_array().empty());
}

TEST_P(ServeRatings, ABotOfTheHouseIsRatedToo) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest guest(house);
  const json::value bot = {{"player", "random"}, {"level", 1}};
  EXPECT_EQ(guest.post("/api/games", rated(bot)).status, 403);
  EXPECT_EQ(anna.post("/api/games", rated(bot, {{"clock", {{"minutes", 0}, {"increment", 0}}}})).status, 400);
  json::object without_clock = rated(bot);
  without_clock["clock"] = nullptr;
  EXPECT_EQ(anna.post("/api/games", without_clock).status, 400);
  EXPECT_EQ(anna.get("/api/players/random%2C%20easy").status, 404) << "it has played nobody yet";
  const std::string game = anna.make_game(rated(bot));
  {
    Player white(anna, game);
    EXPECT_TRUE(white.game().at("black").at("account").is_null());
    white.move("e2e4");
  }
  resign(anna, game);
  const json::object page = guest.read("/api/players/random%2C%20easy");
  EXPECT_EQ(page.at("player").at("name"), "random, easy");
  EXPECT_EQ(page.at("player").at("kind"), "house");
  EXPECT_TRUE(page.at("player").at("owner").is_null());
  EXPECT_NEAR(number(page.at("player"), "rating"), 1662.31, 0.01);
  EXPECT_EQ(page.at("results"), json::parse(R"([{"rules":"berkeley","won":1,"drawn":0,"lost":0}])"));
  EXPECT_EQ(page.at("games").at(0).at("id"), json::value(game));
  EXPECT_EQ(guest.read("/api/players").at("players").at(0).at("name"), "random, easy");
  EXPECT_EQ(guest.get("/api/players/random,%20EASY").status, 200);
  const std::string next = anna.make_game(rated(bot));
  const json::object black = anna.read("/api/games/" + next).at("black").as_object();
  EXPECT_EQ(black.at("kind"), "bot");
  EXPECT_EQ(black.at("account"), "random, easy");
  EXPECT_NEAR(number(black, "rating"), 1662.31, 0.01);
  // Nobody can be it.
  expect_change(anna.read("/api/games/" + game), "black", 1500, 1662.31);
  EXPECT_EQ(guest.post("/api/account/login", {{"name", "random, easy"}, {"password", ""}}).status, 403);
}

TEST_P(ServeRatings, ARatedGameHasNoLinksForOtherDevices) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  const std::string game = begin_rated(anna, ben);
  for (Guest* who : {&anna, &ben}) {
    const Reply refused = who->post("/api/games/" + game + "/device");
    EXPECT_EQ(refused.status, 409);
    EXPECT_TRUE(refused.json().contains("error"));
  }
  EXPECT_EQ(Guest(house).post("/api/games/" + game + "/device").status, 404);
  const std::string casual = ben.accept(anna.make_game(settings()));
  EXPECT_EQ(anna.post("/api/games/" + casual + "/device").status, 200);
  Guest phone(house);
  phone.log_in("anna");
  Player(phone, game).move("e2e4");  // that is how
}

TEST_P(ServeRatings, TheRematchOfARatedGameIsRated) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  Pair pair(anna, ben, begin_rated(anna, ben));
  pair.play({"e2e4"});
  pair.black_player.say({{"type", "resign"}});
  pair.white_player.hear_until([&] { return !pair.white_player.end().empty(); });
  pair.black_player.hear_until([&] { return !pair.black_player.end().empty(); });
  pair.white_player.say({{"type", "rematch"}});
  pair.black_player.hear_until([&] { return pair.black_player.now().at("rematch") == "opponent"; });
  pair.black_player.say({{"type", "rematch"}});
  pair.white_player.hear_until([&] { return pair.white_player.now().at("rematch").is_object(); });
  const std::string next(pair.white_player.now().at("rematch").at("game").as_string());
  const json::object summary = anna.read("/api/games/" + next);
  EXPECT_EQ(summary.at("rated"), true);
  EXPECT_EQ(summary.at("side"), "black");
  resign(anna, next);
  EXPECT_EQ(anna.read("/api/players/anna").at("player").at("rated_games"), 2);
  expect_change(anna.read("/api/games/" + next), "black", 1662.31,
                naive::rated(Rating{1662.3109, 290.319, 0.06}, Rating{1337.6891, 290.319, 0.06}, 0).rating);
}

// Nobody rates himself: an owner and his bots are one.
TEST_P(ServeRatings, OwnersAndTheirBotsDoNotPlayRatedGamesAgainstEachOther) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest first(house, Guest::text(anna.done("/api/bots", {{"name", "first"}}), "token"));
  Guest second(house, Guest::text(anna.done("/api/bots", {{"name", "second"}}), "token"));
  Guest ben = member(house, "ben");
  Guest bens(house, Guest::text(ben.done("/api/bots", {{"name", "bens"}}), "token"));
  const auto try_both_ways = [&](Guest& one, Guest& other) {
    for (Guest* maker : {&one, &other}) {
      Guest* accepter = maker == &one ? &other : &one;
      const std::string game = maker->make_game(rated("anyone"));
      EXPECT_EQ(accepter->post("/api/invitations/" + game).status, 403);
      EXPECT_EQ(Visitor(*accepter).error_to({{"type", "accept"}, {"game", game}}), "refused");
      maker->done("/api/games/" + game + "/cancel");
    }
  };
  try_both_ways(anna, first);
  try_both_ways(first, second);
  EXPECT_EQ(first.accept(anna.make_game(settings({{"opponent", "anyone"}, {"clock", kClock}}))).size(), 16U)
      << "casual games are theirs";
  const std::string game = begin_rated(first, bens);
  EXPECT_EQ(first.read("/api/games/" + game).at("status"), "playing") << "other owners' bots are others";
  const std::string other = begin_rated(anna, bens);
  EXPECT_EQ(anna.read("/api/games/" + other).at("status"), "playing");
}

// --- pages

TEST_P(ServeRatings, PagesOfNobodyAreNotThere) {
  const House house = open();
  Guest anna = member(house, "anna");
  for (const char* name : {"nobody", "", "ann", "anna%20", "%20anna", "guest", "%", "%4", "%zz", "%-1", "%+1", "%00",
                           "anna%00", "%FF", "%C3%28", "%C3%A4", "anna%27%20OR%20%271%27%3D%271", "club,+medium"}) {
    const Reply reply = anna.get("/api/players/" + std::string(name));
    EXPECT_EQ(reply.status, 404) << name << ": " << reply.body;
  }
  EXPECT_EQ(anna.get("/api/players/anna").status, 200);
  EXPECT_EQ(anna.get("/api/players/%61nna").status, 200) << "percent-encoded letters are letters";
  EXPECT_EQ(anna.get("/api/players/anna/x").status, 404);
  EXPECT_EQ(house.log().find("store_failed"), std::string::npos) << house.log();
}

TEST_P(ServeRatings, APageTellsOfGamesThatHaveEnded) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  const std::vector<std::string> hidden = {begin_rated(anna, ben),
                                           ben.accept(anna.make_game(settings())),
                                           anna.make_game(settings()),
                                           anna.make_game(rated("anyone")),
                                           anna.make_game(rated({{"name", "ben"}})),
                                           anna.make_game(bot_settings("random", 1))};
  Guest stranger(house);
  for (Guest* who : {&anna, &ben, &stranger}) {
    for (const char* route : {"/api/players/anna", "/api/players/ben", "/api/players"}) {
      const std::string body = who->get(route).body;
      for (const std::string& game : hidden) EXPECT_EQ(body.find(game), std::string::npos) << route;
    }
  }
  EXPECT_TRUE(stranger.read("/api/players/anna").at("results").as_array().empty());
}

TEST_P(ServeRatings, APageHasTheNewestFiftyGames) {
  const House house = open();
  Guest anna = member(house, "anna");
  std::vector<std::string> games;
  for (int i = 0; i < 53; ++i) {
    games.push_back(anna.make_game(bot_settings("random", 1)));
    resign(anna, games.back());
  }
  const json::array listed = anna.read("/api/players/anna").at("games").as_array();
  ASSERT_EQ(listed.size(), 50U);
  // Several can end in one millisecond.
  EXPECT_EQ(listed.at(0).at("created_ms"), anna.read("/api/games/" + games.back()).at("created_ms"));
  for (std::size_t i = 1; i < listed.size(); ++i)
    EXPECT_LE(listed[i].at("created_ms").as_int64(), listed[i - 1].at("created_ms").as_int64());
  EXPECT_EQ(anna.read("/api/players/anna").at("results").at(0).at("lost"), 53);
}

// More players than a page has room for; put into the store, since to play there would take long.
TEST_P(ServeRatings, TheRatingListHasTheBestTwoHundred) {
  const House house = open();
  Guest guest(house);
  for (int i = 1000; i < 1230; ++i) {
    database_->run(GetParam().name == "sqlite"
                       ? fmt::format("INSERT INTO guests (id, created_ms) VALUES ({}, 0)", i)
                       : fmt::format("INSERT INTO guests (id, created_ms) OVERRIDING SYSTEM VALUE VALUES ({}, 0)", i));
    database_->run(
        fmt::format("INSERT INTO accounts (guest, name, name_key, kind, password_hash, since_ms, rating, "
                    "deviation, volatility, rated_games, rated_ms) "
                    "VALUES ({0}, 'p{0}', 'p{0}', 'person', '', 0, {0}.5, 100, 0.06, {1}, 0)",
                    i, i == 1229 ? 0 : 1));
  }
  const json::array list = guest.read("/api/players").at("players").as_array();
  ASSERT_EQ(list.size(), 200U);
  for (int i = 0; i < 200; ++i)
    ASSERT_EQ(list[static_cast<std::size_t>(i)].at("name"), json::value(fmt::format("p{}", 1228 - i)));
}

// Above 110 a rating is provisional. The deviation is put into the store: to play there would take long.
TEST_P(ServeRatings, ARatingIsProvisionalWhileItsDeviationIsAbove110) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  resign(ben, begin_rated(anna, ben));
  for (const auto& [deviation, provisional] : {std::pair(109.9, false), std::pair(110.2, true)}) {
    // Without the growth of a few milliseconds.
    database_->run(fmt::format("UPDATE accounts SET deviation = {}", deviation));
    EXPECT_EQ(anna.read("/api/players/anna").at("player").at("provisional"), provisional);
    EXPECT_EQ(anna.read("/api/account").at("account").at("provisional"), provisional);
    EXPECT_EQ(anna.read("/api/players").at("players").at(0).at("provisional"), provisional);
    EXPECT_EQ(anna.read("/api/players/anna").at("games").at(0).at("white").at("provisional"), provisional);
  }
}

TEST_P(ServeRatings, DeviationsGrowWithTime) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  resign(ben, begin_rated(anna, ben));
  const auto deviation = [&] { return number(anna.read("/api/account").at("account"), "deviation"); };
  EXPECT_NEAR(deviation(), 290.32, 0.01);
  // Fifty days are ten units: sqrt(290.319^2 + 10 * (173.7178 * 0.06)^2) = 292.1841.
  database_->run("UPDATE accounts SET rated_ms = rated_ms - 4320000000");
  EXPECT_NEAR(deviation(), 292.18, 0.01);
  EXPECT_NEAR(number(anna.read("/api/players").at("players").at(0), "deviation"), 292.18, 0.01);
}

// --- once, whatever happens

TEST_P(ServeRatings, ARatedGameSurvivesKillingAndIsRatedOnce) {
  House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  const std::string game = begin_rated(anna, ben);
  Pair(anna, ben, game).play({"e2e4", "e7e5"});
  house.kill();
  house.start();
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (anna.get("/api/games/" + game).status != 200) ASSERT_LT(std::chrono::steady_clock::now(), latest);
  {
    Player black(ben, game);
    EXPECT_EQ(black.log().size(), 2U);
    black.say({{"type", "resign"}});
    black.hear_until([&] { return !black.end().empty(); });
  }
  house.kill();
  house.start();
  expect_change(anna.read_at_last("/api/games/" + game), "white", 1500, 1662.31);
  EXPECT_EQ(anna.read("/api/players/anna").at("player").at("rated_games"), 1);
  EXPECT_EQ(anna.read("/api/players/ben").at("player").at("rated_games"), 1);
}

// Both give up at the same moment: one of them was the first.
TEST_P(ServeRatings, WhoResignsTogetherIsRatedOnce) {
  const House house = open();
  Guest anna = member(house, "anna");
  Guest ben = member(house, "ben");
  for (int i = 1; i <= 5; ++i) {
    Pair pair(anna, ben, begin_rated(anna, ben));
    pair.white_player.say({{"type", "resign"}});
    pair.black_player.say({{"type", "resign"}});
    pair.white_player.hear_until([&] { return !pair.white_player.end().empty(); });
    pair.black_player.hear_until([&] { return !pair.black_player.end().empty(); });
    for (const char* name : {"anna", "ben"})
      EXPECT_EQ(anna.read("/api/players/" + std::string(name)).at("player").at("rated_games"), i);
  }
}

INSTANTIATE_TEST_SUITE_P(Databases, ServeRatings, store::databases(), store::name_of_database);

}  // namespace
}  // namespace blindmate::server
