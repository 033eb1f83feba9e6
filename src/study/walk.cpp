#include "blindmate/study/walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "blindmate/base/text.hpp"

namespace blindmate::study {

using checker::Branch;
using referee::Heard;

namespace {

constexpr int kMostBranches = 1'000'000;

// As plans write it.
Heard without_end(Heard heard) {
  heard.end = referee::End::none;
  return heard;
}

class Walk {
 public:
  Walk(const referee::Problem& problem, const checker::Plan& plan) : attack_(problem), plan_(&plan) {}

  bool take(std::string_view step) {
    if (step == "refused")
      return plan_ != nullptr && !plan_->asks_any && go_on(plan_->refused, attack_.refused(plan_->tried));
    if (step == "yes" || step == "no") {
      if (plan_ == nullptr || !plan_->asks_any) return false;
      return go_on(step == "yes" ? plan_->yes : plan_->no, attack_.answered(step == "yes"));
    }
    const std::vector<std::string_view> words = split(step, ' ');
    const std::optional<int> number = words.size() == 2 ? blindmate::number(words[1], kMostBranches) : std::nullopt;
    if (!number) return false;
    const auto n = static_cast<std::size_t>(*number);
    return words[0] == "played" ? play(n) : words[0] == "reply" && reply(n);
  }

  Attack& attack() { return attack_; }

 private:
  bool go_on(const checker::PlanPointer& plan, std::optional<Attack> attack) {
    if (!plan || !attack) return false;
    plan_ = plan.get();
    attack_ = std::move(*attack);
    return true;
  }

  bool play(std::size_t number) {
    if (plan_ == nullptr || plan_->asks_any || number >= plan_->played.size()) return false;
    const Branch& branch = plan_->played[number];
    for (Attack::Step& step : attack_.played(plan_->tried)) {
      const bool is_mate = step.heard.end == referee::End::checkmate;
      if (without_end(step.heard) != branch.announced || is_mate != (branch.kind == Branch::Kind::mate)) continue;
      attack_ = std::move(step.after);
      branch_ = &branch;
      plan_ = nullptr;
      return true;
    }
    return false;
  }

  bool reply(std::size_t number) {
    if (branch_ == nullptr || number >= branch_->replies.size()) return false;
    const checker::Reply& reply = branch_->replies[number];
    for (Attack::Step& step : attack_.replied()) {
      if (without_end(step.heard) != reply.announced) continue;
      attack_ = std::move(step.after);
      plan_ = reply.plan.get();
      branch_ = nullptr;
      return true;
    }
    return false;
  }

  Attack attack_;
  const checker::Plan* plan_;       // in the attacker's turn
  const Branch* branch_ = nullptr;  // in the defender's
};

}  // namespace

Expected<Attack> walk(const referee::Problem& problem, const checker::Plan& plan,
                      const std::vector<std::string>& steps) {
  Walk walk(problem, plan);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!walk.take(steps[i])) return Error{fmt::format("path[{}]: the plan has no step \"{}\" there", i, steps[i])};
  }
  return std::move(walk.attack());
}

}  // namespace blindmate::study
