// Turn closure against the algorithms of the papers on the database of problems: whole files, and the 15 problems of
// each length that took gl-dbu-subset longest; then what each part of it brings, what a second thread brings, and two
// long mates by J. Rotenberg. A run that its limit has cut off counts with its limit: ratios are at least as printed.
// closure_bench [PLY] is for the files of one length alone.
#include <fmt/format.h>

#include <span>
#include <string>
#include <tuple>

#include "blindmate/base/cpu_time.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/search/solve.hpp"
#include "blindmate/view/problem.hpp"

namespace {

using namespace blindmate;
using kriegspiel::Checkmate;

struct Cost {
  double seconds = 0;
  double states = 0;
  int solved = 0;

  void operator+=(const Cost& more) {
    seconds += more.seconds;
    states += more.states;
    solved += more.solved;
  }
};

std::vector<referee::Problem> problems(const std::string& path) {
  const auto lines = referee::read_problems(path);
  if (!lines) {
    fmt::print(stderr, "{}: {}\n", path, lines.error().reason);
    std::exit(1);
  }
  std::vector<referee::Problem> result;
  for (const auto& line : *lines) result.push_back(line.problem);
  return result;
}

Cost solve(const referee::Problem& problem, std::string_view algorithm, double limit_s, search::Without without = {}) {
  search::Limits limits{.bytes = std::uint64_t{4} << 30};
  const double started = thread_cpu_s();
  limits.cpu_deadline_s = started + limit_s;
  search::Meter meter(limits);
  search::Shuffle shuffle;
  const Checkmate domain(problem.attacker(), *problem.rules);
  const search::Search<Checkmate> search{domain, meter, shuffle, without};
  const auto outcome = search::solve<Checkmate>(
      search, {.situation = {}, .states = problem.states, .depth = *problem.ply}, *search::find_algorithm(algorithm));
  return {.seconds = thread_cpu_s() - started,
          .states = static_cast<double>(meter.states()),
          .solved = outcome.verdict == search::Verdict::unknown ? 0 : 1};
}

void print(std::string_view what, const Cost& cost) {
  fmt::print("  {:<24} {:>9.2f} s {:>14.0f} states {:>5} solved\n", what, cost.seconds, cost.states, cost.solved);
}

// By the clock: on several threads it is not the processor that counts.
double clock_s(const referee::Problem& problem, int threads) {
  return kriegspiel::solve(problem, *problem.ply, {.threads = threads}).time.count();
}

void on_two_threads(std::string_view what, std::span<const referee::Problem> some) {
  double one = 0;
  double two = 0;
  for (const referee::Problem& problem : some) {
    one += clock_s(problem, 1);
    two += clock_s(problem, 2);
  }
  fmt::print("  {:<24} {:>9.2f} s on one thread, {:.2f} s on two: {:.2f} times as fast\n", what, one, two, one / two);
}

void file(const std::string& name, int ply) {
  constexpr std::size_t kHardest = 15;
  constexpr double kLimit_s = 20;
  constexpr double kShort_s = 3;  // for what would take for ever
  const double whole_file_s = ply < 9 ? kLimit_s : kShort_s;
  std::vector<referee::Problem> all = problems(fmt::format("{}/{}-{}.jsonl.zst", BENCH_DATABASE, name, ply));
  std::vector<std::tuple<double, double, std::size_t>> times;  // of those that were cut off, closure's time decides
  Cost subset;
  Cost closure;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Cost one = solve(all[i], "gl-dbu-subset", whole_file_s);
    const Cost ours = solve(all[i], "closure", kLimit_s);
    times.emplace_back(std::min(one.seconds, whole_file_s), ours.seconds, i);
    subset += one;
    closure += ours;
  }
  fmt::print("{} of {} ply, all {}\n", name, ply, all.size());
  print("gl-dbu-subset", subset);
  print("closure", closure);
  fmt::print("  ratio of time {:.1f}, of states {:.1f}\n", subset.seconds / closure.seconds,
             subset.states / closure.states);
  if (ply < 7) return;
  std::sort(times.rbegin(), times.rend());
  times.resize(std::min(times.size(), kHardest));
  std::vector<referee::Problem> hardest;
  for (const auto& [theirs, ours, i] : times) hardest.push_back(all[i]);
  const auto cost_of = [&](std::string_view algorithm, double limit_s, search::Without without = {}) {
    Cost sum;
    for (const referee::Problem& problem : hardest) sum += solve(problem, algorithm, limit_s, without);
    return sum;
  };
  fmt::print("{} of {} ply, the {} hardest\n", name, ply, times.size());
  Cost better;  // of gl-dbu-subset, and gl-dbu if it is there before
  for (const referee::Problem& problem : hardest) {
    const Cost with_cache = solve(problem, "gl-dbu-subset", kLimit_s);
    const Cost plain = solve(problem, "gl-dbu", with_cache.seconds);
    better += plain.solved == 1 ? plain : with_cache;
  }
  const Cost hard_closure = cost_of("closure", kLimit_s);
  print("the better of both", better);
  print("closure", hard_closure);
  print("closure without history", cost_of("closure", kLimit_s, {.history = true}));
  print("closure without levels", cost_of("closure", kLimit_s, {.levels = true}));
  print("closure without bound", cost_of("closure", kShort_s, {.bound = true, .levels = true}));
  fmt::print("  ratio of time {:.1f}\n", better.seconds / hard_closure.seconds);
  on_two_threads("closure", hardest);
}

void rotenberg(const std::string& path, std::string_view id) {
  for (referee::Problem& problem : problems(path)) {
    if (problem.id != id) continue;
    const int mate = *problem.ply;
    for (problem.ply = mate - 4; *problem.ply <= mate; *problem.ply += 2) {
      const std::string what = fmt::format("{} in {} ply", id, *problem.ply);
      print(what, solve(problem, "closure", 600));
      on_two_threads(what, std::span(&problem, 1));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const int ply : {3, 5, 7, 9}) {
    if (argc > 1 && std::to_string(ply) != argv[1]) continue;
    file("mates", ply);
    file("near-misses", ply);
  }
  if (argc > 1) return 0;
  fmt::print("long mates by J. Rotenberg; the last of each is a mate\n");
  rotenberg(BENCH_TESTS "/composed.jsonl", "Rot76");
  rotenberg(BENCH_TESTS "/rotenberg2007.jsonl", "Rot2007");
}
