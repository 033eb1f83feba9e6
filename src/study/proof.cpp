#include "blindmate/study/proof.hpp"

#include "blindmate/checker/checker.hpp"

namespace blindmate::study {

std::optional<std::string> plan_fault(const referee::Problem& problem, int ply, const kriegspiel::Plan& plan) {
  const Expected<checker::PlanPointer> read = checker::read_plan(kriegspiel::to_json(plan));
  if (!read) return read.error().reason;
  checker::Checker<checker::Referee> checker(checker::Referee(*problem.rules), {});
  return checker.fault(problem, ply, **read);
}

}  // namespace blindmate::study
