#include "blindmate/server/api.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/address.hpp>
#include <boost/json.hpp>

#include "blindmate/base/text.hpp"
#include "blindmate/referee/json.hpp"
#include "blindmate/server/lessons.hpp"
#include "blindmate/server/payloads.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/server/tokens.hpp"
#include "blindmate/server/web_files.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace json = boost::json;

using chess::Side;
using Status = Table::Status;

namespace {

constexpr std::size_t kMostGames = 50;  // in a list
constexpr std::size_t kMostLevels = 4;  // of a body
constexpr int kCookieDays = 400;

Response told(json::object content, int status = 200) {
  return {.status = status, .body = json::serialize(content), .headers = {{"Cache-Control", "no-store"}}};
}

Response refused(int status, std::string_view reason) { return told({{"error", json::string(reason)}}, status); }

Response not_there() { return refused(404, "there is nothing here, or it is not yours to see"); }

Response wrong_method(const std::string& allowed) {
  Response response = refused(405, "known here: " + allowed);
  response.headers.emplace_back("Allow", allowed);
  return response;
}

Response plain(std::string text, int status = 200) {
  return {.status = status,
          .type = "text/plain; charset=utf-8",
          .body = std::move(text),
          .headers = {{"Cache-Control", "no-store"}}};
}

// What a browser sends along is the scheme and the host of the page that asks.
bool is_foreign(const Request& request) {
  if (request.origin.empty()) return false;
  const std::size_t scheme = request.origin.find("://");
  return scheme == std::string::npos || request.origin.substr(scheme + 3) != request.host;
}

bool is_json(std::string_view content_type) {
  constexpr std::string_view kJson = "application/json";
  return content_type.size() >= kJson.size() &&
         std::equal(kJson.begin(), kJson.end(), content_type.begin(),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

// By the name of the host too, which a foreign page can make point here.
bool is_at_home(const Request& request) {
  const std::string host = request.host.substr(0, request.host.rfind(':'));
  const bool named_so = host == "localhost" || host == "127.0.0.1" || host == "[::1]";
  return named_so && !request.was_forwarded && asio::ip::make_address(request.address).is_loopback();
}

// Parts between slashes: "/api/games/x" has three.
std::vector<std::string_view> parts_of(std::string_view path) { return split(path.substr(1), '/'); }

bool is_page(const std::vector<std::string_view>& path) {
  static constexpr std::array<std::string_view, 3> kWithName = {"game", "join", "device"};
  if (path.size() == 1) return path[0].empty() || path[0] == "rules";
  return path.size() == 2 && std::find(kWithName.begin(), kWithName.end(), path[0]) != kWithName.end();
}

// Names of assets change with their content.
Response file_response(const WebFile& file, const Request& request) {
  const bool lasts = file.path.starts_with("/assets/");
  const std::string tag = fmt::format("\"{}\"", file.tag);
  Response response{.type = std::string(file.type)};
  response.headers = {{"Cache-Control", lasts ? "public, max-age=31536000, immutable" : "no-cache"}, {"ETag", tag}};
  if (request.known == tag) {
    response.status = 304;
  } else {
    response.file = file.content;
  }
  return response;
}

std::string query_value(std::string_view query, std::string_view name) {
  for (const std::string_view part : split(query, '&')) {
    if (part.starts_with(name) && part.size() > name.size() && part[name.size()] == '=')
      return std::string(part.substr(name.size() + 1));
  }
  return {};
}

}  // namespace

Api::Answer Api::answer(Request request) {
  Response response = co_await route(request);
  ++metrics_.responses[static_cast<std::size_t>(response.status / 100 - 1)];
  co_return response;
}

std::string Api::token_of(const Request& request) const {
  for (const std::string_view cookie : split(request.cookies, ';')) {
    const std::string_view text = trimmed(cookie);
    if (text.starts_with(cookie_) && text.size() > cookie_.size() && text[cookie_.size()] == '=')
      return std::string(text.substr(cookie_.size() + 1));
  }
  return {};
}

void Api::set_cookie(Response& response, const std::string& token) const {
  if (token.empty()) return;
  response.headers.emplace_back("Set-Cookie", fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={}",
                                                          cookie_, token, kCookieDays * 86400));
}

std::optional<Response> Api::too_often(RateLimiter& limiter, const Request& request) {
  if (limiter.allows(request.address)) return std::nullopt;
  ++metrics_.too_often;
  Response response = refused(429, "too often; wait a little");
  response.headers.emplace_back("Retry-After", "10");
  return response;
}

Api::Answer Api::route(const Request& request) {
  if (!request.path.starts_with('/')) co_return refused(400, "the path does not begin with a slash");
  if (hall_.is_closing()) co_return refused(503, "the server is closing");
  const std::vector<std::string_view> path = parts_of(request.path);
  if (request.method == "GET" || request.method == "HEAD") co_return co_await get(request, path);
  if (request.method != "POST") co_return wrong_method("GET, HEAD, POST");
  if (is_foreign(request)) co_return refused(403, "asked from the page of another site");
  if (!is_json(request.content_type)) co_return refused(415, "the body must be application/json");
  if (const auto refusal = too_often(creations_, request)) co_return *refusal;
  co_return co_await post(request, path);
}

Api::Answer Api::post(const Request& request, const std::vector<std::string_view>& path) {
  const bool is_api = path.size() >= 2 && path[0] == "api";
  if (is_api && path.size() == 2 && path[1] == "games") co_return co_await make_game(request);
  if (is_api && path.size() == 4 && path[1] == "games" && path[3] == "device")
    co_return co_await make_device_link(request, std::string(path[2]));
  if (is_api && path.size() == 3 && path[1] == "invitations")
    co_return co_await accept_invitation(request, std::string(path[2]));
  if (is_api && path.size() == 3 && path[1] == "devices")
    co_return co_await use_device_link(request, std::string(path[2]));
  co_return not_there();
}

Api::Answer Api::get(const Request& request, const std::vector<std::string_view>& path) {
  if (request.path == "/healthz") {
    if (metrics_.store_fails) co_return plain("the store cannot be written\n", 503);
    co_return plain("ok\n");
  }
  // Counters tell of refusals that are private: they are for who runs the server.
  if (request.path == "/metrics" && is_at_home(request)) co_return plain(metrics_.text());
  if (path[0] == "api") {
    if (const auto refusal = too_often(questions_, request)) co_return *refusal;
    if (path.size() == 3 && path[1] == "devices") co_return wrong_method("POST");
    if (path.size() == 4 && path[1] == "games" && path[3] == "device") co_return wrong_method("POST");
    if (request.path == "/api/options") co_return told(options_payload());
    if (request.path == "/api/lessons") co_return told(lessons_payload());
    if (request.path == "/api/games") co_return co_await own_games(request);
    if (path.size() == 3 && path[1] == "lessons") {
      Expected<json::object> lesson = lesson_payload(path[2], query_value(request.query, "asked"));
      co_return lesson ? told(std::move(*lesson)) : refused(400, lesson.error().reason);
    }
    if (path.size() == 3 && path[1] == "invitations") co_return co_await show_invitation(request, std::string(path[2]));
    if ((path.size() == 3 || path.size() == 4) && path[1] == "games")
      co_return co_await show_game(request, std::string(path[2]), path.size() == 4 ? path[3] : std::string_view());
    co_return not_there();
  }
  if (const WebFile* file = find_web_file(request.path)) co_return file_response(*file, request);
  const WebFile& page = *find_web_file("/index.html");
  if (is_page(path)) co_return file_response(page, request);
  co_return Response{.status = 404, .type = std::string(page.type), .file = page.content};  // the page says so too
}

asio::awaitable<std::optional<Api::Asker>> Api::asker(const Request& request) {
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  if (guest) co_return Asker{*guest};
  const std::optional<Hall::NewGuest> made = co_await hall_.new_guest();
  if (!made) co_return std::nullopt;
  co_return Asker{made->id, made->token};
}

Api::Answer Api::make_game(const Request& request) {
  const Expected<json::value> body = referee::read_json(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().text());
  // Read first, so that bad settings make nobody a guest.
  Expected<GameRecord> game = read_settings(*body, 0, now_ms());
  if (!game) co_return refused(400, game.error().reason);
  const std::optional<Asker> asker = co_await this->asker(request);
  if (!asker) co_return refused(503, "the store does not answer");
  for (Seat& seat : game->seats) {
    if (!seat.guests.empty()) seat.guests = {asker->id};
  }
  const std::string id = game->id;
  const bool waits = game->events.empty();
  const Hall::Made made = co_await hall_.make(std::move(*game), asker->id);
  switch (made) {
    case Hall::Made::too_many_here: co_return refused(503, "there are too many games here now; try again later");
    case Hall::Made::too_many_of_guest: co_return refused(409, "you have too many unfinished games");
    case Hall::Made::store_fails: co_return refused(503, "the store does not answer");
    case Hall::Made::yes: break;
  }
  json::value invitation = nullptr;
  if (waits) invitation = json::value("/join/" + id);
  Response response = told({{"game", id}, {"invitation", invitation}}, 201);
  set_cookie(response, asker->new_token);
  co_return response;
}

Api::Answer Api::own_games(const Request& request) {
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  if (!guest) co_return told({{"games", json::array()}});
  const auto query = [guest = *guest](Store& store) { return store.games_of(guest, kMostGames); };
  const auto records = co_await hall_.storage().read(query);
  if (!records) co_return refused(503, "the store does not answer");
  const auto sum_up = [records = *records, guest = *guest] {
    json::array summaries;
    for (const GameRecord& record : records) {
      try {
        const Table table(record);
        summaries.push_back(summary_payload(table, table.side_of(guest)));
      } catch (const DamagedGame&) {  // is not shown
      }
    }
    return summaries;
  };
  json::array games = co_await workers_.run(sum_up);
  co_return told({{"games", std::move(games)}});
}

Api::Answer Api::show_game(const Request& request, std::string id, std::string_view part) {
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  if (!game) co_return not_there();
  // What is not stored yet is not told.
  const auto settle = [game](const auto& done) { game->when_settled(done); };
  const bool is_stored = co_await called_back<bool>(settle);
  if (!is_stored) co_return refused(503, "the store does not answer");
  const Table& table = game->table();
  const std::optional<Side> side = guest ? table.side_of(*guest) : std::nullopt;
  const bool ended = table.status() == Status::ended;
  if (part.empty() && (side || ended)) co_return told(summary_payload(table, side));
  if (part == "transcript" && ended) {
    const auto write = [table] { return transcript_payload(table); };
    json::object transcript = co_await workers_.run(write);
    co_return told(std::move(transcript));
  }
  if (part == "pgn" && ended) {
    const auto write = [table] { return pgn_of(table); };
    std::string pgn = co_await workers_.run(write);
    co_return plain(std::move(pgn));
  }
  co_return not_there();
}

Api::Answer Api::show_invitation(const Request& request, std::string id) {
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  if (!game || game->table().status() != Status::waiting) co_return not_there();
  const GameRecord& record = game->table().record();
  const std::string_view colour = record.seats[0].is_taken() ? "black" : "white";
  const bool yours = guest && game->table().side_of(*guest);
  co_return told({{"rules", record.rules},
                  {"clock", time_payload(record.time)},
                  {"colour", json::string(colour)},
                  {"yours", yours}});
}

Api::Answer Api::accept_invitation(const Request& request, std::string id) {
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  if (!game || game->table().status() != Status::waiting) co_return not_there();
  const std::optional<Asker> asker = co_await this->asker(request);
  if (!asker) co_return refused(503, "the store does not answer");
  const auto sit = [game, guest = asker->id](const auto& done) { game->take_free_seat(guest, done); };
  const bool sits = co_await called_back<bool>(sit);
  if (!sits) {
    const bool own = game->table().side_of(asker->id).has_value();
    co_return refused(own ? 409 : 404, own ? "you sit in this game already" : "the seat is taken, or the game is over");
  }
  Response response = told({{"game", id}});
  set_cookie(response, asker->new_token);
  co_return response;
}

Api::Answer Api::make_device_link(const Request& request, std::string id) {
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  const std::optional<Side> side = guest && game ? game->table().side_of(*guest) : std::nullopt;
  if (!side) co_return not_there();
  if (game->table().status() == Status::ended) co_return refused(409, "the game has ended");
  const std::string token = new_token();
  std::vector<Write> writes;
  writes.emplace_back(NewDeviceLink{token_hash(token), id, *side});
  const bool stored = co_await hall_.storage().write(std::move(writes));
  if (!stored) co_return refused(503, "the store does not answer");
  co_return told({{"link", "/device/" + token}});
}

Api::Answer Api::use_device_link(const Request& request, std::string token) {
  if (!is_token(token)) co_return not_there();
  const auto query = [hash = token_hash(token)](Store& store) { return store.device_link(hash); };
  const auto link = co_await hall_.storage().read(query);
  if (!link) co_return refused(503, "the store does not answer");
  if (!*link) co_return not_there();
  const std::string id = (*link)->game;
  const Side side = (*link)->side;
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  const std::optional<Asker> asker = co_await this->asker(request);
  if (!game || !asker) co_return refused(503, "the store does not answer");
  const auto sit = [game, side, guest = asker->id](const auto& done) { game->take_seat(side, guest, done); };
  const bool sits = co_await called_back<bool>(sit);
  if (!sits) co_return refused(409, "the game has ended, or you are the opponent");
  Response response = told({{"game", id}});
  set_cookie(response, asker->new_token);
  co_return response;
}

asio::awaitable<std::variant<Place, Response>> Api::place(Request request) {
  if (is_foreign(request)) co_return refused(403, "asked from the page of another site");
  if (hall_.is_closing()) co_return refused(503, "the server is closing");
  if (const auto refusal = too_often(questions_, request)) co_return *refusal;
  if (!request.path.starts_with('/')) co_return not_there();
  const std::vector<std::string_view> path = parts_of(request.path);
  if (path.size() != 3 || path[0] != "ws" || path[1] != "games") co_return not_there();
  const std::string id(path[2]);
  const std::optional<GuestId> guest = co_await hall_.guest(token_of(request));
  const std::shared_ptr<LiveGame> game = co_await hall_.find(id);
  const std::optional<Side> side = guest && game ? game->table().side_of(*guest) : std::nullopt;
  if (!side) co_return not_there();
  co_return Place{game, *side};
}

}  // namespace blindmate::server
