#include "blindmate/study/proof.hpp"

#include "blindmate/checker/checker.hpp"

namespace blindmate::study {

bool passes_checker(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan,
                    std::optional<std::chrono::steady_clock::time_point> deadline) {
  const Expected<checker::PlanPointer> read = checker::read_plan(kriegspiel::to_json(plan));
  checker::Checker<checker::Referee> checker(checker::Referee(*problem.rules), {}, deadline);
  try {
    const std::optional<std::string> fault = checker.fault(problem, ply, **read);
    if (fault) throw RefutedPlan("the checker refutes a plan: " + *fault);
    return true;
  } catch (const checker::Stopped&) {
    return false;
  }
}

}  // namespace blindmate::study
