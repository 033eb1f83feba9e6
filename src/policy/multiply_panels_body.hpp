// Written with the compiler's vectors. All of it is internal to the file that includes it, and nothing of the standard
// library is used: its functions, compiled for AVX2, could end up in other files.
#pragma once

#include "blindmate/policy/multiply_panels.hpp"

namespace blindmate::policy {
namespace {

// Some columns of a panel, as `kVectors` vectors of `kLanes` numbers. The sums, a row of weights and one number must
// fit into the processor's registers.
template <std::size_t kLanes, std::size_t kVectors>
void multiply_block(const float* from, const float* panel, std::size_t width, std::size_t depth, float* to,
                    std::size_t columns) {
  typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float)), aligned(alignof(float)), may_alias));
  Lanes sums[kRowsAtOnce][kVectors] = {};
  for (std::size_t k = 0; k < depth; ++k) {
    const Lanes* weights = reinterpret_cast<const Lanes*>(panel + k * width);
    for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
      for (std::size_t v = 0; v < kVectors; ++v) sums[row][v] += from[row * depth + k] * weights[v];
    }
  }
  for (std::size_t row = 0; row < kRowsAtOnce; ++row) {
    for (std::size_t v = 0; v < kVectors; ++v)
      *reinterpret_cast<Lanes*>(to + row * columns + v * kLanes) = sums[row][v];
  }
}

template <std::size_t kLanes, std::size_t kVectors>
void multiply_panels(const float* from, std::size_t count, const float* panels, std::size_t depth, std::size_t columns,
                     float* to) {
  constexpr std::size_t kWide = kLanes * kVectors;
  for (std::size_t first = 0; first < columns; first += kPanel) {
    const float* panel = panels + first * depth;
    const std::size_t width = columns - first < kPanel ? columns - first : kPanel;
    for (std::size_t row = 0; row < count; row += kRowsAtOnce) {
      const float* rows = from + row * depth;
      float* block = to + row * columns + first;
      std::size_t i = 0;
      for (; i + kWide <= width; i += kWide)
        multiply_block<kLanes, kVectors>(rows, panel + i, width, depth, block + i, columns);
      for (; i < width; i += kVector)
        multiply_block<kLanes, kVector / kLanes>(rows, panel + i, width, depth, block + i, columns);
    }
  }
}

}  // namespace
}  // namespace blindmate::policy
