// Those who come to a server: guests, who have a cookie or a program's token; players, who have a place at a table; and
// visitors of the lobby. They remember what docs/server.md says that a page needs to remember.
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
  // A program, which shows its token with each request and has no cookies.
  Guest(const Address& address, std::string bearer) : address_(&address), bearer_(std::move(bearer)) {}
  // The same one at another server of the same store.
  Guest at(const Address& address) const {
    Guest moved = *this;
    moved.address_ = &address;
    return moved;
  }

  // A request of its own connection; headers are those beside host, cookie and, for POST, content type.
  Reply request(std::string_view method, const std::string& target, const Headers& headers = {},
                std::string_view body = "");
  Reply get(const std::string& target) { return request("GET", target); }
  Reply post(const std::string& target, const json::value& body = json::object());

  // Of what must succeed, the answer; throws otherwise.
  json::object read(const std::string& target);
  json::object done(const std::string& target, const json::value& body = json::object());
  // The same while a server that was killed may still be thought to be there: asks again as long as the answer is 503.
  json::object read_at_last(const std::string& target);

  // The game's name. With a person it must be accepted by somebody.
  std::string make_game(const json::object& settings) { return text(done("/api/games", settings), "game"); }
  std::string accept(const std::string& game) { return text(done("/api/invitations/" + game), "game"); }

  // His account, as it was answered; the password is that of password_of() where nothing else is said.
  json::object sign_up(const std::string& name);
  json::object log_in(const std::string& name);
  static std::string password_of(const std::string& name) { return "the password of " + name; }

  const Address& address() const { return *address_; }
  const std::string& token() const { return token_; }
  Headers cookie() const;                               // or the header with the program's token: what says who he is
  Headers cookie_with(const std::string& token) const;  // of the same name

  static std::string text(const json::object& object, std::string_view field);

 private:
  const Address* address_;
  std::string cookie_name_{};
  std::string token_{};
  std::string bearer_{};
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

// In the lobby.
class Visitor {
 public:
  // Connects, and hears the first list.
  explicit Visitor(const Guest& guest);

  void say(const json::object& message) { socket_.send(json::serialize(message)); }
  WebSocket& socket() { return socket_; }

  // The next message, remembered. Throws when the connection has ended.
  json::object hear();
  // Hears until it is so.
  template <class Condition>
  void hear_until(const Condition& condition) {
    const auto latest = std::chrono::steady_clock::now() + kPatience;
    while (!condition()) {
      hear();
      if (std::chrono::steady_clock::now() > latest) throw WireError("much was said, but not that");
    }
  }
  // What is answered to it; lists may come before.
  json::object ask(const json::object& message);
  json::object answer();  // to something that was said

  // What must succeed; the game.
  std::string challenge(const json::object& settings);
  std::string accept(const std::string& game);
  std::string cancel(const std::string& game);
  // What must not: the code.
  std::string error_to(const json::object& message);

  const json::array& challenges() const { return challenges_; }
  const json::array& players() const { return players_; }
  std::vector<std::string> games() const;  // of the challenges
  std::vector<std::string> names() const;  // of the players
  std::vector<std::string> started() const { return started_; }
  const json::object& find(const std::string& game) const;  // the challenge, which must be there
  bool sees(const std::string& game) const;

 private:
  WebSocket socket_;
  json::array challenges_{};
  json::array players_{};
  std::vector<std::string> started_{};
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
  // In a game that they have begun already; the first one is White.
  Pair(Guest first, Guest second, const std::string& begun);

  Player& mover() { return white_player.now().at("turn") == "white" ? white_player : black_player; }
  Player& listener() { return white_player.now().at("turn") == "white" ? black_player : white_player; }
  // Legal moves, of each of which the other side hears at once, and of nothing else.
  void play(const std::vector<std::string>& moves);
};

}  // namespace blindmate::server
