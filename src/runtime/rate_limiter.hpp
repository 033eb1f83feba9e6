// How often somebody may do something: a bucket that fills at a steady rate, and costs one drop each time.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <unordered_map>

namespace blindmate::runtime {

struct Rate {
  double per_second = 1;
  double at_once = 10;
};

class Bucket {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Bucket(const Rate& rate, Clock::time_point now = Clock::now()) : drops_(rate.at_once), filled_(now) {}

  bool take(const Rate& rate, Clock::time_point now = Clock::now()) {
    const double passed = std::chrono::duration<double>(now - filled_).count();
    drops_ = std::min(rate.at_once, drops_ + passed * rate.per_second);
    filled_ = now;
    if (drops_ < 1) return false;
    drops_ -= 1;
    return true;
  }
  bool is_full(const Rate& rate, Clock::time_point now) const {
    return drops_ + std::chrono::duration<double>(now - filled_).count() * rate.per_second >= rate.at_once;
  }

 private:
  double drops_;
  Clock::time_point filled_;
};

// A bucket for each name; those that are full again are forgotten.
class RateLimiter {
 public:
  explicit RateLimiter(const Rate& rate) : rate_(rate) {}

  bool allows(const std::string& name, Bucket::Clock::time_point now = Bucket::Clock::now()) {
    if (buckets_.size() >= kMostBuckets)
      std::erase_if(buckets_, [&](const auto& entry) { return entry.second.is_full(rate_, now); });
    if (buckets_.size() >= kMostBuckets && !buckets_.contains(name)) return false;
    return buckets_.try_emplace(name, rate_, now).first->second.take(rate_, now);
  }

 private:
  static constexpr std::size_t kMostBuckets = 100'000;

  Rate rate_;
  std::unordered_map<std::string, Bucket> buckets_;
};

}  // namespace blindmate::runtime
