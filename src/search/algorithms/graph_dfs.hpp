// DFS on the graph of belief states (Wolfe & Russell 2007, figure 5): depth-first search that remembers proofs,
// disproofs and what is on the stack, of equal belief states (DFS=) or of subsets and supersets (DFS-subset).
//
// Invariant: what is in the cache is true whatever is on the stack. A failure that rests on the stack is not stored
// until the node it rests on is left; then all such failures inside it are stored at once.
//
// Improvements that the paper names: actual depths of proofs and disproofs are stored; undecided nodes are disproved
// when their cycles have closed. With the letters of the tree search, legal branches come first and greedy pruning
// applies.
#pragma once

#include "blindmate/search/algorithms/graph.hpp"

namespace blindmate::search {

template <Domain D>
class GraphDfs {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using Situation = typename D::Situation;
  using States = std::span<const typename D::State>;

  GraphDfs(const Search<D>& search, const GraphOptions& options)
      : search_(search),
        options_(options),
        cache_(options.related, search.without, search.meter),
        undecided_(cache_, search.meter.memory()) {}

  ~GraphDfs() {
    if (search_.cache_counts != nullptr) *search_.cache_counts = cache_.counts();
  }
  GraphDfs(const GraphDfs&) = delete;
  GraphDfs& operator=(const GraphDfs&) = delete;

  Pointer solve(const Problem<D>& problem) {
    const Result result = solve_or(problem.situation, problem.states, problem.depth);
    if (!result.proved()) return nullptr;
    const auto again = [this](const Situation& situation, States states, int depth) {
      solve_or(situation, states, depth, false);
    };
    return read_off(search_, cache_, problem.situation, States(problem.states), result.depth,
                    std::pmr::vector<typename D::Action>(search_.meter.memory()), again);
  }

 private:
  Result solve_or(const Situation& situation, States states, int depth, bool look_up = true) {
    search_.meter.count_node();
    forget_if_full(cache_, undecided_);
    std::pmr::vector<Element> elements(search_.meter.memory());
    for (const auto& state : states) elements.push_back(cache_.intern(situation, state));
    const auto found = look_up ? cache_.find(elements, depth) : typename BeliefCache<D>::Found{};
    switch (found.kind) {
      case BeliefCache<D>::Found::Kind::nothing: break;
      case BeliefCache<D>::Found::Kind::proof: return Result::proof(found.depth);
      case BeliefCache<D>::Found::Kind::disproof: return Result::disproof(found.depth);
      case BeliefCache<D>::Found::Kind::cycle:
        return {.kind = Result::Kind::cycle, .depth = kForever, .highest = found.place, .lowest = found.place};
    }
    const int place = cache_.stack_size();
    const ObjectId object = cache_.open();
    for (const Element element : elements) cache_.append(object, element);
    cache_.push_on_stack(object);
    const std::size_t mark = undecided_.mark();
    Result result{.depth = kForever};
    Choices<D> choices(search_.meter.memory());
    while (const auto action = choices.next(search_.domain, situation, states, search_.shuffle)) {
      bool hopeless = false;
      const Result one = solve_and(situation, states, *action, depth, hopeless);
      if (one.proved()) {
        cache_.prove(object, one.depth, *action);
        undecided_.forget_since(mark);
        leave(object);
        return one;
      }
      if (hopeless) {  // whatever the other actions rest on
        cache_.disprove(object, one.depth);
        undecided_.forget_since(mark);
        leave(object);
        return one;
      }
      add_failure(result, one);
    }
    leave(object);
    if (result.highest < place) {
      undecided_.add(mark, object, result.depth);
      return {.kind = Result::Kind::cycle,
              .depth = result.depth,
              .highest = result.highest,
              .lowest = std::min(result.lowest, place - 1)};
    }
    cache_.disprove(object, result.depth);
    undecided_.disprove_since(mark, result.depth);
    return Result::disproof(result.depth);
  }

  void leave(ObjectId object) {
    cache_.pop_from_stack();
    cache_.let_go(object);
  }

  Result solve_and(const Situation& situation, States states, const typename D::Action& action, int depth,
                   bool& hopeless) {
    Parts<D> parts(search_.meter.memory());
    if (!apply(search_.domain, states, action, depth, false, search_.meter, search_.shuffle, parts))
      return Result::disproof(depth == 1 ? 1 : kForever);
    order_branches(search_, options_.first, parts);
    int longest = 1;
    for (auto& [percept, part] : parts) {
      const Situation next = search_.domain.next(situation, action, percept);
      const bool carried_out = search_.domain.carried_out(percept);
      const Result result = after_action(solve_or(next, part.all(), search_.depth_after(depth, percept)), carried_out);
      if (!result.proved()) {
        hopeless =
            options_.greedy && result.kind == Result::Kind::disproof && search_.is_subproblem(situation, percept, next);
        return result;
      }
      longest = std::max(longest, result.depth);
    }
    return Result::proof(longest);
  }

  Search<D> search_;
  GraphOptions options_;
  BeliefCache<D> cache_;
  Undecided<D> undecided_;
};

}  // namespace blindmate::search
