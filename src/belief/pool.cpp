#include "blindmate/belief/pool.hpp"

namespace blindmate::belief {

Pool::Pool(const chess::Position& start, chess::Side side, const referee::RuleSet& rules, const PoolOptions& options)
    : states_(start, side, rules), options_(options), random_(options.seed) {}

bool Pool::hear(const Observation& observation, std::optional<std::chrono::steady_clock::time_point> deadline) {
  if (states_.hear(observation, {.deadline = deadline}) != Stop::none) return false;
  thin();
  return true;
}

void Pool::add(const chess::Position& consistent) {
  states_.add(consistent);
  thin();
}

void Pool::keep(std::size_t most) {
  if (states_.size() <= most) return;
  states_.thin(most, random_);
  exact_ = false;
}

void Pool::thin() {
  if (states_.size() > options_.most) keep(options_.thinned);
}

}  // namespace blindmate::belief
