// What turn closure has found of belief states. A disproved set is disproved with every superset and with less depth, a
// proved one with every subset and with more.
#pragma once

#include "blindmate/search/algorithms/closure_states.hpp"

namespace blindmate::search {

template <Domain D>
class ClosureVerdicts {
 public:
  using Set = typename ClosureStates<D>::Set;
  using Action = typename D::Action;
  using Pointer = typename Policy<D>::Pointer;

  struct Proof {
    std::uint64_t signature;
    int depth;
    Set set;
    std::pmr::vector<Action> actions;  // one after the other, until one is carried out
    Pointer policy{};                  // once it was asked for
  };

  enum class Known : std::uint8_t { nothing, proved, disproved };

  ClosureVerdicts(ClosureStates<D>& states, std::pmr::memory_resource* memory)
      : states_(states), memory_(memory), frames_(memory) {}

  // If it is disproved, `core` becomes a subset that is disproved, too.
  Known look_up(const Set& set, int depth, Set& core) {
    for (const Element element : set) {
      if (depth > 0 && !states_.is_refuted(element, depth)) continue;
      core.assign(1, element);
      return Known::disproved;
    }
    const std::uint64_t signature = states_.signature_of(set);
    const bool exact = states_.signatures_are_exact(states_.frame_of(set));
    for (const Disproof& known : frame(set).disproofs) {
      if (known.depth < depth || (known.signature & ~signature) != 0) continue;
      if (!exact && !includes(set, known.set)) continue;
      core = known.set;
      return Known::disproved;
    }
    return find_proof(set, depth) == nullptr ? Known::nothing : Known::proved;
  }

  // It stays where it is until the next is noted.
  Proof* find_proof(const Set& set, int depth) {
    const std::uint64_t signature = states_.signature_of(set);
    const bool exact = states_.signatures_are_exact(states_.frame_of(set));
    for (Proof& known : frame(set).proofs) {
      if (known.depth > depth || (signature & ~known.signature) != 0) continue;
      if (exact || includes(known.set, set)) return &known;
    }
    return nullptr;
  }

  void note_proof(const Set& set, int depth, std::pmr::vector<Action> actions) {
    auto& proofs = frame(set).proofs;
    std::erase_if(proofs, [&](const Proof& known) { return known.depth >= depth && includes(set, known.set); });
    proofs.push_back({states_.signature_of(set), depth, Set(set, memory_), std::move(actions)});
  }

  void note_disproof(const Set& set, int depth) {
    if (set.size() == 1) {
      states_.note_refuted(set.front(), depth);
      return;
    }
    auto& disproofs = frame(set).disproofs;
    std::erase_if(disproofs, [&](const Disproof& known) { return known.depth <= depth && includes(known.set, set); });
    disproofs.push_back({states_.signature_of(set), depth, Set(set, memory_)});
  }

  // How much an action has promised when it was tried before, in any belief state of the frame.
  std::uint64_t promise_of(const Set& set, const Action& action) {
    const auto& known = frame(set).promises;
    const auto found = std::ranges::find(known, action, &Promise::first);
    return found == known.end() ? 0 : found->second;
  }
  void set_promise(const Set& set, const Action& action, std::uint64_t promise) {
    auto& known = frame(set).promises;
    const auto found = std::ranges::find(known, action, &Promise::first);
    if (found == known.end()) {
      known.emplace_back(action, promise);
    } else {
      found->second = promise;
    }
  }

 private:
  struct Disproof {
    std::uint64_t signature;
    int depth;
    Set set;
  };
  using Promise = std::pair<Action, std::uint64_t>;

  struct Frame {
    explicit Frame(std::pmr::memory_resource* memory) : proofs(memory), disproofs(memory), promises(memory) {}

    std::pmr::vector<Proof> proofs;
    std::pmr::vector<Disproof> disproofs;
    std::pmr::vector<Promise> promises;
  };

  static bool includes(const Set& set, const Set& subset) {
    return std::includes(set.begin(), set.end(), subset.begin(), subset.end());
  }

  Frame& frame(const Set& set) {
    const std::uint32_t number = states_.frame_of(set);
    while (frames_.size() <= number) frames_.emplace_back(memory_);
    return frames_[number];
  }

  ClosureStates<D>& states_;
  std::pmr::memory_resource* memory_;
  std::pmr::deque<Frame> frames_;
};

}  // namespace blindmate::search
