#include "blindmate/checker/vacuum.hpp"

#include <map>
#include <tuple>

#include "blindmate/base/text.hpp"
#include "blindmate/checker/fields.hpp"

namespace blindmate::checker {
namespace {

namespace json = boost::json;
using Square = VacuumPlan::Square;

constexpr int kMostSide = 1000;
constexpr int kMostDepth = 1'000'000;

int number_of(const json::object& object, const std::string& place, std::string_view name, int most) {
  const json::value& value = field_of(object, place, name);
  if (!value.is_int64() || value.get_int64() < 1 || value.get_int64() > most)
    wrong(inside(place, name), fmt::format("not a whole number from 1 to {}", most));
  return static_cast<int>(value.get_int64());
}

// False where the field is left out.
bool flag_of(const json::object& object, const std::string& place, std::string_view name) {
  const json::value* value = object.if_contains(name);
  if (value == nullptr) return false;
  if (!value->is_bool()) wrong(inside(place, name), "not true or false");
  return value->get_bool();
}

Square square_of(const json::value& value, const std::string& place, const VacuumClaim& world) {
  const auto parts = split(value.is_string() ? std::string_view(value.get_string()) : "", ',');
  if (parts.size() == 2) {
    const std::optional<int> column = number(parts[0], world.width);
    const std::optional<int> row = number(parts[1], world.height);
    if (column && row && *column >= 1 && *row >= 1) return {*column, *row};
  }
  wrong(place, "not a square of the board, \"column,row\" from \"1,1\"");
}

std::unique_ptr<VacuumPlan> plan_of(const json::value& value, const std::string& place, const VacuumClaim& world) {
  const json::object& object = object_with(value, place, {"action", "then"});
  const json::value& action = field_of(object, place, "action");
  if (!action.is_string()) wrong(inside(place, "action"), "not a text");
  auto plan = std::make_unique<VacuumPlan>(VacuumPlan{.action = std::string(action.get_string())});
  const json::array& then = list_of(object, place, "then");
  for (std::size_t i = 0; i < then.size(); ++i) {
    const std::string at = fmt::format("{}[{}]", inside(place, "then"), i);
    const json::object& field = object_with(then[i], at, {"square", "dirty", "goal", "plan"});
    VacuumPlan::Branch branch{.square = square_of(field_of(field, at, "square"), inside(at, "square"), world),
                              .dirty = flag_of(field, at, "dirty"),
                              .goal = flag_of(field, at, "goal")};
    if (branch.goal == field.contains("plan")) wrong(at, "needs one of goal and plan");
    if (!branch.goal) branch.plan = plan_of(field.at("plan"), inside(at, "plan"), world);
    plan->then.push_back(std::move(branch));
  }
  return plan;
}

VacuumClaim claim_of(const json::object& line) {
  VacuumClaim claim;
  const json::object& world =
      object_with(field_of(line, "", "world"), "world", {"width", "height", "start", "dirt", "blind", "depth"});
  claim.width = number_of(world, "world", "width", kMostSide);
  claim.height = number_of(world, "world", "height", kMostSide);
  claim.depth = number_of(world, "world", "depth", kMostDepth);
  claim.blind = flag_of(world, "world", "blind");
  claim.start = square_of(field_of(world, "world", "start"), "world.start", claim);
  for (const json::value& dirty : list_of(world, "world", "dirt"))
    claim.dirt.insert(square_of(dirty, "world.dirt", claim));
  if (claim.dirt.empty()) wrong("world.dirt", "a square is needed");
  if (line.contains("length")) claim.length = number_of(line, "", "length", kMostDepth);
  const json::value* plan = line.if_contains("plan");
  if (plan == nullptr) wrong("plan", "is missing (vacuum has --plan)");
  claim.plan = plan_of(*plan, "plan", claim);
  return claim;
}

struct State {
  Square robot;
  std::set<Square> dirt;

  auto operator<=>(const State&) const = default;
};

// What the robot hears: where it is, whether it sees dirt there, and whether the board is clean.
using Percept = std::tuple<Square, bool, bool>;

class Walk {
 public:
  explicit Walk(const VacuumClaim& claim) : claim_(claim) {}

  std::optional<std::string> fault(const VacuumPlan& plan, const std::set<State>& states, int made,
                                   const std::string& path) {
    const std::string here = path.empty() ? plan.action : path + " " + plan.action;
    if (made == claim_.depth) return fmt::format("{}: more than {} actions", here, claim_.depth);
    longest_ = std::max(longest_, made + 1);
    std::map<Percept, std::set<State>> heard;
    for (const State& state : states) {
      const std::optional<std::vector<State>> outcomes = outcomes_of(state, plan.action);
      if (!outcomes) return fmt::format("{}: not possible on {}", here, text(state.robot));
      for (const State& next : *outcomes) {
        const bool sees_dirt = !claim_.blind && next.dirt.contains(next.robot);
        heard[{next.robot, sees_dirt, next.dirt.empty()}].insert(next);
      }
    }
    for (const auto& [percept, part] : heard) {
      const auto& [square, dirty, goal] = percept;
      const VacuumPlan::Branch* found = nullptr;
      for (const VacuumPlan::Branch& branch : plan.then) {
        if (Percept{branch.square, branch.dirty, branch.goal} != percept) continue;
        if (found != nullptr) return fmt::format("{}: two branches for one percept", here);
        found = &branch;
      }
      if (found == nullptr)
        return fmt::format("{}: no branch for {}{}{}", here, text(square), dirty ? ", dirty" : "",
                           goal ? ", board clean" : "");
      if (goal) continue;
      if (auto wrong_below = fault(*found->plan, part, made + 1, here)) return wrong_below;
    }
    return std::nullopt;
  }

  int longest() const { return longest_; }

 private:
  static std::string text(Square square) { return fmt::format("{},{}", square.first, square.second); }

  // Nothing when there is no such action, or it leads off the board.
  std::optional<std::vector<State>> outcomes_of(const State& before, const std::string& action) const {
    State after = before;
    if (action == "suck") {
      after.dirt.erase(after.robot);
      return std::vector{after};
    }
    static const std::map<std::string, Square> kSteps = {
        {"left", {-1, 0}}, {"right", {1, 0}}, {"up", {0, -1}}, {"down", {0, 1}}};
    const auto step = kSteps.find(action);
    if (step == kSteps.end()) return std::nullopt;
    after.robot = {before.robot.first + step->second.first, before.robot.second + step->second.second};
    const auto [column, row] = after.robot;
    if (column < 1 || column > claim_.width || row < 1 || row > claim_.height) return std::nullopt;
    std::vector<State> result = {after};
    if (action == "right" || action == "down") {  // may drop dirt on the square it leaves
      after.dirt.insert(before.robot);
      result.push_back(after);
    }
    return result;
  }

  const VacuumClaim& claim_;
  int longest_ = 0;
};

}  // namespace

Expected<VacuumClaim> read_vacuum_claim(const json::object& line) {
  try {
    return claim_of(line);
  } catch (const Mistake& mistake) {
    return Error{mistake.what()};
  }
}

std::optional<std::string> fault(const VacuumClaim& claim) {
  Walk walk(claim);
  if (auto found = walk.fault(*claim.plan, {{claim.start, claim.dirt}}, 0, "")) return found;
  if (claim.length && *claim.length != walk.longest())
    return fmt::format("the plan's longest line has {} actions, not {}", walk.longest(), *claim.length);
  return std::nullopt;
}

}  // namespace blindmate::checker
