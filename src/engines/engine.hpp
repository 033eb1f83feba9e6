// Engine: evaluate-board (Parker, Nau & Subrahmanian 2005, figure 1). A program of ordinary chess that says what a
// position is worth. Players ask it about the positions they think possible.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

#include "blindmate/chess/position.hpp"

namespace blindmate::engines {

inline constexpr std::size_t kTableBytes = std::size_t{4} << 20;  // of an engine that remembers positions

// What one evaluation may cost: whatever is reached first.
struct Effort {
  int depth = 64;  // in plies; captures are followed beyond it, also at depth 0
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  std::optional<std::chrono::steady_clock::time_point> deadline{};
};

struct Evaluation {
  int value = 0;            // for the side to move
  std::uint64_t nodes = 0;  // that it took
};

// Values are in hundredths of a pawn; a mate in n plies is worth kMate - n.
inline constexpr int kMate = 30000;
inline constexpr int kLongestMate = 1000;
constexpr bool is_mate(int value) { return value > kMate - kLongestMate || value < kLongestMate - kMate; }

class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  virtual Evaluation evaluate(const chess::Position& position, const Effort& effort) = 0;
};

}  // namespace blindmate::engines
