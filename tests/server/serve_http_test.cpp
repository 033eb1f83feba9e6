// HTTP: routes, headers, cookies, files; and that secrets stay out of the store and the log.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <set>

#include "blindmate/base/text.hpp"
#include "blindmate/view/rule_sets.hpp"
#include "server/house.hpp"

namespace blindmate::server {
namespace {

class ServeHttp : public Serve {};

TEST_F(ServeHttp, OptionsAreWhatAGameCanBeMadeOf) {
  const House house = open();
  Guest anna(house);
  const json::object options = anna.read("/api/options");
  ASSERT_EQ(options.at("rules").as_array().size(), referee::kRuleSets.size());
  for (const json::value& rules : options.at("rules").as_array()) {
    for (const json::value& player : options.at("players").as_array()) {
      const json::object wish = {
          {"rules", rules.at("name")},
          {"colour", "random"},
          {"clock",
           {{"minutes", options.at("clock").at("most_minutes")},
            {"increment", options.at("clock").at("most_increment")}}},
          {"opponent", {{"player", player.at("name")}, {"level", options.at("levels").at(0).at("level")}}}};
      const Reply made = Guest(house).post("/api/games", wish);
      EXPECT_EQ(made.status, 201) << made.body;
      EXPECT_TRUE(made.json().at("invitation").is_null());
    }
  }
}

TEST_F(ServeHttp, RuleSetsAreToldWithWhatTheyDifferIn) {
  const House house = open();
  const json::object options = Guest(house).read("/api/options");
  const auto differences = [&](std::string_view name) {
    for (const json::value& rules : options.at("rules").as_array()) {
      if (rules.at("name").as_string() != name) continue;
      json::object found = rules.as_object();
      found.erase("summary");
      return found;
    }
    return json::object();
  };
  EXPECT_EQ(differences("rand"), (json::object{{"name", "rand"},
                                               {"any", false},
                                               {"refusals_heard", true},
                                               {"pawn_tries", "squares"},
                                               {"nonsense", "both"},
                                               {"any_duty", nullptr},
                                               {"captured", "pawn-or-piece"},
                                               {"names_en_passant", false},
                                               {"tells_promotion", true},
                                               {"check_narrows_tries", true},
                                               {"stalemate_loses", true},
                                               {"chess_draws", true},
                                               {"lack_of_material", "as-in-chess"}}));
  EXPECT_EQ(differences("berkeley-any").at("any_duty"), "capture-until-legal");
  EXPECT_EQ(differences("english").at("any_duty"), "one-capture-try");
  EXPECT_EQ(differences("english").at("nonsense"), "refusal");
  EXPECT_EQ(differences("berkeley").at("nonsense"), "mover");
  EXPECT_EQ(differences("berkeley").at("lack_of_material"), "one-minor-each");
}

TEST_F(ServeHttp, BadSettingsAreNamedAndMakeNobodyAGuest) {
  const House house = open();
  Guest anna(house);
  const Reply refused = anna.post("/api/games", settings({{"colour", "red"}}));
  EXPECT_EQ(refused.status, 400);
  EXPECT_NE(Guest::text(refused.json(), "error").find("colour"), std::string::npos);
  EXPECT_EQ(refused.header("set-cookie"), "");
  const Headers as_json = {{"Content-Type", "application/json"}};
  for (const char* body : {"", "{", "[]", "nonsense", R"({"a":{"b":{"c":{"d":{"e":1}}}}})", "\xFF\xFE"}) {
    const Reply reply = anna.request("POST", "/api/games", as_json, body);
    EXPECT_EQ(reply.status, 400) << body;
    EXPECT_TRUE(reply.json().contains("error"));
  }
  EXPECT_TRUE(anna.token().empty());
}

TEST_F(ServeHttp, CookiesAreSetOnceAndForScriptsToLeaveAlone) {
  const House house = open();
  Guest anna(house);
  const std::string cookie = anna.post("/api/games", settings()).header("set-cookie");
  EXPECT_TRUE(std::regex_match(
      cookie, std::regex("blindmate[a-z0-9-]*=[A-Za-z0-9_-]{22}; HttpOnly; SameSite=Strict; Path=/; Max-Age=[0-9]+")))
      << cookie;
  EXPECT_EQ(anna.post("/api/games", settings()).header("set-cookie"), "") << "he has one already";
  Guest reader(house);
  for (const char* path : {"/", "/api/options", "/api/games", "/healthz"})
    EXPECT_EQ(reader.get(path).header("set-cookie"), "") << path << " makes nobody a guest";
}

// A cookie that nobody was given opens nothing, and is replaced.
TEST_F(ServeHttp, AForgedCookieIsNobodys) {
  const House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(settings());
  Guest forger(house);
  for (const std::string& token : {std::string("AAAAAAAAAAAAAAAAAAAAAA"), anna.token() + "A",
                                   std::string("' OR 1=1 --"), anna.token().substr(1), std::string(5000, 'a')}) {
    const Headers cookie = anna.cookie_with(token);
    EXPECT_EQ(forger.request("GET", "/api/games/" + game, cookie).status, 404) << token;
    EXPECT_EQ(forger.request("GET", "/api/games", cookie).json().at("games").as_array().size(), 0U);
  }
}

// One answer of every kind, as the client sees it.
std::map<std::string, Reply> answers_of_all_kinds(const House& house, Guest& anna) {
  const std::string game = anna.make_game(settings());
  const std::string page = anna.get("/").body;
  std::smatch asset;
  std::regex_search(page, asset, std::regex("/assets/[^\"]+"));
  const Headers as_json = {{"Content-Type", "application/json"}};
  const auto raw = [&](const std::string& text) {
    Wire wire(house.port());
    wire.send(text);
    return read_reply(wire);
  };
  return {{"200 page", anna.get("/game/" + game)},
          {"200 asset", anna.get(asset.str())},
          {"200 json", anna.get("/api/options")},
          {"200 text", anna.get("/healthz")},
          {"200 metrics", anna.get("/metrics")},
          {"201 made", anna.post("/api/games", settings())},
          {"304 unchanged", anna.request("GET", "/", {{"If-None-Match", anna.get("/").header("etag")}})},
          {"400 bad json", anna.request("POST", "/api/games", as_json, "{")},
          {"400 bad http", raw("nonsense\r\n\r\n")},
          {"403 foreign", anna.request("POST", "/api/games", {{"Origin", "http://evil.example"}}, "{}")},
          {"404 page", anna.get("/nothing")},
          {"404 api", anna.get("/api/nothing")},
          {"404 websocket", WebSocket(house.port(), "/ws/games/none", {}).handshake()},
          {"405 method", anna.request("DELETE", "/api/games")},
          {"409 own invitation", anna.post("/api/invitations/" + game)},
          {"413 large body", anna.request("POST", "/api/games", as_json, std::string(20'000, ' '))},
          {"415 no json", anna.request("POST", "/api/games", {{"Content-Type", "text/plain"}}, "{}")},
          {"431 large header", anna.request("GET", "/", {{"X-Large", std::string(20'000, 'x')}})}};
}

TEST_F(ServeHttp, EveryAnswerHasItsStatusAndTheSecurityHeaders) {
  const House house = open();
  Guest anna(house);
  for (const auto& [kind, reply] : answers_of_all_kinds(house, anna)) {
    EXPECT_EQ(std::to_string(reply.status), kind.substr(0, 3)) << kind << ": " << reply.body;
    const std::string policy = reply.header("content-security-policy");
    for (const char* part : {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"})
      EXPECT_NE(policy.find(part), std::string::npos) << kind << ": " << part;
    EXPECT_EQ(policy.find("unsafe"), std::string::npos) << kind;
    EXPECT_EQ(reply.header("x-content-type-options"), "nosniff") << kind;
    EXPECT_EQ(reply.header("x-frame-options"), "DENY") << kind;
    EXPECT_EQ(reply.header("referrer-policy"), "no-referrer") << kind;
    EXPECT_EQ(reply.header("cross-origin-opener-policy"), "same-origin") << kind;
    const bool is_page = kind.ends_with("page");
    EXPECT_TRUE(reply.status < 400 || is_page || reply.json().at("error").is_string()) << kind;
  }
}

// What is somebody's own must not lie in a cache.
TEST_F(ServeHttp, AnswersOfTheApiAreNotKept) {
  const House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(settings());
  for (const std::string& path : {std::string("/api/games"), "/api/games/" + game, std::string("/api/games/none")})
    EXPECT_EQ(anna.get(path).header("cache-control"), "no-store") << path;
}

TEST_F(ServeHttp, FilesHaveATagAndAreSentOnce) {
  const House house = open();
  Guest anna(house);
  for (const char* path : {"/", "/rules", "/game/abc", "/join/abc", "/device/abc", "/icon.svg"}) {
    const Reply file = anna.get(path);
    ASSERT_EQ(file.status, 200) << path;
    ASSERT_FALSE(file.header("etag").empty()) << path;
    const Reply again = anna.request("GET", path, {{"If-None-Match", file.header("etag")}});
    EXPECT_EQ(again.status, 304) << path;
    EXPECT_EQ(anna.request("GET", path, {{"If-None-Match", "\"another\""}}).body, file.body) << path;
    const Reply head = anna.request("HEAD", path);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-length"), std::to_string(file.body.size()));
  }
}

// A reader who comes to a wrong address twice must not see an empty page the second time.
TEST_F(ServeHttp, AWrongAddressIsThePageThatSaysSoEachTime) {
  const House house = open();
  Guest anna(house);
  const Reply first = anna.get("/no/such/page");
  EXPECT_EQ(first.status, 404);
  EXPECT_EQ(first.body, anna.get("/").body);
  const Reply again = anna.request("GET", "/no/such/page", {{"If-None-Match", first.header("etag")}});
  EXPECT_TRUE(again.status == 304 || again.body == first.body)
      << again.status << " with " << again.body.size() << " bytes";
}

// Who says that he will leave is answered before.
TEST_F(ServeHttp, AConnectionIsClosedWhenItsClientWishes) {
  const House house = open();
  for (const char* request :
       {"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "GET /healthz HTTP/1.0\r\n\r\n"}) {
    Wire wire(house.port());
    wire.send(request);
    EXPECT_EQ(read_reply(wire).body, "ok\n") << request;
    EXPECT_EQ(wire.read_to_end(), "");
  }
}

// The body of an answer to HEAD would be read as the beginning of the next answer.
TEST_F(ServeHttp, HeadHasNoBodyAndConnectionsAreKept) {
  const House house = open();
  const Headers host = {{"Host", "localhost"}};
  Wire wire(house.port());
  for (const char* path : {"/", "/api/options", "/nothing", "/healthz"}) {
    wire.send(request_text("HEAD", path, host));
    const Reply head = read_reply(wire, false);
    wire.send(request_text("GET", path, host));
    const Reply whole = read_reply(wire);
    EXPECT_EQ(head.status, whole.status) << path;
    EXPECT_EQ(head.header("content-length"), std::to_string(whole.body.size())) << path;
    EXPECT_FALSE(whole.body.empty());
  }
  wire.send(request_text("GET", "/healthz", host) + request_text("GET", "/api/options", host));
  EXPECT_EQ(read_reply(wire).body, "ok\n");
  EXPECT_EQ(read_reply(wire).status, 200) << "two requests in one breath";
}

TEST_F(ServeHttp, OtherSitesMayNotAct) {
  const House house = open();
  Guest anna(house);
  const std::string game = anna.make_game(settings());
  const std::string own = "http://localhost:" + std::to_string(house.port());
  for (const std::string& origin : {std::string("http://evil.example"), std::string("null"), own + ".evil.example",
                                    std::string("http://localhost"), std::string("localhost"), own + "/"}) {
    const Headers headers = {{"Origin", origin}, {"Content-Type", "application/json"}};
    EXPECT_EQ(anna.request("POST", "/api/games", headers, json::serialize(settings())).status, 403) << origin;
    Headers with_cookie = anna.cookie();
    with_cookie.emplace_back("Origin", origin);
    EXPECT_EQ(WebSocket(house.port(), "/ws/games/" + game, with_cookie).handshake().status, 403) << origin;
  }
  const Headers headers = {{"Origin", own}, {"Content-Type", "application/json"}};
  EXPECT_EQ(anna.request("POST", "/api/games", headers, json::serialize(settings())).status, 201);
  Headers with_cookie = anna.cookie();
  with_cookie.emplace_back("Origin", own);
  EXPECT_TRUE(WebSocket(house.port(), "/ws/games/" + game, with_cookie).is_open());
}

TEST_F(ServeHttp, LessonsAnswerTries) {
  const House house = open();
  Guest anna(house);
  EXPECT_FALSE(anna.read("/api/lessons").at("lessons").as_array().empty());
  const json::object lesson = anna.read("/api/lessons/0?asked=e2e4,e2e3");
  EXPECT_EQ(lesson.at("log").as_array().size(), 2U);
  EXPECT_EQ(anna.get("/api/lessons/99").status, 400);
  EXPECT_EQ(anna.get("/api/lessons/0?asked=e9e9").status, 400);
}

// The text format of Prometheus: every sample belongs to a family with a type, histograms add up.
TEST_F(ServeHttp, MetricsAreInTheFormatOfPrometheus) {
  const House house = open();
  Pair pair(house);
  pair.play({"e2e4", "e7e5"});
  const std::string text = pair.white.get("/metrics").body;
  ASSERT_TRUE(text.ends_with('\n'));
  std::map<std::string, std::string> types;
  std::map<std::string, double> samples;
  const std::regex sample("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{[a-z]+=\"[^\"]*\"\\})? (\\S+)");
  const std::regex suffix("_(bucket|sum|count)$");
  double last_bucket = 0;
  for (const std::string_view line_view : split(std::string_view(text).substr(0, text.size() - 1), '\n')) {
    const std::string line(line_view);
    const std::vector<std::string_view> parts = words(line);
    if (line.starts_with("# HELP ")) {
      ASSERT_GT(parts.size(), 3U) << line;
    } else if (line.starts_with("# TYPE ")) {
      ASSERT_EQ(parts.size(), 4U) << line;
      ASSERT_TRUE((std::set<std::string_view>{"counter", "gauge", "histogram"}.contains(parts[3]))) << line;
      ASSERT_TRUE(types.emplace(parts[2], parts[3]).second) << line << " is there twice";
      last_bucket = 0;
    } else {
      std::smatch match;
      ASSERT_TRUE(std::regex_match(line, match, sample)) << line;
      const std::string name = match[1];
      const std::string family = types.contains(name) ? name : std::regex_replace(name, suffix, "");
      ASSERT_TRUE(types.contains(family)) << line << " has no type";
      const double value = std::stod(match[3]);
      ASSERT_TRUE(samples.emplace(name + match[2].str(), value).second) << line << " is there twice";
      ASSERT_TRUE(!name.ends_with("_total") || types[family] == "counter") << line;
      if (!name.ends_with("_bucket")) continue;
      ASSERT_GE(value, last_bucket) << line;
      last_bucket = value;
    }
  }
  EXPECT_EQ(samples["blindmate_games_created_total"], 1);
  EXPECT_EQ(samples["blindmate_websockets"], 2);
  EXPECT_EQ(samples["blindmate_store_fails"], 0);
  EXPECT_EQ(samples["blindmate_answer_seconds_bucket{le=\"+Inf\"}"], samples["blindmate_answer_seconds_count"]);
}

// Counters tell of refusals that are private, so a proxy must not hand them to anybody.
TEST_F(ServeHttp, MetricsAreNotForwarded) {
  const House house = open();
  Guest anna(house);
  EXPECT_EQ(anna.get("/metrics").status, 200);
  for (const char* header : {"X-Forwarded-For", "Forwarded"}) {
    const Reply reply = anna.request("GET", "/metrics", {{header, "for=192.0.2.1"}});
    EXPECT_EQ(reply.status, 404) << header;
    EXPECT_EQ(reply.body.find("tries_total"), std::string::npos) << header;
  }
}

TEST_F(ServeHttp, TooManyGamesFromOneAddressMustWait) {
  const House house(folder_.string(), {"--games-per-minute", "3"});
  Guest anna(house);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(anna.post("/api/games", settings()).status, 201);
  const Reply refused = anna.post("/api/games", settings());
  EXPECT_EQ(refused.status, 429);
  EXPECT_GT(std::stoi(refused.header("retry-after")), 0);
  EXPECT_EQ(refused.header("x-content-type-options"), "nosniff");
  EXPECT_EQ(anna.get("/api/games").status, 200) << "reading is free";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST_F(ServeHttp, NeitherTheStoreNorTheLogHoldsASecret) {
  House house = open();
  Pair pair(house);
  pair.white_player.ask("a2b3");
  pair.black_player.hear("view");
  pair.play({"h2h4", "g7g5", "h4g5"});
  const std::string link = Guest::text(pair.white.done("/api/games/" + pair.game + "/device"), "link").substr(8);
  Guest phone(house);
  phone.done("/api/devices/" + link);
  pair.black_player.say({{"type", "resign"}});
  pair.white_player.hear_until([&] { return pair.white_player.end() == "resignation"; });
  for (Player* player : {&pair.white_player, &pair.black_player}) player->socket().close();
  house.close();
  house.start();
  house.kill();
  std::string stored;
  for (const auto& file : std::filesystem::directory_iterator(folder_)) {
    if (file.path().filename().string().starts_with("games.sqlite")) stored += bytes(file.path().filename().string());
  }
  const std::string log = house.log();
  EXPECT_TRUE(contains(stored, pair.game)) << "where it is looked for, something can be found";
  EXPECT_TRUE(contains(log, "event=game_made") && contains(log, "event=game_ended")) << log;
  for (const std::string& secret : {pair.white.token(), pair.black.token(), phone.token(), link}) {
    ASSERT_EQ(secret.size(), 22U);
    EXPECT_FALSE(contains(stored, secret));
    EXPECT_FALSE(contains(log, secret));
  }
  EXPECT_FALSE(contains(log, pair.game));
  EXPECT_FALSE(std::regex_search(log, std::regex("\\b[a-h][1-8]([a-h][1-8])?\\b"))) << "no square, no move: " << log;
}

}  // namespace
}  // namespace blindmate::server
