#include "blindmate/checker/plan.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <string>
#include <string_view>

#include "blindmate/checker/fields.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::checker {
namespace {

namespace json = boost::json;

referee::Heard announced_of(const json::object& object, const std::string& place) {
  const Expected<referee::Heard> heard = referee::heard_from_json(field_of(object, place, "announced"));
  if (!heard) wrong(inside(place, "announced"), heard.error().reason);
  if (heard->answer != referee::Answer::ok || heard->end != referee::End::none)
    wrong(inside(place, "announced"), "says more than an announcement of a plan: answer or end");
  return *heard;
}

PlanPointer plan_of(const json::value& value, const std::string& place);

PlanPointer optional_plan(const json::object& object, const std::string& place, std::string_view name) {
  const json::value* value = object.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : plan_of(*value, inside(place, name));
}

Branch branch_of(const json::value& value, const std::string& place) {
  const json::object& object = object_with(value, place, {"announced", "mate", "won", "replies"});
  if (object.size() != 2) wrong(place, "needs announced, and one of mate, won and replies");
  Branch branch{.announced = announced_of(object, place)};
  if (const json::value* mate = object.if_contains("mate")) {
    if (*mate != true) wrong(inside(place, "mate"), "not true");
    branch.kind = Branch::Kind::mate;
  } else if (const json::value* won = object.if_contains("won")) {
    if (*won != "material") wrong(inside(place, "won"), "not material");
    branch.kind = Branch::Kind::material;
  } else {
    const json::array& replies = list_of(object, place, "replies");
    for (std::size_t i = 0; i < replies.size(); ++i) {
      const std::string at = fmt::format("{}[{}]", inside(place, "replies"), i);
      const json::object& reply = object_with(replies[i], at, {"announced", "plan"});
      branch.replies.push_back({announced_of(reply, at), plan_of(field_of(reply, at, "plan"), inside(at, "plan"))});
    }
  }
  return branch;
}

PlanPointer plan_of(const json::value& value, const std::string& place) {
  auto plan = std::make_unique<Plan>();
  if (value.is_object() && value.get_object().contains("ask")) {
    const json::object& object = object_with(value, place, {"ask", "yes", "no"});
    if (field_of(object, place, "ask") != "any") wrong(inside(place, "ask"), "not any");
    plan->asks_any = true;
    plan->yes = optional_plan(object, place, "yes");
    plan->no = optional_plan(object, place, "no");
    return plan;
  }
  const json::object& object = object_with(value, place, {"try", "refused", "played"});
  const json::value& tried = field_of(object, place, "try");
  const auto move = tried.is_string() ? chess::parse_coordinates(tried.get_string()) : std::nullopt;
  if (!move) wrong(inside(place, "try"), "not a move in coordinates");
  plan->tried = *move;
  plan->refused = optional_plan(object, place, "refused");
  const json::array& played = list_of(object, place, "played");
  for (std::size_t i = 0; i < played.size(); ++i) {
    plan->played.push_back(branch_of(played[i], fmt::format("{}[{}]", inside(place, "played"), i)));
  }
  return plan;
}

}  // namespace

Expected<PlanPointer> read_plan(const json::value& value) {
  try {
    return plan_of(value, "");
  } catch (const Mistake& mistake) {
    return Error{mistake.what()};
  }
}

}  // namespace blindmate::checker
