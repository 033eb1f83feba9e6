// Experiments: many runs of a randomised search, medians with their confidence, and where the runs end for limits.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "blindmate/search/caches/counts.hpp"
#include "blindmate/search/meter.hpp"
#include "blindmate/search/policy.hpp"
#include "blindmate/vacuum/vacuum.hpp"

namespace blindmate::lab {

// One search of a vacuum world, all arbitrary choices made by the seed.
struct VacuumRun {
  std::optional<bool> solvable{};  // nothing when a limit was reached
  search::Limit limit = search::Limit::none;
  std::uint64_t states = 0;
  std::uint64_t nodes = 0;
  std::uint64_t peak_bytes = 0;
  double cpu_s = 0;                                    // of the thread
  search::CacheCounts cache{};                         // graph algorithms only
  std::optional<int> length{};                         // of the plan: so many actions at most
  std::optional<search::Plan<vacuum::Vacuum>> plan{};  // if asked for
};

struct VacuumExperiment {
  vacuum::Vacuum world{2, 4};
  vacuum::Vacuum::State start{};
  int depth = 1;
  std::string algorithm;
  search::Without without{};
  search::Budget budget{};
  bool deepen = false;  // find the shortest plan up to the depth
  bool plan = false;
};

VacuumRun run(const VacuumExperiment& experiment, std::uint64_t seed);

// Calls work(i) for i from 0, on so many threads, until all are done or Ctrl-C; done(i) from one thread at a time.
void for_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done);

// The seed of the n-th run of an experiment.
std::uint64_t seed_of_run(std::uint64_t seed, std::size_t n);

// Runs that did not end count as infinite; so can the median.
double median(std::vector<double> values);

struct Interval {
  double low;
  double high;
};
// In which the true median lies with 95% confidence, by order statistics.
Interval median_interval(std::vector<double> values);

}  // namespace blindmate::lab
