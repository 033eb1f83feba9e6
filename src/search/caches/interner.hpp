// Interner: small numbers for physical states, so that sets of them are lists of numbers. A state in another situation
// is another element: belief states of different situations are never compared.
#pragma once

#include <cstdint>
#include <deque>

#include "blindmate/search/domain.hpp"

namespace blindmate::search {

using Element = std::uint32_t;

template <Domain D>
class Interner {
 public:
  using State = typename D::State;
  using Situation = typename D::Situation;

  explicit Interner(std::pmr::memory_resource* memory)
      : situations_(memory), rows_(memory), free_(memory), slots_(kFirstSlots, kEmpty, memory) {}

  std::uint64_t hash(Element element) const { return rows_[element].hash; }
  const State& state(Element element) const { return rows_[element].state; }
  Situation situation(Element element) const { return situations_[rows_[element].situation]; }
  std::uint32_t situation_number(Element element) const { return rows_[element].situation; }

  // What is not held when sweep() comes is forgotten.
  void hold(Element element) { ++rows_[element].holders; }
  void release(Element element) { --rows_[element].holders; }

  Element intern(const Situation& situation, const State& state) {
    const std::uint32_t number = situation_number(situation);
    const std::uint64_t hash = mixed(state.hash() + number);
    if (4 * (used_ + 1) > 3 * slots_.size()) grow();
    std::size_t i = hash & (slots_.size() - 1);
    for (; slots_[i] != kEmpty; i = (i + 1) & (slots_.size() - 1)) {
      const Row& row = rows_[slots_[i]];
      if (row.hash == hash && row.situation == number && row.state == state) return slots_[i];
    }
    const Element element = new_row({state, hash, number, 0});
    slots_[i] = element;
    ++used_;
    return element;
  }

  void sweep() {
    std::pmr::vector<bool> is_free(rows_.size(), false, free_.get_allocator());
    for (const Element element : free_) is_free[element] = true;
    for (Element element = 0; element < rows_.size(); ++element) {
      if (rows_[element].holders == 0 && !is_free[element]) {
        free_.push_back(element);
        is_free[element] = true;
      }
    }
    slots_.assign(slots_.size(), kEmpty);
    used_ = 0;
    for (Element element = 0; element < rows_.size(); ++element) {
      if (!is_free[element]) place(element);
    }
  }

 private:
  struct Row {
    State state;
    std::uint64_t hash;
    std::uint32_t situation;
    std::uint32_t holders;
  };

  static constexpr Element kEmpty = 0xFFFFFFFFU;
  static constexpr std::size_t kFirstSlots = 64;

  static std::uint64_t mixed(std::uint64_t h) {
    h = (h ^ h >> 32) * 0x9E3779B97F4A7C15U;
    h = (h ^ h >> 29) * 0xBF58476D1CE4E5B9U;
    return h ^ h >> 32;
  }

  std::uint32_t situation_number(const Situation& situation) {
    for (std::size_t i = 0; i < situations_.size(); ++i) {
      if (situations_[i] == situation) return static_cast<std::uint32_t>(i);
    }
    situations_.push_back(situation);
    return static_cast<std::uint32_t>(situations_.size() - 1);
  }

  Element new_row(const Row& row) {
    if (free_.empty()) {
      rows_.push_back(row);
      return static_cast<Element>(rows_.size() - 1);
    }
    const Element element = free_.back();
    free_.pop_back();
    rows_[element] = row;
    return element;
  }

  void place(Element element) {
    std::size_t i = rows_[element].hash & (slots_.size() - 1);
    while (slots_[i] != kEmpty) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = element;
    ++used_;
  }

  void grow() {
    std::pmr::vector<Element> old(2 * slots_.size(), kEmpty, slots_.get_allocator());
    old.swap(slots_);
    used_ = 0;
    for (const Element element : old) {
      if (element != kEmpty) place(element);
    }
  }

  std::pmr::vector<Situation> situations_;
  std::pmr::deque<Row> rows_;        // which never moves: no peaks of memory while it grows
  std::pmr::vector<Element> free_;   // rows
  std::pmr::vector<Element> slots_;  // a power of two
  std::size_t used_ = 0;             // of the slots
};

}  // namespace blindmate::search
