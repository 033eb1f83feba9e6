// Hall: all tables of the house, and its lobby. Finds games in memory or in the store, makes new ones, knows people by
// their tokens. What needs the store throws StoreError when it fails. Where several houses share a store, it takes over
// the games of those that are gone, and gives up its own when it could not say for too long that it is there.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "blindmate/server/live_game.hpp"
#include "blindmate/server/lobby.hpp"
#include "blindmate/server/rate_limiter.hpp"

namespace blindmate::server {

struct Limits {
  std::size_t live_games = 5000;
  std::size_t bot_games = 2000;       // being played, in memory: a player's pools take megabytes
  std::size_t unfinished_games = 50;  // of one guest
  std::size_t challenges = 5;         // of one guest
  std::size_t exhibitions = 4;        // that are being watched
};

class Hall {
 public:
  template <class T>
  using Awaitable = boost::asio::awaitable<T>;
  using GamePointer = std::shared_ptr<LiveGame>;

  Hall(boost::asio::any_io_executor network, Storage& storage, BotPool& bots, Metrics& metrics, const Limits& limits,
       std::string address);

  // Games whose clocks were running go on; forgotten ones leave the memory; and the store hears that we live.
  Awaitable<void> open();
  // Nothing is accepted any more; everything that was said is told.
  void close();

  const House& house() const { return house_; }
  Lobby& lobby() { return lobby_; }

  bool is_closing() const { return closing_; }
  Storage& storage() const { return services_.storage; }

  // Nowhere, here, or in another house.
  struct Found {
    GamePointer game{};
    std::optional<House> elsewhere{};
  };
  Awaitable<Found> locate(std::string id);
  // Null where there is none here.
  Awaitable<GamePointer> find(std::string id);

  enum class Made { yes, too_many_here, too_many_of_guest, too_many_challenges };
  Awaitable<Made> make(GameRecord record, GuestId guest);
  Awaitable<Made> exhibit(GameRecord record);
  bool has_enough_exhibitions() const;  // that are being watched

  Awaitable<std::optional<Person>> person(std::string token);
  // With the token for the cookie.
  struct NewGuest {
    GuestId id;
    std::string token;
  };
  Awaitable<NewGuest> new_guest();

  // After somebody has got a name, lost it, or logged out: tables show it, and connections of sessions that have ended
  // are closed.
  Awaitable<void> heed_change_of(GuestId guest);

 private:
  GamePointer adopt(GameRecord record);
  bool is_full(const GameRecord& wanted) const;
  Awaitable<void> keep_house();
  Awaitable<void> take_over_abandoned_games();
  Awaitable<void> withdraw_lost_challenges();
  Awaitable<void> heed_changes_elsewhere();
  Awaitable<void> enter();
  void say_that_we_live(int pulse);
  bool is_out_of_touch() const;
  void give_up_games();
  void say_who_is_here();

  Services services_;
  Limits limits_;
  RateLimiter rematches_{{.per_second = 0.5, .at_once = 10}};  // by guest
  std::unordered_map<std::string, GamePointer> games_;
  Lobby lobby_;
  House house_;
  std::chrono::steady_clock::time_point last_sign_of_life_;
  Milliseconds alive_ = 0;                              // when it was given
  std::unordered_map<std::string, Milliseconds> lost_;  // games that could not be stored, and since when
  boost::asio::steady_timer timer_;
  bool closing_ = false;
};

}  // namespace blindmate::server
