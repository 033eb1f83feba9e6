// A walk through a plan: what is known after each thing that the referee can say.
#pragma once

#include <string>
#include <vector>

#include "blindmate/checker/plan.hpp"
#include "blindmate/study/attack.hpp"

namespace blindmate::study {

// Steps from the beginning: "refused"; "yes", "no" after the question; "played 0", the number of the branch; "reply 0",
// that of the reply. The error names the step that the plan does not have.
Expected<Attack> walk(const referee::Problem& problem, const checker::Plan& plan,
                      const std::vector<std::string>& steps);

}  // namespace blindmate::study
