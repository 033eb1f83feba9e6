// Behind a proxy: who is believed for whom he asks, and for what.
#include <gtest/gtest.h>

#include <set>

#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeProxy : public Serve {
 protected:
  // Everybody may make three games; all connections come from 127.0.0.1.
  House open_for_three(std::vector<std::string> options) const {
    options.insert(options.begin(), {"--games-per-minute", "3"});
    return {folder_.string(), std::move(options)};
  }
};

int make_game(const House& house, const Headers& headers) {
  Guest guest(house);
  Headers all = headers;
  all.emplace_back("Content-Type", "application/json");
  return guest.request("POST", "/api/games", all, json::serialize(settings())).status;
}

int make_game_for(const House& house, const std::string& forwarded_for) {
  return make_game(house, {{"X-Forwarded-For", forwarded_for}});
}

// All that this client may do.
void use_up(const House& house, const std::string& forwarded_for) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make_game_for(house, forwarded_for), 201) << forwarded_for;
  EXPECT_EQ(make_game_for(house, forwarded_for), 429) << forwarded_for;
}

TEST_F(ServeProxy, NobodyIsBelievedUnlessHeIsTrusted) {
  const House house = open_for_three({});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make_game_for(house, "198.51.100." + std::to_string(i)), 201);
  for (int i = 3; i < 6; ++i) EXPECT_EQ(make_game_for(house, "198.51.100." + std::to_string(i)), 429);
}

TEST_F(ServeProxy, AnotherAddressThanTheProxysIsNotBelieved) {
  const House house = open_for_three({"--trust-proxy", "192.0.2.1", "--trust-proxy", "::1"});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make_game_for(house, "198.51.100." + std::to_string(i)), 201);
  EXPECT_EQ(make_game_for(house, "198.51.100.4"), 429);
}

TEST_F(ServeProxy, EachClientOfATrustedProxyHasItsOwnLimits) {
  const House house = open_for_three({"--trust-proxy", "192.0.2.1", "--trust-proxy", "127.0.0.1"});
  for (const char* client : {"198.51.100.1", "198.51.100.2", "2001:db8::1"}) use_up(house, client);
  EXPECT_EQ(make_game_for(house, "198.51.100.3"), 201);
  EXPECT_EQ(make_game(house, {}), 201) << "the proxy itself";
}

// What stands before the last entry was said by the client, who may say anything.
TEST_F(ServeProxy, TheLastEntryCounts) {
  const House house = open_for_three({"--trust-proxy", "127.0.0.1"});
  use_up(house, "198.51.100.1");
  for (const char* list : {"203.0.113.1, 198.51.100.1", "203.0.113.2,198.51.100.1", "a, b, c,  198.51.100.1 ",
                           "198.51.100.2, 198.51.100.1", ", 198.51.100.1"})
    EXPECT_EQ(make_game_for(house, list), 429) << list;
  EXPECT_EQ(make_game_for(house, "198.51.100.1, 198.51.100.2"), 201);
}

// Several lines are one list (RFC 9110, 5.3): some proxies add a line of their own behind the client's.
TEST_F(ServeProxy, TheLastLineCounts) {
  const House house = open_for_three({"--trust-proxy", "127.0.0.1"});
  use_up(house, "198.51.100.1");
  for (int i = 0; i < 3; ++i) {
    const std::string forged = "203.0.113." + std::to_string(i);
    EXPECT_EQ(make_game(house, {{"X-Forwarded-For", forged}, {"X-Forwarded-For", "198.51.100.1"}}), 429);
    EXPECT_EQ(make_game(house, {{"X-Forwarded-For", forged + ", 192.0.2.7"},
                                {"X-Forwarded-For", "192.0.2.8"},
                                {"X-Forwarded-For", "192.0.2.9, 198.51.100.1"}}),
              429);
  }
  EXPECT_EQ(make_game(house, {{"X-Forwarded-For", "198.51.100.1"}, {"X-Forwarded-For", "198.51.100.2"}}), 201);
}

// What is no address is nobody: it gets no limits of its own.
TEST_F(ServeProxy, NonsenseIsNoClient) {
  const House house = open_for_three({"--trust-proxy", "127.0.0.1"});
  std::multiset<int> statuses;
  for (const char* nonsense : {"", "nonsense", "unknown", "_hidden", "198.51.100", "198.51.100.1.2", "198.51.100.256",
                               "[2001:db8::1", "::g", "198.51.100.1;x", "\"198.51.100.1\""})
    statuses.insert(make_game_for(house, nonsense));
  EXPECT_EQ(statuses, (std::multiset<int>{201, 201, 201, 429, 429, 429, 429, 429, 429, 429, 429}));
  EXPECT_EQ(make_game_for(house, "198.51.100.1"), 201);
}

TEST_F(ServeProxy, AnAddressIsTheSameHoweverItIsWritten) {
  const House house = open_for_three({"--trust-proxy", "127.0.0.1"});
  use_up(house, "2001:db8::1");
  for (const char* same : {"2001:DB8::1", "2001:db8:0:0:0:0:0:1", "2001:0db8::0001"})
    EXPECT_EQ(make_game_for(house, same), 429) << same;
}

TEST_F(ServeProxy, PasswordsAreCountedForEachClient) {
  const House house = open({"--trust-proxy", "127.0.0.1"});
  Guest thief(house);
  const auto attempt = [&](const char* client) {
    return thief
        .request("POST", "/api/account/login", {{"X-Forwarded-For", client}, {"Content-Type", "application/json"}},
                 R"({"name":"?","password":"perhaps"})")
        .status;
  };
  int last = 0;
  for (int i = 0; i < 30 && last != 429; ++i) last = attempt("198.51.100.1");
  EXPECT_EQ(last, 429);
  EXPECT_EQ(attempt("198.51.100.2"), 403) << "others are not concerned";
}

TEST_F(ServeProxy, QuestionsAndWebSocketsAreCountedForEachClient) {
  const House house = open({"--trust-proxy", "127.0.0.1"});
  const auto looks = [&](const char* client) {
    return WebSocket(house.port(), "/ws/lobby", {{"X-Forwarded-For", client}}).handshake().status;
  };
  int last = 0;
  for (int i = 0; i < 2000 && last != 429; ++i) last = looks("198.51.100.1");
  EXPECT_EQ(last, 429);
  EXPECT_EQ(looks("198.51.100.2"), 101);
}

// --- cookies

std::string cookie_with(const House& house, const Headers& headers) {
  Guest guest(house);
  Headers all = headers;
  all.emplace_back("Content-Type", "application/json");
  const Reply reply = guest.request("POST", "/api/games", all, json::serialize(settings()));
  EXPECT_EQ(reply.status, 201);
  return reply.header("set-cookie");
}

bool is_secure(const std::string& cookie) { return cookie.find("; Secure") != std::string::npos; }

TEST_F(ServeProxy, CookiesAreSecureWhereATrustedProxySpeaksTls) {
  const House house = open({"--trust-proxy", "127.0.0.1"});
  EXPECT_TRUE(is_secure(cookie_with(house, {{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "198.51.100.1"}})));
  EXPECT_TRUE(is_secure(cookie_with(house, {{"X-Forwarded-Proto", "https"}})));
  EXPECT_FALSE(is_secure(cookie_with(house, {{"X-Forwarded-Proto", "http"}})));
  EXPECT_FALSE(is_secure(cookie_with(house, {{"X-Forwarded-For", "198.51.100.1"}})));
  EXPECT_FALSE(is_secure(cookie_with(house, {}))) << "a browser would not keep it";
  const std::string cookie = cookie_with(house, {{"X-Forwarded-Proto", "https"}});
  EXPECT_NE(cookie.find("HttpOnly; SameSite=Strict; Path=/"), std::string::npos) << cookie;
  // Those of accounts too.
  Guest anna(house);
  const Headers by_tls = {{"X-Forwarded-Proto", "https"}, {"Content-Type", "application/json"}};
  const std::string body = R"({"name":"anna","password":"swordfish"})";
  EXPECT_TRUE(is_secure(anna.request("POST", "/api/account", by_tls, body).header("set-cookie")));
  EXPECT_TRUE(is_secure(anna.request("POST", "/api/account/login", by_tls, body).header("set-cookie")));
  EXPECT_FALSE(is_secure(anna.post("/api/account/login", json::parse(body)).header("set-cookie")));
}

TEST_F(ServeProxy, NobodyElseSaysThatHeSpeaksTls) {
  const House house = open();
  EXPECT_FALSE(is_secure(cookie_with(house, {{"X-Forwarded-Proto", "https"}, {"X-Forwarded-For", "198.51.100.1"}})));
}

// A proxy passes on the name that its client has asked for, and the page that asks has that name.
TEST_F(ServeProxy, PagesBehindTlsMayAct) {
  const House house = open({"--trust-proxy", "127.0.0.1"});
  Wire wire(house.port());
  const std::string body = json::serialize(settings());
  const auto make = [&](const std::string& origin) {
    wire.send(request_text("POST", "/api/games",
                           {{"Host", "play.example"},
                            {"Origin", origin},
                            {"X-Forwarded-Proto", "https"},
                            {"X-Forwarded-For", "198.51.100.1"},
                            {"Content-Type", "application/json"}},
                           body));
    return read_reply(wire).status;
  };
  EXPECT_EQ(make("https://play.example"), 201);
  EXPECT_EQ(make("https://evil.example"), 403);
}

// --- what is for this machine only

TEST_F(ServeProxy, CountersAreNotForwarded) {
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, std::vector<std::string>{"--trust-proxy", "127.0.0.1"}}) {
    const House house = open(options);
    Guest guest(house);
    EXPECT_EQ(guest.get("/metrics").status, 200);
    for (const char* client : {"198.51.100.1", "127.0.0.1", "::1", "nonsense", ""}) {
      EXPECT_EQ(guest.request("GET", "/metrics", {{"X-Forwarded-For", client}}).status, 404) << client;
      EXPECT_EQ(guest.request("GET", "/metrics", {{"Forwarded", client}}).status, 404) << client;
    }
  }
}

// The headers between houses say nothing to who does not know the house's name.
TEST_F(ServeProxy, NobodyElseIsAHouse) {
  const House house = open_for_three({});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(make_game(house, {}), 201);
  for (const char* name : {"", "x", "127.0.0.1", "AAAAAAAAAAAAAAAAAAAAAA"}) {
    EXPECT_EQ(make_game(house, {{"Blindmate-House", name}, {"Blindmate-Address", "198.51.100.1"}}), 429) << name;
    EXPECT_EQ(make_game(house, {{"Blindmate-Address", "198.51.100.1"}}), 429) << name;
  }
  Guest guest(house);
  EXPECT_EQ(guest.request("GET", "/metrics", {{"Blindmate-House", "x"}, {"Blindmate-Address", "x"}}).status, 200);
  EXPECT_EQ(house.log().find("session_failed"), std::string::npos) << house.log();
}

// --- connections

// More than one address may have: a proxy's are those of many.
TEST_F(ServeProxy, ATrustedProxyMayHaveManyConnections) {
  const House trusting = open({"--trust-proxy", "127.0.0.1"});
  std::vector<Wire> wires;
  for (int i = 0; i < 150; ++i) {
    wires.emplace_back(trusting.port())
        .send(request_text("GET", "/healthz", {{"Host", "x"}, {"X-Forwarded-For", "198.51.100.1"}}));
    ASSERT_EQ(read_reply(wires.back()).body, "ok\n") << i;
  }
}

TEST_F(ServeProxy, OthersMayNot) {
  const House house = open();
  std::vector<Wire> wires;
  for (int i = 0; i < 100; ++i) {
    wires.emplace_back(house.port()).send(request_text("GET", "/healthz", {{"Host", "x"}}));
    ASSERT_EQ(read_reply(wires.back()).body, "ok\n") << i;
  }
  Wire one_more(house.port());
  one_more.send(request_text("GET", "/healthz", {{"Host", "x"}, {"X-Forwarded-For", "198.51.100.1"}}));
  EXPECT_EQ(one_more.read_to_end(), "");
}

TEST_F(ServeProxy, ABadAddressOfAProxyIsNamed) {
  for (const char* address : {"nowhere.example", "300.1.1.1", "", "127.0.0.1/8"}) {
    const Ended ended =
        run_program(folder_.string(), {"serve", "--port", "0", "--store", path("store"), "--trust-proxy", address});
    EXPECT_EQ(ended.code, 2) << address << ": " << ended.err;
    EXPECT_NE(ended.err.find(address), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  }
}

}  // namespace
}  // namespace blindmate::server
