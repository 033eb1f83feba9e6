// The tree algorithms of Russell & Wolfe 2005 on the 5-ply problems of tests/data: states a second, the paper's
// comparisons as ratios of states and of time, the order of its figure 4, and its cost model (section 6.4) beside them.
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <string>

#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/lab/figures/tree_model.hpp"
#include "blindmate/search/solve.hpp"
#include "blindmate/view/problem.hpp"
#include "measure.hpp"

namespace {

using namespace blindmate;
using kriegspiel::Checkmate;

constexpr int kPly = 5;
constexpr std::uint64_t kStates = 10'000'000;  // for each problem; more counts as unsolved
constexpr std::uint64_t kMidSize = 100'000;    // states from which a problem is no small one
constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;

struct Run {
  bool solved = false;
  double states = 0;
  double seconds = 0;
};

Run run(const Checkmate& domain, const search::Problem<Checkmate>& problem, std::string_view algorithm) {
  search::Meter meter({.states = kStates, .bytes = kMemory});
  search::Shuffle shuffle;
  Run result;
  result.seconds = bench::seconds([&] {
    result.solved = search::solve({domain, meter, shuffle}, problem, *search::find_algorithm(algorithm)).verdict !=
                    search::Verdict::unknown;
  });
  result.states = static_cast<double>(meter.states());
  return result;
}

using Runs = std::map<std::string, std::vector<Run>, std::less<>>;  // by algorithm, then by problem

void print_ratio(const Runs& runs, const std::vector<bool>& mates, std::string_view slower, std::string_view faster,
                 std::string_view model) {
  fmt::print("  {:>7} / {:<7}", slower, faster);
  for (const bool mate : {true, false}) {
    double states[2] = {0, 0};
    double seconds[2] = {0, 0};
    int both = 0;
    for (std::size_t i = 0; i < mates.size(); ++i) {
      const Run& a = runs.find(slower)->second[i];
      const Run& b = runs.find(faster)->second[i];
      if (mates[i] != mate || !a.solved || !b.solved) continue;
      ++both;
      states[0] += a.states;
      states[1] += b.states;
      seconds[0] += a.seconds;
      seconds[1] += b.seconds;
    }
    fmt::print("  {:>8.2f} {:>8.2f} ({:>2})", states[0] / states[1], seconds[0] / seconds[1], both);
  }
  fmt::print("  {}\n", model);
}

}  // namespace

int main() {
  std::vector<referee::Problem> problems;
  std::ifstream file(BENCH_PROBLEMS);
  for (std::string line; std::getline(file, line);) {
    const Expected<referee::Problem> problem = referee::read_problem(line);
    if (problem && problem->ply == kPly) problems.push_back(*problem);
  }
  if (problems.empty()) {
    fmt::print(stderr, "no problems in {}\n", BENCH_PROBLEMS);
    return 1;
  }

  const std::vector<std::string> algorithms = {"dfs",     "l-dfs", "gl-dfs", "gx-dfs", "e-dfs", "le-dfs",
                                               "gle-dfs", "pns",   "l-pns",  "e-pns",  "dub",   "l-dub",
                                               "gl-dub",  "dbu",   "l-dbu",  "gl-dbu", "ipns"};
  Runs runs;
  std::vector<bool> mates;
  lab::TreeShape shape;
  for (const referee::Problem& problem : problems) {
    const Checkmate domain(problem.attacker(), *problem.rules);
    mates.push_back(*problem.expect_mate);
    for (const std::string& algorithm : algorithms) {
      runs[algorithm].push_back(run(domain, {.states = problem.states, .depth = kPly}, algorithm));
    }
    if (!runs["le-dfs"].back().solved) continue;
    search::Meter meter({.states = kStates});
    lab::watch(domain, problem.states, kPly, meter, shape);
  }

  fmt::print("{} problems of {} ply, at most {} states each\n\n{:<9} {:>6} {:>6} {:>12} {:>9} {:>9}\n", problems.size(),
             kPly, kStates, "", "mates", "others", "states", "seconds", "M/s");
  for (const auto& [algorithm, each] : runs) {
    int solved[2] = {0, 0};
    double states = 0;
    double seconds = 0;
    for (std::size_t i = 0; i < each.size(); ++i) {
      solved[mates[i] ? 0 : 1] += each[i].solved ? 1 : 0;
      states += each[i].states;
      seconds += each[i].seconds;
    }
    fmt::print("{:<9} {:>6} {:>6} {:>12.0f} {:>9.2f} {:>9.2f}\n", algorithm, solved[0], solved[1], states, seconds,
               states / seconds / 1e6);
  }

  double mid_states = 0;
  double mid_seconds = 0;
  for (const Run& each : runs["le-dfs"]) {
    if (each.states < kMidSize) continue;
    mid_states += each.states;
    mid_seconds += each.seconds;
  }
  fmt::print("\nle-dfs on mid-size problems: {:.2f} million states a second (asked: 3)\n",
             mid_states / mid_seconds / 1e6);

  for (const bool mate : {true, false}) {
    std::vector<std::pair<double, std::string>> order;
    for (const auto& [algorithm, each] : runs) {
      double seconds = 0;
      for (std::size_t i = 0; i < each.size(); ++i) {
        if (mates[i] == mate) seconds += each[i].solved ? each[i].seconds : 1e6;
      }
      order.emplace_back(seconds, algorithm);
    }
    std::sort(order.begin(), order.end());
    fmt::print("\n{}, fastest first:", mate ? "mates" : "no mates");
    for (const auto& [seconds, algorithm] : order) fmt::print(" {}", algorithm);
  }
  fmt::print(
      "\nfigure 4, mates:    ipns gl-dbu l-dbu l-dub le-dfs e-pns gx-dfs pns gl-dfs l-dfs dfs"
      "\nfigure 4, no mates: gl-dbu l-dbu l-dub ipns e-pns le-dfs gx-dfs pns gl-dfs l-dfs dfs\n");

  const lab::TreeModel model{.u = shape.u(), .m_w = shape.tries.value(), .p_b = shape.percepts.value()};
  const double dfs = model.dfs();
  const double udb = model.udb();
  const double dbu = model.dub_and_dbu();
  fmt::print("\ncost model, two ply from the limit: u = {:.1f}, m_W = {:.1f}, p_B = {:.1f}\n", model.u, model.m_w,
             model.p_b);
  fmt::print("\nratios on what both solve: states, time (problems)\n  {:>17}  {:^22}  {:^22}\n", "", "mates",
             "no mates");
  print_ratio(runs, mates, "dfs", "l-dfs", "");
  print_ratio(runs, mates, "l-dfs", "gl-dfs", "");
  print_ratio(runs, mates, "l-dfs", "gx-dfs", "");
  print_ratio(runs, mates, "l-dfs", "le-dfs", fmt::format("model {:.1f}", dfs / udb));
  print_ratio(runs, mates, "le-dfs", "gle-dfs", "");
  print_ratio(runs, mates, "pns", "l-pns", "");
  print_ratio(runs, mates, "pns", "e-pns", "");
  print_ratio(runs, mates, "le-dfs", "l-dub", fmt::format("model {:.1f}", udb / dbu));
  print_ratio(runs, mates, "le-dfs", "l-dbu", fmt::format("model {:.1f}", udb / dbu));
  print_ratio(runs, mates, "le-dfs", "gl-dbu", fmt::format("model {:.1f}", udb / dbu));
  print_ratio(runs, mates, "l-dfs", "gl-dbu", fmt::format("model {:.1f}", dfs / dbu));
  print_ratio(runs, mates, "l-dbu", "gl-dbu", "");
  print_ratio(runs, mates, "e-pns", "ipns", "");
  print_ratio(runs, mates, "gl-dbu", "ipns", "");
  return 0;
}
