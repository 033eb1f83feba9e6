#include "blindmate/base/memory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace blindmate {
namespace {

TEST(Memory, TheDefaultLimitIsHalfOfWhatTheKernelReports) {
  std::ifstream file("/proc/meminfo");
  std::string word;
  std::uint64_t kibibytes = 0;
  while (file >> word && word != "MemTotal:") {
  }
  file >> kibibytes;
  EXPECT_EQ(default_memory_limit(), kibibytes * 1024 / 2);
}

}  // namespace
}  // namespace blindmate
