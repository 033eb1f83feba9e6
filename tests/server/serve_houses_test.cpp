// Several servers on one PostgreSQL: one house with several doors. One of them is killed, stopped, closed; or the
// database goes away.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <functional>

#include "blindmate/base/random.hpp"
#include "server/house.hpp"
#include "server/second_referee.hpp"

namespace blindmate::server {
namespace {

using Clock = std::chrono::steady_clock;
using Names = std::vector<std::string>;

const json::object kClock = {{"minutes", 60}, {"increment", 0}};
constexpr std::int64_t kGone_ms = 4000;  // after so much silence others take over

std::int64_t ms_between(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(to - from).count();
}

void wait_until(const std::function<bool()>& is_so, const std::string& what) {
  const Clock::time_point latest = Clock::now() + kPatience;
  while (!is_so()) {
    if (Clock::now() > latest) throw WireError("it does not come about that " + what);
  }
}

// Tries again until there is a place, as a page does whose connection was lost.
Player come_back(const Guest& guest, const std::string& game) {
  for (const Clock::time_point latest = Clock::now() + kPatience;;) {
    try {
      return Player(guest, game);
    } catch (const WireError&) {
      if (Clock::now() > latest) throw;
    }
  }
}

// A port at which nobody answers.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (bind(socket_, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(socket_, 10) != 0 ||
        getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
      throw WireError("no port is free");
    port_ = ntohs(address.sin_port);
  }
  ~Listener() { close(socket_); }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  int port() const { return port_; }
  bool has_been_visited() const {
    const int visitor = accept(socket_, nullptr, nullptr);
    if (visitor >= 0) close(visitor);
    return visitor >= 0;
  }

 private:
  int socket_;
  int port_ = 0;
};

Guest member(const Address& house, const std::string& name) {
  Guest guest(house);
  guest.sign_up(name);
  return guest;
}

std::int64_t left(const Player& player, const char* side) {
  return player.now().at("clock").at(fmt::format("{}_ms", side)).as_int64();
}

json::object to_anyone(const json::object& otherwise = {}) {
  json::object result = settings(otherwise);
  result["opponent"] = "anyone";
  return result;
}

class ServeHouses : public TemporaryFolder {
 protected:
  House open(const std::string& name, std::vector<std::string> options = {"--no-address-limits"}) const {
    std::filesystem::create_directory(folder_ / name);
    return {path(name), std::move(options), store()};
  }
  virtual std::string store() const { return database().store(); }
  const store::Database& database() const {
    if (!database_) database_ = store::new_postgres_database();
    return *database_;
  }
  void TearDown() override {
    database_.reset();
    TemporaryFolder::TearDown();
  }

  // The port of the house where a game lives.
  std::string port_of(const std::string& game) const {
    const std::string address = database().value(
        "SELECT address FROM houses JOIN games ON games.house = houses.id WHERE games.id = '" + game + "'");
    return address.substr(address.rfind(':') + 1);
  }
  bool lives_in(const std::string& game, const House& house) const {
    return port_of(game) == std::to_string(house.port());
  }

 private:
  mutable std::unique_ptr<store::Database> database_{};
};

// --- through another door

TEST_F(ServeHouses, WhoIsKnownInOneIsKnownInTheOther) {
  const House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  Guest guest(a);
  const std::string game = guest.make_game(settings());
  EXPECT_EQ(anna.at(b).read("/api/account").at("account").at("name"), "anna");
  EXPECT_EQ(guest.at(b).read("/api/games").at("games").at(0).at("id"), json::value(game));
  Guest phone(b);
  phone.log_in("anna");
  EXPECT_EQ(phone.at(a).read("/api/account").at("account").at("name"), "anna");
  Guest robot(a, Guest::text(phone.done("/api/bots", {{"name", "robot"}}), "token"));
  EXPECT_EQ(robot.read("/api/account").at("account").at("owner"), "anna");
}

TEST_F(ServeHouses, AGameIsPlayedThroughAnotherHouse) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  const std::string game = anna.make_game(settings({{"rules", "wild16"}, {"clock", kClock}}));
  Guest ben(b);
  EXPECT_EQ(ben.read("/api/invitations/" + game).at("colour"), "black");
  EXPECT_EQ(ben.accept(game), game);
  EXPECT_FALSE(ben.token().empty()) << "and has got a cookie";
  Pair pair(anna.at(b), ben, game);
  EXPECT_EQ(pair.white_player.game().at("side"), "white");
  pair.white_player.ask("e2d3");
  pair.play({"e2e4", "e7e5", "d1h5", "b8c6"});
  Player at_home(anna, game);
  EXPECT_EQ(at_home.log(), pair.white_player.log()) << "through both doors it looks the same";
  at_home.move("f1c4");
  pair.white_player.hear("view");
  pair.black_player.hear("view");
  pair.play({"g8f6"});
  at_home.hear("view");
  EXPECT_TRUE(lives_in(game, a)) << "it has not moved";

  // What is asked by HTTP.
  Guest through = anna.at(b);
  Guest stranger(b);
  EXPECT_EQ(through.read("/api/games/" + game), anna.read("/api/games/" + game));
  for (const char* part : {"", "/transcript", "/pgn"}) {
    EXPECT_EQ(stranger.get("/api/games/" + game + part).status, 404);
    EXPECT_EQ(stranger.at(a).get("/api/games/" + game + part).status, 404);
  }
  EXPECT_EQ(WebSocket(b.port(), "/ws/games/" + game, stranger.cookie()).handshake().status, 404);
  EXPECT_EQ(through.post("/api/games/" + game + "/cancel").status, 409);
  const std::string link = Guest::text(through.done("/api/games/" + game + "/device"), "link").substr(8);
  Guest phone(b);
  EXPECT_EQ(phone.done("/api/devices/" + link).at("game"), json::value(game));
  Player on_phone(phone, game);
  EXPECT_EQ(on_phone.game().at("side"), "white");
  on_phone.move("h5f7");
  pair.black_player.hear("view");
  EXPECT_EQ(pair.black_player.end(), "checkmate");
  for (const char* part : {"", "/transcript", "/pgn"}) {
    const Reply there = stranger.get("/api/games/" + game + part);
    const Reply here = stranger.at(a).get("/api/games/" + game + part);
    EXPECT_EQ(there.status, 200) << part;
    EXPECT_EQ(there.body, here.body) << part;
    EXPECT_EQ(there.header("content-type"), here.header("content-type")) << part;
    EXPECT_EQ(there.header("cache-control"), here.header("cache-control")) << part;
    EXPECT_EQ(there.header("x-content-type-options"), "nosniff");
    const Reply head = stranger.request("HEAD", "/api/games/" + game + part);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-length"), std::to_string(here.body.size())) << part;
  }
}

TEST_F(ServeHouses, ARematchIsFoundThroughAnotherHouse) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(b);
  const std::string game = ben.accept(anna.make_game(settings()));
  Pair pair(anna.at(b), ben, game);
  pair.play({"e2e4"});
  pair.black_player.say({{"type", "resign"}});
  pair.white_player.hear_until([&] { return !pair.white_player.end().empty(); });
  pair.white_player.say({{"type", "rematch"}});
  pair.black_player.hear_until([&] { return pair.black_player.now().at("rematch") == "opponent"; });
  pair.black_player.say({{"type", "rematch"}});
  pair.white_player.hear_until([&] { return pair.white_player.now().at("rematch").is_object(); });
  const std::string next(pair.white_player.now().at("rematch").at("game").as_string());
  Player(ben, next).move("e2e4");
}

// A game without a clock stays where it is as long as its house lives, however often it is asked for elsewhere.
TEST_F(ServeHouses, GamesDoNotWander) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  const std::string game = anna.make_game(settings());
  Guest through = anna.at(b);
  for (int i = 0; i < 20; ++i) through.read("/api/games/" + game);
  Player white(through, game);
  EXPECT_TRUE(lives_in(game, a));
  const std::string other = through.make_game(settings());
  EXPECT_TRUE(lives_in(other, b));
}

// A house that begins again where one was killed a moment ago, which the store still believes in. Here the address of
// both is that of a listener who counts visits.
TEST_F(ServeHouses, NobodyIsRelayedToTheHouseItself) {
  const Listener listener;
  House house = open("a", {"--no-address-limits", "--relay-address", fmt::format("127.0.0.1:{}", listener.port())});
  Guest anna(house);
  const std::string game = anna.make_game(settings({{"clock", kClock}}));
  house.kill();
  house.start();
  const int status = anna.get("/api/games/" + game).status;
  EXPECT_TRUE(status == 503 || status == 200) << status << ": there is a game, but perhaps not yet here";
  EXPECT_FALSE(listener.has_been_visited());
}

TEST_F(ServeHouses, NobodyIsRelayedTwice) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  const std::string game = anna.make_game(settings());
  Guest through = anna.at(b);
  EXPECT_EQ(through.get("/api/games/" + game).status, 200);
  Headers headers = anna.cookie();
  headers.emplace_back("Blindmate-House", "one that was here before");
  EXPECT_EQ(Guest(b).request("GET", "/api/games/" + game, headers).status, 503);
  const WebSocket socket(b.port(), "/ws/games/" + game, headers);
  EXPECT_EQ(socket.handshake().status, 503);
}

TEST_F(ServeHouses, WhoHangsUpIsForgottenOnBothSides) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings()));
  Player black(ben, game);
  {
    Player white(anna.at(b), game);
    black.hear_until([&] { return black.now().at("opponent_here") == true; });
  }
  black.hear_until([&] { return black.now().at("opponent_here") == false; });
  {
    Player white(anna.at(b), game);
    black.hear_until([&] { return black.now().at("opponent_here") == true; });
    white.socket().close();
    EXPECT_EQ(white.socket().close_code(), 1000) << "farewells are passed on";
  }
  black.hear_until([&] { return black.now().at("opponent_here") == false; });
  Guest observer(b);
  wait_until([&] { return observer.get("/metrics").body.find("\nblindmate_websockets 0\n") != std::string::npos; },
             "the relay has forgotten them");
}

TEST_F(ServeHouses, LimitsAndTlsAreThoseOfTheClientNotOfTheRelay) {
  const House a = open("a", {"--games-per-minute", "4"});
  const House b = open("b", {"--games-per-minute", "1000", "--trust-proxy", "127.0.0.1"});
  Guest anna(a);
  Names games;
  for (int i = 0; i < 4; ++i) games.push_back(anna.make_game(settings()));
  const auto accept = [&](const std::string& game, const std::string& client) {
    Guest guest(b);
    return guest.request(
        "POST", "/api/invitations/" + game,
        {{"X-Forwarded-For", client}, {"X-Forwarded-Proto", "https"}, {"Content-Type", "application/json"}}, "{}");
  };
  const Reply first = accept(games[0], "198.51.100.1");
  EXPECT_EQ(first.status, 200) << "the relay's own address has used up its games";
  EXPECT_NE(first.header("set-cookie").find("; Secure"), std::string::npos);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(accept("AAAAAAAAAAAAAAAA", "198.51.100.1").status, 404);
  EXPECT_EQ(accept(games[1], "198.51.100.2").status, 200);
  int last = 200;
  Reply reply;
  for (int i = 0; i < 10 && last != 429; ++i) last = (reply = accept(games[0], "198.51.100.2")).status;
  EXPECT_EQ(last, 429) << "four are four";
  EXPECT_GT(std::stoi("0" + reply.header("retry-after")), 0);
  EXPECT_EQ(accept(games[2], "198.51.100.3").status, 200);
}

// More than an address may have; running.md says that houses trust each other for it.
TEST_F(ServeHouses, ManyCanComeThroughOneDoor) {
  const House a = open("a", {"--trust-proxy", "127.0.0.1", "--games-per-minute", "10000"});
  const House b = open("b", {"--trust-proxy", "127.0.0.1", "--games-per-minute", "10000"});
  std::vector<Guest> guests;
  std::vector<std::unique_ptr<WebSocket>> sockets;
  for (int i = 0; i < 60; ++i) {
    Guest anna(a);
    Guest ben(a);
    const std::string game = ben.accept(anna.make_game(settings()));
    for (const Guest& guest : {anna, ben}) {
      Headers headers = guest.cookie();
      headers.emplace_back("X-Forwarded-For", fmt::format("198.51.100.{}", i));
      sockets.push_back(std::make_unique<WebSocket>(b.port(), "/ws/games/" + game, headers));
      ASSERT_TRUE(sockets.back()->is_open()) << i << ": " << sockets.back()->handshake().status;
      ASSERT_TRUE(sockets.back()->next());
    }
  }
}

// --- one lobby

TEST_F(ServeHouses, TheLobbyIsOne) {
  const House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  Guest ben = member(b, "ben");
  Guest carla = member(b, "carla");
  Visitor annas(anna);
  Visitor bens(ben);
  Visitor carlas(carla);
  for (Visitor* visitor : {&annas, &bens, &carlas})
    visitor->hear_until([&] { return visitor->names() == Names{"anna", "ben", "carla"}; });
  const std::string game = annas.challenge(to_anyone({{"clock", kClock}, {"rated", true}}));
  json::object directed = to_anyone();
  directed["opponent"] = {{"name", "carla"}};
  const std::string for_carla = annas.challenge(directed);
  const std::string withdrawn = annas.challenge(to_anyone());
  bens.hear_until([&] { return bens.sees(game) && bens.sees(withdrawn); });
  carlas.hear_until([&] { return carlas.sees(for_carla); });
  EXPECT_FALSE(bens.sees(for_carla));
  EXPECT_EQ(bens.error_to({{"type", "accept"}, {"game", for_carla}}), "refused");
  EXPECT_EQ(ben.get("/api/invitations/" + for_carla).status, 404);
  EXPECT_EQ(ben.post("/api/invitations/" + for_carla).status, 404);
  EXPECT_EQ(bens.error_to({{"type", "cancel"}, {"game", game}}), "refused");
  EXPECT_EQ(bens.accept(game), game);
  annas.hear_until([&] { return annas.started() == Names{game}; });
  for (Visitor* visitor : {&annas, &bens, &carlas}) visitor->hear_until([&] { return !visitor->sees(game); });
  Visitor annas_elsewhere(anna.at(b));
  EXPECT_EQ(annas_elsewhere.cancel(withdrawn), withdrawn) << "from whichever door";
  bens.hear_until([&] { return bens.challenges().empty(); });
  EXPECT_EQ(carlas.accept(for_carla), for_carla);
  annas.hear_until([&] { return annas.started() == Names{game, for_carla}; });
  Pair pair(anna, ben, game);
  pair.play({"e2e4"});
  pair.black_player.say({{"type", "resign"}});
  pair.white_player.hear_until([&] { return !pair.white_player.end().empty(); });
  EXPECT_NEAR(ben.read("/api/players").at("players").at(0).at("rating").to_number<double>(), 1662.31, 0.01);
}

TEST_F(ServeHouses, FiveChallengesAreFiveInAllHouses) {
  const House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  for (int i = 0; i < 3; ++i) anna.done("/api/games", to_anyone());
  Guest there = anna.at(b);
  for (int i = 0; i < 2; ++i) there.done("/api/games", to_anyone());
  EXPECT_EQ(there.post("/api/games", to_anyone()).status, 409);
  EXPECT_EQ(anna.post("/api/games", to_anyone()).status, 409);
}

// --- what ends in one house ends in the other

TEST_F(ServeHouses, LoggingOutIsHeardInAllHouses) {
  const House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  Guest phone(b);
  phone.log_in("anna");
  const std::string of_a = anna.make_game(settings());
  const std::string of_b = phone.make_game(settings());
  Visitor in_lobby(phone);
  Player at_table(phone, of_b);
  Player relayed(phone, of_a);
  Visitor annas(anna);
  Guest ben = member(b, "ben");
  Visitor bens(ben);
  anna.done("/api/account/logout", {{"everywhere", true}});
  for (WebSocket* socket : {&in_lobby.socket(), &at_table.socket(), &relayed.socket(), &annas.socket()})
    EXPECT_TRUE(is_closed(*socket));
  EXPECT_TRUE(phone.read("/api/account").at("account").is_null());
  EXPECT_EQ(bens.error_to({{"type", "nothing"}}), "bad-message") << "others stay";
  // A new password, and a bot's new token.
  anna.log_in("anna");
  phone.log_in("anna");
  Visitor again(phone);
  Guest robot(b, Guest::text(anna.done("/api/bots", {{"name", "robot"}}), "token"));
  Visitor robots(robot);
  anna.done("/api/bots/robot/token");
  EXPECT_TRUE(is_closed(robots.socket()));
  anna.done("/api/account/password", {{"password", Guest::password_of("anna")}, {"new_password", "swordfish"}});
  EXPECT_TRUE(is_closed(again.socket()));
}

// A deleted account is gone from what other houses have in memory, too.
TEST_F(ServeHouses, ADeletedNameIsForgottenInAllHouses) {
  const House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  Guest ben = member(b, "ben");
  const std::string running = anna.accept(ben.make_game(settings()));
  const std::string ended = anna.accept(ben.make_game(settings()));
  EXPECT_TRUE(lives_in(running, b));
  Player white(ben, running);
  {
    Player other(ben, ended);
    other.say({{"type", "resign"}});
    other.hear_until([&] { return !other.end().empty(); });
  }
  EXPECT_EQ(white.game().at("black").at("name"), "anna");
  anna.done("/api/account/delete", {{"password", Guest::password_of("anna")}});
  const auto is_unnamed = [&](const std::string& route) {
    return ben.get(route).body.find("anna") == std::string::npos &&
           ben.at(a).get(route).body.find("anna") == std::string::npos;
  };
  for (const std::string& route :
       {"/api/games/" + running, "/api/games/" + ended, "/api/games/" + ended + "/transcript",
        "/api/games/" + ended + "/pgn", std::string("/api/games")})
    wait_until([&] { return is_unnamed(route); }, "nobody is called anna in " + route);
  white.hear_until([&] { return white.game().at("black").at("name") == "guest"; });
}

// --- a house is gone

// A game of random tries with the naive referee beside it, through one house, while the other, in which it lives, is
// killed with a try on its way.
class MovedGame {
 public:
  MovedGame(const House& made_in, const House& played_in, const std::string& rules, std::uint64_t seed)
      : anna_(made_in), ben_(made_in), referee_(rules), random_(seed) {
    game_ = ben_.accept(anna_.make_game(settings({{"rules", rules}, {"clock", kClock}})));
    anna_ = anna_.at(played_in);
    ben_ = ben_.at(played_in);
  }

  const std::string& id() const { return game_; }
  bool has_ended() const { return !referee_.end().empty(); }

  // Some tries with their answers, and a last one that is on its way when `happens` does.
  void live(const std::function<void()>& happens) {
    Player white = come_back(anna_, game_);
    Player black = come_back(ben_, game_);
    for (std::uint32_t asks = 5 + random_.below(15); asks > 0 && !has_ended(); --asks) {
      Player& mover = referee_.turn() == "white" ? white : black;
      const std::string asked = random_ask(mover.askable(), random_);
      const json::object answer = mover.ask(asked);
      ASSERT_EQ(answer.at("heard"), heard_json(referee_.ask(asked).mover)) << referee_.story();
      Player& next = referee_.turn() == "white" ? white : black;
      next.hear_until([&] { return next.now().at("turn") == next.game().at("side") || !next.end().empty(); });
    }
    std::string on_its_way;
    if (!has_ended()) {
      Player& mover = referee_.turn() == "white" ? white : black;
      on_its_way = random_ask(mover.askable(), random_);
      mover.say_ask(on_its_way);
      if (random_.below(2) == 0) mover.hear();
    }
    happens();
    for (Player* player : {&white, &black}) {
      player->socket().send_frame(WebSocket::kClose, "\x03\xE8");  // a farewell, if there is still somebody
      player->hear_the_rest();
    }
    expect_nothing_lost(white, black, on_its_way);
  }

  // Whatever anybody has heard is there, and beside it at most the try that was on its way; nothing twice.
  void expect_nothing_lost(const Player& white, const Player& black, const std::string& on_its_way) {
    const Player white_again = come_back(anna_, game_);
    const Player black_again = come_back(ben_, game_);
    EXPECT_GE(white_again.log().size(), white.log().size());
    EXPECT_GE(black_again.log().size(), black.log().size());
    const bool is_white = referee_.turn() == "white";
    const std::size_t known = referee_.log(is_white ? "white" : "black").size();
    if ((is_white ? white_again : black_again).log().size() > known) referee_.ask(on_its_way);
    ASSERT_EQ(without_phrases(white_again.log()), referee_.log("white")) << referee_.story();
    ASSERT_EQ(without_phrases(black_again.log()), referee_.log("black")) << referee_.story();
  }

  void end_and_expect_the_whole_story() {
    if (!has_ended()) {
      Player white = come_back(anna_, game_);
      white.say({{"type", "resign"}});
      white.hear_until([&] { return white.end() == "resignation"; });
    }
    const json::object transcript = anna_.read_at_last("/api/games/" + game_ + "/transcript");
    std::string fen;
    for (const json::value& turn : transcript.at("turns").as_array()) fen = turn.at("fen").as_string();
    EXPECT_EQ(fen, referee_.fen());
  }

 private:
  Guest anna_;
  Guest ben_;
  SecondReferee referee_;
  Random random_;
  std::string game_{};
};

TEST_F(ServeHouses, AKilledHousesGamesGoOnInAnother) {
  const House b = open("b");
  std::uint64_t seed = 0;
  for (const char* rules : {"berkeley", "wild16"}) {
    House a = open("a");
    MovedGame game(a, b, rules, ++seed);
    EXPECT_TRUE(lives_in(game.id(), a));
    game.live([&] { a.kill(); });
    if (HasFatalFailure()) return;
    EXPECT_TRUE(lives_in(game.id(), b));
    game.live([] {});
    game.end_and_expect_the_whole_story();
  }
}

// From house to house, each killed in its turn.
TEST_F(ServeHouses, AGameOutlivesManyHouses) {
  auto a = std::make_unique<House>(path(""), Names{"--no-address-limits"}, store());
  auto b = std::make_unique<House>(path(""), Names{"--no-address-limits"}, store());
  Guest anna(*a);
  Guest ben(*a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", kClock}})));
  const std::vector<Names> lives = {{"e2e4", "e7e5"}, {"d1h5", "b8c6"}, {"f1c4", "g8f6"}};
  for (const Names& moves : lives) {
    {
      Player white = come_back(anna.at(*b), game);
      Player black = come_back(ben.at(*b), game);
      white.move(moves[0]);
      black.hear_until([&] { return black.now().at("turn") == "black"; });
      black.move(moves[1]);
    }
    a->kill();
    std::swap(a, b);
    b->start();
  }
  Player white = come_back(anna.at(*b), game);
  EXPECT_EQ(white.log().size(), 6U);
  white.move("h5f7");
  EXPECT_EQ(white.end(), "checkmate");
}

// The clock of who was to move stands from the last sign of life on until another house has the game.
TEST_F(ServeHouses, ClocksStandWhileAGameIsNowhere) {
  House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", {{"minutes", 5}, {"increment", 0}}}})));
  Pair pair(anna.at(b), ben.at(b), game);
  pair.play({"e2e4"});
  const Clock::time_point before = Clock::now();
  const std::int64_t blacks = left(pair.black_player, "black");
  const std::int64_t whites = left(pair.black_player, "white");
  a.kill();
  Player black = come_back(ben.at(b), game);
  const std::int64_t passed = ms_between(before, Clock::now());
  EXPECT_GE(passed, kGone_ms - 1000) << "not before it is gone";
  EXPECT_EQ(left(black, "white"), whites);
  EXPECT_LE(left(black, "black"), blacks + 1000) << "the last second may be given back, and no more";
  EXPECT_GE(left(black, "black"), blacks - (passed - kGone_ms) - 1010) << "the time in no house counts for nobody";
  black.move("e7e5");
  EXPECT_EQ(black.now().at("clock").at("running"), "white");
}

// Nobody is there, and nobody asks: the clock runs out all the same, in the other house.
TEST_F(ServeHouses, ClocksRunOutInAnotherHouseWithNobodyThere) {
  House a = open("a");
  const House b = open("b");
  Guest anna = member(a, "anna");
  Guest ben = member(a, "ben");
  const std::string game =
      ben.accept(anna.make_game(to_anyone({{"clock", {{"minutes", 0.1}, {"increment", 0}}}, {"rated", true}})));
  a.kill();
  Guest stranger(b);
  // By the page of the player, which fetches no game.
  const auto games = [&] { return stranger.read("/api/players/ben").at("games").as_array(); };
  wait_until([&] { return !games().empty(); }, "the flag falls");
  EXPECT_EQ(games().at(0).at("id"), json::value(game));
  EXPECT_EQ(games().at(0).at("end").at("reason"), "time");
  EXPECT_EQ(games().at(0).at("end").at("winner"), "black");
  EXPECT_EQ(stranger.read("/api/players/ben").at("player").at("rated_games"), 1);
}

TEST_F(ServeHouses, ABotGoesOnInAnotherHouse) {
  House a = open("a");
  const House b = open("b");
  Guest anna(a);
  const std::string game = anna.make_game(bot_settings("hs", 2, {{"colour", "black"}, {"clock", kClock}}));
  a.kill();
  Guest there = anna.at(b);
  wait_until([&] { return there.read_at_last("/api/games/" + game).at("your_turn").as_bool(); }, "the bot moves");
  EXPECT_TRUE(lives_in(game, b));
  Player(there, game).move("a7a6");
}

// A regular end: others need not wait until it is missed.
TEST_F(ServeHouses, AClosedHousesGamesGoOnAtOnce) {
  House a = open("a");
  const House b = open("b");
  MovedGame game(a, b, "english", 7);
  game.live([&] {
    a.signal(SIGTERM);
    EXPECT_EQ(a.wait_for_end(), 0);
  });
  if (HasFatalFailure()) return;
  EXPECT_TRUE(lives_in(game.id(), b));
  game.live([] {});
  game.end_and_expect_the_whole_story();
}

TEST_F(ServeHouses, AClosedRelayEndsWhatItPassesOn) {
  const House a = open("a");
  House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings()));
  Pair pair(anna.at(b), ben.at(b), game);
  pair.play({"e2e4"});
  b.signal(SIGTERM);
  EXPECT_TRUE(is_closed(pair.white_player.socket()));
  EXPECT_TRUE(is_closed(pair.black_player.socket()));
  EXPECT_EQ(b.wait_for_end(), 0);
  EXPECT_EQ(Player(ben, game).log().size(), 1U);
}

// All of them were killed; one is started again.
TEST_F(ServeHouses, WhoComesLastFindsEverything) {
  House a = open("a");
  House b = open("b");
  Guest anna(a);
  Guest ben(b);
  const std::string first = ben.at(a).accept(anna.make_game(settings({{"clock", kClock}})));
  const std::string second = anna.at(b).accept(ben.make_game(settings()));
  Player(anna, first).move("e2e4");
  Player(ben, second).move("d2d4");
  a.kill();
  b.kill();
  const House c = open("c");
  for (const std::string& game : {first, second}) {
    const Player player = come_back(anna.at(c), game);
    EXPECT_EQ(player.log().size(), 1U);
    EXPECT_EQ(player.now().at("turn"), "black");
  }
}

// Its maker is in the lobby of another, and waits.
TEST_F(ServeHouses, AChallengeOfAKilledHouseCanBeAccepted) {
  House a = open("a");
  const House b = open("b");
  Guest anna(a);
  const std::string game = Guest::text(anna.done("/api/games", to_anyone({{"clock", kClock}})), "game");
  Visitor annas(anna.at(b));
  Guest ben(b);
  ben.make_game(settings());
  Visitor bens(ben);
  EXPECT_TRUE(annas.sees(game) && bens.sees(game));
  a.kill();
  wait_until([&] { return ben.post("/api/invitations/" + game).status == 200; }, "it is accepted");
  annas.hear_until([&] { return annas.started() == Names{game}; });
  Pair(anna.at(b), ben, game).play({"e2e4"});
}

// --- a house that was only away

// It stands still until its games have been taken over, with things said to it that it has not read; then it goes on.
TEST_F(ServeHouses, AHouseThatComesBackGivesUpItsGames) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", kClock}})));
  const std::string without_clock = ben.accept(anna.make_game(settings()));
  Pair pair(anna, ben, game);
  Pair slow(anna, ben, without_clock);
  pair.play({"e2e4"});
  slow.play({"d2d4"});
  a.signal(SIGSTOP);
  pair.black_player.say_ask("a7a6");  // which it will read when others have the game
  slow.black_player.say_ask("a7a6");
  Guest annas = anna.at(b);
  Guest bens = ben.at(b);
  for (const std::string& one : {game, without_clock})
    wait_until([&] { return annas.get("/api/games/" + one).status == 200; }, "the game is taken over");
  EXPECT_TRUE(lives_in(game, b));
  {
    Player white = come_back(annas, game);
    Player black = come_back(bens, game);
    ASSERT_EQ(black.log().size(), 1U) << "what was said to the other was not heard";
    black.move("e7e5");
    white.hear_until([&] { return white.now().at("turn") == "white"; });
    white.move("d1h5");
    Player slow_black = come_back(bens, without_clock);
    ASSERT_EQ(slow_black.log().size(), 1U);
    slow_black.move("d7d5");
  }
  a.signal(SIGCONT);
  for (Pair* old : {&pair, &slow}) {
    for (Player* player : {&old->white_player, &old->black_player}) {
      EXPECT_TRUE(is_closed(player->socket()));
      EXPECT_EQ(player->log().size(), 1U) << "nothing was told that is not so";
    }
  }
  // Through either door it is the same game, and it goes on.
  for (const House* door : {&a, &b}) {
    Player black = come_back(ben.at(*door), game);
    EXPECT_EQ(black.log().size(), 3U);
    Player slow_white = come_back(anna.at(*door), without_clock);
    EXPECT_EQ(slow_white.log().size(), 2U);
  }
  Player black = come_back(ben, game);
  Player white = come_back(anna, game);
  black.move("b8c6");
  white.hear_until([&] { return white.now().at("turn") == "white"; });
  white.say({{"type", "resign"}});
  white.hear_until([&] { return !white.end().empty(); });
  const json::object transcript = annas.read_at_last("/api/games/" + game + "/transcript");
  Names moves;
  for (const json::value& turn : transcript.at("turns").as_array()) {
    EXPECT_TRUE(turn.at("asked").as_array().empty());
    moves.emplace_back(turn.at("move").as_string());
  }
  EXPECT_EQ(moves, (Names{"e2e4", "e7e5", "d1h5", "b8c6"}));
  EXPECT_NE(a.log().find("event=games_given_up"), std::string::npos) << a.log();
}

// Who comes by another door while the game's house stands still is not kept waiting until that one comes back.
TEST_F(ServeHouses, NobodyWaitsForAHouseThatStandsStill) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", kClock}})));
  a.signal(SIGSTOP);
  // Each attempt ends: with a place, or with an answer that says to come again.
  bool has_place = false;
  for (const Clock::time_point latest = Clock::now() + kPatience / 2; !has_place && Clock::now() < latest;) {
    WebSocket socket(b.port(), "/ws/games/" + game, anna.at(b).cookie());
    has_place = socket.is_open();
  }
  EXPECT_TRUE(has_place);
  a.signal(SIGCONT);
}

// Its silence was short: it keeps its games.
TEST_F(ServeHouses, AShortSilenceCostsNothing) {
  const House a = open("a");
  const House b = open("b");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", kClock}})));
  Pair pair(anna, ben, game);
  for (const char* move : {"e2e4", "e7e5", "d2d4"}) {
    Player& mover = pair.mover();
    Player& listener = pair.listener();
    a.signal(SIGSTOP);
    mover.say_ask(move);
    a.signal(SIGCONT);
    mover.hear("view");
    EXPECT_EQ(mover.hear("answer").at("heard").at("answer"), "ok");
    listener.hear("view");
  }
  EXPECT_TRUE(lives_in(game, a));
}

// --- the database

class ServeLostDatabase : public ServeHouses {
 protected:
  void SetUp() override {
    ServeHouses::SetUp();
    postgres_ = std::make_unique<store::OwnPostgres>(path("pg"));
  }
  void TearDown() override {
    postgres_.reset();
    ServeHouses::TearDown();
  }
  std::string store() const override { return postgres_->store(); }

  std::unique_ptr<store::OwnPostgres> postgres_;
};

TEST_F(ServeLostDatabase, ARestartOfPostgresLosesNothing) {
  const House a = open("a");
  const House b = open("b");
  const auto wait_for_both = [&] {
    for (const House* house : {&a, &b})
      wait_until([&] { return Guest(*house).get("/healthz").status == 200; }, "the store can be written");
  };
  MovedGame game(a, b, "berkeley", 3);
  game.live([&] { postgres_->restart(); });
  if (HasFatalFailure()) return;
  wait_for_both();
  game.live([&] {
    postgres_->crash();
    postgres_->start();
  });
  if (HasFatalFailure()) return;
  wait_for_both();
  game.live([] {});
  game.end_and_expect_the_whole_story();
}

// For longer than a house keeps its games without a sign of life.
TEST_F(ServeLostDatabase, ADatabaseThatIsAwayCostsConnectionsAndNothingElse) {
  const House a = open("a");
  Guest anna = member(a, "anna");
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", {{"minutes", 5}, {"increment", 0}}}})));
  Pair pair(anna, ben, game);
  pair.play({"e2e4"});
  const std::int64_t blacks = left(pair.black_player, "black");
  postgres_->stop();
  const Clock::time_point stopped = Clock::now();
  pair.black_player.say_ask("e7e5");
  for (Player* player : {&pair.white_player, &pair.black_player}) {
    EXPECT_TRUE(is_closed(player->socket()));
    EXPECT_EQ(player->log().size(), 1U) << "what could not be stored was not told";
  }
  // Everything says that it cannot be told now, and nothing that it is not there; nobody becomes somebody else.
  wait_until([&] { return anna.get("/healthz").status == 503; }, "the server knows it");
  wait_until([&] { return ms_between(stopped, Clock::now()) > 2 * kGone_ms; }, "time passes");
  const std::string token = anna.token();
  for (const std::string& route :
       {"/api/games/" + game, std::string("/api/games"), std::string("/api/account"), std::string("/api/players/anna"),
        std::string("/api/players"), "/api/invitations/" + game, std::string("/api/bots")})
    EXPECT_EQ(anna.get(route).status, 503) << route;
  const json::object password = {
      {"password", Guest::password_of("anna")}, {"new_password", "swordfish"}, {"name", "anna"}};
  for (const std::string& route :
       {std::string("/api/account/login"), std::string("/api/account/password"), std::string("/api/account/delete"),
        std::string("/api/account/logout"), "/api/invitations/" + game, "/api/games/" + game + "/device",
        "/api/games/" + game + "/cancel", std::string("/api/bots/robot/token")}) {
    const Reply reply = anna.post(route, password);
    EXPECT_EQ(reply.status, 503) << route << ": " << reply.body;
    EXPECT_EQ(reply.header("set-cookie"), "") << route;
  }
  EXPECT_EQ(anna.post("/api/games", settings()).status, 503);
  EXPECT_EQ(WebSocket(a.port(), "/ws/games/" + game, anna.cookie()).handshake().status, 503);
  EXPECT_EQ(anna.get("/").status, 200) << "pages are there";
  EXPECT_EQ(anna.token(), token);

  const Clock::time_point started = Clock::now();
  postgres_->start();
  Player black = come_back(ben, game);
  const std::int64_t counted = ms_between(started, Clock::now());
  EXPECT_EQ(black.log().size(), 1U);
  EXPECT_GE(left(black, "black"), blacks - counted - 2010) << "the clock stood while nobody could move";
  black.move("e7e5");
  EXPECT_EQ(anna.read("/api/account").at("account").at("name"), "anna");
  wait_until([&] { return anna.get("/healthz").status == 200; }, "all is well again");
}

// The same with a clock that would have run out twice in the meantime.
TEST_F(ServeLostDatabase, NobodyLosesOnTimeBecauseTheDatabaseIsAway) {
  const House a = open("a");
  Guest anna(a);
  Guest ben(a);
  const std::string game = ben.accept(anna.make_game(settings({{"clock", {{"minutes", 0.1}, {"increment", 60}}}})));
  {
    Pair pair(anna, ben, game);
    postgres_->stop();
    EXPECT_TRUE(is_closed(pair.white_player.socket()));
  }
  const Clock::time_point stopped = Clock::now();
  wait_until([&] { return ms_between(stopped, Clock::now()) > 12'000; }, "the clock would have run out");
  postgres_->start();
  Player white = come_back(anna, game);
  EXPECT_EQ(white.end(), "");
  white.move("e2e4");
}

// Nobody is at the table when it comes back: the game goes on all the same, and its clock runs out.
TEST_F(ServeLostDatabase, GamesGoOnWithNobodyThere) {
  const House a = open("a");
  Guest anna = member(a, "anna");
  Guest ben = member(a, "ben");
  const std::string game =
      ben.accept(anna.make_game(to_anyone({{"clock", {{"minutes", 0.1}, {"increment", 0}}}, {"rated", true}})));
  postgres_->stop();
  wait_until([&] { return anna.get("/healthz").status == 503; }, "the server knows it");
  const Clock::time_point stopped = Clock::now();
  wait_until([&] { return ms_between(stopped, Clock::now()) > 2 * kGone_ms; }, "time passes");
  postgres_->start();
  Guest stranger(a);
  const auto page = [&] { return stranger.get("/api/players/ben"); };
  wait_until([&] { return page().status == 200 && !page().json().at("games").as_array().empty(); }, "the flag falls");
  EXPECT_EQ(page().json().at("games").at(0).at("end").at("reason"), "time");
}

// Connections to it are cut at any moment: whoever asks next may be told to come again, but he stays who he is.
TEST_F(ServeHouses, NobodyBecomesSomebodyElseWhenAConnectionIsLost) {
  const House a = open("a");
  Guest anna = member(a, "anna");
  const std::string token = anna.token();
  const std::string guests = database().value("SELECT count(*) FROM guests");
  int refused = 0;
  for (int i = 0; i < 30; ++i) {
    database().run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
        "pg_backend_pid()");
    const Reply made = anna.post("/api/games", settings());
    EXPECT_TRUE(made.status == 201 || made.status == 503) << made.status << ": " << made.body;
    EXPECT_EQ(made.header("set-cookie"), "");
    refused += made.status == 503 ? 1 : 0;
  }
  EXPECT_EQ(anna.token(), token);
  EXPECT_EQ(database().value("SELECT count(*) FROM guests"), guests);
  EXPECT_EQ(anna.read_at_last("/api/games").at("games").as_array().size(), 30U - static_cast<std::size_t>(refused));
}

}  // namespace
}  // namespace blindmate::server
