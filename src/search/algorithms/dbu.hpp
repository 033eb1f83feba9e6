// DBU, depth before breadth before uncertainty (Russell & Wolfe 2005, figure 6): searches for a plan that wins in the
// first state alone, then makes it win in the second as well, and so on. One state of each belief state can be enough
// for a disproof. The states may arrive while estimation is still under way (section 7).
//
// Invariant: the plan wins in all states that were added. Departs from the paper where incremental.hpp does.
#pragma once

#include "blindmate/search/algorithms/incremental.hpp"

namespace blindmate::search {

template <Domain D>
class Dbu {
 public:
  using Pointer = typename Policy<D>::Pointer;

  Dbu(const Search<D>& search, const DbuOptions& options)
      : tree_(search, {.breadth = Breadth::all_percepts, .first = options.first, .greedy = options.greedy}) {}

  void begin(const typename D::Situation& situation, int depth) { root_ = tree_.new_node(situation, depth); }

  // False is a disproof of the states added so far, and of all belief states that hold them.
  bool add(const typename D::State& state) {
    root_->states.insert(state);
    return tree_.extend(*root_);
  }

  // After all states were added without a disproof.
  Pointer policy() const { return tree_.policy(*root_); }

  Pointer solve(const Problem<D>& problem) {
    begin(problem.situation, problem.depth);
    for (const typename D::State& state : problem.states) {
      if (!add(state)) return nullptr;
    }
    return policy();
  }

 private:
  Incremental<D> tree_;
  Owned<typename Incremental<D>::OrNode> root_;
};

}  // namespace blindmate::search
