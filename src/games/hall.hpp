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

#include "blindmate/games/live_game.hpp"
#include "blindmate/games/lobby.hpp"
#include "blindmate/runtime/rate_limiter.hpp"

namespace blindmate::games {

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

  Hall(boost::asio::any_io_executor network, store::Storage& storage, runtime::Jobs& jobs, runtime::Metrics& metrics,
       const Limits& limits, std::string address);

  // Games whose clocks were running go on; forgotten ones leave the memory; and the store hears that we live.
  Awaitable<void> open();
  // Nothing is accepted any more; everything that was said is told.
  void close();

  const store::House& house() const { return house_; }
  Lobby& lobby() { return lobby_; }

  bool is_closing() const { return closing_; }
  store::Storage& storage() const { return services_.storage; }

  // Nowhere, here, or in another house.
  struct Found {
    GamePointer game{};
    std::optional<store::House> elsewhere{};
  };
  Awaitable<Found> locate(std::string id);
  // Null where there is none here.
  Awaitable<GamePointer> find(std::string id);

  enum class Made { yes, too_many_here, too_many_of_guest, too_many_challenges };
  Awaitable<Made> make(store::GameRecord record, store::GuestId guest);
  Awaitable<Made> exhibit(store::GameRecord record);
  bool has_enough_exhibitions() const;  // that are being watched

  Awaitable<std::optional<store::Person>> person(std::string token);
  // With the token for the cookie.
  struct NewGuest {
    store::GuestId id;
    std::string token;
  };
  Awaitable<NewGuest> new_guest();

  // After somebody has got a name, lost it, or logged out: tables show it, and connections of sessions that have ended
  // are closed.
  Awaitable<void> heed_change_of(store::GuestId guest);

 private:
  GamePointer adopt(store::GameRecord record);
  bool is_full(const store::GameRecord& wanted) const;
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
  runtime::RateLimiter rematches_{{.per_second = 0.5, .at_once = 10}};  // by guest
  std::unordered_map<std::string, GamePointer> games_;
  Lobby lobby_;
  store::House house_;
  std::chrono::steady_clock::time_point last_sign_of_life_;
  store::Milliseconds alive_ = 0;                              // when it was given
  std::unordered_map<std::string, store::Milliseconds> lost_;  // games that could not be stored, and since when
  boost::asio::steady_timer timer_;
  bool closing_ = false;
};

}  // namespace blindmate::games
