// Problems for the tests of checkmate, and what is wrong with a plan.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/search/algorithms/algorithm.hpp"
#include "blindmate/view/announce.hpp"
#include "naive/solver.hpp"
#include "naive_checker.hpp"

namespace blindmate::kriegspiel {

// The lines of a file in tests/data, and what they say beyond the problem.
struct KnownProblem {
  referee::Problem problem;
  boost::json::object line;
};

inline std::vector<KnownProblem> known_problems(const std::string& file) {
  std::ifstream stream(TESTS_FOLDER "/data/" + file);
  std::vector<KnownProblem> result;
  for (std::string line; std::getline(stream, line);) {
    const Expected<referee::Problem> problem = referee::read_problem(line);
    EXPECT_TRUE(problem) << line << ": " << (problem ? "" : problem.error().reason);
    result.push_back({*problem, boost::json::parse(line).as_object()});
  }
  EXPECT_FALSE(result.empty()) << file;
  return result;
}

// Through JSON, by both referees; empty when the plan is good.
inline std::string fault(const referee::Problem& problem, int ply, const boost::json::value& plan_json,
                         const checker::MaterialWins& wins = {}) {
  const Expected<checker::PlanPointer> plan = checker::read_plan(plan_json);
  if (!plan) return plan.error().reason;
  const auto found =
      checker::Checker<checker::Referee>(checker::Referee(*problem.rules), wins).fault(problem, ply, **plan);
  if (wins.likely) return found.value_or("");
  const auto naive = checker::Checker<NaiveReferee>(NaiveReferee(*problem.rules), wins).fault(problem, ply, **plan);
  EXPECT_EQ(found.has_value(), naive.has_value())
      << problem.id << ": " << found.value_or("good") << " / " << naive.value_or("good");
  return found.value_or("");
}

inline naive::Problem plain(const referee::Problem& problem) {
  naive::Problem result{.rules = std::string(problem.rules->name),
                        .ply = *problem.ply,
                        .states = {},
                        .any = "",
                        .duty = problem.duty,
                        .refused = {}};
  for (const chess::Position& state : problem.states) result.states.push_back(chess::fen(state));
  if (problem.any_answer) result.any = *problem.any_answer ? "yes" : "no";
  for (const chess::Move tried : problem.refused) result.refused.push_back(chess::text(tried));
  return result;
}

// Every first try that mates. A question whose answer is known says nothing: brute force asks it all the same, but it
// is no key.
inline std::optional<std::vector<std::string>> brute_force_keys(const referee::Problem& problem, long budget) {
  std::optional<std::vector<std::string>> result = naive::keys(plain(problem), budget);
  const auto answers_as_first = [&](const auto& s) {
    return referee::announce_any(s) == referee::announce_any(problem.states.front());
  };
  if (result && std::all_of(problem.states.begin(), problem.states.end(), answers_as_first)) std::erase(*result, "any");
  return result;
}

inline std::string name_of_rules(const testing::TestParamInfo<const referee::RuleSet*>& rules) {
  std::string name(rules.param->name);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace blindmate::kriegspiel
