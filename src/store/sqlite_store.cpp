// The store in an SQLite file: WAL, so that a copy can be made of a store in use; STRICT tables. A transaction that was
// acknowledged survives the end of this process however it comes; after a loss of power the last of them may be
// missing, but nothing is torn (synchronous = NORMAL).
#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <unordered_map>

#include "blindmate/store/sql_store.hpp"

namespace blindmate::store {
namespace {

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
    // Accounts, ratings, the lobby; and who has a game, which was the one server before.
    R"sql(
CREATE TABLE accounts (guest INTEGER PRIMARY KEY REFERENCES guests, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  password_hash TEXT NOT NULL, owner INTEGER REFERENCES accounts, since_ms INTEGER NOT NULL, rating REAL NOT NULL, deviation REAL NOT NULL,
  volatility REAL NOT NULL, rated_games INTEGER NOT NULL, rated_ms INTEGER NOT NULL) STRICT;
CREATE INDEX accounts_by_owner ON accounts (owner);
CREATE INDEX accounts_by_rating ON accounts (rating) WHERE rated_games > 0;
CREATE INDEX sessions_by_guest ON sessions (guest);
CREATE TABLE presence (guest INTEGER PRIMARY KEY REFERENCES guests, seen_ms INTEGER NOT NULL) STRICT;
CREATE TABLE scores (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, guest INTEGER REFERENCES guests, at_ms INTEGER NOT NULL,
  half_points INTEGER NOT NULL, before REAL, after REAL, PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
CREATE INDEX scores_by_guest ON scores (guest, at_ms);
CREATE TABLE logouts (guest INTEGER NOT NULL, at_ms INTEGER NOT NULL) STRICT;
CREATE INDEX logouts_by_time ON logouts (at_ms);
CREATE TABLE houses (id TEXT PRIMARY KEY, address TEXT NOT NULL, alive_ms INTEGER NOT NULL, seen_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO houses SELECT 'before', '', alive_ms, 0 FROM server;
ALTER TABLE server DROP COLUMN alive_ms;
ALTER TABLE games ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN in_lobby INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN wanted INTEGER REFERENCES guests;
ALTER TABLE games ADD COLUMN started_ms INTEGER;
ALTER TABLE games ADD COLUMN house TEXT;
UPDATE games SET house = 'before', started_ms = (SELECT min(at_ms) FROM events WHERE game = id AND kind = 'started');
DROP INDEX running_clocks;
CREATE INDEX running_clocks ON games (house) WHERE has_ended = 0 AND initial_ms IS NOT NULL AND started_ms IS NOT NULL;
CREATE INDEX lobby ON games (created_ms) WHERE in_lobby = 1;
)sql",
    R"sql(
CREATE TABLE reviews (game TEXT PRIMARY KEY REFERENCES games, messages TEXT NOT NULL) STRICT, WITHOUT ROWID;
)sql",
    // Imports, studies, puzzles, exhibitions.
    R"sql(
CREATE TABLE imports (game TEXT PRIMARY KEY REFERENCES games, start TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE problems (id TEXT PRIMARY KEY, line TEXT NOT NULL, created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE puzzles (id TEXT PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE solvers (guest INTEGER PRIMARY KEY REFERENCES guests, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
  solved INTEGER NOT NULL, failed INTEGER NOT NULL) STRICT;
CREATE TABLE attempts (guest INTEGER NOT NULL REFERENCES guests, puzzle TEXT NOT NULL, at_ms INTEGER NOT NULL, solved INTEGER NOT NULL,
  after REAL NOT NULL, PRIMARY KEY (guest, puzzle)) STRICT, WITHOUT ROWID;
ALTER TABLE games ADD COLUMN is_exhibition INTEGER NOT NULL DEFAULT 0;
CREATE INDEX exhibitions ON games (has_ended, created_ms) WHERE is_exhibition = 1;
)sql",
};

// A statement with its values, which forgets its result when it is done with: one that is not reset would pin the state
// of the database that it has seen.
class Query {
 public:
  explicit Query(SQLite::Statement& statement) : statement_(statement) {}
  ~Query() { statement_.tryReset(); }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  bool step() { return statement_.executeStep(); }
  SqlRow row() const {
    SqlRow row;
    for (int i = 0; i < statement_.getColumnCount(); ++i) {
      const SQLite::Column column = statement_.getColumn(i);
      if (column.isNull()) {
        row.emplace_back();
      } else if (column.isInteger()) {
        row.emplace_back(std::int64_t{column.getInt64()});
      } else if (column.isFloat()) {
        row.emplace_back(column.getDouble());
      } else {
        row.emplace_back(column.getString());
      }
    }
    return row;
  }

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

class SqliteDatabase : public SqlDatabase {
 public:
  SqliteDatabase(const std::string& file, std::unique_ptr<FileLock> lock)
      : lock_(std::move(lock)), database_(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {
    database_.setBusyTimeout(5000);
    database_.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
    const auto tell_time = [](sqlite3_context* context, int, sqlite3_value**) {
      using namespace std::chrono;
      const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
      sqlite3_result_int64(context, now);
    };
    database_.createFunction("now_ms", 0, false, nullptr, tell_time, nullptr, nullptr, nullptr);
  }

  // What is wrong with the schema, or nothing. The lock tells that no other house is there any more.
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
    database_.exec("UPDATE houses SET seen_ms = 0");
    return std::nullopt;
  }

  std::vector<SqlRow> query(const char* sql, const SqlRow& values) override {
    return guarded([&] {
      Query query(prepared(sql, values));
      std::vector<SqlRow> rows;
      while (query.step()) rows.push_back(query.row());
      return rows;
    });
  }
  void begin() override {
    guarded([&] { database_.exec("BEGIN IMMEDIATE"); });
  }
  void commit() override {
    guarded([&] { database_.exec("COMMIT"); });
  }
  void roll_back() noexcept override { database_.tryExec("ROLLBACK"); }
  bool is_shared() const override { return false; }

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
  SQLite::Statement& prepared(const char* sql, const SqlRow& values) {
    std::unique_ptr<SQLite::Statement>& statement = statements_[sql];
    if (!statement) {
      std::string text(sql);
      constexpr std::string_view kForShare = "FOR SHARE";
      if (text.ends_with(kForShare)) text.resize(text.size() - kForShare.size());
      statement = std::make_unique<SQLite::Statement>(database_, text);
    }
    statement->tryReset();
    statement->clearBindings();
    for (std::size_t i = 0; i < values.size(); ++i) {
      std::visit(
          [&](const auto& value) {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (!std::is_same_v<Value, std::monostate>) statement->bind(static_cast<int>(i) + 1, value);
          },
          values[i]);
    }
    return *statement;
  }

  std::unique_ptr<FileLock> lock_;
  SQLite::Database database_;
  std::unordered_map<const char*, std::unique_ptr<SQLite::Statement>> statements_;
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
    auto database = std::make_unique<SqliteDatabase>(file, std::move(lock));
    if (const auto wrong = database->migrate()) return Error{fmt::format("{}: {}", file, *wrong)};
    return make_sql_store(std::move(database));
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

}  // namespace blindmate::store
