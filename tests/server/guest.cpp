#include "server/guest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace blindmate::server {

// Beside those of others.
Headers Guest::cookie_with(const std::string& token) const {
  return {{"Cookie", fmt::format("other=1; {}={}; last=2", cookie_name_, token)}};
}

Headers Guest::cookie() const {
  if (!bearer_.empty()) return {{"Authorization", "Bearer " + bearer_}};
  return token_.empty() ? Headers{} : cookie_with(token_);
}

Reply Guest::request(std::string_view method, const std::string& target, const Headers& headers,
                     std::string_view body) {
  Headers all = {{"Host", fmt::format("localhost:{}", address_->port())}};
  for (const Headers& more : {cookie(), headers}) all.insert(all.end(), more.begin(), more.end());
  Wire wire(address_->port());
  wire.send(request_text(method, target, all, body));
  Reply reply = read_reply(wire, method != "HEAD");
  const std::string cookie = reply.header("set-cookie");
  const std::size_t equals = cookie.find('=');
  if (equals != std::string::npos && bearer_.empty()) {
    cookie_name_ = cookie.substr(0, equals);
    token_ = cookie.substr(equals + 1, cookie.find(';') - equals - 1);
  }
  return reply;
}

Reply Guest::post(const std::string& target, const json::value& body) {
  return request("POST", target, {{"Content-Type", "application/json"}}, json::serialize(body));
}

json::object Guest::read(const std::string& target) {
  const Reply reply = get(target);
  if (reply.status != 200) throw WireError(fmt::format("GET {}: {} {}", target, reply.status, reply.body));
  return reply.json();
}

json::object Guest::read_at_last(const std::string& target) {
  const auto latest = std::chrono::steady_clock::now() + kPatience;
  while (get(target).status == 503 && std::chrono::steady_clock::now() < latest) continue;
  return read(target);
}

json::object Guest::done(const std::string& target, const json::value& body) {
  const Reply reply = post(target, body);
  if (reply.status / 100 != 2) throw WireError(fmt::format("POST {}: {} {}", target, reply.status, reply.body));
  return reply.json();
}

json::object Guest::sign_up(const std::string& name) {
  return done("/api/account", {{"name", name}, {"password", password_of(name)}}).at("account").as_object();
}

json::object Guest::log_in(const std::string& name) {
  return done("/api/account/login", {{"name", name}, {"password", password_of(name)}}).at("account").as_object();
}

std::string Guest::text(const json::object& object, std::string_view field) {
  return std::string(object.at(field).as_string());
}

json::object settings(const json::object& otherwise) {
  json::object result = {{"rules", "berkeley"}, {"colour", "white"}, {"clock", nullptr}, {"opponent", "person"}};
  for (const auto& [field, value] : otherwise) result[field] = value;
  return result;
}

json::object bot_settings(std::string_view player, int level, const json::object& otherwise) {
  json::object result = settings(otherwise);
  result["opponent"] = {{"player", json::string(player)}, {"level", level}};
  return result;
}

Player::Player(const Guest& guest, const std::string& game)
    : socket_(guest.address().port(), "/ws/games/" + game, guest.cookie()) {
  if (!socket_.is_open()) throw WireError(fmt::format("no place in the game: {}", socket_.handshake().status));
  hear("view");
}

json::object Player::hear() {
  const std::optional<std::string> text = socket_.next();
  if (!text) throw WireError("the connection has ended");
  frames_.push_back(*text);
  json::object message = json::parse(*text).as_object();
  remember(message);
  return message;
}

json::object Player::hear(std::string_view type) {
  json::object message = hear();
  if (Guest::text(message, "type") != type) throw WireError(fmt::format("not a {} but {}", type, frames_.back()));
  return message;
}

void Player::hear_the_rest() {
  try {
    for (;;) hear();
  } catch (const WireError&) {
  }
}

void Player::remember(const json::object& message) {
  if (message.at("type") == "phantoms") phantoms_ = message.at("phantoms").as_object();
  if (message.at("type") != "view") return;
  const std::size_t from = message.at("from").to_number<std::size_t>();
  if (from > log_.size()) throw WireError("something is missing before " + frames_.back());
  log_.resize(from);
  for (const json::value& entry : message.at("log").as_array()) log_.push_back(entry);
  now_ = message.at("now").as_object();
  if (message.contains("game")) game_ = message.at("game").as_object();
  if (message.contains("phantoms")) phantoms_ = message.at("phantoms").as_object();
}

void Player::say_ask(const std::string& what) {
  if (what == "any") return say({{"type", "any"}, {"known", log_.size()}});
  say({{"type", "try"}, {"move", what}, {"known", log_.size()}});
}

json::object Player::ask(const std::string& what) {
  say_ask(what);
  for (;;) {
    json::object message = hear();
    if (message.at("type") == "answer" || message.at("type") == "error") return message;
  }
}

void Player::move(const std::string& what) {
  const json::object answer = ask(what);
  if (answer.at("type") != "answer" || answer.at("heard").at("answer") != "ok")
    throw WireError(fmt::format("{}: {}", what, json::serialize(answer)));
}

std::string Player::error_to(const json::object& message) {
  say(message);
  const json::object answer = hear("error");
  return Guest::text(answer, "code");
}

std::string Player::end() const {
  const json::value& end = now_.at("end");
  return end.is_null() ? "" : std::string(end.at("reason").as_string());
}

std::vector<std::string> Player::askable() const {
  std::vector<std::string> result;
  for (const json::value& tried : now_.at("askable").as_array()) result.emplace_back(tried.as_string());
  return result;
}

Visitor::Visitor(const Guest& guest) : socket_(guest.address().port(), "/ws/lobby", guest.cookie()) {
  if (!socket_.is_open()) throw WireError(fmt::format("no way into the lobby: {}", socket_.handshake().status));
  const json::object first = hear();
  if (first.at("type") != "lobby") throw WireError("first of all " + json::serialize(first));
}

json::object Visitor::hear() {
  const std::optional<std::string> text = socket_.next();
  if (!text) throw WireError("the connection has ended");
  json::object message = json::parse(*text).as_object();
  if (message.at("type") == "lobby") {
    challenges_ = message.at("challenges").as_array();
    players_ = message.at("players").as_array();
  }
  if (message.at("type") == "started") started_.push_back(Guest::text(message, "game"));
  return message;
}

json::object Visitor::answer() {
  for (;;) {
    json::object message = hear();
    if (message.at("type") != "lobby" && message.at("type") != "started") return message;
  }
}

json::object Visitor::ask(const json::object& message) {
  say(message);
  return answer();
}

namespace {

std::string game_of(const json::object& answer, std::string_view type) {
  if (Guest::text(answer, "type") != type) throw WireError(fmt::format("not {} but {}", type, json::serialize(answer)));
  return Guest::text(answer, "game");
}

std::vector<std::string> texts(const json::array& objects, std::string_view field) {
  std::vector<std::string> result;
  for (const json::value& object : objects) result.push_back(Guest::text(object.as_object(), field));
  return result;
}

}  // namespace

std::string Visitor::challenge(const json::object& settings) {
  return game_of(ask({{"type", "challenge"}, {"settings", settings}}), "made");
}
std::string Visitor::accept(const std::string& game) {
  return game_of(ask({{"type", "accept"}, {"game", game}}), "accepted");
}
std::string Visitor::cancel(const std::string& game) {
  return game_of(ask({{"type", "cancel"}, {"game", game}}), "cancelled");
}

std::string Visitor::error_to(const json::object& message) {
  const json::object said = ask(message);
  if (said.at("type") != "error") throw WireError("no error but " + json::serialize(said));
  return Guest::text(said, "code");
}

std::vector<std::string> Visitor::games() const { return texts(challenges_, "game"); }
std::vector<std::string> Visitor::names() const { return texts(players_, "name"); }

bool Visitor::sees(const std::string& game) const {
  const std::vector<std::string> all = games();
  return std::find(all.begin(), all.end(), game) != all.end();
}

const json::object& Visitor::find(const std::string& game) const {
  for (const json::value& challenge : challenges_) {
    if (challenge.at("game") == json::value(game)) return challenge.as_object();
  }
  throw WireError("there is no challenge " + game);
}

namespace {

std::string begun(Guest& first, Guest& second, const json::object& otherwise) {
  const std::string game = first.make_game(settings(otherwise));
  return second.accept(game);
}

}  // namespace

Pair::Pair(const Address& address, const json::object& otherwise) : Pair(Guest(address), Guest(address), otherwise) {}

Pair::Pair(Guest first, Guest second, const std::string& begun)
    : white(std::move(first)),
      black(std::move(second)),
      game(begun),
      white_player(white, game),
      black_player(black, game) {
  white_player.hear("view");
}

Pair::Pair(Guest first, Guest second, const json::object& otherwise)
    : white(std::move(first)),
      black(std::move(second)),
      game(begun(white, black, otherwise)),
      white_player(white, game),
      black_player(black, game) {
  white_player.hear("view");
}

void Pair::play(const std::vector<std::string>& moves) {
  for (const std::string& move : moves) {
    Player& listener = this->listener();
    mover().move(move);
    listener.hear("view");
  }
}

}  // namespace blindmate::server
