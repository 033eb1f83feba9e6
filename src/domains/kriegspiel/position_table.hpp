// PositionTable: what is known of positions, in a table of limited size that forgets. A position is told from others by
// 64 bits of a hash of its men, by 32 of Position::hash(), and by where it lies: one false answer in 10^18 questions,
// so a verdict can rest on it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "blindmate/chess/position.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::kriegspiel {

// Independent of Position::hash(), which is made of random numbers for squares. `more` is told apart too.
inline std::uint64_t second_hash(const chess::Position& p, std::uint64_t more) {
  using chess::Man;
  std::uint64_t hash = 0;
  const auto add = [&hash](std::uint64_t bits) {
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15U;
    hash = (hash ^ hash >> 32) * 0xD1B54A32D192ED03U;
    hash ^= hash >> 29;
  };
  // Three bits tell what stands on a square, a fourth whose it is.
  add(p.men(Man::pawn) | p.men(Man::bishop) | p.men(Man::queen));
  add(p.men(Man::knight) | p.men(Man::bishop) | p.men(Man::king));
  add(p.men(Man::rook) | p.men(Man::queen) | p.men(Man::king));
  add(p.men(chess::Side::white));
  add(more << 24 | static_cast<std::uint64_t>(p.en_passant()) << 16 | static_cast<std::uint64_t>(p.castling()) << 8 |
      static_cast<std::uint64_t>(p.turn()));
  return hash;
}

template <class Value>
class PositionTable {
 public:
  PositionTable(std::pmr::memory_resource* memory, std::size_t most_bytes)
      : most_(std::bit_floor(std::max(most_bytes / sizeof(Slot), kFirst))), slots_(kFirst, memory) {}

  const Value* find(const chess::Position& p, std::uint64_t more = 0) const {
    const Key key = key_of(p, more);
    for (std::size_t i = 0; i < kNear; ++i) {
      const Slot& slot = slots_[key.place(slots_.size()) + i];
      if (slot.second == key.second && slot.first == key.first) return &slot.value;
    }
    return nullptr;
  }

  // The slot of a position, a new one if need be: `worth` says which of those in its place is kept rather.
  template <class Worth>
  Value& put(const chess::Position& p, std::uint64_t more, const Worth& worth) {
    if (2 * used_ > slots_.size() && slots_.size() < most_) grow();
    const Key key = key_of(p, more);
    const std::size_t place = key.place(slots_.size());
    Slot* least = &slots_[place];
    for (std::size_t i = 0; i < kNear; ++i) {
      Slot& slot = slots_[place + i];
      if (slot.second == key.second && slot.first == key.first) return slot.value;
      if (slot.is_empty()) {
        least = &slot;
        break;
      }
      if (worth(slot.value) < worth(least->value)) least = &slot;
    }
    if (least->is_empty()) ++used_;
    *least = {.second = key.second, .first = key.first, .place = key.low, .value = {}};
    return least->value;
  }

 private:
  static constexpr std::size_t kFirst = 512;
  static constexpr std::size_t kNear = 4;  // slots a position may lie in

  struct Slot {
    std::uint64_t second = 0;
    std::uint32_t first = 0;
    std::uint32_t place = 0;  // for a larger table
    Value value{};

    bool is_empty() const { return second == 0 && first == 0; }
  };
  struct Key {
    std::uint64_t second;
    std::uint32_t first;
    std::uint32_t low;

    std::size_t place(std::size_t slots) const { return low & (slots - 1) & ~(kNear - 1); }
  };

  static Key key_of(const chess::Position& p, std::uint64_t more) {
    const std::uint64_t hash = p.hash();
    return {.second = second_hash(p, more),
            .first = static_cast<std::uint32_t>(hash >> 32),
            .low = static_cast<std::uint32_t>(hash + more * 0x9E3779B9U)};
  }

  void grow() {
    std::pmr::vector<Slot> larger(4 * slots_.size(), slots_.get_allocator());
    used_ = 0;
    for (const Slot& slot : slots_) {
      if (slot.is_empty()) continue;
      const Key key{.second = slot.second, .first = slot.first, .low = slot.place};
      for (std::size_t i = 0; i < kNear; ++i) {
        Slot& free = larger[key.place(larger.size()) + i];
        if (!free.is_empty()) continue;
        free = slot;
        ++used_;
        break;
      }
    }
    slots_ = std::move(larger);
  }

  std::size_t most_;
  std::pmr::vector<Slot> slots_;  // a power of two of them
  std::size_t used_ = 0;
};

}  // namespace blindmate::kriegspiel
