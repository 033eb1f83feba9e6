// What the store keeps of guests, accounts and games: plain data. A game is its settings and its events; everything
// else follows.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/chess/types.hpp"
#include "blindmate/store/glicko2.hpp"

namespace blindmate::store {

using Milliseconds = std::int64_t;  // a span, or a moment since 1970
using GuestId = std::int64_t;

struct TimeControl {
  Milliseconds initial = 0;
  Milliseconds increment = 0;

  bool operator==(const TimeControl&) const = default;
};

struct Bot {  // of the house
  std::string player;
  int level = 1;

  bool operator==(const Bot&) const = default;
};

// What everybody may know of an account: a guest with a name.
struct Account {
  enum class Kind : std::uint8_t {
    person,
    bot,    // a program, which belongs to a person
    house,  // one of our own players at a level
  };
  GuestId id = 0;
  std::string name{};
  Kind kind = Kind::person;
  std::string owner{};  // of a bot
  Milliseconds since = 0;
  Rating rating{};
  std::int64_t rated_games = 0;

  bool operator==(const Account&) const = default;
};

// Somebody who was known by a token.
struct Person {
  GuestId id = 0;
  std::optional<Account> account{};

  bool operator==(const Person&) const = default;
};

struct Seat {
  std::optional<Bot> bot{};
  std::vector<GuestId> guests{};     // one person on several devices
  std::optional<Account> account{};  // of the person or the bot, as it was when the game was read
  std::string name{};                // in a game that was imported

  bool is_taken() const { return bot || !guests.empty() || !name.empty(); }
  bool operator==(const Seat&) const = default;
};

struct TableEvent {
  enum class Kind : std::uint8_t {
    started,   // both seats are taken
    asked,     // `by` asked `text`
    offered,   // a draw
    declined,  // a draw
    resumed,   // the server is back; it was away from `text` on
    ended,     // for a reason from outside the rules, which is `text`; `by` wins
    rematch,   // goes on as the game `text`
  };
  Kind kind = Kind::started;
  Milliseconds at = 0;
  std::optional<chess::Side> by{};
  std::string text{};

  bool operator==(const TableEvent&) const = default;
};

struct GameRecord {
  std::string id{};
  Milliseconds created = 0;
  std::string rules{};
  std::string start{};  // as FEN, in a game that was imported; empty: the usual one
  std::optional<TimeControl> time{};
  bool rated = false;
  bool in_lobby = false;            // a challenge, as long as a seat is free
  std::optional<Account> wanted{};  // who alone may accept it
  std::array<Seat, 2> seats{};
  std::vector<TableEvent> events{};
  std::array<std::string, 2> phantoms{};  // each player's notes, as JSON

  bool operator==(const GameRecord&) const = default;
};

// Two bots of the house, for everybody to watch.
inline bool is_exhibition(const GameRecord& game) { return game.seats[0].bot && game.seats[1].bot; }

inline bool is_made_by(const GameRecord& challenge, GuestId guest) {
  return std::any_of(challenge.seats.begin(), challenge.seats.end(), [&](const Seat& seat) {
    return std::find(seat.guests.begin(), seat.guests.end(), guest) != seat.guests.end();
  });
}

inline chess::Side free_side(const GameRecord& challenge) {
  return challenge.seats[0].is_taken() ? chess::Side::black : chess::Side::white;
}

// How somebody has done at puzzles.
struct Solver {
  Rating rating{};
  std::int64_t solved = 0;
  std::int64_t failed = 0;

  bool operator==(const Solver&) const = default;
};

// What a rated game has changed, by side.
struct RatingChange {
  double before = 0;
  double after = 0;

  bool operator==(const RatingChange&) const = default;
};
using RatingChanges = std::array<RatingChange, 2>;

}  // namespace blindmate::store
