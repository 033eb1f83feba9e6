// The store in an SQLite file: WAL, so that a copy can be made of a store in use; STRICT tables. A transaction that was
// acknowledged survives the end of this process however it comes; after a loss of power the last of them may be
// missing, but nothing is torn (synchronous = NORMAL).
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string_view>

#include "blindmate/server/store.hpp"

namespace blindmate::server {
namespace {

using chess::Side;
using Kind = TableEvent::Kind;

// The version of a schema is the number of these that it has had. Never change one that was released: add another.
constexpr std::array kMigrations = {
    R"sql(
CREATE TABLE guests (id INTEGER PRIMARY KEY, created_ms INTEGER NOT NULL) STRICT;
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, guest INTEGER NOT NULL REFERENCES guests, created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE games (id TEXT PRIMARY KEY, created_ms INTEGER NOT NULL, rules TEXT NOT NULL, initial_ms INTEGER, increment_ms INTEGER,
  has_ended INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
CREATE TABLE bots (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, player TEXT NOT NULL, level INTEGER NOT NULL,
  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE sitters (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, guest INTEGER NOT NULL REFERENCES guests,
  PRIMARY KEY (game, side, guest)) STRICT, WITHOUT ROWID;
CREATE INDEX sitters_by_guest ON sitters (guest);
CREATE INDEX running_clocks ON games (id) WHERE has_ended = 0 AND initial_ms IS NOT NULL;
CREATE TABLE events (game TEXT NOT NULL REFERENCES games, number INTEGER NOT NULL, at_ms INTEGER NOT NULL, kind TEXT NOT NULL,
  by TEXT, text TEXT NOT NULL, PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;
CREATE TABLE phantoms (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, phantoms TEXT NOT NULL,
  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE device_links (token_hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL,
  UNIQUE (game, side)) STRICT, WITHOUT ROWID;
CREATE TABLE server (one INTEGER PRIMARY KEY CHECK (one = 1), alive_ms INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
INSERT INTO server VALUES (1, 0, lower(hex(randomblob(4))));
)sql",
};

constexpr std::array<std::string_view, 7> kKinds = {"started", "asked", "offered", "declined",
                                                    "resumed", "ended", "rematch"};

std::string text(Side side) { return std::string(chess::name(side)); }

Side side_from(const std::string& text) { return text == "white" ? Side::white : Side::black; }

Kind kind_from(std::string_view text) {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    if (kKinds[i] == text) return static_cast<Kind>(i);
  }
  throw StoreError(fmt::format("an event of the kind \"{}\"", text));
}

// A statement with its values, which forgets its result when it is done with: one that is not reset would pin the state
// of the database that it has seen.
class Query {
 public:
  explicit Query(SQLite::Statement& statement) : statement_(statement) {}
  ~Query() { statement_.tryReset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  bool step() { return statement_.executeStep(); }
  SQLite::Column column(int index) const { return statement_.getColumn(index); }

 private:
  SQLite::Statement& statement_;
};

// Held as long as it lives: two servers on one file would each play the games for themselves.
class FileLock {
 public:
  explicit FileLock(const std::string& file) : file_(open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)) {}
  ~FileLock() {
    if (file_ >= 0) close(file_);
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

  bool is_there() const { return file_ >= 0; }
  bool is_held() const { return flock(file_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int file_;
};

class SqliteStore : public Store {
 public:
  SqliteStore(const std::string& file, std::unique_ptr<FileLock> lock)
      : lock_(std::move(lock)), database_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.setBusyTimeout(5000);
    database_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  }

  // What is wrong with the schema, or nothing.
  std::optional<std::string> migrate() {
    const int version = database_.execAndGet("PRAGMA user_version").getInt();
    if (version > static_cast<int>(kMigrations.size()))
      return fmt::format("was written by a newer version of this program (schema {}, known is {})", version,
                         kMigrations.size());
    for (std::size_t i = static_cast<std::size_t>(version); i < kMigrations.size(); ++i) {
      SQLite::Transaction transaction(database_);
      database_.exec(kMigrations[i]);
      database_.exec(fmt::format("PRAGMA user_version = {}", i + 1));
      transaction.commit();
    }
    return std::nullopt;
  }

  void write(const std::vector<Write>& writes) override {
    guarded([&] {
      SQLite::Transaction transaction(database_);
      for (const Write& write : writes) std::visit([this](const auto& what) { put(what); }, write);
      transaction.commit();
    });
  }

  GuestId new_guest(const std::string& token_hash, Milliseconds now) override {
    return guarded([&] {
      SQLite::Transaction transaction(database_);
      run("INSERT INTO guests (created_ms) VALUES (?)", now);
      const GuestId guest = database_.getLastInsertRowid();
      run("INSERT INTO sessions (token_hash, guest, created_ms) VALUES (?, ?, ?)", token_hash, guest, now);
      transaction.commit();
      return guest;
    });
  }

  std::optional<GuestId> guest(const std::string& token_hash) override {
    return guarded([&]() -> std::optional<GuestId> {
      Query found = query("SELECT guest FROM sessions WHERE token_hash = ?", token_hash);
      if (!found.step()) return std::nullopt;
      return found.column(0).getInt64();
    });
  }

  std::optional<GameRecord> game(const std::string& id) override {
    return guarded([&] { return read_game(id); });
  }

  std::vector<GameRecord> games_of(GuestId guest, std::size_t most) override {
    return guarded([&] {
      Query found = query(
          "SELECT DISTINCT games.id FROM sitters JOIN games ON games.id = sitters.game WHERE guest = ? "
          "ORDER BY has_ended, created_ms DESC LIMIT ?",
          guest, static_cast<std::int64_t>(most));
      std::vector<GameRecord> games;
      for (const std::string& id : first_column(found)) games.push_back(*read_game(id));
      return games;
    });
  }

  std::size_t unfinished_games_of(GuestId guest) override {
    return guarded([&] {
      Query found = query(
          "SELECT count(DISTINCT game) FROM sitters JOIN games ON games.id = sitters.game "
          "WHERE guest = ? AND has_ended = 0",
          guest);
      found.step();
      return static_cast<std::size_t>(found.column(0).getInt64());
    });
  }

  std::vector<std::string> games_with_running_clocks() override {
    return guarded([&] {
      Query found = query(
          "SELECT id FROM games WHERE has_ended = 0 AND initial_ms IS NOT NULL "
          "AND EXISTS (SELECT 1 FROM events WHERE game = id AND kind = 'started') ORDER BY id");
      return first_column(found);
    });
  }

  std::optional<DeviceLink> device_link(const std::string& token_hash) override {
    return guarded([&]() -> std::optional<DeviceLink> {
      Query found = query("SELECT game, side FROM device_links WHERE token_hash = ?", token_hash);
      if (!found.step()) return std::nullopt;
      return DeviceLink{found.column(0).getString(), side_from(found.column(1).getString())};
    });
  }

  std::string name() override {
    return guarded([&] {
      Query found = query("SELECT name FROM server");
      found.step();
      return found.column(0).getString();
    });
  }

  Milliseconds last_alive() override {
    return guarded([&] {
      Query found = query("SELECT alive_ms FROM server");
      found.step();
      return found.column(0).getInt64();
    });
  }

 private:
  template <class Work>
  static auto guarded(const Work& work) -> decltype(work()) {
    try {
      return work();
    } catch (const SQLite::Exception& error) {
      throw StoreError(error.what());
    }
  }

  // Statements are compiled once.
  template <class... Values>
  Query query(const char* sql, const Values&... values) {
    std::unique_ptr<SQLite::Statement>& statement = statements_[sql];
    if (!statement) statement = std::make_unique<SQLite::Statement>(database_, sql);
    statement->tryReset();
    statement->clearBindings();
    int index = 0;
    (bind(*statement, ++index, values), ...);
    return Query(*statement);
  }
  template <class... Values>
  void run(const char* sql, const Values&... values) {
    query(sql, values...).step();
  }

  template <class Value>
  static void bind(SQLite::Statement& statement, int index, const Value& value) {
    statement.bind(index, value);
  }
  template <class Value>
  static void bind(SQLite::Statement& statement, int index, const std::optional<Value>& value) {
    if (value) statement.bind(index, *value);
  }

  static std::vector<std::string> first_column(Query& found) {
    std::vector<std::string> result;
    while (found.step()) result.push_back(found.column(0).getString());
    return result;
  }

  void put(const NewGame& made) {
    const GameRecord& game = made.game;
    std::optional<Milliseconds> initial;
    std::optional<Milliseconds> increment;
    if (game.time) {
      initial = game.time->initial;
      increment = game.time->increment;
    }
    run("INSERT INTO games (id, created_ms, rules, initial_ms, increment_ms) VALUES (?, ?, ?, ?, ?)", game.id,
        game.created, game.rules, initial, increment);
    for (const Side side : {Side::white, Side::black}) {
      const Seat& seat = game.seats[chess::index(side)];
      if (seat.bot) {
        run("INSERT INTO bots (game, side, player, level) VALUES (?, ?, ?, ?)", game.id, text(side), seat.bot->player,
            seat.bot->level);
      }
      for (const GuestId guest : seat.guests) put(NewSitter{game.id, side, guest});
    }
    for (std::size_t i = 0; i < game.events.size(); ++i) put(NewEvent{game.id, i, game.events[i]});
  }

  void put(const NewEvent& made) {
    const TableEvent& event = made.event;
    const std::optional<std::string> by = event.by ? std::optional(text(*event.by)) : std::nullopt;
    run("INSERT INTO events (game, number, at_ms, kind, by, text) VALUES (?, ?, ?, ?, ?, ?)", made.game,
        static_cast<std::int64_t>(made.number), event.at, std::string(kKinds[static_cast<std::size_t>(event.kind)]), by,
        event.text);
    if (made.ends) run("UPDATE games SET has_ended = 1 WHERE id = ?", made.game);
  }

  void put(const NewSitter& made) {
    run("INSERT OR IGNORE INTO sitters (game, side, guest) VALUES (?, ?, ?)", made.game, text(made.side), made.guest);
  }

  void put(const NewPhantoms& made) {
    run("INSERT INTO phantoms (game, side, phantoms) VALUES (?, ?, ?) "
        "ON CONFLICT (game, side) DO UPDATE SET phantoms = excluded.phantoms",
        made.game, text(made.side), made.phantoms);
  }

  void put(const NewDeviceLink& made) {
    run("INSERT OR REPLACE INTO device_links (token_hash, game, side) VALUES (?, ?, ?)", made.token_hash, made.game,
        text(made.side));
  }

  void put(const Alive& made) { run("UPDATE server SET alive_ms = ?", made.at); }

  std::optional<GameRecord> read_game(const std::string& id) {
    GameRecord game{.id = id};
    Query found = query("SELECT created_ms, rules, initial_ms, increment_ms FROM games WHERE id = ?", id);
    if (!found.step()) return std::nullopt;
    game.created = found.column(0).getInt64();
    game.rules = found.column(1).getString();
    if (!found.column(2).isNull()) game.time = TimeControl{found.column(2).getInt64(), found.column(3).getInt64()};
    Query bots = query("SELECT side, player, level FROM bots WHERE game = ?", id);
    while (bots.step()) {
      game.seats[chess::index(side_from(bots.column(0).getString()))].bot =
          Bot{bots.column(1).getString(), bots.column(2).getInt()};
    }
    Query sitters = query("SELECT side, guest FROM sitters WHERE game = ? ORDER BY guest", id);
    while (sitters.step()) {
      game.seats[chess::index(side_from(sitters.column(0).getString()))].guests.push_back(sitters.column(1).getInt64());
    }
    Query events = query("SELECT at_ms, kind, by, text FROM events WHERE game = ? ORDER BY number", id);
    while (events.step()) {
      TableEvent event{kind_from(events.column(1).getString()), events.column(0).getInt64()};
      if (!events.column(2).isNull()) event.by = side_from(events.column(2).getString());
      event.text = events.column(3).getString();
      game.events.push_back(std::move(event));
    }
    Query phantoms = query("SELECT side, phantoms FROM phantoms WHERE game = ?", id);
    while (phantoms.step())
      game.phantoms[chess::index(side_from(phantoms.column(0).getString()))] = phantoms.column(1).getString();
    return game;
  }

  std::unique_ptr<FileLock> lock_;
  SQLite::Database database_;
  std::map<std::string_view, std::unique_ptr<SQLite::Statement>> statements_;
};

// Files that are made here, the journals of SQLite among them, are the owner's alone.
class PrivateFiles {
 public:
  PrivateFiles() : before_(umask(0077)) {}
  ~PrivateFiles() { umask(before_); }
  PrivateFiles(const PrivateFiles&) = delete;
  PrivateFiles& operator=(const PrivateFiles&) = delete;

 private:
  mode_t before_;
};

}  // namespace

Expected<std::unique_ptr<Store>> open_sqlite_store(const std::string& file) {
  const PrivateFiles private_files;
  auto lock = std::make_unique<FileLock>(file + ".lock");
  if (!lock->is_there()) return Error{fmt::format("{}: cannot be made or written", file)};
  if (!lock->is_held()) return Error{fmt::format("{}: another server uses it", file)};
  chmod(file.c_str(), 0600);  // of one that is there: SQLite's journals will be like it
  try {
    auto store = std::make_unique<SqliteStore>(file, std::move(lock));
    if (const auto wrong = store->migrate()) return Error{fmt::format("{}: {}", file, *wrong)};
    return std::unique_ptr<Store>(std::move(store));
  } catch (const SQLite::Exception& error) {
    return Error{fmt::format("{}: {}", file, error.what())};
  }
}

std::optional<std::string> back_up_sqlite_store(const std::string& file, const std::string& copy) {
  if (!std::filesystem::exists(file)) return fmt::format("{}: there is no such file", file);
  if (std::filesystem::exists(copy)) return fmt::format("{}: exists already", copy);
  const PrivateFiles private_files;
  const std::string unfinished = copy + ".part";
  std::error_code ignored;
  try {
    SQLite::Database database(file, SQLite::OPEN_READWRITE);
    database.setBusyTimeout(5000);
    std::filesystem::remove(unfinished, ignored);
    SQLite::Statement vacuum(database, "VACUUM INTO ?");
    vacuum.bind(1, unfinished);
    vacuum.exec();
  } catch (const SQLite::Exception& error) {
    std::filesystem::remove(unfinished, ignored);
    return fmt::format("{}: {}", copy, error.what());
  }
  std::filesystem::rename(unfinished, copy, ignored);
  if (ignored) return fmt::format("{}: {}", copy, ignored.message());
  return std::nullopt;
}

}  // namespace blindmate::server
