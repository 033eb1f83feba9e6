#include "blindmate/base/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace blindmate {

std::uint64_t default_memory_limit() {
  std::uint64_t bytes =
      static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  rlimit allowed{};
  if (getrlimit(RLIMIT_AS, &allowed) == 0 && allowed.rlim_cur != RLIM_INFINITY)
    bytes = std::min<std::uint64_t>(bytes, allowed.rlim_cur);
  return bytes / 2;
}

}  // namespace blindmate
