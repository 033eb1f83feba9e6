// The graph algorithms of Wolfe & Russell 2007, in both domains: what the cache finds, what a lookup of subsets costs
// over one of equal sets, what each kind of memory brings, and how many 7-ply mates each algorithm solves in how much
// time.
#include <fmt/format.h>

#include <fstream>
#include <limits>
#include <string>

#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/search/solve.hpp"
#include "blindmate/vacuum/vacuum.hpp"
#include "blindmate/view/problem.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;
using kriegspiel::Checkmate;
using vacuum::Vacuum;

constexpr std::string_view kGraph[] = {"dfs-equal", "dfs-subset", "dbu-equal", "dbu-subset"};
constexpr double kNever = std::numeric_limits<double>::infinity();

struct Total {
  int solved = 0;
  double states = 0;
  double seconds = 0;
  search::CacheCounts cache{};

  double speed() const { return states / seconds; }
};

template <class D>
double run(const D& domain, const search::Problem<D>& problem, std::string_view algorithm, double time_limit_s,
           std::optional<std::uint64_t> seed, const search::Without& without, Total& total) {
  search::Limits limits{.bytes = std::uint64_t{2} << 30};
  limits.deadline =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<long>(1000 * time_limit_s));
  search::Meter meter(limits);
  search::Shuffle shuffle(seed);
  search::CacheCounts counts;
  bool solved = false;
  const double seconds = bench::seconds([&] {
    const search::Search<D> search{domain, meter, shuffle, without, &counts};
    solved = search::solve(search, problem, *search::find_algorithm(algorithm)).verdict != search::Verdict::unknown;
  });
  total.solved += solved ? 1 : 0;
  total.states += static_cast<double>(meter.states());
  total.seconds += seconds;
  total.cache.lookups += counts.lookups;
  total.cache.proofs += counts.proofs;
  total.cache.disproofs += counts.disproofs;
  total.cache.cycles += counts.cycles;
  return solved ? seconds : kNever;
}

void print(std::string_view algorithm, const Total& total) {
  const auto share = [&](std::uint64_t hits) {
    return 100 * static_cast<double>(hits) / static_cast<double>(std::max<std::uint64_t>(total.cache.lookups, 1));
  };
  const search::CacheCounts& cache = total.cache;
  fmt::print(
      "  {:<11} {:>4} solved {:>11.0f} states {:>8.2f} M/s {:>10} lookups  hits {:>4.1f}%: proofs {:>4.1f}% disproofs "
      "{:>4.1f}% cycles {:>4.1f}%\n",
      algorithm, total.solved, total.states, total.speed() / 1e6, cache.lookups,
      share(cache.proofs + cache.disproofs + cache.cycles), share(cache.proofs), share(cache.disproofs),
      share(cache.cycles));
}

void vacuum_world() {
  constexpr int kHeight = 5;
  constexpr int kRuns = 40;
  const Vacuum world(2, kHeight);
  const search::Problem<Vacuum> problem{.states = {world.start()}, .depth = 3 * kHeight + 1};
  fmt::print("vacuum world 2x{}, {} runs\n", kHeight, kRuns);
  std::vector<Total> totals;
  for (const std::string_view algorithm : kGraph) {
    Total total;
    for (int seed = 1; seed <= kRuns; ++seed) {
      run<Vacuum>(world, problem, algorithm, 60, static_cast<std::uint64_t>(seed), {}, total);
    }
    print(algorithm, total);
    totals.push_back(total);
  }
  fmt::print("  states a second, equality over subsets: DFS {:.2f}, DBU {:.2f} (paper, DFS: 1.25; hits 30% and 60%)\n",
             totals[0].speed() / totals[1].speed(), totals[2].speed() / totals[3].speed());
  fmt::print("  without a kind of memory, states:\n");
  for (const std::string_view algorithm : kGraph) {
    fmt::print("  {:<11}", algorithm);
    const std::pair<const char*, search::Without> kinds[] = {
        {"all", {}}, {"proofs", {.proofs = true}}, {"disproofs", {.disproofs = true}}, {"cycles", {.cycles = true}}};
    for (const auto& [name, without] : kinds) {
      std::vector<double> states;
      const Vacuum smaller(2, 4);
      for (int seed = 1; seed <= 21; ++seed) {
        Total total;
        const double seconds = run<Vacuum>(smaller, {.states = {smaller.start()}, .depth = 13}, algorithm, 5,
                                           static_cast<std::uint64_t>(seed), without, total);
        states.push_back(seconds == kNever ? kNever : total.states);
      }
      fmt::print("  {} {:.0f}", name, bench::median(states));
    }
    fmt::print("  (2x4, medians)\n");
  }
}

void checkmates() {
  constexpr int kPly = 7;
  constexpr double kTime_s = 3;
  std::vector<referee::Problem> problems;
  std::ifstream file(BENCH_PROBLEMS);
  for (std::string line; std::getline(file, line);) {
    Expected<referee::Problem> problem = referee::read_problem(line);
    const bool mate = problem && problem->expect_mate == true;
    if (mate && *problem->ply >= 3) problems.push_back(*problem);  // as 7-ply problems, all with a mate
  }
  fmt::print("\n{} mates within {} ply, {} s each\n", problems.size(), kPly, kTime_s);
  std::vector<std::vector<double>> times;
  std::vector<Total> totals;
  for (const std::string_view algorithm : kGraph) {
    Total total;
    std::vector<double> each;
    for (const referee::Problem& problem : problems) {
      const Checkmate domain(problem.attacker(), *problem.rules);
      each.push_back(
          run<Checkmate>(domain, {.states = problem.states, .depth = kPly}, algorithm, kTime_s, 1, {}, total));
    }
    std::sort(each.begin(), each.end());
    print(algorithm, total);
    times.push_back(each);
    totals.push_back(total);
  }
  fmt::print("  states a second, equality over subsets: DFS {:.2f}, DBU {:.2f}\n",
             totals[0].speed() / totals[1].speed(), totals[2].speed() / totals[3].speed());
  fmt::print("  seconds until so many per cent are solved\n  {:<11}", "");
  for (int percent = 10; percent <= 100; percent += 10) fmt::print(" {:>8}", percent);
  const auto at = [&](std::size_t algorithm, int percent) {
    const std::vector<double>& each = times[algorithm];
    return each[(each.size() * static_cast<std::size_t>(percent) + 99) / 100 - 1];
  };
  for (std::size_t i = 0; i < std::size(kGraph); ++i) {
    fmt::print("\n  {:<11}", kGraph[i]);
    for (int percent = 10; percent <= 100; percent += 10) fmt::print(" {:>8.4f}", at(i, percent));
  }
  fmt::print("\n  dfs-equal over dbu-subset (paper: about 10 at 50%, 50 at 80%):");
  for (const int percent : {50, 80}) {
    const bool ended = at(0, percent) != kNever;
    fmt::print(" {}{:.1f} at {}%", ended ? "" : "more than ", std::min(at(0, percent), kTime_s) / at(3, percent),
               percent);
  }
  fmt::print("\n");
}

}  // namespace

int main() {
  vacuum_world();
  checkmates();
  return 0;
}
