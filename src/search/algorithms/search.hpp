// What every algorithm is given, and what they share.
#pragma once

#include <functional>

#include "blindmate/search/algorithms/options.hpp"
#include "blindmate/search/caches/counts.hpp"
#include "blindmate/search/choices.hpp"
#include "blindmate/search/domain.hpp"
#include "blindmate/search/meter.hpp"
#include "blindmate/search/parts.hpp"
#include "blindmate/search/policy.hpp"

namespace blindmate::search {

template <Domain D>
struct Search {
  const D& domain;
  Meter& meter;
  Shuffle& shuffle;
  Without without{};
  CacheCounts* cache_counts = nullptr;  // where graph algorithms report

  using Percept = typename D::Percept;
  using Situation = typename D::Situation;
  using PolicyPointer = typename Policy<D>::Pointer;

  int depth_after(int depth, const Percept& percept) const { return domain.carried_out(percept) ? depth - 1 : depth; }

  PolicyPointer policy(const typename D::Action& action,
                       std::pmr::vector<std::pair<Percept, PolicyPointer>> then) const {
    return std::allocate_shared<Policy<D>>(std::pmr::polymorphic_allocator<Policy<D>>(meter.memory()),
                                           Policy<D>{action, std::move(then)});
  }

  // Whether a branch is the same problem on a subset of the states: an action that was not feasible, and nothing lost
  // by having tried. If such a branch is disproved, so is the belief state it came from (Russell & Wolfe 2005, theorem
  // 2), which greedy pruning uses. An answer is none: the question is spent.
  bool is_subproblem(const Situation& before, const Percept& percept, const Situation& after) const {
    return !domain.carried_out(percept) && before == after;
  }
};

// Solves one problem after the other, and may remember what it has found: a policy, or nothing for a disproof.
template <Domain D>
using Solver = std::function<typename Policy<D>::Pointer(const Problem<D>&)>;

template <Domain D>
void order_branches(const Search<D>& search, First first, Parts<D>& parts) {
  search.shuffle(parts.begin(), parts.end());
  if (first == First::any) return;
  std::stable_partition(parts.begin(), parts.end(), [&](const auto& part) {
    return search.domain.carried_out(part.percept) == (first == First::legal);
  });
}

}  // namespace blindmate::search
