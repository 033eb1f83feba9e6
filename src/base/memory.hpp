// How much memory a command may use when nobody has said it.
#pragma once

#include <cstdint>

namespace blindmate {

// Half of the machine's, or of what the process may have (ulimit -v), so that the machine stays usable.
std::uint64_t default_memory_limit();

}  // namespace blindmate
