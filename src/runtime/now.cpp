#include "blindmate/runtime/now.hpp"

#include <chrono>

namespace blindmate::runtime {

std::int64_t now_ms() {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  static const auto day = std::chrono::system_clock::now().time_since_epoch();
  static const auto started = std::chrono::steady_clock::now();
  return duration_cast<milliseconds>(day + (std::chrono::steady_clock::now() - started)).count();
}

}  // namespace blindmate::runtime
