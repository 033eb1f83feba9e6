// PositionTable: what is known of positions, in a table of limited size that forgets. A position is told from others by
// 64 bits of a hash of its men, by 32 of Position::hash(), and by where it lies: one false answer in 10^18 questions,
// so a verdict can rest on it.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory_resource>
#include <optional>
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
  // Grows with what is put into it.
  PositionTable(std::pmr::memory_resource* memory, std::size_t most_bytes)
      : most_(std::bit_floor(std::max(most_bytes / sizeof(Slot), kFirst))), slots_(kFirst, memory) {}
  // Of one size, for several threads. One may undo what another has just put; none finds what nobody has put.
  explicit PositionTable(std::size_t bytes)
      : most_(std::bit_floor(std::max(bytes / sizeof(Slot), kNear))), slots_(most_) {}

  std::optional<Value> find(const chess::Position& p, std::uint64_t more = 0) const {
    const Key key = key_of(p, more);
    const Slot* const slots = &slots_[key.place(slots_.size())];
    for (std::size_t i = 0; i < kNear; ++i) {
      const Content content = slots[i].load();
      if (content.is(key)) return content.value();
    }
    return std::nullopt;
  }

  // Changes what is known of a position, at first nothing: `worth` says which of those in its place is kept rather.
  template <class Worth, class Change>
  void update(const chess::Position& p, std::uint64_t more, const Worth& worth, const Change& change) {
    if (slots_.size() < most_ && 2 * used_ > slots_.size()) grow();
    const Key key = key_of(p, more);
    Slot* const slots = &slots_[key.place(slots_.size())];
    Slot* least = slots;
    Value least_value{};
    Value value{};
    for (std::size_t i = 0; i < kNear; ++i) {
      const Content there = slots[i].load();
      if (there.is(key) || there.is_empty()) {
        least = &slots[i];
        if (!there.is_empty()) value = there.value();
        if (there.is_empty() && slots_.size() < most_) ++used_;
        break;
      }
      if (i > 0 && worth(there.value()) >= worth(least_value)) continue;
      least = &slots[i];
      least_value = there.value();
    }
    change(value);
    least->store(Content(key, value));
  }

 private:
  static constexpr std::size_t kFirst = 512;
  static constexpr std::size_t kNear = 4;  // slots a position may lie in

  struct Key {
    std::uint64_t second;
    std::uint32_t first;
    std::uint32_t low;

    std::size_t place(std::size_t slots) const { return low & (slots - 1) & ~(kNear - 1); }
  };

  // The words tell whether they belong together: what two threads have written at the same time is nobody's.
  struct Content {
    std::uint64_t check = 0;  // the second hash and both other words
    std::uint64_t key = 0;    // the first hash, and the place for a larger table
    std::uint64_t bits = 0;   // the value

    Content() = default;
    Content(const Key& of, const Value& value) : key(std::uint64_t{of.first} << 32 | of.low) {
      static_assert(sizeof(Value) <= sizeof bits);
      std::memcpy(&bits, &value, sizeof value);
      check = of.second ^ key ^ bits;
    }

    bool is_empty() const { return check == 0 && key == 0; }
    bool is(const Key& wanted) const { return (check ^ key ^ bits) == wanted.second && key >> 32 == wanted.first; }
    Key own_key() const {
      return {check ^ key ^ bits, static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)};
    }
    Value value() const {
      Value result;
      std::memcpy(static_cast<void*>(&result), &bits, sizeof result);
      return result;
    }
  };

  class Slot {
   public:
    Content load() const {
      Content result;
      result.check = word(check_).load(std::memory_order_relaxed);
      result.key = word(key_).load(std::memory_order_relaxed);
      result.bits = word(bits_).load(std::memory_order_relaxed);
      return result;
    }
    void store(const Content& content) {
      word(check_).store(content.check, std::memory_order_relaxed);
      word(key_).store(content.key, std::memory_order_relaxed);
      word(bits_).store(content.bits, std::memory_order_relaxed);
    }

   private:
    static std::atomic_ref<std::uint64_t> word(std::uint64_t& word) { return std::atomic_ref(word); }

    mutable std::uint64_t check_ = 0;
    mutable std::uint64_t key_ = 0;
    mutable std::uint64_t bits_ = 0;
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
      const Content content = slot.load();
      if (content.is_empty()) continue;
      Slot* const places = &larger[content.own_key().place(larger.size())];
      for (std::size_t i = 0; i < kNear; ++i) {
        if (!places[i].load().is_empty()) continue;
        places[i].store(content);
        ++used_;
        break;
      }
    }
    slots_ = std::move(larger);
  }

  std::size_t most_;
  std::pmr::vector<Slot> slots_;  // a power of two of them
  std::size_t used_ = 0;          // while it can grow
};

}  // namespace blindmate::kriegspiel
