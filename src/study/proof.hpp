// Plans that are shown have passed the checker, which shares no code with the solver that has found them.
#pragma once

#include <chrono>
#include <optional>
#include <stdexcept>

#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/view/problem.hpp"

namespace blindmate::study {

// A mistake of the solver.
class RefutedPlan : public std::logic_error {
  using std::logic_error::logic_error;
};

// True when the checker has found that the plan guarantees a mate within so many ply; false when it was interrupted, or
// had no more time. Throws RefutedPlan.
bool passes_checker(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan,
                    std::optional<std::chrono::steady_clock::time_point> deadline = std::nullopt);

}  // namespace blindmate::study
