// Reports on problems: keys, duals and verdicts elsewhere are those of another algorithm.
#include "blindmate/study/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "blindmate/base/interrupt.hpp"
#include "blindmate/checker/plan.hpp"
#include "blindmate/study/walk.hpp"
#include "blindmate/view/rule_sets.hpp"

namespace blindmate::study {
namespace {

using kriegspiel::Solution;
using kriegspiel::Verdict;
using referee::Problem;

std::vector<Problem> problems(const char* file) {
  std::vector<Problem> result;
  const auto lines = referee::read_problems(std::string(TESTS_FOLDER "/data/") + file);
  EXPECT_TRUE(lines);
  for (const referee::ProblemLine& line : *lines) result.push_back(line.problem);
  return result;
}

Solution by_another(const Problem& problem, int ply, bool deepen) {
  return kriegspiel::solve(problem, ply, {.algorithm = "l-dbu", .deepen = deepen, .all_keys = true});
}

// A turn that is not among the duals has no keys but the plan's own.
void expect_duals(const Problem& problem, const Report& report) {
  const checker::PlanPointer plan = std::move(*checker::read_plan(kriegspiel::to_json(*report.solution.plan)));
  for (const Report::Dual& dual : report.duals) {
    const Expected<Attack> attack = walk(problem, *plan, dual.path);
    ASSERT_TRUE(attack) << problem.id << ": " << attack.error().reason;
    const Solution there = by_another(attack->problem(), dual.ply, false);
    ASSERT_EQ(there.verdict, Verdict::mate) << problem.id;
    EXPECT_FALSE(dual.others.empty());
    for (const std::string& other : dual.others) EXPECT_TRUE(std::ranges::count(*there.keys, other)) << problem.id;
    const std::string own = kriegspiel::text(dual.turn->action);
    EXPECT_TRUE(std::ranges::count(*there.keys, own)) << problem.id << ": the plan's own try is a key";
    EXPECT_FALSE(std::ranges::count(dual.others, own)) << problem.id << ": it is no dual of itself";
  }
}

TEST(Reports, AreTrueByAnotherAlgorithm) {
  int sound = 0;
  int cooked = 0;
  std::size_t duals = 0;
  int changed = 0;
  for (const Problem& problem : problems("composed.jsonl")) {
    if (*problem.ply > 5) continue;
    const Report report = report_on(problem, *problem.ply, {});
    const Solution other = by_another(problem, *problem.ply, true);
    ASSERT_EQ(report.solution.verdict, other.verdict) << problem.id;
    EXPECT_EQ(report.solution.length, other.length) << problem.id;
    EXPECT_EQ(report.solution.keys, other.keys) << problem.id;
    EXPECT_EQ(report.turns, report.turns_examined);
    ASSERT_EQ(report.elsewhere.size(), referee::kRuleSets.size() - 1);
    for (const Report::Elsewhere& one : report.elsewhere)
      changed += !one.problem && one.solution.verdict != other.verdict ? 1 : 0;
    if (other.verdict != Verdict::mate) {
      EXPECT_EQ(report.has_one_key(), std::nullopt);
      continue;
    }
    EXPECT_EQ(report.has_one_key(), other.keys->size() == 1) << problem.id;
    ++(other.keys->size() == 1 ? sound : cooked);
    duals += report.duals.size();
    expect_duals(problem, report);
  }
  EXPECT_EQ(sound, 43);
  EXPECT_EQ(cooked, 4);
  EXPECT_GT(duals, 20U);
  EXPECT_GT(changed, 21) << "those that were composed for the question";
}

TEST(Reports, OfQuestionsAndRefusalsFollowThePlan) {
  int with_duals = 0;
  for (const Problem& problem : problems("edge_problems.jsonl")) {
    if (problem.expect_mate != true || *problem.ply > 5) continue;
    const Report report = report_on(problem, *problem.ply, {.budget = {.states = 2'000'000}});
    if (report.solution.verdict != Verdict::mate || !report.solution.plan) continue;
    expect_duals(problem, report);
    with_duals += report.duals.empty() ? 0 : 1;
  }
  EXPECT_GE(with_duals, 2);
}

TEST(Reports, SayWhatCannotBePosedElsewhere) {
  // The king is in check in one state and not in the other, which all who tell something before a turn would have told.
  const Expected<Problem> problem = referee::read_problem(
      R"({"id":"x","rules":"berkeley","ply":1,"states":["r3k3/8/8/8/8/8/8/K6Q w - - 0 1","1r2k3/8/8/8/8/8/8/K6Q w - - 0 1"]})");
  ASSERT_TRUE(problem) << problem.error().reason;
  const Report report = report_on(*problem, 1, {});
  for (const Report::Elsewhere& one : report.elsewhere) {
    const bool tells = one.rules->pawn_tries != referee::PawnTries::untold;
    EXPECT_EQ(one.problem.has_value(), tells) << one.rules->name;
  }
  EXPECT_NE(summary(report, *problem, 1).find("cannot be posed"), std::string::npos);
}

TEST(Reports, ObeyTheirLimits) {
  const std::vector<Problem> all = problems("composed.jsonl");
  const auto long_one = std::ranges::find(all, "Rot76", &Problem::id);
  const Report report = report_on(*long_one, 15, {.budget = {.states = 1000}});
  EXPECT_EQ(report.solution.verdict, Verdict::unknown);
  EXPECT_EQ(report.solution.limit, search::Limit::states);
  EXPECT_NE(summary(report, *long_one, 15).find("unknown, limit: states"), std::string::npos);
  std::stop_source stop;
  stop.request_stop();
  const Stoppable stoppable(stop.get_token());
  EXPECT_EQ(report_on(*long_one, 15, {}).solution.limit, search::Limit::interrupted);
}

}  // namespace
}  // namespace blindmate::study
