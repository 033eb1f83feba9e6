#include "blindmate/kriegspiel/plan.hpp"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "blindmate/view/json.hpp"
#include "blindmate/view/phrases.hpp"

namespace blindmate::kriegspiel {
namespace {

namespace json = boost::json;
using referee::Answer;
using referee::Heard;

bool is_mate(const Heard& heard) { return heard.end == referee::End::checkmate; }

// What is announced, without what the plan's structure says, and without what is at its default.
json::object announced_to_json(const Heard& heard) {
  const json::value all = referee::to_json(heard);
  json::object result;
  for (const auto& [key, value] : all.get_object()) {
    const bool flag_unset = (key == "en_passant" || key == "promotion") && value == false;
    const bool no_check = key == "check" && value.get_array().empty();
    if (key == "answer" || key == "end" || value.is_null() || flag_unset || no_check) continue;
    result[key] = value;
  }
  return result;
}

json::object branch_to_json(const Plan::Branch& branch) {
  json::object result{{"announced", announced_to_json(branch.percept)}};
  if (branch.next == nullptr) {
    if (is_mate(branch.percept)) {
      result["mate"] = true;
    } else {
      result["won"] = "material";
    }
    return result;
  }
  json::array replies;
  for (const Plan::Branch& reply : branch.next->branches) {
    replies.push_back(json::object{{"announced", announced_to_json(reply.percept)}, {"plan", to_json(*reply.next)}});
  }
  result["replies"] = std::move(replies);
  return result;
}

class Tree {
 public:
  Tree(chess::Side attacker, const Note& note) : attacker_(attacker), note_(note) {}

  void write(const Plan& plan, const referee::OwnBoard& own, const std::string& indent) {
    const std::string deeper = indent + "  ";
    if (plan.action.kind == Checkmate::Action::Kind::ask_any) {
      text_ += fmt::format("{}ask: Any?{}\n", indent, note_of(plan, own));
      for (const Plan::Branch& branch : plan.branches) {
        text_ += deeper + (branch.percept.answer == Answer::any_yes ? "if yes:\n" : "if no:\n");
        write(*branch.next, own, deeper + "  ");
      }
      return;
    }
    text_ += fmt::format("{}try {}{}\n", indent, own.san(plan.action.tried), note_of(plan, own));
    referee::OwnBoard after = own;
    after.play(plan.action.tried);
    for (const Plan::Branch& branch : plan.branches) {
      if (branch.percept.answer == Answer::ok) write_played(branch, after, deeper);
    }
    for (const Plan::Branch& branch : plan.branches) {
      if (branch.percept.answer != Answer::no) continue;
      text_ += deeper + "if refused:\n";
      write(*branch.next, own, deeper + "  ");
    }
  }

  std::string take() { return std::move(text_); }

 private:
  void write_played(const Plan::Branch& branch, const referee::OwnBoard& own, const std::string& indent) {
    text_ += fmt::format("{}\"{}\"{}\n", indent, referee::phrase(attacker_, branch.percept),
                         branch.next != nullptr || is_mate(branch.percept) ? "" : " -- won by material");
    if (branch.next == nullptr) return;
    for (const Plan::Branch& reply : branch.next->branches) {
      text_ += fmt::format("{}  \"{}\"\n", indent, referee::phrase(other(attacker_), reply.percept));
      referee::OwnBoard left = own;
      left.lose_man(reply.percept);
      write(*reply.next, left, indent + "    ");
    }
  }

  std::string note_of(const Plan& plan, const referee::OwnBoard& own) const { return note_ ? note_(plan, own) : ""; }

  chess::Side attacker_;
  const Note& note_;
  std::string text_;
};

}  // namespace

json::value to_json(const Plan& plan) {
  if (plan.action.kind == Checkmate::Action::Kind::ask_any) {
    json::object result{{"ask", "any"}, {"yes", nullptr}, {"no", nullptr}};
    for (const Plan::Branch& branch : plan.branches) {
      result[branch.percept.answer == Answer::any_yes ? "yes" : "no"] = to_json(*branch.next);
    }
    return result;
  }
  json::object result{{"try", chess::text(plan.action.tried)}, {"refused", nullptr}};
  json::array played;
  for (const Plan::Branch& branch : plan.branches) {
    if (branch.percept.answer == Answer::ok) {
      played.push_back(branch_to_json(branch));
    } else {
      result["refused"] = to_json(*branch.next);
    }
  }
  result["played"] = std::move(played);
  return result;
}

std::string tree(const Plan& plan, const referee::OwnBoard& own, const Note& note) {
  Tree tree(own.side(), note);
  tree.write(plan, own, "");
  return tree.take();
}

}  // namespace blindmate::kriegspiel
