// What a cache does not use, for experiments, and what it has found.
#pragma once

#include <cstdint>

namespace blindmate::search {

struct Without {
  bool proofs = false;
  bool disproofs = false;
  bool cycles = false;
};

struct CacheCounts {
  std::uint64_t lookups = 0;
  std::uint64_t proofs = 0;     // found
  std::uint64_t disproofs = 0;  // found
  std::uint64_t cycles = 0;     // found
  std::uint64_t forgotten = 0;  // status objects
};

}  // namespace blindmate::search
