#include "server/guest.hpp"

#include <fmt/format.h>

namespace blindmate::server {

// Beside those of others.
Headers Guest::cookie_with(const std::string& token) const {
  return {{"Cookie", fmt::format("other=1; {}={}; last=2", cookie_name_, token)}};
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
  if (equals != std::string::npos) {
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

json::object Guest::done(const std::string& target, const json::value& body) {
  const Reply reply = post(target, body);
  if (reply.status / 100 != 2) throw WireError(fmt::format("POST {}: {} {}", target, reply.status, reply.body));
  return reply.json();
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

namespace {

std::string begun(Guest& first, Guest& second, const json::object& otherwise) {
  const std::string game = first.make_game(settings(otherwise));
  return second.accept(game);
}

}  // namespace

Pair::Pair(const Address& address, const json::object& otherwise) : Pair(Guest(address), Guest(address), otherwise) {}

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
