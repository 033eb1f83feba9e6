// What the bench programs share: a clock and the median.
#pragma once

#include <algorithm>
#include <chrono>
#include <vector>

namespace blindmate::bench {

template <class Work>
double seconds(const Work& work) {
  const auto started = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace blindmate::bench
