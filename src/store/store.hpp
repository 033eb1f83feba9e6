// Store: where guests, accounts and games are kept. It may block, and throws StoreError when it fails: Storage calls it
// from a thread of its own.
//
// Several servers may share a store, the houses. A game lives in one of them at a time: in the one that has claimed it,
// as long as this one is heard of.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/store/records.hpp"

namespace blindmate::store {

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What can be written.
struct NewGame {
  GameRecord game;
};
struct NewEvent {  // in a game of this house
  std::string game;
  std::size_t number = 0;  // from 0, without gaps
  TableEvent event;
};
struct NewEnd {  // a rated game changes ratings
  std::string game;
  Milliseconds at = 0;
  std::optional<chess::Side> winner{};
  bool counts = true;  // for ratings and results; not when it was aborted
};
struct NewSitter {
  std::string game;
  chess::Side side;
  GuestId guest = 0;
};
struct NewPhantoms {
  std::string game;
  chess::Side side;
  std::string phantoms;
};
struct NewDeviceLink {  // in the place of an older one
  std::string token_hash;
  std::string game;
  chess::Side side;
};
struct NewReview {
  std::string game;
  std::vector<std::string> messages;  // each without a line feed
};
struct NewProblem {
  std::string id;
  std::string line;
};
struct NewAttempt {  // at a puzzle; changes ratings when it is the guest's first
  GuestId guest = 0;
  std::string puzzle;
  Rating first{};  // the puzzle's, when nobody has attempted it yet
  bool solved = false;
  Milliseconds at = 0;
};
struct Alive {  // this house is
  Milliseconds at = 0;
};
struct Seen {  // in the lobby, or waiting at a table
  std::vector<GuestId> guests;
};
using Write = std::variant<NewGame, NewEvent, NewEnd, NewSitter, NewPhantoms, NewDeviceLink, NewReview, NewProblem,
                           NewAttempt, Alive, Seen>;

struct DeviceLink {
  std::string game;
  chess::Side side;
};

struct House {
  std::string id{};       // random: who knows it is a house of the same store
  std::string address{};  // "host:port", for the others
};

// How an account has done under a rule set.
struct Results {
  std::string rules;
  std::int64_t won = 0;
  std::int64_t drawn = 0;
  std::int64_t lost = 0;

  bool operator==(const Results&) const = default;
};

// What can be read.
class Reader {
 public:
  Reader() = default;
  virtual ~Reader() = default;
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  // Guests and their sessions.
  virtual std::optional<Person> person(const std::string& token_hash) = 0;
  virtual std::vector<GuestId> lately_changed() = 0;  // some of whose sessions have ended

  // Accounts. Names are the same in whatever case.
  virtual std::optional<Account> account(GuestId guest) = 0;
  virtual std::optional<Account> account_named(const std::string& name) = 0;
  virtual std::vector<Account> bots_of(GuestId owner) = 0;
  virtual std::string password_hash(GuestId guest) = 0;
  virtual std::vector<Account> best_accounts(std::size_t most) = 0;  // by rating, of those who have one
  virtual std::vector<Results> results_of(GuestId account) = 0;
  virtual std::vector<std::pair<Milliseconds, double>> rating_history(GuestId account) = 0;
  virtual std::optional<RatingChanges> rating_changes(const std::string& game) = 0;

  // Games.
  virtual std::optional<GameRecord> game(const std::string& id) = 0;
  virtual std::vector<GameRecord> games_of(GuestId guest, std::size_t most) = 0;  // unfinished first, then the newest
  virtual std::vector<GameRecord> finished_games_of(GuestId account, std::size_t most) = 0;  // the newest
  virtual std::size_t unfinished_games_of(GuestId guest) = 0;
  virtual std::optional<DeviceLink> device_link(const std::string& token_hash) = 0;

  virtual std::vector<std::string> review(const std::string& game) = 0;  // its messages; none when there is none

  // Those that are played first, unless they are older; then the newest.
  virtual std::vector<GameRecord> exhibitions(Milliseconds newer_than, std::size_t most) = 0;
  virtual std::optional<std::string> problem(const std::string& id) = 0;  // its line

  // Puzzles.
  virtual std::optional<Solver> solver(GuestId guest) = 0;  // nothing before the first attempt
  virtual std::vector<std::pair<Milliseconds, double>> solver_history(GuestId guest) = 0;
  virtual std::vector<std::string> attempted_puzzles(GuestId guest) = 0;
  virtual std::vector<std::pair<std::string, Rating>> puzzle_ratings() = 0;  // of those that were attempted

  // The lobby: of all houses.
  virtual std::vector<GameRecord> challenges() = 0;        // whose makers are present, oldest first
  virtual std::vector<std::string> lost_challenges() = 0;  // of no other house, whose makers are gone for a minute
  virtual std::size_t challenges_of(GuestId guest) = 0;
  virtual std::vector<Account> present_accounts() = 0;

  virtual std::vector<std::string> abandoned_games() = 0;  // whose clocks should run, but in no house

  virtual std::string name() = 0;  // a random one, by which cookies of servers on one host are told apart
};

class Store : public Reader {
 public:
  // All of them or none.
  virtual void write(const std::vector<Write>& writes) = 0;

  // Guests and their sessions.
  virtual GuestId new_guest(const std::string& token_hash, Milliseconds now) = 0;
  virtual void new_session(const std::string& token_hash, GuestId guest, Milliseconds now) = 0;
  virtual void end_session(const std::string& token_hash) = 0;
  virtual void end_sessions(GuestId guest) = 0;

  // Accounts.
  struct NewAccount {
    GuestId guest = 0;
    std::string name;
    Account::Kind kind = Account::Kind::person;
    std::string password_hash{};  // empty: there is none
    GuestId owner = 0;
    Milliseconds now = 0;
  };
  virtual bool new_account(const NewAccount& account) = 0;  // false when the name is taken or the guest has one
  virtual void set_password_hash(GuestId guest, const std::string& hash) = 0;
  // With its bots and all their sessions; false, and nothing is done, while one of them plays a rated game.
  virtual bool delete_account(GuestId guest) = 0;

  // Houses. Nothing can be written of games before this one has entered; when it enters under another name, its games
  // are abandoned.
  virtual void enter(const House& house, Milliseconds now) = 0;
  virtual void leave() = 0;
  struct Claimed {
    GameRecord game;
    std::optional<Milliseconds> away_since{};  // when another house had it that is heard of no more
  };
  // The game, from now on of this house; or the other house where it lives; or nothing where there is none.
  virtual std::variant<std::monostate, Claimed, House> claim(const std::string& game) = 0;

  virtual bool is_shared() const = 0;  // there may be other houses
};

// A file, which is made where there is none, readable by its owner only. The error says what is wrong with it: no
// SQLite file, a newer schema, another server's.
Expected<std::unique_ptr<Store>> open_sqlite_store(const std::string& file);

// A database: postgresql://user@host/name.
Expected<std::unique_ptr<Store>> open_postgres_store(const std::string& address);

bool is_postgres_address(const std::string& store);

// Whichever of the two it names.
Expected<std::unique_ptr<Store>> open_store(const std::string& store);

// A copy of a store that may be in use. What went wrong, or nothing.
std::optional<std::string> back_up_sqlite_store(const std::string& file, const std::string& copy);

}  // namespace blindmate::store
