// Store: where guests and games are kept. It may block, and throws StoreError when it fails: Storage calls it from a
// thread of its own. A database is one file with a class that does this.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/server/records.hpp"

namespace blindmate::server {

class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// What can be written.
struct NewGame {
  GameRecord game;
};
struct NewEvent {
  std::string game;
  std::size_t number = 0;  // from 0, without gaps
  TableEvent event;
  bool ends = false;  // the game is over with it
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
struct Alive {
  Milliseconds at = 0;
};
using Write = std::variant<NewGame, NewEvent, NewSitter, NewPhantoms, NewDeviceLink, Alive>;

struct DeviceLink {
  std::string game;
  chess::Side side;
};

class Store {
 public:
  Store() = default;
  virtual ~Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // All of them or none.
  virtual void write(const std::vector<Write>& writes) = 0;

  virtual GuestId new_guest(const std::string& token_hash, Milliseconds now) = 0;
  virtual std::optional<GuestId> guest(const std::string& token_hash) = 0;
  virtual std::optional<GameRecord> game(const std::string& id) = 0;
  virtual std::vector<GameRecord> games_of(GuestId guest, std::size_t most) = 0;  // unfinished first, then the newest
  virtual std::size_t unfinished_games_of(GuestId guest) = 0;
  virtual std::vector<std::string> games_with_running_clocks() = 0;
  virtual std::optional<DeviceLink> device_link(const std::string& token_hash) = 0;
  virtual Milliseconds last_alive() = 0;
  virtual std::string name() = 0;  // a random one, by which cookies of servers on one host are told apart
};

// A file, which is made where there is none, readable by its owner only. The error says what is wrong with it: no
// SQLite file, a newer schema, another server's.
Expected<std::unique_ptr<Store>> open_sqlite_store(const std::string& file);

// A copy of a store that may be in use. What went wrong, or nothing.
std::optional<std::string> back_up_sqlite_store(const std::string& file, const std::string& copy);

}  // namespace blindmate::server
