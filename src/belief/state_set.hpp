// StateSet: a set of states by open addressing with linear probing. A slot is a state and nothing else, so the set
// takes 16 bytes a slot, and between 21 and 43 a state.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "blindmate/belief/state.hpp"

namespace blindmate::belief {

class StateSet {
 public:
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_.size() * sizeof(State); }

  bool insert(const State& state) {
    if ((size_ + 1) * 4 > slots_.size() * 3) grow();
    if (!place(state)) return false;
    ++size_;
    return true;
  }

  bool contains(const State& state) const {
    if (slots_.empty()) return false;
    std::size_t i = state.hash() & mask();
    while (slots_[i].men != 0 && slots_[i] != state) i = (i + 1) & mask();
    return slots_[i].men != 0;
  }

  // Brings the slot of a state that will be inserted soon into the cache.
  void prefetch(const State& state) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[state.hash() & mask()]);
  }

  // All states, in no order that means anything; the set is empty afterwards.
  std::vector<State> take() {
    std::size_t taken = 0;
    for (const State& state : slots_) {
      if (state.men != 0) slots_[taken++] = state;
    }
    slots_.resize(taken);
    size_ = 0;
    return std::exchange(slots_, {});
  }

 private:
  static constexpr std::size_t kSmallest = 16;

  std::size_t mask() const { return slots_.size() - 1; }

  bool place(const State& state) {
    std::size_t i = state.hash() & mask();
    for (; slots_[i].men != 0; i = (i + 1) & mask()) {
      if (slots_[i] == state) return false;
    }
    slots_[i] = state;
    return true;
  }

  void grow() {
    std::vector<State> old(slots_.empty() ? kSmallest : slots_.size() * 2);
    std::swap(old, slots_);
    for (const State& state : old) {
      if (state.men != 0) place(state);
    }
  }

  std::vector<State> slots_;
  std::size_t size_ = 0;
};

}  // namespace blindmate::belief
