// A ladder: players that are frozen, their results against each other, and the ratings that follow. Who comes new plays
// against everybody who is there. docs/formats.md has the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/lab/matches/match.hpp"
#include "blindmate/tournament/cross_table.hpp"

namespace blindmate::lab {

struct Ladder {
  struct Rung {
    std::string name;
    std::string player;    // as match understands it
    std::string revision;  // of the program that played
  };
  struct Result {
    std::size_t first = 0;  // of the rungs
    std::size_t second = 0;
    int wins = 0;  // of the first
    int draws = 0;
    int losses = 0;
  };

  MatchOptions match{};
  std::uint64_t games = 0;  // of each pair
  std::vector<Rung> rungs{};
  std::vector<Result> results{};

  static Expected<Ladder> read(const std::string& file);
  std::string text() const;
};

// The best first; the rating of the first rung is 0.
std::vector<tournament::Standing> standings(const Ladder& ladder);

}  // namespace blindmate::lab
