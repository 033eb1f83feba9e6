// Any text: an error, or a plan that the checker judges the same way twice.
#include <boost/json.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "blindmate/base/check.hpp"
#include "blindmate/checker/checker.hpp"
#include "blindmate/checker/plan.hpp"
#include "blindmate/view/json.hpp"

using namespace blindmate;

namespace {

constexpr std::size_t kMostLevels = 1000;
constexpr int kPly = 3;

referee::Problem problem(const char* line) {
  Expected<referee::Problem> read = referee::read_problem(line);
  BLINDMATE_CHECK(read, "{}", read.error().reason);
  return *read;
}

void judge(const referee::Problem& problem, const checker::Plan& plan, const checker::MaterialWins& wins) {
  const auto fault = [&](int ply) {
    checker::Checker<checker::Referee> checker(checker::Referee(*problem.rules), wins);
    auto found = checker.fault(problem, ply, plan);
    BLINDMATE_CHECK(found ? !found->empty() : checker.length() >= 1 && checker.length() <= ply, "{} ply, no reason",
                    checker.length());
    return found;
  };
  const auto found = fault(kPly);
  BLINDMATE_CHECK(fault(kPly) == found, "{}", found.value_or("valid"));
  // What mates within fewer ply mates within more.
  BLINDMATE_CHECK(fault(1) || !found, "{}", *found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const referee::Problem problems[] = {
      problem(R"({"id":"4x4","rules":"rand","states":["R1K1/p2p/1QP1/3k w - - 0 1"]})"),
      problem(R"({"id":"probe","states":["6k1/8/6K1/3b4/8/8/8/RR6 w - - 0 1","6k1/1p6/6K1/8/8/8/8/RR6 w - - 0 1"]})"),
      problem(R"({"id":"question","rules":"english","states":["6k1/8/6KQ/8/4P3/2b5/8/R7 w - - 0 1",)"
              R"("6k1/8/6KQ/3b4/4P3/8/8/R7 w - - 0 1"]})"),
      problem(R"({"id":"rook","rules":"wild16","states":["8/8/8/3K4/8/1k6/8/r7 b - - 0 1"]})"),
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Expected<boost::json::value> json = referee::read_json(text, kMostLevels);
  if (!json) return 0;
  const Expected<checker::PlanPointer> plan = checker::read_plan(*json);
  if (!plan) {
    BLINDMATE_CHECK(!plan.error().reason.empty(), "no reason");
    return 0;
  }
  for (const referee::Problem& one : problems) {
    judge(one, **plan, {});
    judge(one, **plan, {.certain = true, .likely = true});
  }
  return 0;
}
