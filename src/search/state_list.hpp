// StateList: states in the order in which they came, each once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace blindmate::search {

template <class State>
class StateList {
 public:
  explicit StateList(std::pmr::memory_resource* memory) : states_(memory), slots_(memory) {}

  std::size_t size() const { return states_.size(); }
  const State& operator[](std::size_t i) const { return states_[i]; }
  std::span<const State> all() const { return states_; }
  std::span<const State> first(std::size_t n) const { return all().first(n); }

  bool contains(const State& state) {
    return slots_.empty() ? std::find(states_.begin(), states_.end(), state) != states_.end() : find(state) != kEmpty;
  }

  // False when it was there.
  bool insert(const State& state) {
    if (states_.size() < kFew) {
      if (contains(state)) return false;
      states_.push_back(state);
      return true;
    }
    if (4 * (states_.size() + 1) > 3 * slots_.size()) grow();
    std::uint32_t& slot = find(state);
    if (slot != kEmpty) return false;
    slot = static_cast<std::uint32_t>(states_.size());
    states_.push_back(state);
    return true;
  }

 private:
  static constexpr std::size_t kFew = 12;  // up to here they are compared one by one
  static constexpr std::size_t kFirstSlots = 64;
  static constexpr std::uint32_t kEmpty = 0xFFFFFFFFU;

  // The slot that holds the state's number, or the empty one where it belongs.
  std::uint32_t& find(const State& state) {
    std::size_t i = state.hash() & (slots_.size() - 1);
    while (slots_[i] != kEmpty && !(states_[slots_[i]] == state)) i = (i + 1) & (slots_.size() - 1);
    return slots_[i];
  }

  void grow() {
    slots_.assign(slots_.empty() ? kFirstSlots : 2 * slots_.size(), kEmpty);
    for (std::size_t i = 0; i < states_.size(); ++i) find(states_[i]) = static_cast<std::uint32_t>(i);
  }

  std::pmr::vector<State> states_;
  std::pmr::vector<std::uint32_t> slots_;  // a power of two of them
};

}  // namespace blindmate::search
