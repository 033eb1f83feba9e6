// Which checkmate problems a belief state makes (Russell & Wolfe 2005, section 3): a mate in exactly so many ply, or
// near misses, which have no mate within so many ply although a plan of that length mates in at least half of their
// states, and no shorter one in the same states.
//
// The ply are gone up from 1 until there is a mate. A near miss of d ply is worth a longer search at d + 2, as in the
// paper; other belief states get a short one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::lab {

struct FinderOptions {
  int least_ply = 3;
  int most_ply = 9;
  // States constructed by one search: of any belief state, and where there is a near miss two ply before.
  std::uint64_t short_search = 1'000'000;
  std::uint64_t long_search = 200'000'000;
  std::uint64_t second_search = 100'000'000;     // of another algorithm that refutes a near miss again
  std::uint64_t bytes = std::uint64_t{2} << 30;  // of one search
};

// A plan, and what it took to find it.
struct Proof {
  std::string plan;  // as JSON
  int length = 0;
  int ply = 0;  // the bound with which it was found
};

struct FoundProblem {
  referee::Problem problem;            // its ply and what is to be expected included
  Proof proof;                         // of a mate; of a near miss, for its witness
  std::vector<std::size_t> witness{};  // of a near miss: the states that the plan mates, by index
  std::uint64_t states = 0;            // constructed in proving or refuting the mate
};

// Of those that are wanted, the mate last, if there is one. Plans have passed the checker; near misses were refuted
// by two algorithms.
using Wanted = std::function<bool(bool is_mate, int ply)>;
std::vector<FoundProblem> find_problems(
    const referee::Problem& problem, const FinderOptions& options,
    const Wanted& wanted = [](bool, int) { return true; });

}  // namespace blindmate::lab
