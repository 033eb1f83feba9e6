// A plan as docs/formats.md writes it, read for the checker alone: the solver has a type of its own.
#pragma once

#include <boost/json/value.hpp>
#include <memory>
#include <optional>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/view/heard.hpp"

namespace blindmate::checker {

struct Plan;
using PlanPointer = std::unique_ptr<Plan>;

struct Reply {
  referee::Heard announced;
  PlanPointer plan;
};

// What follows when a try was legal.
struct Branch {
  enum class Kind { mate, material, replies };

  referee::Heard announced;
  Kind kind = Kind::replies;
  std::vector<Reply> replies{};
};

struct Plan {
  bool asks_any = false;
  PlanPointer yes, no;  // after the question
  chess::Move tried{};  // otherwise
  PlanPointer refused;
  std::vector<Branch> played;
};

// The error says where in the plan something is wrong, such as "played[2].replies[0].plan.try: not a move".
Expected<PlanPointer> read_plan(const boost::json::value& json);

}  // namespace blindmate::checker
