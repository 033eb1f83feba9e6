// Plans that are shown have passed the checker, which shares no code with the solver that has found them.
#pragma once

#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/referee/problem.hpp"

namespace blindmate::study {

// True when the checker has found that the plan guarantees a mate within so many ply, false when it was interrupted. A
// plan that it refutes is a mistake of the solver, and ends the program.
bool passes_checker(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan);

}  // namespace blindmate::study
