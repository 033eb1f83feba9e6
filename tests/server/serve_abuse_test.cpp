// What nobody should send, and those who do not read: each gets his refusal, and the others do not notice.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "blindmate/base/random.hpp"
#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeAbuse : public Serve {};

const json::object kUnknown = {{"type", "nothing"}};

// The table goes on, for both.
void expect_plays_on(Pair& pair) { EXPECT_NO_THROW(pair.play({"e2e4", "e7e5"})); }

TEST_F(ServeAbuse, BadMessagesAreAnsweredAndForgotten) {
  const House house = open();
  Pair pair(house);
  for (const char* text :
       {"", "{", "[]", "7", "null", "\"try\"", "{}", R"({"type":7})", R"({"type":"nothing"})", R"({"type":"try"})",
        R"({"type":"try","move":"e2e9","known":0})", R"({"type":"try","move":"e2e4e5","known":0})",
        R"({"type":"try","move":7,"known":0})", R"({"type":"try","move":"e2e4","known":0.0})",
        R"({"type":"any","known":null})", R"({"type":"try","move":"e2e4","known":0} {})",
        R"({"type":"phantoms","phantoms":{"e5":{"p":{"p":{"p":1}}}}})", "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]"}) {
    pair.white_player.socket().send(text);
    EXPECT_EQ(pair.white_player.hear("error").at("code"), "bad-message") << text;
  }
  pair.white_player.socket().send_frame(WebSocket::kBinary, R"({"type":"resign"})");
  EXPECT_EQ(pair.white_player.hear("error").at("code"), "bad-message") << "a binary frame";
  pair.white_player.socket().send(std::string(4096, ' '));
  EXPECT_EQ(pair.white_player.hear("error").at("code"), "bad-message") << "4 KB are allowed";
  expect_plays_on(pair);
}

TEST_F(ServeAbuse, TwoHostsAreNone) {
  const House house = open();
  Wire wire(house.port());
  wire.send("GET /api/options HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
  EXPECT_EQ(read_reply(wire).status, 400);
  Wire upgrade(house.port());
  upgrade.send(
      "GET /ws/lobby HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  EXPECT_EQ(read_reply(upgrade).status, 400);
}

TEST_F(ServeAbuse, DeepNestingBreaksNothing) {
  const House house = open();
  Pair pair(house);
  pair.white_player.socket().send(std::string(4000, '['));
  EXPECT_EQ(pair.white_player.hear("error").at("code"), "bad-message");
  Guest anna(house);
  const Headers as_json = {{"Content-Type", "application/json"}};
  EXPECT_EQ(anna.request("POST", "/api/games", as_json, std::string(16'000, '[')).status, 400);
  expect_plays_on(pair);
}

// The second connection keeps the seat, so that the opponent has nothing to hear of.
TEST_F(ServeAbuse, AnOversizedFrameClosesItsConnectionOnly) {
  const House house = open();
  Pair pair(house);
  Player second(pair.white, pair.game);
  second.socket().send(std::string(5000, ' '));
  EXPECT_FALSE(second.socket().next());
  EXPECT_EQ(second.socket().close_code(), 1009) << "too big";
  expect_plays_on(pair);
}

TEST_F(ServeAbuse, FramesThatAreNoneCloseTheirConnectionOnly) {
  const House house = open();
  Pair pair(house);
  Random random(4);
  for (int i = 0; i < 30; ++i) {
    Wire wire(house.port());
    Headers headers = {{"Host", fmt::format("localhost:{}", house.port())},
                       {"Upgrade", "websocket"},
                       {"Connection", "Upgrade"},
                       {"Sec-WebSocket-Version", "13"},
                       {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}};
    for (const auto& cookie : pair.white.cookie()) headers.push_back(cookie);
    wire.send(request_text("GET", "/ws/games/" + pair.game, headers));
    ASSERT_EQ(read_reply(wire).status, 101);
    std::string bytes = "\xC1";  // a reserved bit: no frame, whatever follows
    for (int length = 0; length < 200; ++length) bytes += static_cast<char>(random.below(256));
    wire.send(bytes);
    wire.finish_sending();
    wire.read_to_end();
  }
  WebSocket not_text(house.port(), "/ws/games/" + pair.game, pair.white.cookie());
  not_text.send("\xFF\xFE");
  while (not_text.next()) continue;
  EXPECT_EQ(not_text.close_code(), 1007) << "text is UTF-8";
  expect_plays_on(pair);
}

TEST_F(ServeAbuse, AFloodIsAnsweredWithTooOftenAndThenCutOff) {
  const House house = open();
  Pair pair(house);
  Player flooder(pair.white, pair.game);
  for (int i = 0; i < 150; ++i) flooder.say(kUnknown);
  std::string code;
  for (int i = 0; i < 150 && code != "too-often"; ++i) code = Guest::text(flooder.hear("error"), "code");
  EXPECT_EQ(code, "too-often");
  for (int i = 0; i < 1000; ++i) flooder.say(kUnknown);
  EXPECT_THROW(flooder.hear_until([] { return false; }), WireError) << "the connection was closed";
  expect_plays_on(pair);
}

std::string metric(Guest& guest, const std::string& name) {
  const std::string metrics = guest.get("/metrics").body;
  const std::size_t line = metrics.find("\n" + name + " ");
  if (line == std::string::npos) return "";
  const std::size_t value = line + name.size() + 2;
  return metrics.substr(value, metrics.find('\n', value) - value);
}

// One window of White's is asleep. Its seat's notes go to it until the server has waited for long enough.
TEST_F(ServeAbuse, WhoDoesNotReadIsLeft) {
  const House house = open();
  Pair pair(house);
  WebSocket asleep(house.port(), "/ws/games/" + pair.game, pair.white.cookie(), 4096);
  json::object notes;
  for (char file = 'a'; file <= 'h'; ++file) {
    for (char rank = '1'; rank <= '8'; ++rank) notes[std::string{file, rank}] = "q";
  }
  const std::string message = json::serialize(json::object{{"type", "phantoms"}, {"phantoms", notes}});
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (metric(pair.black, "blindmate_slow_readers_total") == "0") {
    ASSERT_LT(std::chrono::steady_clock::now(), latest) << "the server waits for ever";
    Player writer(pair.white, pair.game);  // each may say so much at once
    for (int i = 0; i < 40; ++i) writer.socket().send(message);
    writer.error_to(kUnknown);  // answered when all before it is done
    writer.socket().close();
    pair.white_player.say(kUnknown);
    while (pair.white_player.hear().at("type") != "error") continue;
  }
  EXPECT_EQ(metric(pair.black, "blindmate_slow_readers_total"), "1") << "and nobody else";
  while (asleep.next()) continue;
  EXPECT_EQ(asleep.close_code(), 0) << "without a word that would not be read";
  expect_plays_on(pair);
}

std::string bad_request(Random& random, int kind) {
  const auto bytes = [&](std::uint32_t most) {
    std::string result;
    for (std::uint32_t length = 1 + random.below(most); length > 0; --length)
      result += static_cast<char>(random.below(256));
    return result;
  };
  const auto word = [&] {
    static const char* const kWords[] = {"..",  "%2e%2e",      "%00",           "%zz",     "%",      "etc",  "passwd",
                                         "api", "games",       "assets",        "ws",      "~",      "\\..", "<b>",
                                         "'",   "invitations", "index.html%00", "lessons", "%c0%ae", ";",    "x\"y"};
    return std::string(kWords[random.below(std::size(kWords))]);
  };
  const auto path = [&] {
    std::string result = "/nothing";  // which no page begins with
    for (std::uint32_t parts = random.below(6); parts > 0; --parts) result += "/" + word();
    return result;
  };
  switch (kind) {
    case 0: return bytes(300);
    case 1: return "GET " + bytes(50) + " HTTP/1.1\r\nHost: x\r\n\r\n";
    case 2: return "GET " + path() + " HTTP/1.1\r\nHost: x\r\n\r\n";
    case 3: return "BREW / HTTP/1.1\r\nHost: x\r\n\r\n";
    case 4: return "PUT /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}";
    case 5: return "GET / HTTP/9.9\r\n\r\n";
    case 6: return "GET / HTTP/1.1\r\nHost: x\r\n" + bytes(80) + "\r\n\r\n";
    case 7: return "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n";
    case 8: return "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n";
    case 9:
      return "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: "
             "chunked\r\n\r\n" +
             bytes(20) + "\r\n";
    case 10:
      return "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{}";
    case 11: return "GET ?x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    case 12: return "GET /" + std::string(9000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n";
    case 13: return "GET http://elsewhere.example/ HTTP/1.1\r\nHost: x\r\n\r\n";
    case 14: return "GET /ws/games/x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    default: return "GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n";
  }
}

TEST_F(ServeAbuse, AThousandBadRequestsAreRefused) {
  const House house = open();
  Guest anna(house);
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const std::string request = bad_request(random, i % 16);
    Wire wire(house.port());
    wire.send(request);
    wire.finish_sending();
    const std::string answer = wire.read_to_end();
    if (answer.empty()) continue;  // closed
    ASSERT_TRUE(answer.starts_with("HTTP/1.")) << answer;
    ASSERT_EQ(answer.at(9), '4') << json::serialize(json::string(request)) << "\n" << answer;
  }
  EXPECT_EQ(anna.get("/healthz").body, "ok\n");
}

TEST_F(ServeAbuse, NoPathLeadsOut) {
  const House house = open();
  for (const char* path : {"/../../etc/passwd", "/assets/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                           "/assets/..%2f..%2fetc/passwd", "/assets", "/assets/", "/index.html/", "/game", "/game/a/b",
                           "/games.sqlite", "/api", "/api/", "/ws/games/x", "/%", "/\\..\\"}) {
    Wire wire(house.port());
    wire.send(request_text("GET", path, {{"Host", "localhost"}}));
    EXPECT_EQ(read_reply(wire).status, 404) << path;
  }
}

// Half a request from each of many who then say nothing.
TEST_F(ServeAbuse, WhoSaysNothingBlocksNobody) {
  const House house = open();
  std::vector<Wire> silent;
  for (int i = 0; i < 60; ++i)
    silent.emplace_back(house.port()).send(i % 2 == 0 ? "" : "POST /api/games HTTP/1.1\r\nHo");
  Pair pair(house);
  expect_plays_on(pair);
}

TEST_F(ServeAbuse, WhoHangsUpIsForgotten) {
  const House house = open();
  Pair pair(house);
  for (int i = 0; i < 50; ++i) {
    const WebSocket gone(house.port(), "/ws/games/" + pair.game, pair.white.cookie());
    ASSERT_TRUE(gone.is_open());
  }
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (metric(pair.black, "blindmate_websockets") != "2") ASSERT_LT(std::chrono::steady_clock::now(), latest);
  expect_plays_on(pair);
}

}  // namespace
}  // namespace blindmate::server
