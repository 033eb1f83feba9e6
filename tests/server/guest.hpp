// Those who come to a server: guests, who have a cookie, and players, who have a place at a table and remember of it
// what docs/server.md says that a page needs to remember.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/wire.hpp"

namespace blindmate::server {

namespace json = boost::json;

// Where a server is, which may change when it starts again.
class Address {
 public:
  Address() = default;
  virtual ~Address() = default;
  Address(const Address&) = delete;
  Address& operator=(const Address&) = delete;

  virtual int port() const = 0;
};

class Guest {
 public:
  explicit Guest(const Address& address) : address_(&address) {}

  // A request of its own connection; headers are those beside host, cookie and, for POST, content type.
  Reply request(std::string_view method, const std::string& target, const Headers& headers = {},
                std::string_view body = "");
  Reply get(const std::string& target) { return request("GET", target); }
  Reply post(const std::string& target, const json::value& body = json::object());

  // Of what must succeed, the answer; throws otherwise.
  json::object read(const std::string& target);
  json::object done(const std::string& target, const json::value& body = json::object());

  // The game's name. With a person it must be accepted by somebody.
  std::string make_game(const json::object& settings) { return text(done("/api/games", settings), "game"); }
  std::string accept(const std::string& game) { return text(done("/api/invitations/" + game), "game"); }

  const Address& address() const { return *address_; }
  const std::string& token() const { return token_; }
  Headers cookie() const { return token_.empty() ? Headers{} : cookie_with(token_); }
  Headers cookie_with(const std::string& token) const;  // of the same name

  static std::string text(const json::object& object, std::string_view field);

 private:
  const Address* address_;
  std::string cookie_name_{};
  std::string token_{};
};

// {"rules":"berkeley","colour":"white","clock":null,"opponent":"person"}, with some of it said otherwise.
json::object settings(const json::object& otherwise = {});
json::object bot_settings(std::string_view player, int level, const json::object& otherwise = {});

class Player {
 public:
  // Connects, and hears the first view.
  Player(const Guest& guest, const std::string& game);

  void say(const json::object& message) { socket_.send(json::serialize(message)); }
  WebSocket& socket() { return socket_; }

  // The next message, remembered. Throws when the connection has ended.
  json::object hear();
  json::object hear(std::string_view type);  // which it must have
  // Hears views until it is so.
  template <class Condition>
  void hear_until(const Condition& condition) {
    const auto latest = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
      hear();
      if (std::chrono::steady_clock::now() > latest) throw WireError("much was said, but not that");
    }
  }

  // All that was sent before the end of the connection.
  void hear_the_rest();

  // A try, or "any": the answer or the error, after all that was heard before it.
  json::object ask(const std::string& what);
  void say_ask(const std::string& what);
  // A try that must be legal.
  void move(const std::string& what);
  // What is answered to a message that is not understood or not done: its code.
  std::string error_to(const json::object& message);

  const json::array& log() const { return log_; }
  const json::object& now() const { return now_; }
  const json::object& game() const { return game_; }
  const json::object& phantoms() const { return phantoms_; }
  const std::vector<std::string>& frames() const { return frames_; }
  std::string end() const;  // its reason; empty while there is none
  std::vector<std::string> askable() const;

 private:
  void remember(const json::object& message);

  WebSocket socket_;
  json::array log_{};
  json::object now_{};
  json::object game_{};
  json::object phantoms_{};
  std::vector<std::string> frames_{};
};

// Two at a table, both there and both knowing it.
struct Pair {
  Guest white;
  Guest black;
  std::string game;
  Player white_player;
  Player black_player;

  explicit Pair(const Address& address, const json::object& otherwise = {});
  Pair(Guest first, Guest second, const json::object& otherwise);

  Player& mover() { return white_player.now().at("turn") == "white" ? white_player : black_player; }
  Player& listener() { return white_player.now().at("turn") == "white" ? black_player : white_player; }
  // Legal moves, of each of which the other side hears at once, and of nothing else.
  void play(const std::vector<std::string>& moves);
};

}  // namespace blindmate::server
