// The store in a PostgreSQL database, which several servers may share. A connection that is lost is made again with the
// next question.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <pqxx/pqxx>
#include <unordered_map>

#include "blindmate/store/sql_store.hpp"

namespace blindmate::store {
namespace {

// As those of SQLite: never change one that was released.
constexpr std::array kMigrations = {
    R"sql(
CREATE FUNCTION now_ms() RETURNS BIGINT LANGUAGE SQL AS $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000)::BIGINT $$;
CREATE TABLE guests (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, created_ms BIGINT NOT NULL);
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, guest BIGINT NOT NULL REFERENCES guests, created_ms BIGINT NOT NULL);
CREATE INDEX sessions_by_guest ON sessions (guest);
CREATE TABLE accounts (guest BIGINT PRIMARY KEY REFERENCES guests, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
  password_hash TEXT NOT NULL, owner BIGINT REFERENCES accounts, since_ms BIGINT NOT NULL, rating DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, rated_games BIGINT NOT NULL, rated_ms BIGINT NOT NULL);
CREATE INDEX accounts_by_owner ON accounts (owner);
CREATE INDEX accounts_by_rating ON accounts (rating) WHERE rated_games > 0;
CREATE TABLE presence (guest BIGINT PRIMARY KEY REFERENCES guests, seen_ms BIGINT NOT NULL);
CREATE TABLE logouts (guest BIGINT NOT NULL, at_ms BIGINT NOT NULL);
CREATE INDEX logouts_by_time ON logouts (at_ms);
CREATE TABLE houses (id TEXT PRIMARY KEY, address TEXT NOT NULL, alive_ms BIGINT NOT NULL, seen_ms BIGINT NOT NULL);
CREATE TABLE games (id TEXT PRIMARY KEY, created_ms BIGINT NOT NULL, rules TEXT NOT NULL, initial_ms BIGINT, increment_ms BIGINT,
  rated BIGINT NOT NULL, in_lobby BIGINT NOT NULL, wanted BIGINT REFERENCES guests, started_ms BIGINT, has_ended BIGINT NOT NULL DEFAULT 0, house TEXT);
CREATE INDEX running_clocks ON games (house) WHERE has_ended = 0 AND initial_ms IS NOT NULL AND started_ms IS NOT NULL;
CREATE INDEX lobby ON games (created_ms) WHERE in_lobby = 1;
CREATE TABLE bots (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, player TEXT NOT NULL, level BIGINT NOT NULL, PRIMARY KEY (game, side));
CREATE TABLE sitters (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, guest BIGINT NOT NULL REFERENCES guests, PRIMARY KEY (game, side, guest));
CREATE INDEX sitters_by_guest ON sitters (guest);
CREATE TABLE events (game TEXT NOT NULL REFERENCES games, number BIGINT NOT NULL, at_ms BIGINT NOT NULL, kind TEXT NOT NULL, by TEXT, text TEXT NOT NULL,
  PRIMARY KEY (game, number));
CREATE TABLE phantoms (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, phantoms TEXT NOT NULL, PRIMARY KEY (game, side));
CREATE TABLE device_links (token_hash TEXT PRIMARY KEY, game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, UNIQUE (game, side));
CREATE TABLE scores (game TEXT NOT NULL REFERENCES games, side TEXT NOT NULL, guest BIGINT REFERENCES guests, at_ms BIGINT NOT NULL,
  half_points BIGINT NOT NULL, before DOUBLE PRECISION, after DOUBLE PRECISION, PRIMARY KEY (game, side));
CREATE INDEX scores_by_guest ON scores (guest, at_ms);
CREATE TABLE server (name TEXT NOT NULL);
INSERT INTO server VALUES (substr(md5(random()::TEXT || clock_timestamp()::TEXT), 1, 8));
)sql",
    "CREATE TABLE reviews (game TEXT PRIMARY KEY REFERENCES games, messages TEXT NOT NULL);",
    R"sql(
CREATE TABLE imports (game TEXT PRIMARY KEY REFERENCES games, start TEXT NOT NULL, white TEXT NOT NULL, black TEXT NOT NULL);
CREATE TABLE problems (id TEXT PRIMARY KEY, line TEXT NOT NULL, created_ms BIGINT NOT NULL);
CREATE TABLE puzzles (id TEXT PRIMARY KEY, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL);
CREATE TABLE solvers (guest BIGINT PRIMARY KEY REFERENCES guests, rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL,
  volatility DOUBLE PRECISION NOT NULL, solved BIGINT NOT NULL, failed BIGINT NOT NULL);
CREATE TABLE attempts (guest BIGINT NOT NULL REFERENCES guests, puzzle TEXT NOT NULL, at_ms BIGINT NOT NULL, solved BIGINT NOT NULL,
  after DOUBLE PRECISION NOT NULL, PRIMARY KEY (guest, puzzle));
ALTER TABLE games ADD COLUMN is_exhibition BIGINT NOT NULL DEFAULT 0;
CREATE INDEX exhibitions ON games (has_ended, created_ms) WHERE is_exhibition = 1;
)sql",
};
constexpr std::int64_t kMigrationLock = 0x626c696e64;  // any number that all houses know

// The types of PostgreSQL's own catalogue.
constexpr pqxx::oid kBigInt = 20;
constexpr pqxx::oid kInteger = 23;
constexpr pqxx::oid kDouble = 701;

SqlValue value_of(const pqxx::field& field) {
  if (field.is_null()) return {};
  switch (field.type()) {
    case kBigInt:
    case kInteger: return field.as<std::int64_t>();
    case kDouble: {
      double number = 0;
      const std::string_view text(field.c_str(), field.size());
      std::from_chars(text.data(), text.data() + text.size(), number);
      return number;
    }
    default: return std::string(field.c_str(), field.size());
  }
}

class PostgresDatabase : public SqlDatabase {
 public:
  explicit PostgresDatabase(std::string address) : address_(std::move(address)) {}

  // What is wrong with the schema, or nothing.
  std::optional<std::string> migrate() {
    begin();
    execute(fmt::format("SELECT pg_advisory_xact_lock({})", kMigrationLock));
    execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)");
    const pqxx::result found = execute("SELECT version FROM schema_version");
    const std::size_t version = found.empty() ? 0 : found[0][0].as<std::size_t>();
    if (version > kMigrations.size()) {
      roll_back();
      return fmt::format("was written by a newer version of this program (schema {}, known is {})", version,
                         kMigrations.size());
    }
    for (std::size_t i = version; i < kMigrations.size(); ++i) execute(kMigrations[i]);
    if (found.empty()) execute("INSERT INTO schema_version VALUES (0)");
    execute(fmt::format("UPDATE schema_version SET version = {}", kMigrations.size()));
    commit();
    return std::nullopt;
  }

  std::vector<SqlRow> query(const char* sql, const SqlRow& values) override {
    return guarded([&] {
      connect();
      const std::string& name = prepared(sql);
      std::vector<std::string> texts(values.size());
      std::vector<const char*> parameters(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (std::holds_alternative<std::monostate>(values[i])) continue;
        texts[i] = text_of(values[i]);
        parameters[i] = texts[i].c_str();
      }
      if (transaction_) return rows(ask(*transaction_, name, parameters));
      pqxx::nontransaction alone(*connection_);
      return rows(ask(alone, name, parameters));
    });
  }
  void begin() override {
    guarded([&] {
      connect();
      transaction_ = std::make_unique<pqxx::work>(*connection_);
    });
  }
  void commit() override {
    guarded([&] {
      transaction_->commit();
      transaction_.reset();
    });
  }
  void roll_back() noexcept override { transaction_.reset(); }
  bool is_shared() const override { return true; }

 private:
  template <class Work>
  auto guarded(const Work& work) -> decltype(work()) {
    try {
      return work();
    } catch (const pqxx::broken_connection& error) {
      transaction_.reset();
      connection_.reset();
      throw StoreError(error.what());
    } catch (const pqxx::transaction_rollback& error) {  // a deadlock, among others
      throw StoreBusy(error.what());
    } catch (const pqxx::failure& error) {
      throw StoreError(error.what());
    }
  }

  void connect() {
    if (connection_) return;
    names_.clear();
    connection_ = std::make_unique<pqxx::connection>(address_);
  }

  pqxx::result execute(const std::string& sql) {
    return guarded([&] { return transaction_->exec(sql); });
  }

  // Statements are compiled once for a connection.
  const std::string& prepared(const char* sql) {
    std::string& name = names_[sql];
    if (name.empty()) {
      const std::string fresh = fmt::format("q{}", names_.size());
      connection_->prepare(fresh, sql);
      name = fresh;
    }
    return name;
  }

  static pqxx::result ask(pqxx::transaction_base& transaction, const std::string& name,
                          const std::vector<const char*>& parameters) {
#if PQXX_VERSION_MAJOR > 7 || (PQXX_VERSION_MAJOR == 7 && PQXX_VERSION_MINOR >= 10)
    pqxx::params list;
    for (const char* parameter : parameters) {
      if (parameter == nullptr) {
        list.append();
      } else {
        list.append(pqxx::zview(parameter));
      }
    }
    return transaction.exec(pqxx::prepped(name), list);
#else  // as Debian 12 has it
    return transaction.exec_prepared(name, pqxx::prepare::make_dynamic_params(parameters));
#endif
  }

  static std::string text_of(const SqlValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
    return fmt::format("{}", std::get<double>(value));
  }

  static std::vector<SqlRow> rows(const pqxx::result& result) {
    std::vector<SqlRow> rows;
    for (const pqxx::row& row : result) {
      SqlRow& values = rows.emplace_back();
      for (const pqxx::field& field : row) values.push_back(value_of(field));
    }
    return rows;
  }

  std::string address_;
  std::unique_ptr<pqxx::connection> connection_;
  std::unique_ptr<pqxx::work> transaction_;
  std::unordered_map<const char*, std::string> names_;
};

// An address without those parts in which a password can be.
struct Shown {
  std::string text;
  std::size_t ats = 0;  // before the first slash
};
Shown shown_address(const std::string& address) {
  const std::size_t begin = address.find("://") + 3;
  const std::size_t path = std::min(address.find_first_of("/?", begin), address.size());
  const std::string who_and_where = address.substr(begin, path - begin);
  const std::size_t at = who_and_where.rfind('@');
  const std::string where = at == std::string::npos ? who_and_where : who_and_where.substr(at + 1);
  const std::size_t question = std::min(address.find('?', path), address.size());
  return {"postgresql://" + where + address.substr(path, question - path),
          static_cast<std::size_t>(std::count(who_and_where.begin(), who_and_where.end(), '@'))};
}

}  // namespace

Expected<std::unique_ptr<Store>> open_postgres_store(const std::string& address) {
  const Shown shown = shown_address(address);
  if (shown.ats > 1) return Error{shown.text + ": an @ in a password is written as %40"};
  try {
    auto database = std::make_unique<PostgresDatabase>(address);
    if (const auto wrong = database->migrate()) return Error{fmt::format("{}: {}", shown.text, *wrong)};
    return make_sql_store(std::move(database));
  } catch (const StoreError& error) {
    return Error{fmt::format("{}: {}", shown.text, error.what())};
  }
}

}  // namespace blindmate::store
