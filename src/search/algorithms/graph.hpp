// What the graph algorithms share: results that may rest on the stack, and plans read off the cache.
#pragma once

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/caches/belief_cache.hpp"
#include "blindmate/search/parts.hpp"

namespace blindmate::search {

// What a search of a node has found. A cycle is a failure that holds only while some belief states are on the stack:
// plans that come back to them are of no use there, but may be elsewhere (the graph-history interaction). It is not to
// be remembered before the last of them is left.
struct Result {
  enum class Kind : std::uint8_t { proof, disproof, cycle } kind = Kind::disproof;
  int depth = 0;  // at which it is proved, or up to which it is not solvable, branches that were cut by the stack aside
  int highest = kForever;  // cycles: the places on the stack that it rests on, the first ...
  int lowest = -1;         // ... and the last

  bool proved() const { return kind == Kind::proof; }

  static Result proof(int depth) { return {.kind = Kind::proof, .depth = depth}; }
  static Result disproof(int depth) { return {.kind = Kind::disproof, .depth = depth}; }
};

// The result for the node from that of a branch: an action carried out costs one.
inline Result after_action(Result result, bool carried_out) {
  if (carried_out && result.depth < kForever) ++result.depth;
  return result;
}

// Takes the failure of one more action into what is known of an OR-node that fails by all of them.
inline void add_failure(Result& all, const Result& one) {
  all.depth = std::min(all.depth, one.depth);
  all.highest = std::min(all.highest, one.highest);
  all.lowest = std::max(all.lowest, one.lowest);
}

// Nodes that were left without a value because of the stack. Once the node that closes all their cycles is disproved,
// so are they.
//
// A node may rest on another undecided one, and fails no deeper than that one does: so when a node is left undecided,
// the depths of all that were left inside it are lowered to its own. (A closing node's depth alone is not enough: it
// can be greater by the way that leads to the node in between.)
template <Domain D>
class Undecided {
 public:
  Undecided(BeliefCache<D>& cache, std::pmr::memory_resource* memory) : cache_(cache), nodes_(memory) {}

  // Marks stay good when the list is cleared.
  std::size_t mark() const { return cleared_ + nodes_.size(); }

  void add(std::size_t mark, ObjectId object, int depth) {
    for (std::size_t i = first_since(mark); i < nodes_.size(); ++i) nodes_[i].depth = std::min(nodes_[i].depth, depth);
    cache_.hold(object);
    nodes_.push_back({object, depth});
  }

  void disprove_since(std::size_t mark, int depth) {
    for (std::size_t i = first_since(mark); i < nodes_.size(); ++i) {
      cache_.disprove(nodes_[i].object, std::min(nodes_[i].depth, depth));
    }
    forget_since(mark);
  }

  void forget_since(std::size_t mark) {
    for (const std::size_t first = first_since(mark); nodes_.size() > first; nodes_.pop_back()) {
      cache_.let_go(nodes_.back().object);
    }
  }

  // For lack of memory.
  void clear() {
    cleared_ += nodes_.size();
    forget_since(0);
  }

 private:
  struct Node {
    ObjectId object = 0;
    int depth = 0;
  };

  std::size_t first_since(std::size_t mark) const { return mark > cleared_ ? mark - cleared_ : 0; }

  BeliefCache<D>& cache_;
  std::pmr::vector<Node> nodes_;
  std::size_t cleared_ = 0;
};

// To be called where no element is in use but those of held objects.
template <Domain D>
void forget_if_full(BeliefCache<D>& cache, Undecided<D>& undecided) {
  if (!cache.is_full()) return;
  undecided.clear();
  cache.forget();
}

// The plan of a belief state that was proved, read off the cache: the action of a proof, then the same for its
// branches. solve_again(situation, states, depth) proves what the cache has forgotten.
template <Domain D, class SolveAgain>
typename Policy<D>::Pointer read_off(const Search<D>& search, BeliefCache<D>& cache,
                                     const typename D::Situation& situation, std::span<const typename D::State> states,
                                     int depth, std::pmr::vector<typename D::Action> tried,
                                     const SolveAgain& solve_again) {
  std::pmr::memory_resource* const memory = search.meter.memory();
  const auto find = [&] {
    std::pmr::vector<Element> elements(memory);
    for (const auto& state : states) elements.push_back(cache.intern(situation, state));
    return cache.proof_without(elements, depth, tried);
  };
  auto found = find();
  if (!found) {
    solve_again(situation, states, depth);
    found = find();
    BLINDMATE_CHECK(found, "a proof of {} states at depth {} cannot be found again", states.size(), depth);
  }
  Parts<D> parts(memory);
  Meter uncounted;
  const bool applied =
      apply(search.domain, states, found->action, found->depth, false, uncounted, search.shuffle, parts);
  BLINDMATE_CHECK(applied, "a proof in the cache does not hold");
  std::pmr::vector<std::pair<typename D::Percept, typename Policy<D>::Pointer>> then(memory);
  tried.push_back(found->action);
  for (auto& [percept, part] : parts) {
    const bool carried_out = search.domain.carried_out(percept);
    const auto next = search.domain.next(situation, found->action, percept);
    // A proof of more states may begin with an action that is feasible in none of these.
    auto tried_then = next == situation && !carried_out ? tried : std::pmr::vector<typename D::Action>(memory);
    then.emplace_back(percept, read_off(search, cache, next, part.all(), found->depth - (carried_out ? 1 : 0),
                                        std::move(tried_then), solve_again));
  }
  return search.policy(found->action, std::move(then));
}

}  // namespace blindmate::search
