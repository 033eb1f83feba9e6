// What the composer of a problem wants to know: how short the mate is, whether it has one key only, where else the plan
// could have gone another way (duals), and what other rule sets make of it.
#pragma once

#include <string>
#include <vector>

#include "blindmate/kriegspiel/solver.hpp"

namespace blindmate::study {

struct Report {
  // A turn of the plan that other tries could have begun: they mate in time, and the plan does not make them there.
  struct Dual {
    const kriegspiel::Plan* turn;
    std::vector<std::string> path;  // as for walk()
    int ply;                        // that are left
    std::vector<std::string> others;
  };
  struct Elsewhere {
    const referee::RuleSet* rules;
    std::optional<std::string> problem;  // why it cannot be posed
    kriegspiel::Solution solution{};     // the shortest, with its keys
  };

  kriegspiel::Solution solution{};  // the shortest, with its plan and its keys
  std::size_t turns = 0;            // of the plan, without the first
  std::size_t turns_examined = 0;
  std::vector<Dual> duals{};
  std::vector<Elsewhere> elsewhere{};  // all other rule sets

  // Nothing where that is not known.
  std::optional<bool> has_one_key() const;
};

// Within so many ply. Of the options, what is to be found is chosen here; the budget is for each of its searches, but
// for the time, which is for all. Without material wins.
Report report_on(const referee::Problem& problem, int ply, const kriegspiel::SolveOptions& options);

boost::json::object to_json(const Report& report, std::string_view id, int ply);
boost::json::object beyond_solution(const Report& report);  // a part of it

// For people; lines end with a line feed. The variations are empty where there is no plan.
std::string summary(const Report& report, const referee::Problem& problem, int ply);
std::string variations(const Report& report, const referee::Problem& problem);

}  // namespace blindmate::study
