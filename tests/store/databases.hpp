// Databases for stores: an SQLite file, or a database of its own in the PostgreSQL that ctest has started. What a store
// does not tell of itself can be asked and changed behind its back, by SQL.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace blindmate::store {

class Database {
 public:
  Database() = default;
  virtual ~Database() = default;  // with all that is in it
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  virtual std::string store() const = 0;  // as open_store() and --store take it
  // All rows, as text; NULL is empty. Throws where something is wrong.
  virtual std::vector<std::vector<std::string>> run(const std::string& sql) const = 0;
  std::string value(const std::string& sql) const { return run(sql).at(0).at(0); }
};

std::unique_ptr<Database> new_sqlite_database(const std::string& file);
// Throws with what to do where there is no PostgreSQL.
std::unique_ptr<Database> new_postgres_database();

// A PostgreSQL of a test's own, which it may stop and start; the folder is made.
class OwnPostgres {
 public:
  explicit OwnPostgres(std::string folder);
  ~OwnPostgres();
  OwnPostgres(const OwnPostgres&) = delete;
  OwnPostgres& operator=(const OwnPostgres&) = delete;

  std::string store() const;
  void stop() const;   // those who are connected are cut off
  void crash() const;  // without a word to anybody
  void start() const;
  void restart() const;

 private:
  void control(const std::string& how) const;

  std::string folder_;
};

// For tests that run once with each.
struct KindOfDatabase {
  std::string name;
  std::unique_ptr<Database> (*make)(const std::string& file);
};
inline std::ostream& operator<<(std::ostream& out, const KindOfDatabase& kind) { return out << kind.name; }

inline auto databases() {
  return testing::Values(KindOfDatabase{"sqlite", new_sqlite_database},
                         KindOfDatabase{"postgres", [](const std::string&) { return new_postgres_database(); }});
}

inline std::string name_of_database(const testing::TestParamInfo<KindOfDatabase>& kind) { return kind.param.name; }

}  // namespace blindmate::store
