#include "blindmate/base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace blindmate {

void check_failed(const char* condition, const char* file, int line, const std::string& values) {
  fmt::print(stderr, "blindmate: {}:{}: broken invariant: {}: {}\n", file, line, condition, values);
  std::abort();
}

}  // namespace blindmate
