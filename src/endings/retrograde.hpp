// Retrograde analysis over belief states: from the mates backwards, for each placement of the attacker's men the
// largest sets of squares that the lone king may be on for the attacker to mate surely in n moves. The idea is that of
// Ciancarini & Favini, "Solving Kriegspiel endings with brute force" (2009). A set is won when, for some try, the
// squares on which it is refused are won with the same men, and what each announcement leaves after the king's reply is
// won in n - 1; as subsets of won sets are won, only the largest need be kept.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "blindmate/endings/table.hpp"

namespace blindmate::endings {

struct RetrogradeOptions {
  // Of the largest sets of a placement that are built upon; with fewer the mates are as sure, but may not be the
  // shortest.
  std::size_t most_sets = std::numeric_limits<std::size_t>::max();
  int most_moves = 100;
  int threads = 1;
  // Told after each n: how many sets were found, and how many are built upon.
  std::function<void(int moves, std::size_t found, std::size_t kept)> progress{};
};

// Every win that was found. `smaller` are the tables of the endings that a capture or a promotion leads to, as far as
// they are to be used.
Table retrograde(const Ending& ending, const std::vector<const Table*>& smaller, const RetrogradeOptions& options = {});

// Only those wins that are needed, whatever the referee answers, from so many of the largest sets of each placement on,
// and from the squares where the king can take nothing.
Table needed(const Table& all, std::size_t starts);

}  // namespace blindmate::endings
