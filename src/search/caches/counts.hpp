// What an algorithm does not use, for experiments, and what a cache has found.
#pragma once

#include <cstdint>

namespace blindmate::search {

struct Without {
  bool proofs = false;
  bool disproofs = false;
  bool cycles = false;
  bool bound = false;    // closure: the relaxed problem
  bool levels = false;   // closure: confined passes
  bool history = false;  // closure: the order of what worked before
};

struct CacheCounts {
  std::uint64_t lookups = 0;
  std::uint64_t proofs = 0;     // found
  std::uint64_t disproofs = 0;  // found
  std::uint64_t cycles = 0;     // found
  std::uint64_t forgotten = 0;  // status objects
};

}  // namespace blindmate::search
