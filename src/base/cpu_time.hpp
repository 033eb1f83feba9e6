// The processor time of the calling thread, which other programs on the machine disturb less than a clock on the wall.
#pragma once

#include <ctime>

namespace blindmate {

inline double thread_cpu_s() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace blindmate
