// The database of checkmate problems: found problems in the order in which they are to be kept, each belief state once
// for a number of ply, so many of each kind; and its files (docs/formats.md).
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace blindmate::lab {

enum class Kind { mate, near_miss };

// A problem with all that is known of it.
struct Entry {
  Kind kind = Kind::mate;
  int ply = 0;
  boost::json::object line;            // of a problem file, but for its id
  std::string pgn;                     // how it came to this, filtered
  std::string plan;                    // of the mate, or of the witness
  int plan_length = 0;                 // in ply
  int plan_ply = 0;                    // the bound with which it was found
  std::vector<std::size_t> witness{};  // states of a near miss that the plan mates
};

// "mates-5": how its files are called.
std::string file_name(Kind kind, int ply);

boost::json::object to_json(const Entry& entry);
Entry entry_from_json(const boost::json::object& json);

class Database {
 public:
  Database(int most_ply, std::size_t count) : most_ply_(most_ply), count_(count) {}

  void add(Entry entry);
  bool full() const;
  std::size_t size(Kind kind, int ply) const;
  // By ply, mates first.
  const std::map<std::pair<int, Kind>, std::vector<Entry>>& entries() const { return entries_; }

  // What went wrong, or nothing.
  std::optional<std::string> write(const std::string& folder) const;

 private:
  int most_ply_;
  std::size_t count_;
  std::map<std::pair<int, Kind>, std::vector<Entry>> entries_;
  std::unordered_set<std::string> known_;
};

}  // namespace blindmate::lab
