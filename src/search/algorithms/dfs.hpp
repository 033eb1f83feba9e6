// DFS and its improvements: depth-first search of the AND-OR tree of belief states, each belief state a black box
// (Russell & Wolfe 2005, section 5, figures 2 and 3).
//
// L, X: the branches of an AND-node in which the action was feasible come first, or last. E: a belief state is not
// constructed to its end once a state in it fails; E-DFS is UDB, uncertainty before depth before breadth. G: when the
// branch of an infeasible action is disproved, so is the OR-node above it (theorem 2).
//
// Invariant: what is returned is true of the belief state, whatever lies above it. Departs from figure 2 as footnote 8
// says: one child of an OR-node is constructed at a time.
#pragma once

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/parts.hpp"

namespace blindmate::search {

template <Domain D>
class Dfs {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using Situation = typename D::Situation;
  using States = std::span<const typename D::State>;

  Dfs(const Search<D>& search, const DfsOptions& options) : search_(search), options_(options) {}

  // Nothing when the problem is disproved.
  Pointer solve(const Problem<D>& problem) { return solve_or(problem.situation, problem.states, problem.depth); }

 private:
  Pointer solve_or(const Situation& situation, States states, int depth) {
    search_.meter.count_node();
    Choices<D> choices(search_.meter.memory());
    while (const auto action = choices.next(search_.domain, situation, states, search_.shuffle)) {
      bool hopeless = false;
      if (Pointer policy = solve_and(situation, states, *action, depth, hopeless)) return policy;
      if (hopeless) return nullptr;
    }
    return nullptr;
  }

  // `hopeless`: no other action can do better either.
  Pointer solve_and(const Situation& situation, States states, const typename D::Action& action, int depth,
                    bool& hopeless) {
    Parts<D> parts(search_.meter.memory());
    if (!apply(search_.domain, states, action, depth, options_.early, search_.meter, search_.shuffle, parts))
      return nullptr;
    order_branches(search_, options_.first, parts);
    std::pmr::vector<std::pair<typename D::Percept, Pointer>> then(search_.meter.memory());
    for (auto& [percept, part] : parts) {
      const Situation next = search_.domain.next(situation, action, percept);
      Pointer policy = solve_or(next, part.all(), search_.depth_after(depth, percept));
      if (!policy) {
        hopeless = options_.greedy && search_.is_subproblem(situation, percept, next);
        return nullptr;
      }
      then.emplace_back(percept, std::move(policy));
    }
    return search_.policy(action, std::move(then));
  }

  Search<D> search_;
  DfsOptions options_;
};

}  // namespace blindmate::search
