// Backoff: a pause before something is tried again, twice as long each time until it succeeds.
#pragma once

#include <algorithm>
#include <chrono>
#include <utility>

namespace blindmate::remote {

class Backoff {
 public:
  std::chrono::milliseconds next() { return std::exchange(pause_, std::min(2 * pause_, kLongest)); }
  void succeeded() { pause_ = kShortest; }

 private:
  static constexpr std::chrono::milliseconds kShortest{250};
  static constexpr std::chrono::milliseconds kLongest{30'000};
  std::chrono::milliseconds pause_ = kShortest;
};

}  // namespace blindmate::remote
