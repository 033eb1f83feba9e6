// Policy: what to do in a belief state, and then after each percept. What algorithms return for a problem they prove:
// an action for every OR-node of the proof. Shared, because one sub-proof can serve in several places.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "blindmate/base/check.hpp"
#include "blindmate/search/parts.hpp"

namespace blindmate::search {

template <Domain D>
struct Policy {
  using Pointer = std::shared_ptr<const Policy>;

  typename D::Action action;
  std::pmr::vector<std::pair<typename D::Percept, Pointer>> then;
};

// How many actions are carried out at most.
template <Domain D>
int length(const D& domain, const Policy<D>& policy) {
  int longest = 1;
  for (const auto& [percept, next] : policy.then) {
    longest = std::max(longest, length(domain, *next) + (domain.carried_out(percept) ? 1 : 0));
  }
  return longest;
}

// A policy spelt out for the states of a problem: every percept that can come, those of reached goals included.
template <Domain D>
struct Plan {
  struct Branch {
    typename D::Percept percept;
    std::unique_ptr<Plan> next{};  // nothing when the goal is reached
  };
  typename D::Action action{};
  std::vector<Branch> branches{};
};

// The policy is one for these states, or for more.
template <Domain D>
Plan<D> spell_out(const D& domain, const typename D::Situation& situation, std::span<const typename D::State> states,
                  const Policy<D>& policy, Meter* meter = nullptr) {
  if (meter != nullptr) {
    meter->look();
    meter->charge(sizeof(Plan<D>));
  }
  Plan<D> plan{.action = policy.action};
  Parts<D> open(std::pmr::get_default_resource());
  Shuffle as_listed;
  for (const typename D::State& s : states) {
    if (const auto heard = domain.heard_in_place(s, policy.action)) {
      open.insert(*heard, s);
      continue;
    }
    domain.outcomes(s, policy.action, as_listed, [&](const typename D::State& next, const typename D::Event& event) {
      const typename D::Percept percept = domain.percept(s, event, next);
      if (!domain.won(next)) {
        open.insert(percept, next);
        return true;
      }
      const bool known = std::any_of(plan.branches.begin(), plan.branches.end(),
                                     [&](const auto& branch) { return branch.percept == percept; });
      if (!known) plan.branches.push_back({.percept = percept});
      return true;
    });
  }
  for (const auto& [percept, part] : open) {
    const auto then = std::find_if(policy.then.begin(), policy.then.end(),
                                   [&heard = percept](const auto& branch) { return branch.first == heard; });
    BLINDMATE_CHECK(then != policy.then.end(), "a policy without an answer to a percept that can come");
    const typename D::Situation next = domain.next(situation, policy.action, percept);
    plan.branches.push_back(
        {.percept = percept,
         .next = std::make_unique<Plan<D>>(spell_out(domain, next, part.all(), *then->second, meter))});
  }
  return plan;
}

}  // namespace blindmate::search
