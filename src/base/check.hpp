// Assertions that are always on, for the borders of the library: a broken invariant is our bug and ends the program.
#pragma once

#include <fmt/format.h>

#include <string>

namespace blindmate {

[[noreturn]] void check_failed(const char* condition, const char* file, int line, const std::string& values);

}  // namespace blindmate

// BLINDMATE_CHECK(condition, "format", values...): the message shows the values.
#define BLINDMATE_CHECK(condition, ...) \
  ((condition) ? void(0) : ::blindmate::check_failed(#condition, __FILE__, __LINE__, fmt::format(__VA_ARGS__)))
