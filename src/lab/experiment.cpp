#include "blindmate/lab/experiment.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/base/interrupt.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/search/solve.hpp"

namespace blindmate::lab {

using vacuum::Vacuum;

VacuumRun run(const VacuumExperiment& experiment, std::uint64_t seed) {
  const double started_s = thread_cpu_s();
  search::Meter meter(experiment.budget.from_now());
  search::Shuffle shuffle(seed);
  VacuumRun result;
  const search::Search<Vacuum> search{experiment.world, meter, shuffle, experiment.without, &result.cache};
  const search::Problem<Vacuum> problem{.states = {experiment.start}, .depth = experiment.depth};
  const auto& algorithm = *search::find_algorithm(experiment.algorithm);
  const auto outcome = experiment.deepen ? search::solve_deepening(search, problem, algorithm, 1)
                                         : search::solve(search, problem, algorithm);
  if (outcome.verdict != search::Verdict::unknown) result.solvable = outcome.verdict == search::Verdict::proved;
  result.limit = outcome.limit;
  if (outcome.policy) result.length = search::length(experiment.world, *outcome.policy);
  if (outcome.policy && experiment.plan) {
    try {
      result.plan = search::spell_out<Vacuum>(experiment.world, {}, problem.states, *outcome.policy, &meter);
    } catch (const search::LimitReached& reached) {  // a plan that cannot be told
      result.solvable.reset();
      result.length.reset();
      result.limit = reached.limit;
    }
  }
  result.states = meter.states();
  result.nodes = meter.nodes();
  result.peak_bytes = meter.peak_bytes();
  result.cpu_s = thread_cpu_s() - started_s;
  return result;
}

void for_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work,
              const std::function<void(std::size_t)>& done) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  const auto worker = [&] {
    for (std::size_t i = next++; i < count && !interrupted(); i = next++) {
      work(i);
      const std::lock_guard lock(mutex);
      done(i);
    }
  };
  std::vector<std::jthread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(worker);
  worker();
}

std::uint64_t seed_of_run(std::uint64_t seed, std::size_t n) { return Random(Random(seed).next() + n).next(); }

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Interval median_interval(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  const double reach = 0.98 * std::sqrt(n);  // 1.96 standard deviations of a fair coin's heads
  const auto rank = [&](double r) { return static_cast<std::size_t>(std::clamp(r, 0.0, n - 1)); };
  return {values[rank(std::floor(n / 2 - reach))], values[rank(std::ceil(n / 2 + reach) - 1)]};
}

}  // namespace blindmate::lab
