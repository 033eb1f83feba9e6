#include "store/databases.hpp"

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <pqxx/pqxx>
#include <stdexcept>

namespace blindmate::store {
namespace {

class SqliteFile : public Database {
 public:
  explicit SqliteFile(std::string file) : file_(std::move(file)) {}

  std::string store() const override { return file_; }

  std::vector<std::vector<std::string>> run(const std::string& sql) const override {
    sqlite3* database = nullptr;
    sqlite3_open_v2(file_.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
    sqlite3_busy_timeout(database, 10'000);
    std::vector<std::vector<std::string>> rows;
    const auto add = [](void* into, int columns, char** values, char**) {
      auto& row = static_cast<std::vector<std::vector<std::string>>*>(into)->emplace_back();
      for (int i = 0; i < columns; ++i) row.emplace_back(values[i] == nullptr ? "" : values[i]);
      return 0;
    };
    const bool done = sqlite3_exec(database, sql.c_str(), add, &rows, nullptr) == SQLITE_OK;
    const std::string problem = sqlite3_errmsg(database);
    sqlite3_close(database);
    if (!done) throw std::runtime_error(problem);
    return rows;
  }

 private:
  std::string file_;
};

// As scripts/postgres prints it, for another database than its own.
std::string address_of(const std::string& database) {
  return fmt::format("postgresql://blindmate@/{}?host={}", database, BLINDMATE_POSTGRES);
}

std::vector<std::vector<std::string>> run_on(const std::string& address, const std::string& sql) {
  pqxx::connection connection(address);
  pqxx::nontransaction alone(connection);
  std::vector<std::vector<std::string>> rows;
  for (const pqxx::row& row : alone.exec(sql)) {
    auto& values = rows.emplace_back();
    for (const pqxx::field& field : row) values.emplace_back(field.is_null() ? "" : field.c_str());
  }
  return rows;
}

class PostgresDatabase : public Database {
 public:
  PostgresDatabase() : name_(fmt::format("test_{}_{}", getpid(), ++made_)) {
    try {
      run_on(address_of("postgres"), "CREATE DATABASE " + name_);
    } catch (const std::exception& error) {
      throw std::runtime_error(
          fmt::format("there is no PostgreSQL for the tests: {}ctest starts one; by hand: "
                      "scripts/postgres start {}",
                      error.what(), BLINDMATE_POSTGRES));
    }
  }
  ~PostgresDatabase() override {
    try {
      run_on(address_of("postgres"), fmt::format("DROP DATABASE {} WITH (FORCE)", name_));
    } catch (const std::exception& error) {
      fmt::print(stderr, "{} stays: {}\n", name_, error.what());
    }
  }

  std::string store() const override { return address_of(name_); }
  std::vector<std::vector<std::string>> run(const std::string& sql) const override {
    return run_on(address_of(name_), sql);
  }

 private:
  static inline int made_ = 0;
  std::string name_;
};

}  // namespace

std::unique_ptr<Database> new_sqlite_database(const std::string& file) { return std::make_unique<SqliteFile>(file); }

std::unique_ptr<Database> new_postgres_database() { return std::make_unique<PostgresDatabase>(); }

namespace {

void run_script(const std::string& script) {
  const std::string command = fmt::format("exec bash -c '{}' >/dev/null 2>&1 </dev/null", script);
  if (std::system(command.c_str()) != 0) throw std::runtime_error("this has failed: " + script);
}

}  // namespace

OwnPostgres::OwnPostgres(std::string folder) : folder_(std::move(folder)) {
  run_script(fmt::format("{}/../scripts/postgres start {}", TESTS_FOLDER, folder_));
  // For the next start, which has no options.
  std::ofstream(folder_ + "/data/postgresql.conf", std::ios::app)
      << fmt::format("listen_addresses = \'\'\nunix_socket_directories = \'{}\'\nfsync = off\n", folder_);
}

OwnPostgres::~OwnPostgres() {
  try {
    run_script(fmt::format("{}/../scripts/postgres stop {}", TESTS_FOLDER, folder_));
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
}

std::string OwnPostgres::store() const { return fmt::format("postgresql://blindmate@/postgres?host={}", folder_); }

// As who owns the data.
void OwnPostgres::control(const std::string& how) const {
  run_script(
      fmt::format("cd {0} && program=$(find /usr/lib/postgresql -path \"*/bin/pg_ctl\" | sort -V | tail -n 1) && "
                  "as=() && {{ [ $(id -u) -ne 0 ] || as=(runuser -u postgres --); }} && "
                  "\"${{as[@]}}\" \"$program\" --silent --wait --pgdata {0}/data --log {0}/data/log {1}",
                  folder_, how));
}

void OwnPostgres::stop() const { control("--mode fast stop"); }
void OwnPostgres::crash() const { control("--mode immediate stop"); }
void OwnPostgres::start() const { control("start"); }
void OwnPostgres::restart() const { control("--mode fast restart"); }

}  // namespace blindmate::store
