#include "blindmate/study/proof.hpp"

#include "blindmate/base/check.hpp"
#include "blindmate/checker/checker.hpp"

namespace blindmate::study {

bool passes_checker(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan) {
  const Expected<checker::PlanPointer> read = checker::read_plan(kriegspiel::to_json(plan));
  checker::Checker<checker::Referee> checker(checker::Referee(*problem.rules), {});
  try {
    const std::optional<std::string> fault = checker.fault(problem, ply, **read);
    BLINDMATE_CHECK(!fault, "the checker refutes a plan: {}", *fault);
    return true;
  } catch (const checker::Stopped&) {
    return false;
  }
}

}  // namespace blindmate::study
