// Hall: all tables of the house. Finds games in memory or in the store, makes new ones, knows guests by their tokens.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "blindmate/server/live_game.hpp"
#include "blindmate/server/rate_limiter.hpp"

namespace blindmate::server {

struct Limits {
  std::size_t live_games = 5000;
  std::size_t bot_games = 200;        // being played, in memory: a player's pools take megabytes
  std::size_t unfinished_games = 50;  // of one guest
};

class Hall {
 public:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  using GamePointer = std::shared_ptr<LiveGame>;

  Hall(boost::asio::any_io_executor network, Storage& storage, BotPool& bots, Metrics& metrics, const Limits& limits);

  // Games whose clocks were running go on; forgotten ones leave the memory; and the store hears that we live.
  Awaitable<void> open();
  // Nothing is accepted any more; everything that was said is told.
  void close();

  bool is_closing() const { return closing_; }
  Storage& storage() { return services_.storage; }

  // Null where there is none.
  Awaitable<GamePointer> find(std::string id);

  enum class Made { yes, too_many_here, too_many_of_guest, store_fails };
  Awaitable<Made> make(GameRecord record, GuestId guest);

  Awaitable<std::optional<GuestId>> guest(std::string token);
  // With the token for the cookie; nothing when the store fails.
  struct NewGuest {
    GuestId id;
    std::string token;
  };
  Awaitable<std::optional<NewGuest>> new_guest();

 private:
  GamePointer adopt(GameRecord record);
  bool is_full(const GameRecord& wanted) const;
  Awaitable<void> keep_house();

  Services services_;
  Limits limits_;
  RateLimiter rematches_{{.per_second = 0.5, .at_once = 10}};  // by guest
  std::unordered_map<std::string, GamePointer> games_;
  std::unordered_map<std::string, GuestId> guests_;  // by the hash of their token, those seen lately
  boost::asio::steady_timer timer_;
  bool closing_ = false;
};

}  // namespace blindmate::server
