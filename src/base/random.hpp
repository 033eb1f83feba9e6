// Random numbers: SplitMix64 (Steele, Lea & Flood 2014). Eight bytes of state, any seed is good, and the same seed
// gives the same numbers on every machine and compiler, which the distributions of the standard library do not promise.
#pragma once

#include <cstdint>

namespace blindmate {

class Random {
 public:
  constexpr explicit Random(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
  }

  // Uniform over 0 .. bound-1, up to a bias of bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace blindmate
