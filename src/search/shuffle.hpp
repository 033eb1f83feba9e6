// Shuffle: choices that are equally good stay in the domain's order, or are mixed by a seed for experiments.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "blindmate/base/random.hpp"

namespace blindmate::search {

class Shuffle {
 public:
  Shuffle() = default;
  explicit Shuffle(std::optional<std::uint64_t> seed) {
    if (seed) random_.emplace(*seed);
  }

  // The elements of [first, last), or no change without a seed.
  template <class Iterator>
  void operator()(Iterator first, Iterator last) {
    if (!random_) return;
    for (auto left = static_cast<std::uint32_t>(last - first); left > 1; --left, ++first) {
      std::swap(*first, *(first + static_cast<std::ptrdiff_t>(random_->below(left))));
    }
  }

 private:
  std::optional<Random> random_;
};

}  // namespace blindmate::search
