// DBU: depth, then breadth, then uncertainty (Russell & Wolfe 2005, section 6.2, figure 6).
//
// Proves a belief state for one physical state, then extends that proof state by state. Finds disproofs that look at a
// single state of each belief state, which no black-box search can. States may come one at a time, while the belief
// state is still being estimated (section 7).
//
// Invariant: the current plan wins in every state added so far.
#pragma once

#include "blindmate/search/algorithms/incremental.hpp"

namespace blindmate::search {

template <Domain D>
class Dbu {
 public:
  using Pointer = typename Policy<D>::Pointer;

  Dbu(const Search<D>& search, First first, bool greedy)
      : tree_(search, {.breadth = Breadth::all_percepts, .first = first, .greedy = greedy}) {}

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
