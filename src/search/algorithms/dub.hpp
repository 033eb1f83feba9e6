// DUB: depth, then uncertainty, then breadth (Russell & Wolfe 2005, section 6.2, figure 7).
//
// The inner recursion proves one percept branch, state by state. The outer one then proves the other percepts of that
// branch, the deepest first; what it has finished it never enters again.
//
// Invariant of the outer recursion: all states of the node are integrated, and its plan wins in them along its first
// branch.
#pragma once

#include "blindmate/search/algorithms/incremental.hpp"

namespace blindmate::search {

template <Domain D>
class Dub {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using OrNode = typename Incremental<D>::OrNode;

  Dub(const Search<D>& search, const DubOptions& options)
      : search_(search),
        first_(options.first),
        tree_(search, {.breadth = Breadth::first_percept, .first = options.first, .greedy = options.greedy}) {}

  Pointer solve(const Problem<D>& problem) {
    const auto root = tree_.new_node(problem.situation, problem.depth);
    for (const typename D::State& state : problem.states) root->states.insert(state);
    return tree_.extend(*root) && solve_outer(*root) ? root->proved : nullptr;
  }

 private:
  bool solve_outer(OrNode& node) {
    bool hopeless = false;
    while (!solve_branches(node, hopeless)) {
      if (hopeless || !tree_.replan(node)) return false;
    }
    tree_.finish(node);
    return true;
  }

  bool solve_branches(OrNode& node, bool& hopeless) {
    auto& children = node.current->children;
    if (first_ == First::legal && !children.empty()) {
      std::stable_partition(children.begin() + 1, children.end(),
                            [this](const auto& child) { return search_.domain.carried_out(child.percept); });
    }
    for (auto& child : children) {
      if (tree_.extend(*child.node) && solve_outer(*child.node)) continue;
      hopeless = tree_.is_hopeless(node, child);
      return false;
    }
    return true;
  }

  Search<D> search_;
  First first_;
  Incremental<D> tree_;
};

}  // namespace blindmate::search
