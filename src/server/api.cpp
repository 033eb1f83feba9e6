#include "blindmate/server/api.hpp"

#include <fmt/format.h>

#include <boost/asio/ip/address.hpp>
#include <boost/json.hpp>

#include "blindmate/base/text.hpp"
#include "blindmate/games/transcript.hpp"
#include "blindmate/messages/payloads.hpp"
#include "blindmate/runtime/now.hpp"
#include "blindmate/runtime/tokens.hpp"
#include "blindmate/server/machines.hpp"
#include "blindmate/server/options.hpp"
#include "blindmate/server/responses.hpp"
#include "blindmate/server/settings.hpp"
#include "blindmate/server/web_files.hpp"
#include "blindmate/store/bot_names.hpp"
#include "blindmate/study_service/lessons.hpp"
#include "blindmate/view/json.hpp"
#include "blindmate/view/json_text.hpp"

namespace blindmate::server {

namespace asio = boost::asio;
namespace json = boost::json;

using chess::Side;
using Status = games::Table::Status;

namespace {

constexpr std::size_t kMostGames = 50;        // in a list
constexpr std::size_t kMostLevels = 4;        // of a body
constexpr std::size_t kMostBody = 16 * 1024;  // bytes, but for games that are imported
constexpr int kCookieDays = 400;

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

// In whatever case; the beginning is in lower case.
bool begins_with(std::string_view text, std::string_view beginning) {
  return text.size() >= beginning.size() &&
         std::equal(beginning.begin(), beginning.end(), text.begin(),
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
  static constexpr std::array<std::string_view, 8> kAlone = {"",      "rules",   "account",  "players",
                                                             "study", "puzzles", "machines", "import"};
  static constexpr std::array<std::string_view, 6> kWithName = {"game",   "join",  "device",
                                                                "player", "study", "machines"};
  const auto is_one_of = [&](const auto& names) {
    return std::find(names.begin(), names.end(), path[0]) != names.end();
  };
  return path.size() == 1 ? is_one_of(kAlone) : path.size() == 2 && is_one_of(kWithName);
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

// An invitation that is meant for somebody is there for nobody else.
bool may_see(const games::Table& waiting, const std::optional<store::Person>& person) {
  const std::optional<store::Account>& wanted = waiting.record().wanted;
  return !wanted || (person && (person->id == wanted->id || waiting.side_of(person->id)));
}

// A person and his bots are one.
bool is_same_person(const store::Account& one, const store::Account& other) {
  const auto person = [](const store::Account& account) {
    return account.owner.empty() ? account.name : account.owner;
  };
  return person(one) == person(other);
}

asio::awaitable<void> receive(std::shared_ptr<games::LiveGame> game, messages::ConnectionPointer from,
                              std::string message) {
  game->receive(from, message);
  co_return;
}

messages::Place at_table(const std::shared_ptr<games::LiveGame>& game, Side side) {
  return {.connect = [game, side](const messages::ConnectionPointer& self) { game->connect(self, side); },
          .disconnect = [game](const messages::ConnectionPointer& self) { game->disconnect(self); },
          .receive = [game](messages::ConnectionPointer from,
                            std::string message) { return receive(game, std::move(from), std::move(message)); }};
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
  Response response = no_store();
  try {
    const std::optional<store::House> house = co_await elsewhere(request);
    if (house) {
      response = co_await relay_(*house, request);
    } else {
      response = co_await route(request);
    }
  } catch (const store::StoreError&) {  // which is logged
  }
  ++metrics_.responses[static_cast<std::size_t>(response.status / 100 - 1)];
  co_return response;
}

// Of what is in memory nobody needs to ask; a question that was relayed goes no further.
asio::awaitable<std::optional<store::House>> Api::elsewhere(const Request& request) {
  if (!hall_.storage().is_shared() || request.is_relayed || !request.path.starts_with("/api/")) co_return std::nullopt;
  const std::vector<std::string_view> path = parts_of(request.path);
  if (path.size() < 3) co_return std::nullopt;
  std::string id(path[2]);
  if (path[1] == "devices" && runtime::is_token(id)) {
    const auto query = [hash = runtime::token_hash(id)](store::Store& store) { return store.device_link(hash); };
    const std::optional<store::DeviceLink> link = co_await hall_.storage().read(query);
    if (!link) co_return std::nullopt;
    id = link->game;
  } else if (path[1] != "games" && path[1] != "invitations") {
    co_return std::nullopt;
  }
  const games::Hall::Found found = co_await hall_.locate(std::move(id));
  co_return found.elsewhere;
}

std::string Api::token_of(const Request& request) const {
  constexpr std::string_view kBearer = "bearer ";
  if (begins_with(request.authorization, kBearer)) return request.authorization.substr(kBearer.size());
  for (const std::string_view cookie : split(request.cookies, ';')) {
    const std::string_view text = trimmed(cookie);
    if (text.starts_with(cookie_) && text.size() > cookie_.size() && text[cookie_.size()] == '=')
      return std::string(text.substr(cookie_.size() + 1));
  }
  return {};
}

void Api::set_cookie(Response& response, const Request& request, const std::string& token) const {
  if (token.empty()) return;
  response.headers.emplace_back("Set-Cookie",
                                fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age={}{}", cookie_, token,
                                            kCookieDays * 86400, request.is_secure ? "; Secure" : ""));
}

std::optional<Response> Api::too_often(runtime::RateLimiter& limiter, const Request& request) {
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
  if (!begins_with(request.content_type, "application/json"))
    co_return refused(415, "the body must be application/json");
  if (request.body.size() > kMostBody && request.path != "/api/imports")
    co_return refused(413, fmt::format("a body has at most {} bytes here", kMostBody));
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
  if (is_api && path.size() == 4 && path[1] == "games" && path[3] == "cancel")
    co_return co_await cancel_game(request, std::string(path[2]));
  if (is_api && path.size() == 3 && path[1] == "devices")
    co_return co_await use_device_link(request, std::string(path[2]));
  if (is_api && path[1] == "account" && path.size() <= 3)
    co_return co_await post_account(request, path.size() == 3 ? path[2] : std::string_view());
  if (is_api && path[1] == "bots") co_return co_await post_bots(request, path);
  if (request.path == "/api/imports") co_return co_await import_game(request);
  if (request.path == "/api/puzzles") co_return co_await keep_progress(request);
  if (request.path == "/api/exhibitions") co_return co_await begin_exhibition(request);
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
    if (path.size() == 4 && path[1] == "games" && (path[3] == "device" || path[3] == "cancel"))
      co_return wrong_method("POST");
    if (path.size() > 2 && (path[1] == "account" || path[1] == "bots")) co_return wrong_method("POST");
    if (request.path == "/api/account") {
      const std::optional<store::Person> person = co_await hall_.person(token_of(request));
      const bool known = person && person->account;
      co_return told({{"account", known ? json::value(messages::account_payload(*person->account)) : nullptr}});
    }
    if (request.path == "/api/bots") co_return co_await own_bots(request);
    if (request.path == "/api/players") co_return co_await show_players();
    if (path.size() == 3 && path[1] == "players") co_return co_await show_player(request, std::string(path[2]));
    if (request.path == "/api/options") co_return told(options_payload());
    if (request.path == "/api/puzzles") co_return co_await show_puzzles(request);
    if (request.path == "/api/classics") co_return told({{"classics", study_service::Puzzles::classics()}});
    if (request.path == "/api/exhibitions") co_return co_await show_exhibitions();
    if (request.path == "/api/machines") co_return told(machines_payload());
    if (request.path == "/api/imports") co_return wrong_method("POST");
    if (path.size() == 3 && path[1] == "problems") co_return co_await show_problem(std::string(path[2]));
    if (request.path == "/api/lessons") co_return told(study_service::lessons_payload());
    if (request.path == "/api/games") co_return co_await own_games(request);
    if (path.size() == 3 && path[1] == "lessons") {
      Expected<json::object> lesson = study_service::lesson_payload(path[2], query_value(request.query, "asked"));
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

asio::awaitable<Api::Asker> Api::asker(const Request& request) {
  std::optional<store::Person> person = co_await hall_.person(token_of(request));
  if (person) co_return Asker{std::move(*person)};
  const games::Hall::NewGuest made = co_await hall_.new_guest();
  co_return Asker{{made.id}, made.token};
}

Api::Answer Api::make_game(const Request& request) {
  const Expected<json::value> body = referee::read_json(request.body, kMostLevels);
  if (!body) co_return refused(400, body.error().text());
  // Read first, so that bad settings make nobody a guest.
  Expected<store::GameRecord> game = read_settings(*body, 0, runtime::now_ms());
  if (!game) co_return refused(400, game.error().reason);
  const Asker asker = co_await this->asker(request);
  const store::Person& person = asker.person;
  if (game->rated && !person.account) co_return refused(403, "a rated game needs an account");
  // The others who are to sit there: one by name, or a bot of the house, whose rating is shown.
  std::string named;
  if (game->wanted) named = game->wanted->name;
  for (const store::Seat& seat : game->seats) {
    if (seat.bot) named = bot_name(*seat.bot);
  }
  const auto query = [named](store::Store& store) { return store.account_named(named); };
  const std::optional<store::Account> opponent = co_await hall_.storage().read(query);
  if (game->wanted) {
    const bool can_accept = opponent && opponent->kind != store::Account::Kind::house && opponent->id != person.id;
    if (!can_accept) co_return refused(400, "\"opponent\" has a name that nobody else has");
    game->wanted = opponent;
  }
  for (store::Seat& seat : game->seats) {
    if (seat.bot) seat.account = opponent;
    if (seat.guests.empty()) continue;
    seat.guests.assign(1, person.id);  // g++ 14 warns falsely at "= {person.id}"
    seat.account = person.account;
  }
  const std::string id = game->id;
  const bool waits = game->events.empty();
  const games::Hall::Made made = co_await hall_.make(std::move(*game), person.id);
  switch (made) {
    case games::Hall::Made::too_many_here: co_return refused(503, "there are too many games here now; try again later");
    case games::Hall::Made::too_many_of_guest: co_return refused(409, "you have too many unfinished games");
    case games::Hall::Made::too_many_challenges: co_return refused(409, "you have too many open challenges");
    case games::Hall::Made::yes: break;
  }
  json::value invitation = nullptr;
  if (waits) invitation = json::value("/join/" + id);
  Response response = told({{"game", id}, {"invitation", invitation}}, 201);
  set_cookie(response, request, asker.new_token);
  co_return response;
}

Api::Answer Api::own_games(const Request& request) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  if (!person) co_return told({{"games", json::array()}});
  const auto query = [guest = person->id](store::Store& store) { return store.games_of(guest, kMostGames); };
  std::vector<store::GameRecord> records = co_await hall_.storage().read(query);
  json::array games = co_await summaries(std::move(records), person->id);
  co_return told({{"games", std::move(games)}});
}

asio::awaitable<json::array> Api::summaries(std::vector<store::GameRecord> records, store::GuestId guest) {
  const auto query = [records](store::Store& store) {
    std::vector<std::optional<store::RatingChanges>> changes;
    for (const store::GameRecord& record : records)
      changes.push_back(record.rated ? store.rating_changes(record.id) : std::nullopt);
    return changes;
  };
  const auto changes = co_await hall_.storage().read(query);
  const auto sum_up = [records = std::move(records), changes, guest] {
    json::array summaries;
    for (std::size_t i = 0; i < records.size(); ++i) {
      try {
        const games::Table table(records[i]);
        summaries.push_back(
            messages::summary_payload(table.record(), table.standing(), table.side_of(guest), changes[i]));
      } catch (const games::DamagedGame&) {  // is not shown
      }
    }
    return summaries;
  };
  co_return co_await workers_.run(sum_up);
}

Api::Answer Api::show_game(const Request& request, std::string id, std::string_view part) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  if (!game) co_return not_there();
  // What is not stored yet is not told.
  const auto settle = [game](const auto& done) { game->when_settled(done); };
  const bool is_stored = co_await runtime::called_back<bool>(settle);
  if (!is_stored) co_return no_store();
  const games::Table& table = game->table();
  const std::optional<Side> side = person ? table.side_of(person->id) : std::nullopt;
  const bool ended = table.status() == Status::ended;
  std::optional<store::RatingChanges> ratings;
  if (ended && table.record().rated) {
    const auto query = [id](store::Store& store) { return store.rating_changes(id); };
    ratings = co_await hall_.storage().read(query);
  }
  const bool is_open = ended || is_exhibition(table.record());
  if (part.empty() && (side || is_open))
    co_return told(messages::summary_payload(table.record(), table.standing(), side, ratings));
  if (part == "transcript" && ended) {
    const auto write = [table, ratings] { return games::transcript_payload(table, ratings); };
    json::object transcript = co_await workers_.run(write);
    co_return told(std::move(transcript));
  }
  if (part == "pgn" && ended) {
    const std::string of = query_value(request.query, "side");
    if (!of.empty() && of != "white" && of != "black") co_return refused(400, "\"side\" is not white or black");
    std::optional<Side> heard_by;
    if (!of.empty()) heard_by = of == "white" ? Side::white : Side::black;
    const auto write = [table, heard_by] { return games::pgn_of(table, heard_by); };
    std::string pgn = co_await workers_.run(write);
    co_return plain(std::move(pgn));
  }
  co_return not_there();
}

Api::Answer Api::show_invitation(const Request& request, std::string id) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  if (!game || game->table().status() != Status::waiting) co_return not_there();
  const store::GameRecord& record = game->table().record();
  const Side side = free_side(record);
  if (!may_see(game->table(), person)) co_return not_there();
  const bool yours = person && game->table().side_of(person->id);
  co_return told({{"rules", record.rules},
                  {"clock", messages::time_payload(record.time)},
                  {"rated", record.rated},
                  {"colour", json::string(chess::name(side))},
                  {"by", messages::player_payload(record.seats[chess::index(other(side))])},
                  {"yours", yours}});
}

Api::Answer Api::accept_invitation(const Request& request, std::string id) {
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  if (!game || game->table().status() != Status::waiting) co_return not_there();
  const std::optional<store::Person> known = co_await hall_.person(token_of(request));
  if (!may_see(game->table(), known)) co_return not_there();
  if (game->table().record().rated && !(known && known->account))
    co_return refused(403, "a rated game needs an account");
  Asker asker;
  if (known) {
    asker.person = *known;
  } else {
    asker = co_await this->asker(request);
  }
  const store::GameRecord& record = game->table().record();
  const std::optional<store::Account>& account = asker.person.account;
  const std::optional<store::Account>& maker = record.seats[chess::index(other(free_side(record)))].account;
  if (record.rated && maker && account && is_same_person(*maker, *account))
    co_return refused(403, "rated games are not played among one's own accounts");
  const auto sit = [game, person = asker.person](const auto& done) { game->take_free_seat(person, done); };
  const bool sits = co_await runtime::called_back<bool>(sit);
  if (!sits) {
    const bool own = game->table().side_of(asker.person.id).has_value();
    co_return refused(own ? 409 : 404, own ? "you sit in this game already" : "the seat is taken, or the game is over");
  }
  Response response = told({{"game", id}});
  set_cookie(response, request, asker.new_token);
  co_return response;
}

Api::Answer Api::cancel_game(const Request& request, std::string id) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  if (!person || !game || !game->table().side_of(person->id)) co_return not_there();
  const auto cancel = [game](const auto& done) { game->cancel(done); };
  const bool cancelled = co_await runtime::called_back<bool>(cancel);
  if (!cancelled) co_return refused(409, "the game does not wait any more");
  co_return told({{"game", id}});
}

Api::Answer Api::make_device_link(const Request& request, std::string id) {
  const std::optional<store::Person> person = co_await hall_.person(token_of(request));
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  const std::optional<Side> side = person && game ? game->table().side_of(person->id) : std::nullopt;
  if (!side) co_return not_there();
  if (game->table().record().rated)
    co_return refused(409, "a rated game has no such links; log in on the other device");
  if (game->table().status() == Status::ended) co_return refused(409, "the game has ended");
  const std::string token = runtime::new_token();
  std::vector<store::Write> writes;
  writes.emplace_back(store::NewDeviceLink{runtime::token_hash(token), id, *side});
  const bool stored = co_await hall_.storage().write(std::move(writes));
  if (!stored) co_return no_store();
  co_return told({{"link", "/device/" + token}});
}

Api::Answer Api::use_device_link(const Request& request, std::string token) {
  if (!runtime::is_token(token)) co_return not_there();
  const auto query = [hash = runtime::token_hash(token)](store::Store& store) { return store.device_link(hash); };
  const std::optional<store::DeviceLink> link = co_await hall_.storage().read(query);
  if (!link) co_return not_there();
  const std::string id = link->game;
  const Side side = link->side;
  const std::shared_ptr<games::LiveGame> game = co_await hall_.find(id);
  const Asker asker = co_await this->asker(request);
  if (!game) co_return no_store();
  const auto sit = [game, side, person = asker.person](const auto& done) { game->take_seat(side, person, done); };
  const bool sits = co_await runtime::called_back<bool>(sit);
  if (!sits) co_return refused(409, "the game has ended, or you are the opponent");
  Response response = told({{"game", id}});
  set_cookie(response, request, asker.new_token);
  co_return response;
}

asio::awaitable<std::variant<messages::Place, store::House, Response>> Api::place(Request request) {
  if (is_foreign(request)) co_return refused(403, "asked from the page of another site");
  if (hall_.is_closing()) co_return refused(503, "the server is closing");
  if (const auto refusal = too_often(questions_, request)) co_return *refusal;
  if (!request.path.starts_with("/ws/")) co_return not_there();
  const std::vector<std::string_view> path = parts_of(request.path);
  try {
    if (request.path == "/ws/lobby") co_return co_await lobby_place(request);
    if (path.size() == 3 && path[1] == "reviews") co_return co_await review_place(std::string(path[2]));
    if (path.size() == 3 && path[1] == "games") co_return co_await game_place(request, std::string(path[2]));
    if (path.size() == 3 && path[1] == "exhibitions")
      co_return co_await exhibition_place(request, std::string(path[2]));
    if (request.path == "/ws/study") co_return study_place(request);
    if (request.path == "/ws/puzzles") {
      const std::optional<store::Person> person = co_await hall_.person(token_of(request));
      co_return puzzles_.place(person);
    }
    co_return not_there();
  } catch (const store::StoreError&) {  // which is logged
    co_return no_store();
  }
}

asio::awaitable<std::variant<messages::Place, store::House, Response>> Api::game_place(const Request& request,
                                                                                       std::string id) {
  const std::string token = token_of(request);
  const std::optional<store::Person> person = co_await hall_.person(token);
  if (!person) co_return not_there();
  const games::Hall::Found found = co_await hall_.locate(std::move(id));
  if (found.elsewhere && !request.is_relayed) co_return *found.elsewhere;
  const std::optional<Side> side = found.game ? found.game->table().side_of(person->id) : std::nullopt;
  if (!side) co_return not_there();
  messages::Place place = at_table(found.game, *side);
  place.person = person;
  place.session = runtime::token_hash(token);
  co_return place;
}

// Any house can do that: a game that has ended is read, not claimed.
asio::awaitable<std::variant<messages::Place, store::House, Response>> Api::review_place(std::string id) {
  if (!runtime::is_token(id)) co_return not_there();
  const auto query = [id](store::Store& store) { return store.game(id); };
  std::optional<store::GameRecord> record = co_await hall_.storage().read(query);
  if (!record) co_return not_there();
  std::shared_ptr<const games::Table> table;
  try {
    table = std::make_shared<const games::Table>(std::move(*record));
  } catch (const games::DamagedGame&) {
    co_return not_there();
  }
  if (table->status() != Status::ended) co_return not_there();
  co_return at_review(std::move(table));
}

messages::Place Api::at_review(std::shared_ptr<const games::Table> ended) {
  return {.connect = [this, ended](const messages::ConnectionPointer& self) { reviews_.connect(self, ended); },
          .disconnect = [this](const messages::ConnectionPointer& self) { reviews_.disconnect(self); },
          .receive = messages::hear_nothing};
}

asio::awaitable<messages::Place> Api::lobby_place(const Request& request) {
  const std::string token = token_of(request);
  messages::Place place = in_lobby(request);
  place.person = co_await hall_.person(token);
  place.session = runtime::token_hash(token);
  co_return place;
}

messages::Place Api::in_lobby(const Request& request) {
  Request as = request;
  as.method = "POST";
  as.content_type = "application/json";
  return {.connect = [this](const messages::ConnectionPointer& self) { hall_.lobby().connect(self); },
          .disconnect = [this](const messages::ConnectionPointer& self) { hall_.lobby().disconnect(self); },
          .receive = [this, as](messages::ConnectionPointer from,
                                std::string message) { return do_in_lobby(as, std::move(from), std::move(message)); }};
}

// What is said there is asked for as over HTTP.
asio::awaitable<void> Api::do_in_lobby(Request as, messages::ConnectionPointer connection, std::string text) {
  const auto refuse = [&](std::string_view code, std::string_view reason) {
    connection->send(referee::json_text(
        json::object{{"type", "error"}, {"code", json::string(code)}, {"message", json::string(reason)}}));
  };
  const Expected<json::value> message = referee::read_json(text, kMostLevels + 1);
  if (!message) co_return refuse("bad-message", message.error().text());
  const json::object* said = message->if_object();
  if (said == nullptr) co_return refuse("bad-message", "not an object");
  const json::value* type = said->if_contains("type");
  const json::value* game = said->if_contains("game");
  const json::value* settings = said->if_contains("settings");
  const bool names_game = game != nullptr && game->is_string() && runtime::is_token(game->get_string());
  std::string_view done;
  if (type != nullptr && *type == "challenge" && settings != nullptr) {
    done = "made";
    as.path = "/api/games";
    as.body = referee::json_text(*settings);
  } else if (type != nullptr && *type == "accept" && names_game) {
    done = "accepted";
    as.path = "/api/invitations/" + std::string(game->get_string());
  } else if (type != nullptr && *type == "cancel" && names_game) {
    done = "cancelled";
    as.path = "/api/games/" + std::string(game->get_string()) + "/cancel";
  } else {
    co_return refuse("bad-message", "not a challenge with settings, an accept or a cancel with a game");
  }
  const std::optional<store::Person> person = co_await hall_.person(token_of(as));
  if (!person) co_return refuse("refused", "nobody knows who you are here; make a game by HTTP first");
  const Response response = co_await answer(std::move(as));
  json::object body = json::parse(response.body).as_object();
  if (response.status / 100 != 2) {
    co_return refuse(response.status == 429 ? "too-often" : "refused", body.at("error").as_string());
  }
  body["type"] = json::string(done);
  connection->send(referee::json_text(body));
}

}  // namespace blindmate::server
