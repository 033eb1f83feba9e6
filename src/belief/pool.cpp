#include "blindmate/belief/pool.hpp"

namespace blindmate::belief {

Pool::Pool(const chess::Position& start, chess::Side side, const referee::RuleSet& rules, const PoolOptions& options)
    : states_(start, side, rules), options_(options), random_(options.seed) {}

void Pool::hear(const Observation& observation) {
  states_.hear(observation);
  thin();
}

void Pool::add(const chess::Position& consistent) {
  states_.add(consistent);
  thin();
}

void Pool::thin() {
  if (states_.size() > options_.most) states_.thin(options_.thinned, random_);
}

}  // namespace blindmate::belief
