// Meter: counts what a search does, in the words of the papers, and stops it at its limits.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory_resource>
#include <optional>
#include <string_view>

namespace blindmate::search {

// What those who watch a search are told now and then.
struct Watch {
  std::atomic<std::uint64_t> states{0};
  std::atomic<int> depth{0};  // that is being searched
};

struct Limits {
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::optional<double> cpu_deadline_s{};  // on the clock of the thread that searches
  Watch* watch = nullptr;
};

// What a search may spend, before it is known when it starts.
struct Budget {
  std::optional<std::uint64_t> states{};
  std::optional<std::uint64_t> bytes{};
  std::optional<std::chrono::duration<double>> time{};
  std::optional<double> cpu_s{};  // processor time
  Watch* watch = nullptr;

  Limits from_now() const;
};

enum class Limit : std::uint8_t { none, states, memory, time, interrupted };
std::string_view name(Limit limit);

// Thrown through a search from the place where a limit was reached; caught where the search was started.
struct LimitReached {
  Limit limit;
};

// Likewise, but the one who asked for it goes on with something else.
struct Paused {};

class Meter {
 public:
  explicit Meter(const Limits& limits = {}) : limits_(limits), memory_(limits.bytes), stop_at_(limits.states) {}
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;

  // One physical state constructed: a successor, before duplicates are removed.
  void count_state() {
    if (states_ == stop_at_) stop();
    ++states_;
    if (--until_look_ == 0) look();
  }
  // One belief state that an algorithm begins to work on.
  void count_node() {
    ++nodes_;
    if (--until_look_ == 0) look();
  }

  // Throws Paused after so many more states.
  void pause_after(std::uint64_t states) { stop_at_ = std::min(limits_.states, states_ + states); }
  void do_not_pause() { stop_at_ = limits_.states; }

  // At the clock and at Ctrl-C; counting does it now and then.
  void look();

  void tell_depth(int depth) {
    if (limits_.watch != nullptr) limits_.watch->depth.store(depth, std::memory_order_relaxed);
  }

  std::uint64_t states() const { return states_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t peak_bytes() const { return memory_.peak(); }
  std::uint64_t bytes_limit() const { return limits_.bytes; }
  std::uint64_t bytes_left() const { return limits_.bytes - memory_.used(); }

  // Counts memory that is held elsewhere until the search ends.
  void charge(std::uint64_t bytes) { memory_.charge(bytes); }

  // Where a search keeps its nodes and states.
  std::pmr::memory_resource* memory() { return &memory_; }

 private:
  class Memory : public std::pmr::memory_resource {
   public:
    explicit Memory(std::uint64_t most) : most_(most) {}
    void charge(std::uint64_t bytes);
    std::uint64_t used() const { return used_; }
    std::uint64_t peak() const { return peak_; }

   private:
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const std::pmr::memory_resource& right) const noexcept override { return this == &right; }

    std::uint64_t most_;
    std::uint64_t used_ = 0;
    std::uint64_t peak_ = 0;
  };

  [[noreturn]] void stop() const;

  static constexpr int kLookEvery = 4096;

  Limits limits_;
  Memory memory_;
  std::uint64_t stop_at_;
  std::uint64_t states_ = 0;
  std::uint64_t nodes_ = 0;
  int until_look_ = kLookEvery;
};

}  // namespace blindmate::search
