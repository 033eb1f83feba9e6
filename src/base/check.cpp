#include "blindmate/base/check.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>

#include "blindmate/base/printable.hpp"
#include "blindmate/base/progress.hpp"
#include "blindmate/base/throwing_checks.hpp"

namespace blindmate {
namespace {

bool checks_throw = false;

}  // namespace

void throw_from_checks() { checks_throw = true; }

void check_failed(const char* condition, const char* file, int line, const std::string& values) {
  const std::string reason = fmt::format("{}:{}: broken invariant: {}: {}", file, line, condition, values);
  if (checks_throw) throw std::logic_error(reason);
  wipe_progress();
  fmt::print(stderr, "blindmate: {}\n", printable(reason));
  std::abort();
}

}  // namespace blindmate
