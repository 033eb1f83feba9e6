// The time: that of the day when the program was started, and what has passed since by a clock that nobody sets.
#pragma once

#include <cstdint>

namespace blindmate::runtime {

std::int64_t now_ms();  // since 1970

}  // namespace blindmate::runtime
