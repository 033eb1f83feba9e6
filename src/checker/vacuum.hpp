// Plans for vacuum worlds, as docs/formats.md writes them, and whether they hold. The world's rules are written down
// here a second time: nothing is shared with the search or its domain.
#pragma once

#include <boost/json/object.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate::checker {

struct VacuumPlan {
  using Square = std::pair<int, int>;  // column and row, from 1 in the upper left

  struct Branch {
    Square square;
    bool dirty = false;
    bool goal = false;
    std::unique_ptr<VacuumPlan> plan{};  // nothing at the goal
  };

  std::string action;
  std::vector<Branch> then{};
};

struct VacuumClaim {
  using Square = VacuumPlan::Square;

  int width = 1;
  int height = 1;
  Square start;
  std::set<Square> dirt;
  bool blind = false;
  int depth = 1;
  std::optional<int> length{};
  std::unique_ptr<VacuumPlan> plan{};
};

// A line of vacuum's output that has found a plan. The error says where something is wrong.
Expected<VacuumClaim> read_vacuum_claim(const boost::json::object& line);

// Why the plan does not clean the board whatever happens, within its depth; nothing when it does.
std::optional<std::string> fault(const VacuumClaim& claim);

}  // namespace blindmate::checker
