// Accounts: signing up, logging in and out, passwords, deletion, and the bots of an owner.
#include <gtest/gtest.h>

#include <set>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeAccounts : public ServeOnStores {
 protected:
  // All that is stored, as bytes.
  std::string stored() const {
    std::string result;
    if (GetParam().name == "sqlite") {
      for (const auto& file : std::filesystem::directory_iterator(folder_)) {
        if (file.path().filename().string().starts_with("games.sqlite"))
          result += bytes(file.path().filename().string());
      }
      return result;
    }
    for (const auto& table : database_->run("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
      for (const auto& row : database_->run("SELECT * FROM " + table.at(0))) {
        for (const std::string& value : row) result += value + "\n";
      }
    }
    return result;
  }
};

// A bad message is answered by whoever still listens.
bool is_open(WebSocket& socket) {
  socket.send("{");
  while (const std::optional<std::string> text = socket.next()) {
    if (json::parse(*text).at("type") == "error") return true;
  }
  return false;
}

void expect_refused(const Reply& reply, int status, const std::string& why) {
  EXPECT_EQ(reply.status, status) << why << ": " << reply.body;
  ASSERT_TRUE(reply.json().contains("error")) << why << ": " << reply.body;
  EXPECT_FALSE(Guest::text(reply.json(), "error").empty()) << why;
  EXPECT_EQ(reply.header("set-cookie"), "") << why;
}

const json::object kClock = {{"minutes", 60}, {"increment", 0}};

json::object rated(const json::value& opponent) {
  return settings({{"clock", kClock}, {"opponent", opponent}, {"rated", true}});
}

// A rated game that two accounts have begun; the first one is White.
std::string begin_rated(Guest& white, Guest& black) {
  const std::string game = white.make_game(rated("anyone"));
  return black.accept(game);
}

std::string name_in(const json::object& summary, const char* side) {
  return Guest::text(summary.at(side).as_object(), "name");
}

// --- signing up

TEST_P(ServeAccounts, SigningUpGivesAGuestANameAndHisGamesStayHis) {
  const House house = open();
  Guest anna(house);
  EXPECT_TRUE(anna.read("/api/account").at("account").is_null());
  const std::string game = anna.make_game(settings());
  const Guest before = anna;
  EXPECT_TRUE(anna.read("/api/account").at("account").is_null()) << "a guest has none";
  EXPECT_EQ(name_in(anna.read("/api/games/" + game), "white"), "guest");

  const Reply made = anna.post("/api/account", {{"name", "Anna"}, {"password", "swordfish"}});
  ASSERT_EQ(made.status, 201) << made.body;
  json::object account = made.json().at("account").as_object();
  EXPECT_GT(account.at("since_ms").as_int64(), 1'600'000'000'000);
  account["since_ms"] = 0;
  EXPECT_EQ(json::value(account), json::parse(R"({"name":"Anna","kind":"person","owner":null,"since_ms":0,"rating":1500,
    "deviation":350,"provisional":true,"rated_games":0})"));
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "Anna");

  EXPECT_NE(anna.token(), before.token());
  Guest thief = before;  // somebody who has seen the old token
  EXPECT_TRUE(thief.read("/api/account").at("account").is_null());
  EXPECT_EQ(thief.get("/api/games/" + game).status, 404);
  EXPECT_TRUE(thief.read("/api/games").at("games").as_array().empty());
  EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + game, thief.cookie()).handshake().status, 404);

  const json::array games = anna.read("/api/games").at("games").as_array();
  ASSERT_EQ(games.size(), 1U);
  const json::value player =
      json::parse(R"({"kind":"person","name":"Anna","account":"Anna","rating":1500,"provisional":true})");
  EXPECT_EQ(games.at(0).at("white"), player);
  EXPECT_EQ(anna.read("/api/games/" + game).at("white"), player) << "on every route";
  EXPECT_EQ(Player(anna, game).game().at("white"), player);
  EXPECT_EQ(Guest(house).read("/api/invitations/" + game).at("by"), player);
}

// Who sits at a table while he signs up in another window: the table's connection ends with the old token, and with the
// new one he is where he was.
TEST_P(ServeAccounts, SigningUpEndsTheConnectionsOfTheOldToken) {
  const House house = open();
  Pair pair(house);
  pair.play({"e2e4"});
  Visitor in_lobby(pair.white);
  pair.white.sign_up("anna");
  EXPECT_TRUE(is_closed(pair.white_player.socket()));
  EXPECT_TRUE(is_closed(in_lobby.socket()));
  const Player back(pair.white, pair.game);
  EXPECT_EQ(back.log(), pair.white_player.log());
  EXPECT_EQ(name_in(back.game(), "white"), "anna");
  Player black(pair.black, pair.game);
  EXPECT_EQ(name_in(black.game(), "white"), "anna");
}

TEST_P(ServeAccounts, WhoWasNobodyCanSignUpToo) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  EXPECT_FALSE(anna.token().empty());
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna");
}

TEST_P(ServeAccounts, NamesAndPasswordsHaveTheirForm) {
  const House house = open();
  Guest anna(house);
  const auto sign_up = [&](const auto& name, const auto& password) {
    return anna.post("/api/account", {{"name", name}, {"password", password}});
  };
  for (const char* name : {"", "a", "abcdefghijklmnopqrstu", "1anna", "-anna", "_anna", "an na", "anna ", " anna",
                           "änna", "anna\n", "club, medium", "anna.b", "<b>", "guest", "Guest", "anna'--"})
    expect_refused(sign_up(name, "swordfish"), 400, name);
  for (const json::value& name :
       {json::value(nullptr), json::value(7), json::value(json::array{"anna"}), json::value(json::string("an\0na", 5))})
    expect_refused(sign_up(name, "swordfish"), 400, json::serialize(name));
  for (const std::size_t length : {0U, 1U, 7U, 201U, 5000U})
    expect_refused(sign_up("anna", std::string(length, 'x')), 400, std::to_string(length));
  for (const json::value& password : {json::value(nullptr), json::value(12345678), json::value(json::object{})})
    expect_refused(sign_up("anna", password), 400, json::serialize(password));
  EXPECT_TRUE(anna.token().empty()) << "nobody has become a guest by it";
  EXPECT_EQ(anna.get("/api/players/anna").status, 404);

  for (const char* name : {"ab", "abcdefghijklmnopqrst", "a-_9", "Zz9", "guests", "null"}) {
    Guest guest(house);
    const std::string password = std::string(name) == "ab" ? "12345678" : std::string(200, 'x');
    const Reply made = guest.post("/api/account", {{"name", name}, {"password", password}});
    EXPECT_EQ(made.status, 201) << name << ": " << made.body;
    EXPECT_EQ(guest.read("/api/account").at("account").at("name"), json::value(name));
  }
  // Bytes, not letters: 50 snowmen are 150 bytes.
  Guest snowman(house);
  std::string snow;
  for (int i = 0; i < 50; ++i) snow += "☃";
  EXPECT_EQ(snowman.post("/api/account", {{"name", "snow"}, {"password", snow}}).status, 201);
  EXPECT_EQ(Guest(house).post("/api/account/login", {{"name", "snow"}, {"password", snow}}).status, 200);
}

TEST_P(ServeAccounts, ANameIsTakenInWhateverCase) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("Anna");
  anna.done("/api/bots", {{"name", "Robot"}});
  for (const char* name : {"Anna", "anna", "ANNA", "robot", "ROBOT"}) {
    Guest other(house);
    expect_refused(other.post("/api/account", {{"name", name}, {"password", "swordfish"}}), 409, name);
    EXPECT_TRUE(other.read("/api/account").at("account").is_null());
  }
  expect_refused(anna.post("/api/account", {{"name", "another"}, {"password", "swordfish"}}), 409, "has one already");
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "Anna");
  EXPECT_EQ(anna.get("/api/players/another").status, 404);
}

// All of them are under way before the first is answered.
std::multiset<int> statuses_at_once(const House& house, const Guest& guest, const std::string& route,
                                    const std::vector<json::object>& bodies) {
  Headers headers = {{"Host", "localhost"}, {"Content-Type", "application/json"}};
  for (const auto& cookie : guest.cookie()) headers.push_back(cookie);
  std::vector<Wire> wires;
  for (const json::object& body : bodies)
    wires.emplace_back(house.port()).send(request_text("POST", route, headers, json::serialize(body)));
  std::multiset<int> statuses;
  for (Wire& wire : wires) statuses.insert(read_reply(wire).status);
  return statuses;
}

TEST_P(ServeAccounts, OfManyWhoWantANameAtOnceOneGetsIt) {
  const House house = open();
  Guest anna(house);
  const json::object same = {{"name", "anna"}, {"password", "swordfish"}};
  const std::multiset<int> statuses = statuses_at_once(house, Guest(house), "/api/account", {same, same, same, same});
  EXPECT_EQ(statuses, (std::multiset<int>{201, 409, 409, 409}));
  // One guest who wants several names at once has one.
  anna.make_game(settings());
  std::vector<json::object> names;
  for (const char* name : {"ben", "carla", "dora"}) names.push_back({{"name", name}, {"password", "swordfish"}});
  EXPECT_EQ(statuses_at_once(house, anna, "/api/account", names), (std::multiset<int>{201, 409, 409}));
  int there = 0;
  for (const char* name : {"ben", "carla", "dora"})
    there += anna.get("/api/players/" + std::string(name)).status == 200 ? 1 : 0;
  EXPECT_EQ(there, 1);
}

// --- requests that are none

const std::vector<std::string> kPosts = {"/api/account",          "/api/account/login",    "/api/account/logout",
                                         "/api/account/password", "/api/account/delete",   "/api/bots",
                                         "/api/bots/robot/token", "/api/bots/robot/delete"};

TEST_P(ServeAccounts, BadRequestsAreRefusedOnEveryRoute) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  anna.done("/api/bots", {{"name", "robot"}});
  const Headers as_json = {{"Content-Type", "application/json"}};
  for (const std::string& route : kPosts) {
    expect_refused(anna.request("POST", route, {{"Content-Type", "text/plain"}}, "{}"), 415, route);
    expect_refused(anna.request("POST", route, {}, "{}"), 415, route);
    Headers foreign = as_json;
    foreign.emplace_back("Origin", "http://evil.example");
    expect_refused(anna.request("POST", route, foreign, "{}"), 403, route);
    for (const char* method : {"PUT", "DELETE", "PATCH"}) {
      const Reply reply = anna.request(method, route, as_json, "{}");
      EXPECT_EQ(reply.status, 405) << method << " " << route;
      EXPECT_NE(reply.header("allow").find("POST"), std::string::npos);
    }
    expect_refused(anna.request("POST", route, as_json, std::string(20'000, ' ')), 413, route);
    if (route.starts_with("/api/bots/")) continue;  // which need no body
    for (const char* body : {"", "{", "[]", "7", "null", "\"anna\"", "\xFF", R"({"a":{"b":{"c":{"d":1}}}})"})
      expect_refused(anna.request("POST", route, as_json, body), 400, route + " " + body);
  }
  for (const std::string& route : {std::string("/api/account/login"), std::string("/api/account/logout"),
                                   std::string("/api/bots/robot/token"), std::string("/api/bots/robot/delete")})
    expect_refused(anna.get(route), 405, route);
  for (const std::string& route : {std::string("/api/account/nothing"), std::string("/api/account/login/x"),
                                   std::string("/api/bots/robot"), std::string("/api/bots/robot/nothing"),
                                   std::string("/api/bots/robot/token/x"), std::string("/api/players/anna/x")})
    expect_refused(anna.post(route, {{"password", "swordfish"}, {"name", "x"}}), 404, route);
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna") << "and nothing has happened";
  EXPECT_EQ(anna.read("/api/bots").at("bots").as_array().size(), 1U);
}

TEST_P(ServeAccounts, WhatNeedsAnAccountIsRefusedWithoutOne) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  anna.done("/api/bots", {{"name", "robot"}});
  Guest nobody(house);
  Guest guest(house);
  guest.make_game(settings());
  for (Guest* who : {&nobody, &guest}) {
    for (const std::string& route : kPosts) {
      if (route == "/api/account" || route == "/api/account/login") continue;
      expect_refused(who->post(route, {{"name", "x1"}, {"password", "swordfish"}, {"new_password", "swordfish"}}), 403,
                     route);
    }
    expect_refused(who->get("/api/bots"), 403, "/api/bots");
  }
  EXPECT_TRUE(nobody.token().empty());
}

// The page of each address; what it shows is up to its script.
TEST_P(ServeAccounts, PagesHaveAddresses) {
  const House house = open();
  Guest anna(house);
  const std::string page = anna.get("/").body;
  for (const char* path : {"/account", "/players", "/player/anna", "/player/club%2C%20medium"}) {
    EXPECT_EQ(anna.get(path).status, 200) << path;
    EXPECT_EQ(anna.get(path).body, page) << path;
  }
  for (const char* path : {"/accounts", "/account/x", "/players/anna", "/player", "/player/a/b", "/lobby/x"})
    EXPECT_EQ(anna.get(path).status, 404) << path;
}

// --- logging in

TEST_P(ServeAccounts, LoggingInIsBeingThere) {
  const House house = open();
  Guest anna(house);
  const json::object signed_up = anna.sign_up("Anna");
  const std::string game = anna.make_game(settings());
  Guest phone(house);
  const std::string left_behind = phone.make_game(settings());
  const std::string guest_token = phone.token();
  for (const char* name : {"Anna", "anna", "ANNA"}) {
    const Reply reply = phone.post("/api/account/login", {{"name", name}, {"password", Guest::password_of("Anna")}});
    ASSERT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.json().at("account"), json::value(signed_up));
    EXPECT_NE(reply.header("set-cookie"), "");
  }
  EXPECT_NE(phone.token(), guest_token);
  EXPECT_NE(phone.token(), anna.token()) << "each session has its own token";
  EXPECT_EQ(phone.read("/api/account").at("account").at("name"), "Anna");
  const json::array games = phone.read("/api/games").at("games").as_array();
  ASSERT_EQ(games.size(), 1U) << "the guest's game is not the account's";
  EXPECT_EQ(games.at(0).at("id"), json::value(game));
  EXPECT_EQ(phone.get("/api/games/" + left_behind).status, 404);
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "Anna") << "the other session goes on";
  // Both sit in the same seat.
  Player one(anna, game);
  Player two(phone, game);
  EXPECT_EQ(two.game().at("side"), "white");
}

TEST_P(ServeAccounts, WrongPasswordsAndUnknownNamesSoundTheSame) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  anna.done("/api/bots", {{"name", "robot"}});
  Guest other(house);
  const auto log_in = [&](const auto& name, const auto& password) {
    return other.post("/api/account/login", {{"name", name}, {"password", password}});
  };
  const Reply wrong = log_in("anna", "not hers at all");
  expect_refused(wrong, 403, "a wrong password");
  for (const char* name : {"nobody", "robot", "", "anna ", "guest", "club, medium"}) {
    const Reply reply = log_in(name, Guest::password_of("anna"));
    EXPECT_EQ(reply.status, 403) << name;
    EXPECT_EQ(reply.body, wrong.body) << name;
  }
  expect_refused(log_in("robot", ""), 403, "a bot has no password, and the empty one is not it");
  expect_refused(log_in("anna", ""), 403, "");
  expect_refused(log_in("anna", Guest::password_of("Anna")), 403, "passwords are taken as they are");
  expect_refused(log_in("anna", Guest::password_of("anna") + " "), 403, "to the last byte");
  expect_refused(log_in(7, "swordfish"), 400, "a name that is none");
  expect_refused(log_in("anna", nullptr), 400, "a password that is none");
  EXPECT_TRUE(other.token().empty());
}

// One in thirty seconds, after the first ten.
TEST_P(ServeAccounts, PasswordsOfANameCannotBeTriedForEver) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest ben(house);
  ben.sign_up("ben");
  Guest thief(house);
  const auto attempt = [&](const char* name) {
    return thief.post("/api/account/login", {{"name", name}, {"password", "perhaps this"}});
  };
  int tried = 0;
  Reply reply = attempt("anna");
  for (; reply.status == 403 && tried < 40; ++tried) reply = attempt(tried % 2 == 0 ? "ANNA" : "anna");
  EXPECT_EQ(reply.status, 429) << reply.body;
  EXPECT_LE(tried, 15);
  EXPECT_GT(std::stoi("0" + reply.header("retry-after")), 0) << "and when to come again";
  thief.request("GET", "/api/account");
  EXPECT_EQ(attempt("ben").status, 403) << "other names are not concerned";
  EXPECT_EQ(attempt("nobody").status, 403);
  expect_refused(
      anna.post("/api/account/password", {{"password", Guest::password_of("anna")}, {"new_password", "swordfish"}}),
      429, "nor can it be tried otherwise");
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna") << "who is there stays";
}

// Ten at once, then one in ten seconds: also for names that cannot be.
TEST_P(ServeAccounts, PasswordsCannotBeTriedForEverFromOneAddress) {
  const House house = open({});
  Guest thief(house);
  std::multiset<int> statuses;
  for (int i = 0; i < 30; ++i)
    statuses.insert(
        thief.post("/api/account/login", {{"name", "?" + std::to_string(i)}, {"password", "perhaps"}}).status);
  EXPECT_GE(statuses.count(403), 10U);
  EXPECT_GE(statuses.count(429), 10U);
  EXPECT_EQ(statuses.count(403) + statuses.count(429), 30U);
}

// --- logging out

TEST_P(ServeAccounts, LoggingOutEndsThisSessionAndItsConnections) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest phone(house);
  phone.log_in("anna");
  const std::string game = anna.make_game(settings());
  Player at_table(anna, game);
  Visitor in_lobby(anna);
  Player on_phone(phone, game);
  Visitor phone_in_lobby(phone);
  Guest ben(house);
  ben.sign_up("ben");
  Visitor bens(ben);
  const Guest was = anna;
  EXPECT_EQ(json::value(anna.done("/api/account/logout", {{"everywhere", false}})), json::object());
  EXPECT_TRUE(is_closed(at_table.socket()));
  EXPECT_TRUE(is_closed(in_lobby.socket()));
  Guest thief = was;
  EXPECT_TRUE(thief.read("/api/account").at("account").is_null());
  EXPECT_EQ(thief.get("/api/games/" + game).status, 404);
  expect_refused(thief.post("/api/account/logout"), 403, "nobody is left to log out");
  EXPECT_EQ(phone.read("/api/account").at("account").at("name"), "anna") << "the other session goes on";
  EXPECT_TRUE(is_open(on_phone.socket()));
  EXPECT_TRUE(is_open(phone_in_lobby.socket()));
  EXPECT_TRUE(is_open(bens.socket()));
}

TEST_P(ServeAccounts, LoggingOutEverywhereEndsAll) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest phone(house);
  phone.log_in("anna");
  Guest ben(house);
  ben.sign_up("ben");
  const std::string token = Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token");
  const Guest robot(house, token);
  const std::string game = anna.make_game(settings());
  Player at_table(anna, game);
  Visitor in_lobby(anna);
  Player on_phone(phone, game);
  Visitor phone_in_lobby(phone);
  Visitor bens(ben);
  Visitor robots(robot);
  anna.done("/api/account/logout", {{"everywhere", true}});
  for (WebSocket* socket : {&at_table.socket(), &in_lobby.socket(), &on_phone.socket(), &phone_in_lobby.socket()})
    EXPECT_TRUE(is_closed(*socket));
  for (Guest* who : {&anna, &phone}) EXPECT_TRUE(who->read("/api/account").at("account").is_null());
  EXPECT_TRUE(is_open(bens.socket()));
  EXPECT_TRUE(is_open(robots.socket())) << "a bot is an account of its own";
  anna.log_in("anna");
  EXPECT_EQ(anna.read("/api/games").at("games").at(0).at("id"), json::value(game)) << "and back again";
}

// Who logs in as somebody else in the same browser has left: what was open as the first is closed.
TEST_P(ServeAccounts, LoggingInAsAnotherEndsTheSessionThatWasThere) {
  const House house = open();
  Guest browser(house);
  Guest(house).sign_up("ben");
  browser.sign_up("anna");
  const std::string game = browser.make_game(settings());
  Player at_table(browser, game);
  Visitor in_lobby(browser);
  Guest annas = browser;
  browser.log_in("ben");
  EXPECT_EQ(browser.read("/api/account").at("account").at("name"), "ben");
  EXPECT_TRUE(annas.read("/api/account").at("account").is_null());
  EXPECT_TRUE(is_closed(at_table.socket()));
  EXPECT_TRUE(is_closed(in_lobby.socket()));
}

TEST_P(ServeAccounts, WhetherEverywhereIsYesOrNo) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest phone(house);
  phone.log_in("anna");
  for (const json::value& unclear : {json::value("true"), json::value(1), json::value(nullptr)})
    expect_refused(anna.post("/api/account/logout", {{"everywhere", unclear}}), 400, json::serialize(unclear));
  anna.done("/api/account/logout", json::object());
  EXPECT_TRUE(anna.read("/api/account").at("account").is_null());
  EXPECT_EQ(phone.read("/api/account").at("account").at("name"), "anna");
}

// --- passwords

TEST_P(ServeAccounts, ANewPasswordEndsAllOtherSessions) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest phone(house);
  phone.log_in("anna");
  const std::string game = phone.make_game(settings());
  Player on_phone(phone, game);
  Visitor in_lobby(phone);
  const auto change = [&](const auto& old, const auto& wanted) {
    return anna.post("/api/account/password", {{"password", old}, {"new_password", wanted}});
  };
  expect_refused(change("a wrong one", "swordfish"), 403, "wrong");
  for (const std::string& bad : {std::string(), std::string("1234567"), std::string(201, 'x')})
    expect_refused(change(Guest::password_of("anna"), bad), 400, bad);
  expect_refused(change(Guest::password_of("anna"), nullptr), 400, "none");
  expect_refused(change(nullptr, "swordfish"), 400, "none");
  EXPECT_EQ(phone.read("/api/account").at("account").at("name"), "anna") << "nothing has happened yet";
  EXPECT_TRUE(is_open(on_phone.socket()));

  const Reply changed = change(Guest::password_of("anna"), "swordfish");
  EXPECT_EQ(changed.status, 200) << changed.body;
  EXPECT_EQ(changed.json(), json::object());
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna") << "this session goes on";
  EXPECT_TRUE(phone.read("/api/account").at("account").is_null());
  EXPECT_TRUE(is_closed(on_phone.socket()));
  EXPECT_TRUE(is_closed(in_lobby.socket()));
  const auto log_in = [&](const std::string& password) {
    return phone.post("/api/account/login", {{"name", "anna"}, {"password", password}}).status;
  };
  EXPECT_EQ(log_in(Guest::password_of("anna")), 403);
  EXPECT_EQ(log_in("swordfish"), 200);
}

// --- deletion

TEST_P(ServeAccounts, ADeletedAccountIsGoneFromEveryPageAndItsGamesStay) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("Anna");
  Guest ben(house);
  ben.sign_up("ben");
  const std::string token = Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token");
  Guest robot(house, token);
  Guest carla(house);
  const std::string ended = begin_rated(anna, ben);
  {
    Player white(anna, ended);
    white.move("e2e4");
    white.say({{"type", "resign"}});
    white.hear_until([&] { return white.end() == "resignation"; });
  }
  Pair running(anna, ben, json::object());
  const std::string bots_game = robot.make_game(settings());
  carla.accept(bots_game);
  Visitor in_lobby(anna);
  Visitor bens(ben);
  Visitor robots(robot);
  const std::string challenge = in_lobby.challenge(settings({{"opponent", "anyone"}}));
  bens.hear_until([&] { return bens.names().size() == 3 && bens.sees(challenge); });

  expect_refused(anna.post("/api/account/delete", {{"password", "a wrong one"}}), 403, "wrong");
  expect_refused(anna.post("/api/account/delete", json::object()), 400, "none");
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "Anna");
  EXPECT_EQ(json::value(anna.done("/api/account/delete", {{"password", Guest::password_of("Anna")}})), json::object());

  // Whoever reads from now on, reads nothing of them.
  const auto expect_unnamed = [&](const std::string& text, const std::string& where) {
    EXPECT_EQ(text.find("Anna"), std::string::npos) << where << ": " << text;
    EXPECT_EQ(text.find("robot"), std::string::npos) << where << ": " << text;
  };
  for (const std::string& route :
       {"/api/games/" + ended, "/api/games/" + ended + "/transcript", "/api/games/" + ended + "/pgn",
        std::string("/api/games"), "/api/games/" + running.game, std::string("/api/players"),
        std::string("/api/players/ben")}) {
    const Reply reply = ben.get(route);
    EXPECT_EQ(reply.status, 200) << route;
    expect_unnamed(reply.body, route);
  }
  expect_unnamed(carla.get("/api/games/" + bots_game).body, "the bot's game");
  expect_unnamed(json::serialize(Player(ben, running.game).game()), "the table");
  running.black_player.hear_until([&] { return name_in(running.black_player.game(), "white") == "guest"; });
  bens.hear_until([&] { return bens.names() == std::vector<std::string>{"ben"}; });
  expect_unnamed(json::serialize(bens.challenges()), "the lobby");
  for (const char* name : {"Anna", "anna", "robot"})
    EXPECT_EQ(ben.get("/api/players/" + std::string(name)).status, 404);
  // Games stay.
  EXPECT_EQ(name_in(ben.read("/api/games/" + ended), "white"), "guest");
  EXPECT_EQ(ben.read("/api/games/" + ended + "/transcript").at("turns").as_array().size(), 1U);
  EXPECT_EQ(ben.read("/api/players/ben").at("games").as_array().size(), 1U);
  EXPECT_FALSE(ben.read("/api/games/" + ended).at("ratings").is_null());
  // And they are nobody any more.
  for (WebSocket* socket : {&running.white_player.socket(), &in_lobby.socket(), &robots.socket()})
    EXPECT_TRUE(is_closed(*socket));
  EXPECT_TRUE(anna.read("/api/account").at("account").is_null());
  EXPECT_EQ(anna.get("/api/games/" + running.game).status, 404);
  EXPECT_TRUE(robot.read("/api/account").at("account").is_null());
  Guest back(house);
  EXPECT_EQ(back.post("/api/account/login", {{"name", "Anna"}, {"password", Guest::password_of("Anna")}}).status, 403);
  // The name is free, and brings nothing along.
  Guest other(house);
  EXPECT_EQ(other.sign_up("anna").at("rated_games"), 0);
  EXPECT_TRUE(other.read("/api/games").at("games").as_array().empty());
  EXPECT_TRUE(other.read("/api/players/anna").at("games").as_array().empty());
  EXPECT_EQ(name_in(ben.read("/api/games/" + ended), "white"), "guest");
}

TEST_P(ServeAccounts, NobodyIsDeletedInTheMiddleOfARatedGame) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest ben(house);
  ben.sign_up("ben");
  Guest robot(house, Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  const std::string first = begin_rated(anna, ben);
  const std::string second = begin_rated(robot, ben);
  const auto deletion = [](Guest& who, const std::string& name) {
    return who.post("/api/account/delete", {{"password", Guest::password_of(name)}});
  };
  expect_refused(deletion(anna, "anna"), 409, "plays");
  expect_refused(deletion(ben, "ben"), 409, "plays");
  expect_refused(anna.post("/api/bots/robot/delete"), 409, "plays");
  const auto resign = [](const Guest& who, const std::string& game) {
    Player player(who, game);
    player.say({{"type", "resign"}});
    player.hear_until([&] { return player.end() == "resignation"; });
  };
  resign(anna, first);
  expect_refused(deletion(anna, "anna"), 409, "the bot plays");
  EXPECT_EQ(robot.read("/api/account").at("account").at("name"), "robot");
  resign(robot, second);
  EXPECT_EQ(deletion(anna, "anna").status, 200);
  EXPECT_TRUE(robot.read("/api/account").at("account").is_null());
  EXPECT_EQ(deletion(ben, "ben").status, 200);
}

// --- bots

TEST_P(ServeAccounts, ABotIsAnAccountWithATokenOfItsOwn) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("Anna");
  const Reply made = anna.post("/api/bots", {{"name", "Robot"}});
  ASSERT_EQ(made.status, 201) << made.body;
  json::object account = made.json().at("account").as_object();
  account["since_ms"] = 0;
  EXPECT_EQ(json::value(account), json::parse(R"({"name":"Robot","kind":"bot","owner":"Anna","since_ms":0,"rating":1500,
    "deviation":350,"provisional":true,"rated_games":0})"));
  EXPECT_EQ(made.header("set-cookie"), "") << "the owner stays who he is";
  const std::string token = Guest::text(made.json(), "token");
  EXPECT_EQ(token.size(), 22U);
  EXPECT_EQ(anna.get("/api/bots").body.find(token), std::string::npos) << "it is told this once";
  EXPECT_EQ(anna.read("/api/bots").at("bots").at(0), made.json().at("account"));

  Guest robot(house, token);
  EXPECT_EQ(robot.read("/api/account").at("account"), made.json().at("account"));
  const Reply made_game = robot.post("/api/games", settings());
  ASSERT_EQ(made_game.status, 201) << made_game.body;
  EXPECT_EQ(made_game.header("set-cookie"), "");
  const std::string game = Guest::text(made_game.json(), "game");
  EXPECT_EQ(Guest(house).read("/api/invitations/" + game).at("by"),
            json::parse(R"({"kind":"bot","name":"Robot","account":"Robot","rating":1500,"provisional":true})"));
  Guest ben(house);
  ben.accept(game);
  Player white(robot, game);
  white.move("e2e4");
  EXPECT_EQ(robot.read("/api/games").at("games").as_array().size(), 1U);
  EXPECT_TRUE(anna.read("/api/games").at("games").as_array().empty()) << "the owner is somebody else";
  Visitor visitor(robot);
  visitor.hear_until([&] { return visitor.names() == std::vector<std::string>{"Robot"}; });
  EXPECT_EQ(visitor.players().at(0).at("kind"), "bot");
  EXPECT_EQ(anna.read("/api/players/robot").at("player").at("owner"), "Anna");
  // It is no person: it has no bots and no password.
  expect_refused(robot.post("/api/bots", {{"name", "robots-robot"}}), 403, "bots of bots");
  for (const char* route : {"/api/account/password", "/api/account/delete", "/api/account/logout"})
    expect_refused(robot.post(route, {{"password", ""}, {"new_password", "swordfish"}}), 403, route);
}

TEST_P(ServeAccounts, TokensAreSaidAsRfc6750Says) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  const std::string token = Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token");
  Guest nobody(house);
  const auto known = [&](const std::string& header) {
    const json::value account = nobody.request("GET", "/api/account", {{"Authorization", header}}).json().at("account");
    return account.is_null() ? "" : std::string(account.at("name").as_string());
  };
  EXPECT_EQ(known("Bearer " + token), "robot");
  const std::vector<std::string> others = {token,
                                           "Basic " + token,
                                           "Bearer" + token,
                                           "Bearer",
                                           "Bearer ",
                                           "Bearer " + token + "x",
                                           "Bearer " + token.substr(1),
                                           "Bearer ' OR '1'='1",
                                           "Bearer " + std::string(5000, 'a')};
  for (const std::string& header : others) EXPECT_EQ(known(header), "") << header;
  EXPECT_EQ(known("bearer " + token), "robot") << "the scheme's name is the same in whatever case (RFC 9110, 11.1)";
}

TEST_P(ServeAccounts, AnOwnerHasAtMostFiveBots) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(anna.post("/api/bots", {{"name", "robot" + std::to_string(i)}}).status, 201);
  expect_refused(anna.post("/api/bots", {{"name", "robot6"}}), 409, "the sixth");
  EXPECT_EQ(anna.read("/api/bots").at("bots").as_array().size(), 5U);
  EXPECT_EQ(anna.get("/api/players/robot6").status, 404);
  anna.done("/api/bots/robot3/delete");
  EXPECT_EQ(anna.post("/api/bots", {{"name", "robot6"}}).status, 201);
  Guest ben(house);
  ben.sign_up("ben");
  EXPECT_EQ(ben.post("/api/bots", {{"name", "robot3"}}).status, 201) << "others have their own five";
}

TEST_P(ServeAccounts, FiveBotsAreFiveAlsoAtOnce) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  std::vector<json::object> bots;
  for (int i = 0; i < 12; ++i) bots.push_back({{"name", "robot" + std::to_string(i)}});
  EXPECT_EQ(statuses_at_once(house, anna, "/api/bots", bots).count(201), 5U);
  EXPECT_EQ(anna.read("/api/bots").at("bots").as_array().size(), 5U);
}

TEST_P(ServeAccounts, NamesOfBotsAreNames) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  for (const json::value& name : {json::value(""), json::value("x"), json::value("club, medium"), json::value("guest"),
                                  json::value(7), json::value(nullptr), json::value("a b")})
    expect_refused(anna.post("/api/bots", {{"name", name}}), 400, json::serialize(name));
  expect_refused(anna.post("/api/bots", json::object()), 400, "none");
  expect_refused(anna.post("/api/bots", {{"name", "ANNA"}}), 409, "taken");
  EXPECT_TRUE(anna.read("/api/bots").at("bots").as_array().empty());
}

TEST_P(ServeAccounts, ANewTokenEndsTheOldOne) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest robot(house, Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  const std::string game = robot.make_game(settings());
  Player at_table(robot, game);
  Visitor in_lobby(robot);
  const std::string token = Guest::text(anna.done("/api/bots/ROBOT/token"), "token");
  EXPECT_TRUE(is_closed(at_table.socket()));
  EXPECT_TRUE(is_closed(in_lobby.socket()));
  EXPECT_TRUE(robot.read("/api/account").at("account").is_null());
  EXPECT_EQ(robot.get("/api/games/" + game).status, 404);
  EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + game, robot.cookie()).handshake().status, 404);
  Guest renewed(house, token);
  EXPECT_EQ(renewed.read("/api/account").at("account").at("name"), "robot");
  const Player back(renewed, game);
  EXPECT_EQ(back.game().at("side"), "white");
}

TEST_P(ServeAccounts, BotsAreTheirOwnersAlone) {
  const House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest robot(house, Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  Guest ben(house);
  ben.sign_up("ben");
  EXPECT_TRUE(ben.read("/api/bots").at("bots").as_array().empty());
  for (const char* what : {"token", "delete"}) {
    for (const char* name : {"robot", "anna", "ben", "nobody", "club%2C%20medium"})
      expect_refused(ben.post(std::string("/api/bots/") + name + "/" + what), 404, name);
    expect_refused(anna.post(std::string("/api/bots/anna/") + what), 404, "an owner is not his bot");
    expect_refused(robot.post(std::string("/api/bots/robot/") + what), 403, "nor a bot its owner");
  }
  EXPECT_EQ(robot.read("/api/account").at("account").at("name"), "robot");
  Visitor in_lobby(robot);
  EXPECT_EQ(json::value(anna.done("/api/bots/robot/delete")), json::object());
  EXPECT_TRUE(is_closed(in_lobby.socket()));
  EXPECT_TRUE(robot.read("/api/account").at("account").is_null());
  EXPECT_EQ(ben.get("/api/players/robot").status, 404);
  EXPECT_TRUE(anna.read("/api/bots").at("bots").as_array().empty());
  expect_refused(anna.post("/api/bots/robot/delete"), 404, "it is gone");
}

// --- secrets

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_P(ServeAccounts, NeitherTheStoreNorTheLogHoldsASecret) {
  House house = open();
  Guest anna(house);
  anna.make_game(settings());
  std::vector<std::string> secrets = {anna.token()};
  anna.sign_up("anna");
  secrets.push_back(anna.token());
  Guest phone(house);
  phone.log_in("anna");
  secrets.push_back(phone.token());
  phone.post("/api/account/login", {{"name", "anna"}, {"password", "a wrong password"}});
  secrets.emplace_back("a wrong password");
  secrets.push_back(Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  secrets.push_back(Guest::text(anna.done("/api/bots/robot/token"), "token"));
  anna.done("/api/account/password", {{"password", Guest::password_of("anna")}, {"new_password", "correct horse"}});
  secrets.push_back(anna.token());
  secrets.push_back(Guest::password_of("anna"));
  secrets.emplace_back("correct horse");
  Visitor visitor(Guest(house, secrets[4]));
  const std::string game = Visitor(anna).challenge(settings({{"opponent", "anyone"}}));
  Guest ben(house);
  ben.sign_up("ben");
  ben.done("/api/account/logout", {{"everywhere", true}});
  ben.log_in("ben");
  ben.done("/api/account/delete", {{"password", Guest::password_of("ben")}});
  secrets.push_back(Guest::password_of("ben"));
  house.close();
  const std::string log = house.log();
  const std::string all = stored();
  EXPECT_TRUE(contains(all, "$argon2id$")) << "where it is looked for, something can be found";
  EXPECT_TRUE(contains(all, "robot") && contains(all, game));
  EXPECT_TRUE(contains(log, "event=account_made") && contains(log, "event=account_deleted")) << log;
  for (const std::string& secret : secrets) {
    ASSERT_GE(secret.size(), 13U);
    EXPECT_FALSE(contains(all, secret)) << secret;
    EXPECT_FALSE(contains(log, secret)) << secret;
  }
  EXPECT_FALSE(contains(log, game));
  EXPECT_FALSE(contains(log, "argon2"));
}

// Accounts, sessions and bots are what a restart finds.
TEST_P(ServeAccounts, AccountsSurviveARestart) {
  House house = open();
  Guest anna(house);
  anna.sign_up("anna");
  Guest robot(house, Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  const std::string game = anna.make_game(settings());
  house.kill();
  house.start();
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna");
  EXPECT_EQ(robot.read("/api/account").at("account").at("name"), "robot");
  EXPECT_EQ(name_in(anna.read_at_last("/api/games/" + game), "white"), "anna");
  Guest phone(house);
  phone.log_in("anna");
  EXPECT_EQ(phone.read("/api/bots").at("bots").as_array().size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Databases, ServeAccounts, store::databases(), store::name_of_database);

}  // namespace
}  // namespace blindmate::server
