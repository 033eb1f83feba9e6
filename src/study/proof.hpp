// Plans that are shown have passed the checker, which shares no code with the solver that has found them.
#pragma once

#include <optional>
#include <string>

#include "blindmate/kriegspiel/plan.hpp"
#include "blindmate/referee/problem.hpp"

namespace blindmate::study {

// Why the plan does not guarantee a mate within so many ply; nothing when it does.
std::optional<std::string> plan_fault(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan);

}  // namespace blindmate::study
