#include "vacuum_plan.hpp"

#include <fmt/format.h>

#include <array>
#include <boost/json.hpp>
#include <string_view>

namespace blindmate::cli {
namespace {

namespace json = boost::json;
using vacuum::Vacuum;

std::string_view name(Vacuum::Action action) {
  constexpr std::array<std::string_view, 5> kNames = {"suck", "left", "right", "up", "down"};
  return kNames[static_cast<std::size_t>(action)];
}

// One percept goes on in the same column; only several are told apart.
void write(const VacuumPlan& plan, int width, bool blind, const std::string& indent, std::string& text) {
  const auto heard = [&](const Vacuum::Percept& percept) {
    const std::string_view seen = percept.goal    ? ", the board is clean"
                                  : blind         ? ""
                                  : percept.dirty ? ", dirty"
                                                  : ", clean";
    return fmt::format("{}{}", square_text(percept.square, width), seen);
  };
  text += fmt::format("{}{}", indent, name(plan.action));
  if (plan.branches.size() == 1) {
    const VacuumPlan::Branch& only = plan.branches.front();
    text += fmt::format(": {}\n", heard(only.percept));
    if (only.next) write(*only.next, width, blind, indent, text);
    return;
  }
  text += '\n';
  for (const VacuumPlan::Branch& branch : plan.branches) {
    text += fmt::format("{}  if {}\n", indent, heard(branch.percept));
    if (branch.next) write(*branch.next, width, blind, indent + "    ", text);
  }
}

}  // namespace

std::string square_text(int square, int width) { return fmt::format("{},{}", square % width + 1, square / width + 1); }

json::value to_json(const VacuumPlan& plan, int width) {
  json::array then;
  for (const VacuumPlan::Branch& branch : plan.branches) {
    json::object heard{{"square", square_text(branch.percept.square, width)}, {"dirty", branch.percept.dirty}};
    if (branch.next) {
      heard["plan"] = to_json(*branch.next, width);
    } else {
      heard["goal"] = true;
    }
    then.push_back(std::move(heard));
  }
  return json::object{{"action", json::string(name(plan.action))}, {"then", std::move(then)}};
}

std::string tree(const VacuumPlan& plan, int width, bool blind) {
  std::string text;
  write(plan, width, blind, "", text);
  return text;
}

}  // namespace blindmate::cli
