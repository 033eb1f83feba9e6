// Programs that play: the two examples and `blindmate bot`, against the real server, whole games over.
#include <gtest/gtest.h>

#include <cstdlib>

#include "blindmate/base/random.hpp"
#include "remote/program.hpp"
#include "remote/relay.hpp"
#include "server/house.hpp"

namespace blindmate::remote {
namespace {

namespace json = boost::json;
using server::Guest;
using server::House;
using server::Player;

enum class Client { python, typescript, ours };

const json::object kClock = {{"minutes", 5}, {"increment", 3}};

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

class Bots : public server::Serve {
 protected:
  // Somebody with an account.
  static Guest sign_up(const House& house, const char* name) {
    Guest guest(house);
    guest.done("/api/account", {{"name", name}, {"password", "correct horse"}});
    return guest;
  }

  // A bot of its own owner, because those of one owner play no rated games among themselves.
  Guest make_bot(const House& house, const std::string& name) const {
    Guest owner = sign_up(house, (name + "-owner").c_str());
    write_bytes(name + ".token", Guest::text(owner.done("/api/bots", {{"name", name}}), "token") + "\n");
    return owner;
  }

  std::vector<std::string> command(Client client, const std::string& url, const std::string& bot) const {
    std::vector<std::string> command;
    switch (client) {
      case Client::python: command = {"python3", EXAMPLES_FOLDER "/bots/random_bot.py"}; break;
      case Client::typescript: command = {WEB_FOLDER "/node_modules/.bin/node", compiled_example()}; break;
      case Client::ours: command = {BLINDMATE_PROGRAM, "bot", "--level", "1"}; break;
    }
    command.insert(command.end(), {url, "--token-file", path(bot + ".token")});
    return command;
  }

  // A program that is in the lobby.
  std::unique_ptr<Program> start(Client client, const std::string& url, const std::string& bot,
                                 const std::vector<std::string>& options) const {
    std::vector<std::string> whole = command(client, url, bot);
    whole.insert(whole.end(), options.begin(), options.end());
    auto program = std::make_unique<Program>(whole, path(bot + ".err"));
    EXPECT_EQ(program->line(), bot + " is in the lobby");
    return program;
  }

  static std::string url(const House& house) { return "http://localhost:" + std::to_string(house.port()); }

  // As docs/bots.md has it, but in the folder of the test.
  std::string compiled_example() const {
    if (!std::filesystem::exists(folder_ / "random_bot.js")) {
      std::filesystem::create_directory_symlink(WEB_FOLDER "/node_modules", folder_ / "node_modules");
      write_bytes("package.json", R"({"type": "module"})");
      const std::string compile =
          "PATH=" WEB_FOLDER "/node_modules/.bin:$PATH tsc -p " EXAMPLES_FOLDER "/bots --outDir ";
      EXPECT_EQ(std::system((compile + folder_.string()).c_str()), 0);
    }
    return path("random_bot.js");
  }

  static json::object challenge_to(const char* bot, const json::object& otherwise = {}) {
    json::object settings = server::settings({{"opponent", {{"name", bot}}}, {"clock", kClock}, {"rated", true}});
    for (const auto& [field, value] : otherwise) settings[field] = value;
    return settings;
  }
};

// Somebody at the table who tries at random and knows how to wait. The place is kept when the connection is lost.
class Opponent {
 public:
  Opponent(const Guest& guest, std::string game) : guest_(&guest), game_(std::move(game)), random_(7) { connect(); }

  void connect() { player_.emplace(*guest_, game_); }
  Player& player() { return *player_; }

  void wait_for_start() {
    player().hear_until([&] { return player().now().at("status") != "waiting"; });
  }

  // So many moves of its own, or until the end.
  void play(int moves) {
    while (moves > 0 && player().end().empty()) {
      player().hear_until([&] { return is_own_turn() || !player().end().empty(); });
      if (!player().end().empty()) return;
      const std::vector<std::string> askable = player().askable();
      const json::object answer = player().ask(askable[random_.below(static_cast<unsigned>(askable.size()))]);
      if (answer.at("type") == "error") {  // 20 messages a second are allowed
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
      } else if (answer.at("heard").at("answer") == "ok") {
        --moves;
      }
    }
  }
  void play_to_the_end() { play(1000); }

 private:
  bool is_own_turn() const {
    return player_->now().at("status") == "playing" && player_->now().at("turn") == player_->game().at("side");
  }

  const Guest* guest_;
  std::string game_;
  Random random_;
  std::optional<Player> player_{};
};

// Of an ended rated game: that it is one, and that both players' accounts show it.
void expect_rated(Guest& anybody, const std::string& game, const std::vector<std::string>& players) {
  const json::object transcript = anybody.read("/api/games/" + game + "/transcript");
  EXPECT_FALSE(transcript.at("end").is_null());
  EXPECT_FALSE(transcript.at("turns").as_array().empty());
  EXPECT_TRUE(transcript.at("rated").as_bool());
  for (const char* side : {"white", "black"}) EXPECT_EQ(transcript.at("ratings").at(side).as_array().size(), 2U);
  for (const std::string& name : players) {
    const json::object account = anybody.read("/api/players/" + name).at("player").as_object();
    EXPECT_EQ(account.at("rated_games").to_number<int>(), 1) << name;
    EXPECT_LT(account.at("deviation").to_number<double>(), 350) << name;
  }
}

std::string game_of(const std::string& line) { return line.substr(0, line.find(':')); }

// --- whole games

// One of them makes the challenge, the other accepts any.
TEST_F(Bots, PythonAgainstOurs) {
  const House house = open();
  make_bot(house, "snake");
  make_bot(house, "club-bot");
  const auto snake = start(Client::python, url(house), "snake", {"--challenge", "--rated", "--games", "1"});
  const auto club = start(Client::ours, url(house), "club-bot", {"--accept-any", "--games", "1"});
  const std::string line = club->line();
  EXPECT_EQ(club->end(), 0) << club->err();
  EXPECT_EQ(game_of(snake->line()), game_of(line));
  EXPECT_EQ(snake->end(), 0) << snake->err();
  Guest anybody(house);
  expect_rated(anybody, game_of(line), {"snake", "club-bot"});
  EXPECT_TRUE(has(line, "against snake, berkeley, rated: ")) << line;
}

TEST_F(Bots, OursAgainstTypeScript) {
  const House house = open();
  make_bot(house, "script");
  make_bot(house, "club-bot");
  const std::vector<std::string> wishes = {"--challenge", "--rules", "english", "--rated", "--games", "1"};
  const auto club = start(Client::ours, url(house), "club-bot", wishes);
  const auto script = start(Client::typescript, url(house), "script", {"--accept-any", "--games", "1"});
  const std::string line = script->line();
  EXPECT_EQ(script->end(), 0) << script->err();
  EXPECT_EQ(game_of(club->line()), game_of(line));
  EXPECT_EQ(club->end(), 0) << club->err();
  Guest anybody(house);
  expect_rated(anybody, game_of(line), {"script", "club-bot"});
  EXPECT_TRUE(has(line, ", english: ")) << line;
}

TEST_F(Bots, TypeScriptAgainstPython) {
  const House house = open();
  make_bot(house, "script");
  make_bot(house, "snake");
  // A bullet game: of two that try at random, time must decide.
  const std::vector<std::string> wishes = {"--challenge", "--rules",   "wild16", "--rated",     "--games",
                                           "1",           "--minutes", "0.1",    "--increment", "0"};
  const auto script = start(Client::typescript, url(house), "script", wishes);
  const auto snake = start(Client::python, url(house), "snake", {"--accept-any", "--games", "1"});
  const std::string line = script->line();
  EXPECT_EQ(script->end(), 0) << script->err();
  EXPECT_EQ(game_of(snake->line()), game_of(line));
  EXPECT_EQ(snake->end(), 0) << snake->err();
  Guest anybody(house);
  expect_rated(anybody, game_of(line), {"script", "snake"});
}

// A person challenges the bot, connections are cut, and the game goes on to its end.
class EachBot : public Bots, public testing::WithParamInterface<Client> {};

TEST_P(EachBot, PlaysThoseWhoChallengeIt) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  Relay relay(house.port());
  const auto robot = start(GetParam(), relay.url(), "robot", {"--games", "1"});
  Guest ben = sign_up(house, "ben");
  const std::string not_wanted = ben.make_game(server::settings({{"opponent", "anyone"}, {"clock", kClock}}));
  const Player waits(ben, not_wanted);
  const std::string game = anna.make_game(challenge_to("robot", {{"rules", "cincinnati"}}));
  Opponent opponent(anna, game);
  opponent.wait_for_start();
  for (int cuts = 0; cuts < 3; ++cuts) {
    opponent.play(2);
    relay.cut();
  }
  opponent.play(2);
  if (opponent.player().end().empty()) opponent.player().say({{"type", "resign"}});
  EXPECT_EQ(game_of(robot->line()), game);
  EXPECT_EQ(robot->end(), 0) << robot->err();
  expect_rated(anna, game, {"robot", "anna"});
  EXPECT_EQ(ben.read("/api/games/" + not_wanted).at("status"), "waiting") << "that one was not for it";
}

// The server is killed twice, and starts again.
TEST_P(EachBot, GoesOnWhenTheServerWasKilled) {
  House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  Relay relay(house.port());
  const auto robot = start(GetParam(), relay.url(), "robot", {"--games", "1"});
  const std::string game = anna.make_game(challenge_to("robot"));
  Opponent opponent(anna, game);
  opponent.wait_for_start();
  for (int kills = 0; kills < 2; ++kills) {
    opponent.play(3);
    house.kill();
    house.start();
    relay.lead_to(house.port());
    opponent.connect();
  }
  opponent.play(3);
  if (GetParam() == Client::ours) opponent.play_to_the_end();
  if (opponent.player().end().empty()) opponent.player().say({{"type", "resign"}});
  EXPECT_EQ(game_of(robot->line()), game);
  EXPECT_EQ(robot->end(), 0) << robot->err();
  expect_rated(anna, game, {"robot", "anna"});
}

TEST_P(EachBot, PlaysSeveralGamesAtTheSameTime) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  Guest ben = sign_up(house, "ben");
  const auto robot = start(GetParam(), url(house), "robot", {"--games", "2", "--most-games", "2"});
  Opponent first(anna, anna.make_game(challenge_to("robot", {{"rules", "berkeley-any"}})));
  Opponent second(ben, ben.make_game(challenge_to("robot", {{"rules", "rand"}, {"colour", "black"}})));
  first.wait_for_start();
  second.wait_for_start();
  for (int round = 0; round < 3; ++round) {
    first.play(1);
    second.play(1);
  }
  for (Opponent* opponent : {&first, &second}) {
    if (opponent->player().end().empty()) opponent->player().say({{"type", "resign"}});
  }
  robot->line();
  robot->line();
  EXPECT_EQ(robot->end(), 0) << robot->err();
}

// Games that were begun before the program was.
TEST_P(EachBot, TakesUpItsUnfinishedGames) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  const std::string game = anna.make_game(challenge_to("robot"));
  Opponent opponent(anna, game);
  {
    const auto robot = start(GetParam(), url(house), "robot", {});
    opponent.wait_for_start();
    opponent.play(1);
  }
  const auto robot = start(GetParam(), url(house), "robot", {"--games", "1"});
  opponent.play(1);
  opponent.player().say({{"type", "resign"}});
  EXPECT_EQ(game_of(robot->line()), game);
  EXPECT_EQ(robot->end(), 0) << robot->err();
}

TEST_P(EachBot, SaysWhyItCannotPlay) {
  const House house = open();
  write_bytes("robot.token", "this-opens-nothing");
  write_bytes("empty.token", "\n");
  const auto err_of = [&](const std::string& server, const std::string& bot) {
    Program program(command(GetParam(), server, bot), path("err"));
    EXPECT_EQ(program.end(), 2);
    return program.err();
  };
  EXPECT_TRUE(has(err_of(url(house), "robot"), "the server knows no bot with this token"));
  EXPECT_TRUE(has(err_of(url(house), "nobody"), "nobody.token"));
  EXPECT_TRUE(has(err_of(url(house), "empty"), "a token is needed"));
  EXPECT_TRUE(has(err_of("localhost", "robot"), "localhost"));
  std::string nowhere = url(house);
  {
    const Relay gone(house.port());
    nowhere = gone.url();
  }
  EXPECT_FALSE(err_of(nowhere, "robot").empty());
}

TEST_P(EachBot, EndsWhenItsTokenIsTakenAway) {
  const House house = open();
  Guest owner = make_bot(house, "robot");
  const auto robot = start(GetParam(), url(house), "robot", {});
  owner.done("/api/bots/robot/token");
  EXPECT_EQ(robot->end(), 2);
  EXPECT_TRUE(has(robot->err(), "the server knows no bot with this token")) << robot->err();
}

// --- https

class Https : public EachBot {
 protected:
  void SetUp() override {
    EachBot::SetUp();
    const std::string make =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost"
        " -addext subjectAltName=DNS:localhost -keyout " +
        path("key.pem") + " -out " + path("certificate.pem") + " 2> /dev/null";
    ASSERT_EQ(std::system(make.c_str()), 0);
  }

  // Each in its own way.
  std::vector<std::string> trusting(std::vector<std::string> command) const {
    const std::string file = path("certificate.pem");
    switch (GetParam()) {
      case Client::python: command.insert(command.begin(), {"env", "SSL_CERT_FILE=" + file}); break;
      case Client::typescript: command.insert(command.begin(), {"env", "NODE_EXTRA_CA_CERTS=" + file}); break;
      case Client::ours: command.insert(command.end(), {"--ca-file", file}); break;
    }
    return command;
  }
};

TEST_P(Https, PlaysWithWhomItTrusts) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  const Relay relay(house.port(), path("certificate.pem"), path("key.pem"));
  std::vector<std::string> whole = trusting(command(GetParam(), relay.url(), "robot"));
  whole.insert(whole.end(), {"--games", "1"});
  Program robot(whole, path("err"));
  EXPECT_EQ(robot.line(), "robot is in the lobby");
  Opponent opponent(anna, anna.make_game(challenge_to("robot")));
  opponent.wait_for_start();
  opponent.play(2);
  opponent.player().say({{"type", "resign"}});
  EXPECT_TRUE(has(robot.line(), "Black wins (resignation)."));
  EXPECT_EQ(robot.end(), 0) << robot.err();
}

TEST_P(Https, DoesNotTrustAnybodyElse) {
  const House house = open();
  make_bot(house, "robot");
  const Relay relay(house.port(), path("certificate.pem"), path("key.pem"));
  Program stranger(command(GetParam(), relay.url(), "robot"), path("err"));
  EXPECT_EQ(stranger.end(), 2);
  EXPECT_FALSE(stranger.err().empty());
  // The right certificate of another host.
  std::string other_name = relay.url();
  other_name.replace(other_name.find("localhost"), 9, "127.0.0.1");
  Program mistaken(trusting(command(GetParam(), other_name, "robot")), path("err"));
  EXPECT_EQ(mistaken.end(), 2);
  EXPECT_FALSE(mistaken.err().empty());
}

std::string name_of(const testing::TestParamInfo<Client>& client) {
  switch (client.param) {
    case Client::python: return "python";
    case Client::typescript: return "typescript";
    case Client::ours: break;
  }
  return "ours";
}

INSTANTIATE_TEST_SUITE_P(Clients, EachBot, testing::Values(Client::python, Client::typescript, Client::ours), name_of);
INSTANTIATE_TEST_SUITE_P(Clients, Https, testing::Values(Client::python, Client::typescript, Client::ours), name_of);

// --- ours alone

class OurBot : public Bots {};

// A server that does not say what its own referee has said is not played with.
TEST_F(OurBot, ResignsRatherThanPlayNonsense) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  Relay relay(house.port());
  const auto robot = start(Client::ours, relay.url(), "robot", {"--games", "1"});
  Opponent opponent(anna, anna.make_game(challenge_to("robot")));
  opponent.wait_for_start();
  opponent.play(1);
  opponent.player().hear_until([&] { return opponent.player().now().at("turn") == "white"; });
  relay.say_instead(R"("turn":"black")", R"("turn":"white")");
  opponent.play(1);
  opponent.player().hear_until([&] { return !opponent.player().end().empty(); });
  EXPECT_EQ(opponent.player().end(), "resignation");
  EXPECT_EQ(opponent.player().now().at("end").at("winner"), "white");
  EXPECT_TRUE(has(robot->line(), "White wins (resignation)."));
  EXPECT_EQ(robot->end(), 0);
  EXPECT_TRUE(has(robot->err(), "the game is resigned")) << robot->err();
}

TEST_F(OurBot, TakesItsChallengeBackAndLeaves) {
  const House house = open();
  make_bot(house, "robot");
  Guest anna = sign_up(house, "anna");
  for (const int signal : {SIGTERM, SIGINT}) {
    const auto robot = start(Client::ours, url(house), "robot", {"--challenge", "--rated"});
    server::WebSocket lobby(house.port(), "/ws/lobby", anna.cookie());
    json::array challenges;
    const auto hear = [&] {
      const std::optional<std::string> message = lobby.next();
      if (!message) throw server::WireError("the lobby has closed");
      const json::object object = json::parse(*message).as_object();
      if (object.at("type") == "lobby") challenges = object.at("challenges").as_array();
    };
    while (challenges.empty()) hear();
    EXPECT_EQ(challenges.at(0).at("by").at("account"), "robot");
    EXPECT_TRUE(challenges.at(0).at("rated").as_bool());
    robot->signal(signal);
    EXPECT_EQ(robot->end(), 0) << robot->err();
    while (!challenges.empty()) hear();
  }
}

TEST_F(OurBot, KnowsItsPlayers) {
  write_bytes("robot.token", "token");
  const auto run = [&](const std::vector<std::string>& options) {
    std::vector<std::string> whole = {BLINDMATE_PROGRAM, "bot", "http://localhost:1", "--token-file",
                                      path("robot.token")};
    whole.insert(whole.end(), options.begin(), options.end());
    Program program(whole, path("err"));
    EXPECT_EQ(program.end(), 2);
    return program.err();
  };
  EXPECT_TRUE(has(run({"--player", "kasparov"}), "unknown player \"kasparov\""));
  EXPECT_TRUE(has(run({"--player", "hs:engine=/no/such/engine"}), "/no/such/engine"));
  EXPECT_TRUE(has(run({"--level", "5"}), "--level"));
  EXPECT_TRUE(has(run({"--level", "2", "--move-time", "1"}), "--move-time"));
  EXPECT_TRUE(has(run({"--rules", "chess"}), "unknown rule set"));
  EXPECT_TRUE(has(run({"--ca-file", path("none.pem")}), "none.pem"));
  EXPECT_TRUE(has(run({}), "http://localhost:1: "));
}

}  // namespace
}  // namespace blindmate::remote
