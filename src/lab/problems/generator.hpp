// The generator of checkmate problems: games of self-play, each looked through for problems, and the database that they
// fill. A game is a piece of work; what it gives depends on the seed and its number alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "blindmate/base/expected.hpp"
#include "blindmate/lab/problems/database.hpp"
#include "blindmate/lab/problems/problem_finder.hpp"
#include "blindmate/lab/problems/self_play.hpp"

namespace blindmate::lab {

struct GeneratorOptions {
  std::string folder;
  std::size_t games = 1000;
  std::size_t count = 500;  // of each kind and number of ply; no more games are played when all are found
  std::optional<std::size_t> deep_games{};  // problems of more than 5 ply, which take most of the time, in these only
  bool extend = false;                      // what the folder's files have is kept, with its ids
  std::uint64_t seed = 1;
  SelfPlayOptions self_play{};
  FinderOptions finder{};
  bool material_wins = false;  // problems in which a known material win counts as a mate
  std::size_t largest = 100;   // belief state that is looked at
  int threads = 1;
  bool quiet = false;
};

// Plays, or goes on where an earlier run stopped, and writes the database. Ctrl-C is no error.
Expected<void> generate(const GeneratorOptions& options);

}  // namespace blindmate::lab
