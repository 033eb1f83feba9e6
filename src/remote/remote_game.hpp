// RemoteGame: a seat in a game of another server. Hears, lets its player think, asks; and connects again until the game
// has ended.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "blindmate/players/bot.hpp"
#include "blindmate/remote/backoff.hpp"
#include "blindmate/remote/remote_server.hpp"
#include "blindmate/remote/remote_view.hpp"
#include "blindmate/runtime/jobs.hpp"

namespace blindmate::remote {

class RemoteGame : public std::enable_shared_from_this<RemoteGame> {
 public:
  // What all games of a bot share. Warnings are lines for people.
  struct Services {
    boost::asio::any_io_executor network;
    RemoteServer& server;
    runtime::Jobs& jobs;
    players::PlayerSpec player;
    double seconds;  // for a try, at most
    std::function<void(const std::string&)> warn;
  };

  RemoteGame(std::string id, Services& services)
      : id_(std::move(id)),
        services_(services),
        pause_(services.network),
        retry_(services.network),
        claim_(services.network) {}

  // Until the game has ended: how, in a line; nothing when it was left, or is not there.
  boost::asio::awaitable<std::optional<std::string>> play();
  void leave();

 private:
  void hear(const std::string& text);
  void hear_view(const boost::json::object& message);
  void hear_refusal(const boost::json::object& message);
  void act();
  void answer_draw_offer();
  void watch_for_claim();
  void think();
  boost::asio::awaitable<void> decide(std::size_t known, players::Question question);
  void ask();
  void give_up(const std::string& reason);
  void resign();
  void finish(std::string line);
  void call_later(boost::asio::steady_timer& timer, std::chrono::milliseconds time, void (RemoteGame::*what)());
  void ask_again();
  void claim();

  std::string id_;
  Services& services_;
  ConnectionPointer connection_{};
  RemoteView game_{};
  Backoff backoff_{};
  boost::asio::steady_timer pause_;  // between two connections
  boost::asio::steady_timer retry_;  // of what was refused
  boost::asio::steady_timer claim_;

  players::Thinker thinker_ = std::make_shared<std::unique_ptr<players::Player>>();
  bool is_thinking_ = false;
  struct Decision {
    std::size_t known;  // entries of the log
    players::Choice choice;
  };
  std::optional<Decision> decision_{};
  std::chrono::steady_clock::time_point may_ask_at_{};
  bool has_asked_ = false;  // on this connection, what was decided; or resigned
  bool has_answered_offer_ = false;
  bool has_given_up_ = false;  // and waits for the end
  int refusals_ = 0;           // of the server, in a row
  bool is_over_ = false;
  std::optional<std::string> end_{};
};

}  // namespace blindmate::remote
