// The table of algorithms: plain data, for everybody who names, lists or chooses one. A new one is a file beside this
// one with its options, a row here, and it is then in every comparison of the tests (docs/add-an-algorithm.md).
#pragma once

#include <array>
#include <string_view>

#include "blindmate/search/algorithms/options.hpp"

namespace blindmate::search {

struct Algorithm {
  std::string_view name;
  std::string_view alias;  // empty when there is none
  std::string_view summary;
  AlgorithmOptions options;
};

// clang-format off
inline constexpr std::array kAlgorithms = {
    Algorithm{"dfs", "", "depth-first search", DfsOptions{}},
    Algorithm{"l-dfs", "", "DFS, legal branches first", DfsOptions{.first = First::legal}},
    Algorithm{"e-dfs", "udb", "DFS with early termination: uncertainty, depth, breadth", DfsOptions{.early = true}},
    Algorithm{"le-dfs", "l-udb", "E-DFS, legal branches first", DfsOptions{.first = First::legal, .early = true}},
    Algorithm{"g-dfs", "", "DFS with greedy pruning", DfsOptions{.greedy = true}},
    Algorithm{"gl-dfs", "", "G-DFS, legal branches first", DfsOptions{.first = First::legal, .greedy = true}},
    Algorithm{"gx-dfs", "", "G-DFS, the illegal branch first", DfsOptions{.first = First::illegal, .greedy = true}},
    Algorithm{"gle-dfs", "", "E-DFS with greedy pruning, legal branches first", DfsOptions{.first = First::legal, .early = true, .greedy = true}},
    Algorithm{"pns", "", "proof-number search", PnsOptions{}},
    Algorithm{"l-pns", "", "PNS, legal branches first among equals", PnsOptions{.first = First::legal}},
    Algorithm{"e-pns", "", "PNS with early termination", PnsOptions{.early = true}},
    Algorithm{"dub", "", "incremental: depth, uncertainty, breadth", DubOptions{}},
    Algorithm{"l-dub", "", "DUB, legal branches first", DubOptions{.first = First::legal}},
    Algorithm{"gl-dub", "", "L-DUB with greedy pruning", DubOptions{.first = First::legal, .greedy = true}},
    Algorithm{"dbu", "", "incremental: depth, breadth, uncertainty", DbuOptions{}},
    Algorithm{"l-dbu", "", "DBU, legal branches first", DbuOptions{.first = First::legal}},
    Algorithm{"gl-dbu", "", "L-DBU with greedy pruning that salvages plans", DbuOptions{.first = First::legal, .greedy = true}},
    Algorithm{"ipns", "", "incremental proof-number search, state by state", IpnsOptions{}},
    Algorithm{"dfs-equal", "", "DFS that remembers belief states", GraphDfsOptions{{.related = Related::equal}}},
    Algorithm{"dfs-subset", "", "DFS that remembers belief states, their subsets and supersets", GraphDfsOptions{{.related = Related::subset}}},
    Algorithm{"gl-dfs-subset", "", "DFS-subset with greedy pruning, legal branches first", GraphDfsOptions{{.related = Related::subset, .first = First::legal, .greedy = true}}},
    Algorithm{"dbu-equal", "", "DBU that remembers belief states", GraphDbuOptions{{.related = Related::equal}}},
    Algorithm{"dbu-subset", "", "DBU that remembers belief states, their subsets and supersets", GraphDbuOptions{{.related = Related::subset}}},
    Algorithm{"gl-dbu-equal", "", "DBU-equal with greedy pruning, legal branches first", GraphDbuOptions{{.related = Related::equal, .first = First::legal, .greedy = true}}},
    Algorithm{"gl-dbu-subset", "", "DBU-subset with greedy pruning, legal branches first", GraphDbuOptions{{.related = Related::subset, .first = First::legal, .greedy = true}}},
    Algorithm{"closure", "", "the default: good tries in any order, pruned by the fully observable problem", ClosureOptions{}},
};
// clang-format on

// By its name or its alias.
constexpr const Algorithm* find_algorithm(std::string_view name) {
  for (const Algorithm& algorithm : kAlgorithms) {
    if (name == algorithm.name || (!name.empty() && name == algorithm.alias)) return &algorithm;
  }
  return nullptr;
}

}  // namespace blindmate::search
