// The routes of docs/server.md: a row for each, and what follows from the rows: which methods a path knows, what is
// relayed to another house, which paths are pages.
#include "blindmate/server/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "blindmate/base/text.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/api.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/server/web_files.hpp"

namespace blindmate::server {

namespace asio = boost::asio;

namespace {

// What a browser sends along is the scheme and the host of the page that asks.
bool is_foreign(const Request& request) {
  if (request.origin.empty()) return false;
  const std::size_t scheme = request.origin.find("://");
  return scheme == std::string::npos || request.origin.substr(scheme + 3) != request.host;
}

bool is_of_api(const std::string& path) { return path == "/api" || path.starts_with("/api/"); }

// HEAD asks for what GET asks for.
std::string_view verb_of(const Request& request) {
  return request.method == "HEAD" ? std::string_view("GET") : std::string_view(request.method);
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

}  // namespace

std::optional<std::string> matched(std::string_view pattern, std::string_view path) {
  const std::vector<std::string_view> wanted = split(pattern, '/');
  const std::vector<std::string_view> parts = split(path, '/');
  if (wanted.size() != parts.size()) return std::nullopt;
  std::string argument;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i].starts_with('{')) {
      argument = parts[i];
    } else if (wanted[i] != parts[i]) {
      return std::nullopt;
    }
  }
  return argument;
}

std::span<const Api::Route> Api::routes() {
  constexpr auto kAsk = &Api::questions_;
  constexpr auto kDo = &Api::creations_;
  static constexpr auto kRoutes = std::to_array<Route>({
      {"GET", "/api/options", kAsk, &Api::show_options},
      {"POST", "/api/games", kDo, &Api::make_game},
      {"GET", "/api/games", kAsk, &Api::own_games},
      {"GET", "/api/games/{id}", kAsk, &Api::show_game, About::game},
      {"GET", "/api/games/{id}/transcript", kAsk, &Api::show_transcript, About::game},
      {"GET", "/api/games/{id}/pgn", kAsk, &Api::show_pgn, About::game},
      {"POST", "/api/games/{id}/cancel", kDo, &Api::cancel_game, About::game},
      {"POST", "/api/games/{id}/device", kDo, &Api::make_device_link, About::game},
      {"POST", "/api/devices/{token}", kDo, &Api::use_device_link, About::game_of_device},
      {"GET", "/api/invitations/{token}", kAsk, &Api::show_invitation, About::game},
      {"POST", "/api/invitations/{token}", kDo, &Api::accept_invitation, About::game},
      {"POST", "/api/imports", kDo, &Api::import_game, About::anything, kLargestBody},
      {"GET", "/api/problems/{id}", kAsk, &Api::show_problem},
      {"GET", "/api/classics", kAsk, &Api::show_classics},
      {"GET", "/api/puzzles", kAsk, &Api::show_puzzles},
      {"POST", "/api/puzzles", kDo, &Api::keep_progress},
      {"GET", "/api/exhibitions", kAsk, &Api::show_exhibitions},
      {"POST", "/api/exhibitions", kDo, &Api::begin_exhibition},
      {"GET", "/api/machines", kAsk, &Api::show_machines},
      {"GET", "/api/lessons", kAsk, &Api::show_lessons},
      {"GET", "/api/lessons/{n}", kAsk, &Api::show_lesson},
      {"GET", "/api/account", kAsk, &Api::show_account},
      {"POST", "/api/account", kDo, &Api::sign_up},
      {"POST", "/api/account/login", kDo, &Api::log_in},
      {"POST", "/api/account/logout", kDo, &Api::log_out},
      {"POST", "/api/account/password", kDo, &Api::change_password},
      {"POST", "/api/account/delete", kDo, &Api::delete_account},
      {"GET", "/api/bots", kAsk, &Api::own_bots},
      {"POST", "/api/bots", kDo, &Api::make_bot},
      {"POST", "/api/bots/{name}/token", kDo, &Api::renew_bot_token},
      {"POST", "/api/bots/{name}/delete", kDo, &Api::delete_bot},
      {"GET", "/api/players", kAsk, &Api::show_players},
      {"GET", "/api/players/{name}", kAsk, &Api::show_player},
      {"GET", "/healthz", nullptr, &Api::show_health},
      {"GET", "/metrics", nullptr, &Api::show_metrics},
  });
  return kRoutes;
}

std::span<const Api::SocketRoute> Api::socket_routes() {
  static constexpr auto kSocketRoutes = std::to_array<SocketRoute>({
      {"/ws/games/{id}", &Api::game_participant},
      {"/ws/lobby", &Api::lobby_participant},
      {"/ws/reviews/{id}", &Api::review_participant},
      {"/ws/study", &Api::study_participant},
      {"/ws/puzzles", &Api::puzzle_participant},
      {"/ws/exhibitions/{id}", &Api::exhibition_participant},
  });
  return kSocketRoutes;
}

std::span<const std::string_view> Api::pages() {
  static constexpr auto kPages = std::to_array<std::string_view>(
      {"/", "/rules", "/game/{id}", "/join/{token}", "/device/{token}", "/account", "/players", "/player/{name}",
       "/study", "/study/{id}", "/puzzles", "/machines", "/machines/{id}", "/import"});
  return kPages;
}

const Api::Route* Api::find_route(std::string_view method, Request& request) {
  for (const Route& route : routes()) {
    if (route.method != method) continue;
    const std::optional<std::string> argument = matched(route.pattern, request.path);
    if (!argument) continue;
    request.argument = *argument;
    return &route;
  }
  return nullptr;
}

Api::Answer Api::answer(Request request) {
  Response response = no_store();
  try {
    const Route* route = find_route(verb_of(request), request);
    std::optional<store::House> house;
    if (route != nullptr) house = co_await elsewhere(*route, request);
    if (house) {
      response = co_await relay_(*house, request);
    } else {
      response = co_await answer_here(route, request);
    }
  } catch (const store::StoreError&) {  // which is logged
  }
  ++metrics_.responses[static_cast<std::size_t>(response.status / 100 - 1)];
  co_return response;
}

// Of what is in memory nobody needs to ask.
asio::awaitable<std::optional<store::House>> Api::elsewhere(const Route& route, const Request& request) {
  if (route.about == About::anything || !hall_.storage().is_shared()) co_return std::nullopt;
  std::string id = request.argument;
  if (route.about == About::game_of_device) {
    if (!runtime::is_token(id)) co_return std::nullopt;
    const auto query = [hash = runtime::token_hash(id)](store::Reader& store) { return store.device_link(hash); };
    const std::optional<store::DeviceLink> link = co_await hall_.storage().read(query);
    if (!link) co_return std::nullopt;
    id = link->game;
  }
  const games::Hall::Found found = co_await hall_.locate(std::move(id));
  co_return found.elsewhere;
}

std::optional<Response> Api::objection_to(const Route* route, const Request& request) {
  if (!request.path.starts_with('/')) return refused(400, "the path does not begin with a slash");
  if (hall_.is_closing()) return refused(503, "the server is closing");
  const bool only_asks = verb_of(request) == "GET";
  if (!only_asks) {
    if (request.method != "POST") return wrong_method("GET, HEAD, POST");
    if (is_foreign(request)) return refused(403, "asked from the page of another site");
    if (!begins_with(request.content_type, "application/json"))
      return refused(415, "the body must be application/json");
    const std::size_t most = route != nullptr ? route->most_body : kMostBody;
    if (request.body.size() > most) return refused(413, fmt::format("a body has at most {} bytes here", most));
  }
  // What has no row costs as much as its neighbours.
  const Limit neighbours = !only_asks ? &Api::creations_ : is_of_api(request.path) ? &Api::questions_ : nullptr;
  const Limit limit = route != nullptr ? route->limit : neighbours;
  return limit != nullptr ? too_often(this->*limit, request) : std::nullopt;
}

Api::Answer Api::answer_here(const Route* route, Request request) {
  if (const auto objection = objection_to(route, request)) co_return *objection;
  if (route != nullptr) co_return co_await (this->*route->handler)(request);
  if (verb_of(request) != "GET") co_return not_there();
  if (find_route("POST", request) != nullptr) co_return wrong_method("POST");
  if (is_of_api(request.path)) co_return not_there();
  if (const WebFile* file = find_web_file(request.path)) co_return file_response(*file, request);
  const std::span<const std::string_view> pages = Api::pages();
  const bool is_page = std::any_of(
      pages.begin(), pages.end(), [&](std::string_view pattern) { return matched(pattern, request.path).has_value(); });
  co_return is_page ? file_response(*find_web_file("/index.html"), request) : page_not_there();
}

asio::awaitable<Api::Led> Api::participant(Request request) {
  if (is_foreign(request)) co_return refused(403, "asked from the page of another site");
  if (hall_.is_closing()) co_return refused(503, "the server is closing");
  if (const auto refusal = too_often(questions_, request)) co_return *refusal;
  try {
    for (const SocketRoute& route : socket_routes()) {
      const std::optional<std::string> argument = matched(route.pattern, request.path);
      if (!argument) continue;
      request.argument = *argument;
      co_return co_await (this->*route.handler)(request);
    }
    co_return not_there();
  } catch (const store::StoreError&) {  // which is logged
    co_return no_store();
  }
}

}  // namespace blindmate::server
