// Thinking: what a player may spend on one try. Either time, or nodes of an engine, with which the same seed gives the
// same game on every machine.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "blindmate/engines/engine.hpp"

namespace blindmate::players {

class Thinking {
 public:
  using Clock = std::chrono::steady_clock;

  static Thinking for_time(std::chrono::duration<double> time) {
    Thinking result;
    result.total_ = time.count();
    result.deadline_ = result.started_ + std::chrono::duration_cast<Clock::duration>(time);
    return result;
  }
  static Thinking for_nodes(std::uint64_t nodes) {
    Thinking result;
    result.total_ = static_cast<double>(nodes);
    return result;
  }

  // A part of what is left of another, for somebody to whom the work is given.
  Thinking part(double part_of_left) const {
    if (!deadline_) return for_nodes(static_cast<std::uint64_t>(std::max(1.0, part_of_left * left())));
    return for_time(std::chrono::duration<double>(part_of_left * left()));
  }

  // In seconds or in nodes: what was given, and what is left of it.
  double total() const { return total_; }
  double left() const {
    if (!deadline_) return total_ - static_cast<double>(nodes_);
    return std::chrono::duration<double>(*deadline_ - Clock::now()).count();
  }
  bool is_over() const { return left() <= 0; }

  void charge(std::uint64_t nodes) { nodes_ += nodes; }
  const std::optional<Clock::time_point>& deadline() const { return deadline_; }
  // When a part of what is left is over; nothing where time does not count.
  std::optional<Clock::time_point> deadline_after(double part) const {
    if (!deadline_) return std::nullopt;
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(part * left()));
  }

 private:
  Thinking() = default;

  Clock::time_point started_ = Clock::now();
  std::optional<Clock::time_point> deadline_{};
  double total_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace blindmate::players
