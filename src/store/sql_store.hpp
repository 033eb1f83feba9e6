// The store as SQL that SQLite and PostgreSQL both understand. A database is one file with a class that runs
// statements, and the schema in its own words.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "blindmate/store/store.hpp"

namespace blindmate::store {

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string>;
using SqlRow = std::vector<SqlValue>;

// Another transaction was in the way: the same may succeed when it is tried again.
class StoreBusy : public StoreError {
  using StoreError::StoreError;
};

class SqlDatabase {
 public:
  SqlDatabase() = default;
  virtual ~SqlDatabase() = default;
  SqlDatabase(const SqlDatabase&) = delete;
  SqlDatabase& operator=(const SqlDatabase&) = delete;

  // All throw StoreError. Values are $1, $2, ... in the order of their first appearance; the text must outlive the
  // database, which knows statements again by their address. The function now_ms() tells the time. FOR SHARE holds rows
  // until the end of the transaction, where there can be another one.
  virtual std::vector<SqlRow> query(const char* sql, const SqlRow& values) = 0;
  virtual void begin() = 0;
  virtual void commit() = 0;
  virtual void roll_back() noexcept = 0;
  virtual bool is_shared() const = 0;
};

std::unique_ptr<Store> make_sql_store(std::unique_ptr<SqlDatabase> database);

}  // namespace blindmate::store
