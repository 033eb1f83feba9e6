// StateSet: a set of states by open addressing with linear probing. A slot is a state and nothing else, so the set
// takes 16 bytes a slot, and between 21 and 43 a state.
//
// The place of a state is given by the high bits of its hash. So growing reads and writes in one direction, and the
// states stand nearly in the order of their hashes, which is the order of a belief state: sorting them costs one pass.
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "blindmate/belief/state.hpp"

namespace blindmate::belief {

// The order of the states in a belief state.
inline bool ordered(const State& a, const State& b) {
  const std::uint64_t hash_a = a.hash();
  const std::uint64_t hash_b = b.hash();
  return hash_a != hash_b ? hash_a < hash_b : a < b;
}

class StateSet {
 public:
  // Of states whose hashes have their first `shared_bits` bits in common.
  explicit StateSet(int shared_bits = 0) : shared_bits_(shared_bits) {}

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return slots_ == nullptr ? 0 : slot_count(bits_) * sizeof(State); }

  // How much more memory that takes.
  std::size_t growth(std::size_t states) const {
    const int bits = bits_for(states);
    return slots_ != nullptr && bits <= bits_ ? 0 : slot_count(bits) * sizeof(State) - bytes();
  }

  // Room for so many. Needed before states are inserted in the order of their hashes: in a table that is still to grow,
  // those that come first would crowd its front.
  void reserve(std::size_t states) {
    if (const int bits = bits_for(states); slots_ == nullptr || bits > bits_) grow(bits);
  }

  bool insert(const State& state) { return insert(state, state.hash()); }
  bool insert(const State& state, std::uint64_t hash) {
    reserve(size_ + 1);
    for (;;) {
      const Placed placed = place(state, hash);
      if (placed != Placed::no_room) {
        size_ += placed == Placed::added ? 1 : 0;
        return placed == Placed::added;
      }
      grow(bits_ + 1);
    }
  }

  // Brings the slot of a state that will be inserted soon into the cache.
  void prefetch(std::uint64_t hash) const {
    if (slots_ != nullptr) __builtin_prefetch(&slots_[home(hash)]);
  }

  // Copies the states, ordered, to a place with enough room; the set is empty afterwards.
  void take(State* to) {
    std::size_t taken = 0;
    std::uint64_t last = 0;  // hash of the last state
    for (std::size_t i = 0; slots_ != nullptr && i < slot_count(bits_); ++i) {
      if (slots_[i].men == 0) continue;
      std::size_t k = taken++;
      if (const std::uint64_t hash = slots_[i].hash(); hash > last) {
        last = hash;
      } else {  // at most a few places away from where it belongs
        for (; k > 0 && ordered(slots_[i], to[k - 1]); --k) to[k] = to[k - 1];
      }
      to[k] = slots_[i];
    }
    slots_.reset();
    size_ = 0;
    bits_ = 0;
  }

 private:
  struct Free {
    void operator()(State* slots) const { std::free(slots); }
  };
  using Slots = std::unique_ptr<State[], Free>;
  enum class Placed { added, there, no_room };

  static constexpr int kFewestBits = 4;
  static constexpr std::size_t kTail = 64;  // room behind the last place, so that probing never starts over
  static constexpr std::size_t kHugePage = std::size_t{1} << 21;

  static std::size_t slot_count(int bits) { return (std::size_t{1} << bits) + kTail; }
  static int bits_for(std::size_t states) {
    int bits = kFewestBits;
    while (states * 4 > (std::size_t{1} << bits) * 3) ++bits;
    return bits;
  }
  std::size_t home(std::uint64_t hash) const { return (hash << shared_bits_) >> (64 - bits_); }

  Placed place(const State& state, std::uint64_t hash) {
    State* const end = slots_.get() + slot_count(bits_);
    for (State* slot = slots_.get() + home(hash); slot != end; ++slot) {
      if (slot->men == 0) {
        *slot = state;
        return Placed::added;
      }
      if (*slot == state) return Placed::there;
    }
    return Placed::no_room;
  }

  static Slots allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(State);
    const bool huge = bytes >= kHugePage;
    void* memory = nullptr;
    if (posix_memalign(&memory, huge ? kHugePage : 64, bytes) != 0) throw std::bad_alloc();
    if (huge) madvise(memory, bytes, MADV_HUGEPAGE);  // fewer misses of the address cache
    std::memset(memory, 0, bytes);
    return Slots(static_cast<State*>(memory));
  }

  void grow(int bits) {
    const std::size_t old_count = slots_ == nullptr ? 0 : slot_count(bits_);
    const Slots old = std::exchange(slots_, allocate(slot_count(bits)));
    bits_ = bits;
    for (std::size_t i = 0; i < old_count; ++i) {
      if (old[i].men == 0) continue;
      const Placed placed = place(old[i], old[i].hash());
      BLINDMATE_CHECK(placed == Placed::added, "no room for {} in a set of {} states", old[i].men, size_);
    }
  }

  Slots slots_;
  std::size_t size_ = 0;
  int bits_ = 0;
  int shared_bits_;
};

}  // namespace blindmate::belief
