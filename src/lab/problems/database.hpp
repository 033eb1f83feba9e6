// The database of checkmate problems of one rule set: found problems in the order in which they are to be kept, each
// belief state once for a number of ply, so many of each kind; and its files (docs/formats.md).
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate::lab {

enum class Kind { mate, near_miss };

// A problem with all that is known of it.
struct Entry {
  Kind kind = Kind::mate;
  int ply = 0;
  boost::json::object line;            // of a problem file, but for its id
  std::string pgn{};                   // how it came to this, filtered
  std::string plan{};                  // of the mate, or of the witness
  int plan_length = 0;                 // in ply
  int plan_ply = 0;                    // the bound with which it was found
  std::vector<std::size_t> witness{};  // states of a near miss that the plan mates
  bool published = false;              // its id is in its line
};

inline constexpr std::string_view kFirstRules = "berkeley";

// Where ours is: installed with the program, in the repository in whose build folder it is, or in the current folder.
std::string database_folder();

std::string_view name(Kind kind);  // "mates", "near-misses"

// "" or "wild16-": how all files of a rule set begin, "material-" or "wild16-material-" where material wins count.
std::string file_prefix(std::string_view rules, bool material_wins = false);
// "mates-5", "wild16-mates-5": how its files are called.
std::string file_name(Kind kind, int ply, std::string_view rules = kFirstRules, bool material_wins = false);

boost::json::object to_json(const Entry& entry);
Entry entry_from_json(const boost::json::object& json);

struct DatabaseOptions {
  std::string_view rules = kFirstRules;
  bool material_wins = false;  // count as mates, in all of them
  int least_ply = 3;
  int most_ply = 9;
  std::size_t count = 500;  // to be added of each kind and number of ply
};

class Database {
 public:
  explicit Database(const DatabaseOptions& options) : options_(options) {}

  // Those in the files of a folder, to which others are added: they keep their ids.
  Expected<void> read(const std::string& folder);

  void add(Entry entry);
  bool full() const;
  std::size_t added(Kind kind, int ply) const;
  const std::vector<Entry>& entries(Kind kind, int ply) const;
  const DatabaseOptions& options() const { return options_; }

  Expected<void> write(const std::string& folder) const;

 private:
  DatabaseOptions options_;
  std::map<std::pair<Kind, int>, std::vector<Entry>> entries_;
  std::unordered_set<std::string> known_;
};

}  // namespace blindmate::lab
