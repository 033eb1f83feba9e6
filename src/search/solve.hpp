// Ways to put a problem to an algorithm: at its depth, deepening, or for every first action that solves it.
#pragma once

#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/search/parts.hpp"

namespace blindmate::search {

enum class Verdict : std::uint8_t { proved, disproved, unknown };

template <Domain D>
struct Outcome {
  Verdict verdict = Verdict::unknown;
  Limit limit = Limit::none;             // why it is unknown
  int depth = 0;                         // the bound that the verdict is about
  typename Policy<D>::Pointer policy{};  // of a proof
};

// The policy lives in the meter's memory.
template <Domain D>
Outcome<D> solve(const Problem<D>& problem, const Solver<D>& solver) {
  Outcome<D> outcome{.depth = problem.depth};
  try {
    outcome.policy = solver(problem);
    outcome.verdict = outcome.policy ? Verdict::proved : Verdict::disproved;
  } catch (const LimitReached& reached) {
    outcome.limit = reached.limit;
  }
  return outcome;
}
template <Domain D>
Outcome<D> solve(const Search<D>& search, const Problem<D>& problem, const Algorithm& algorithm) {
  return solve(problem, make_solver(algorithm, search));
}

// The shortest solution up to the problem's depth, by iterative deepening; every other depth is tried when the
// environment has a move of its own.
template <Domain D>
Outcome<D> solve_deepening(Problem<D> problem, const Solver<D>& solver, int step) {
  const int bound = problem.depth;
  Outcome<D> outcome;
  for (problem.depth = (bound - 1) % step + 1; problem.depth <= bound; problem.depth += step) {
    outcome = solve(problem, solver);
    if (outcome.verdict != Verdict::disproved) break;
  }
  return outcome;
}
template <Domain D>
Outcome<D> solve_deepening(const Search<D>& search, const Problem<D>& problem, const Algorithm& algorithm, int step) {
  return solve_deepening(problem, make_solver(algorithm, search), step);
}

// Every action that can begin a solution, in the order of the domain's list. Throws LimitReached.
template <Domain D>
std::vector<typename D::Action> keys(const Search<D>& search, const Problem<D>& problem, const Solver<D>& solver) {
  std::vector<typename D::Action> result;
  Choices<D> choices(search.meter.memory());
  while (const auto action = choices.next(search.domain, problem.situation, problem.states, search.shuffle)) {
    Parts<D> parts(search.meter.memory());
    if (!apply(search.domain, std::span<const typename D::State>(problem.states), *action, problem.depth, true,
               search.meter, search.shuffle, parts))
      continue;
    const auto is_solvable = [&](const auto& part) {
      const auto states = part.states.all();
      return solver({.situation = search.domain.next(problem.situation, *action, part.percept),
                     .states = {states.begin(), states.end()},
                     .depth = search.depth_after(problem.depth, part.percept)}) != nullptr;
    };
    if (std::all_of(parts.begin(), parts.end(), is_solvable)) result.push_back(*action);
  }
  return result;
}
template <Domain D>
std::vector<typename D::Action> keys(const Search<D>& search, const Problem<D>& problem, const Algorithm& algorithm) {
  return keys(search, problem, make_solver(algorithm, search));
}

}  // namespace blindmate::search
