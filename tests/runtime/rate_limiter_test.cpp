// Buckets that fill at a steady rate, told the time.
#include "blindmate/runtime/rate_limiter.hpp"

#include <gtest/gtest.h>

namespace blindmate::runtime {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const Bucket::Clock::time_point kStart{};

int allowed(RateLimiter& limiter, const std::string& name, int times, Bucket::Clock::time_point now) {
  int result = 0;
  for (int i = 0; i < times; ++i) result += limiter.allows(name, now) ? 1 : 0;
  return result;
}

TEST(RateLimiter, AllowsSoManyAtOnceAndThenByTime) {
  RateLimiter limiter({.per_second = 2, .at_once = 5});
  EXPECT_EQ(allowed(limiter, "a", 20, kStart), 5);
  EXPECT_EQ(allowed(limiter, "a", 20, kStart + milliseconds(400)), 0);
  EXPECT_EQ(allowed(limiter, "a", 20, kStart + milliseconds(500)), 1);
  EXPECT_EQ(allowed(limiter, "a", 20, kStart + milliseconds(2500)), 4);
}

TEST(RateLimiter, SavesNoMoreThanTheBucketHolds) {
  RateLimiter limiter({.per_second = 2, .at_once = 5});
  EXPECT_EQ(allowed(limiter, "a", 1, kStart), 1);
  EXPECT_EQ(allowed(limiter, "a", 50, kStart + seconds(1000)), 5);
}

TEST(RateLimiter, KeepsNamesApart) {
  RateLimiter limiter({.per_second = 1, .at_once = 3});
  EXPECT_EQ(allowed(limiter, "a", 10, kStart), 3);
  EXPECT_EQ(allowed(limiter, "b", 10, kStart), 3);
  EXPECT_EQ(allowed(limiter, "a", 10, kStart), 0);
}

// A hundred thousand addresses are remembered. When there is no room, strangers wait, and those who are known do not.
TEST(RateLimiter, RemembersOnlySoManyNames) {
  RateLimiter limiter({.per_second = 1, .at_once = 2});
  for (int i = 0; i < 100'000; ++i) ASSERT_TRUE(limiter.allows(std::to_string(i), kStart));
  EXPECT_FALSE(limiter.allows("stranger", kStart));
  EXPECT_TRUE(limiter.allows("7", kStart));
  EXPECT_FALSE(limiter.allows("7", kStart)) << "and nobody's bucket was filled by it";
  EXPECT_TRUE(limiter.allows("stranger", kStart + seconds(1))) << "full buckets are forgotten";
}

}  // namespace
}  // namespace blindmate::runtime
