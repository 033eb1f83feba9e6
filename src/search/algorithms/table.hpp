// The table of algorithms. A new one is a file beside this one, a row here, and it is then in every comparison of the
// tests (docs/add-an-algorithm.md).
#pragma once

#include <array>

#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/search/algorithms/closure.hpp"
#include "blindmate/search/algorithms/dbu.hpp"
#include "blindmate/search/algorithms/dfs.hpp"
#include "blindmate/search/algorithms/dub.hpp"
#include "blindmate/search/algorithms/graph_dbu.hpp"
#include "blindmate/search/algorithms/graph_dfs.hpp"
#include "blindmate/search/algorithms/ipns.hpp"
#include "blindmate/search/algorithms/pns.hpp"

namespace blindmate::search {

template <Domain D, DfsOptions options>
Solver<D> dfs(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return Dfs<D>(search, options).solve(problem); };
}
template <Domain D, PnsOptions options>
Solver<D> pns(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return Pns<D>(search, options).solve(problem); };
}
template <Domain D, First first, bool greedy>
Solver<D> dub(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return Dub<D>(search, first, greedy).solve(problem); };
}
template <Domain D, DbuOptions options>
Solver<D> dbu(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return Dbu<D>(search, options).solve(problem); };
}
template <Domain D, GraphOptions options>
Solver<D> graph_dfs(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return GraphDfs<D>(search, options).solve(problem); };
}
template <Domain D, GraphOptions options>
Solver<D> graph_dbu(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return GraphDbu<D>(search, options).solve(problem); };
}
template <Domain D>
Solver<D> closure(const Search<D>& search) {
  return [search, closure = std::shared_ptr<Closure<D>>()](const Problem<D>& problem) mutable {
    if (!closure) closure = std::make_shared<Closure<D>>(search);  // not before: it may reach a limit
    return closure->solve(problem);
  };
}
template <Domain D>
Solver<D> ipns(const Search<D>& search) {
  return [search](const Problem<D>& problem) { return Ipns<D>(search).solve(problem); };
}

// clang-format off
template <Domain D>
inline constexpr std::array kAlgorithms = {
    Algorithm<D>{"dfs", "", "depth-first search", dfs<D, DfsOptions{}>},
    Algorithm<D>{"l-dfs", "", "DFS, legal branches first", dfs<D, DfsOptions{.first = First::legal}>},
    Algorithm<D>{"e-dfs", "udb", "DFS with early termination: uncertainty, depth, breadth", dfs<D, DfsOptions{.early = true}>},
    Algorithm<D>{"le-dfs", "l-udb", "E-DFS, legal branches first", dfs<D, DfsOptions{.first = First::legal, .early = true}>},
    Algorithm<D>{"g-dfs", "", "DFS with greedy pruning", dfs<D, DfsOptions{.greedy = true}>},
    Algorithm<D>{"gl-dfs", "", "G-DFS, legal branches first", dfs<D, DfsOptions{.first = First::legal, .greedy = true}>},
    Algorithm<D>{"gx-dfs", "", "G-DFS, the illegal branch first", dfs<D, DfsOptions{.first = First::illegal, .greedy = true}>},
    Algorithm<D>{"gle-dfs", "", "E-DFS with greedy pruning, legal branches first", dfs<D, DfsOptions{.first = First::legal, .early = true, .greedy = true}>},
    Algorithm<D>{"pns", "", "proof-number search", pns<D, PnsOptions{}>},
    Algorithm<D>{"l-pns", "", "PNS, legal branches first among equals", pns<D, PnsOptions{.first = First::legal}>},
    Algorithm<D>{"e-pns", "", "PNS with early termination", pns<D, PnsOptions{.early = true}>},
    Algorithm<D>{"dub", "", "incremental: depth, uncertainty, breadth", dub<D, First::any, false>},
    Algorithm<D>{"l-dub", "", "DUB, legal branches first", dub<D, First::legal, false>},
    Algorithm<D>{"gl-dub", "", "L-DUB with greedy pruning", dub<D, First::legal, true>},
    Algorithm<D>{"dbu", "", "incremental: depth, breadth, uncertainty", dbu<D, DbuOptions{}>, DbuOptions{}},
    Algorithm<D>{"l-dbu", "", "DBU, legal branches first", dbu<D, DbuOptions{.first = First::legal}>, DbuOptions{.first = First::legal}},
    Algorithm<D>{"gl-dbu", "", "L-DBU with greedy pruning that salvages plans", dbu<D, DbuOptions{.first = First::legal, .greedy = true}>, DbuOptions{.first = First::legal, .greedy = true}},
    Algorithm<D>{"ipns", "", "incremental proof-number search, state by state", ipns<D>},
    Algorithm<D>{"dfs-equal", "", "DFS that remembers belief states", graph_dfs<D, GraphOptions{.related = Related::equal}>},
    Algorithm<D>{"dfs-subset", "", "DFS that remembers belief states, their subsets and supersets", graph_dfs<D, GraphOptions{.related = Related::subset}>},
    Algorithm<D>{"gl-dfs-subset", "", "DFS-subset with greedy pruning, legal branches first", graph_dfs<D, GraphOptions{.related = Related::subset, .first = First::legal, .greedy = true}>},
    Algorithm<D>{"dbu-equal", "", "DBU that remembers belief states", graph_dbu<D, GraphOptions{.related = Related::equal}>},
    Algorithm<D>{"dbu-subset", "", "DBU that remembers belief states, their subsets and supersets", graph_dbu<D, GraphOptions{.related = Related::subset}>},
    Algorithm<D>{"gl-dbu-equal", "", "DBU-equal with greedy pruning, legal branches first", graph_dbu<D, GraphOptions{.related = Related::equal, .first = First::legal, .greedy = true}>},
    Algorithm<D>{"gl-dbu-subset", "", "DBU-subset with greedy pruning, legal branches first", graph_dbu<D, GraphOptions{.related = Related::subset, .first = First::legal, .greedy = true}>},
    Algorithm<D>{"closure", "", "the default: good tries in any order, pruned by the fully observable problem", closure<D>},
};
// clang-format on

template <Domain D>
std::span<const Algorithm<D>> algorithms() {
  return kAlgorithms<D>;
}

}  // namespace blindmate::search
