// How an algorithm goes about its search, as plain data.
#pragma once

#include <cstdint>
#include <variant>

namespace blindmate::search {

// Which of the branches of an AND-node are worked on first: those of a feasible action ("legal"), which have less depth
// left, or that of an infeasible one.
enum class First : std::uint8_t { any, legal, illegal };

// The belief states that a cache finds for another: the same, or subsets and supersets too.
enum class Related : std::uint8_t { equal, subset };

struct DfsOptions {
  First first = First::any;
  bool early = false;
  bool greedy = false;
};

struct PnsOptions {
  First first = First::any;
  bool early = false;
};

struct DubOptions {
  First first = First::any;
  bool greedy = false;
};

struct DbuOptions {
  First first = First::any;
  bool greedy = false;
};

struct GraphOptions {
  Related related = Related::equal;
  First first = First::any;
  bool greedy = false;
};
struct GraphDfsOptions : GraphOptions {};
struct GraphDbuOptions : GraphOptions {};

struct IpnsOptions {};

struct ClosureOptions {};

using AlgorithmOptions = std::variant<DfsOptions, PnsOptions, DubOptions, DbuOptions, GraphDfsOptions, GraphDbuOptions,
                                      IpnsOptions, ClosureOptions>;

}  // namespace blindmate::search
