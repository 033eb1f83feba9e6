// What is solvable, by the definition alone: every action, every branch, no pruning and no order. And whether a plan
// holds, by following it.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "blindmate/search/policy.hpp"

namespace blindmate::search {

template <Domain D>
struct Branches {
  bool lost = false;
  std::vector<std::pair<typename D::Percept, std::vector<typename D::State>>> open{};

  void add(const typename D::Percept& percept, const typename D::State& s) {
    for (auto& [known, states] : open) {
      if (!(known == percept)) continue;
      if (std::find(states.begin(), states.end(), s) == states.end()) states.push_back(s);
      return;
    }
    open.push_back({percept, {s}});
  }
};

template <Domain D>
Branches<D> branches(const D& domain, const std::vector<typename D::State>& states, const typename D::Action& action,
                     int depth) {
  Branches<D> result;
  Shuffle as_listed;
  for (const auto& s : states) {
    if (const auto heard = domain.heard_in_place(s, action)) {
      result.add(*heard, s);
      continue;
    }
    domain.outcomes(s, action, as_listed, [&](const auto& next, const auto& event) {
      if (domain.won(next)) return true;
      if (depth <= 1 || domain.lost(next)) result.lost = true;
      result.add(domain.percept(s, event, next), next);
      return true;
    });
  }
  return result;
}

template <Domain D>
bool solvable(const D& domain, const typename D::Situation& situation, const std::vector<typename D::State>& states,
              int depth) {
  std::pmr::vector<typename D::Action> actions;
  for (std::size_t k = 0; k < states.size(); ++k) domain.list_actions(situation, states, k, actions);
  return std::any_of(actions.begin(), actions.end(), [&](const auto& action) {
    const Branches<D> found = branches(domain, states, action, depth);
    if (found.lost) return false;
    return std::all_of(found.open.begin(), found.open.end(), [&](const auto& branch) {
      return solvable(domain, domain.next(situation, action, branch.first), branch.second,
                      depth - (domain.carried_out(branch.first) ? 1 : 0));
    });
  });
}

// The same, remembering what was found for each set and depth: for worlds with cycles, in which depth is dear. States
// need an order.
template <Domain D>
class RememberedSolvable {
 public:
  explicit RememberedSolvable(const D& domain) : domain_(domain) {}

  bool operator()(const typename D::Situation& situation, std::vector<typename D::State> states, int depth) {
    std::sort(states.begin(), states.end());
    const auto [known, is_new] = known_.try_emplace({situation, states, depth}, false);
    if (!is_new) return known->second;
    std::pmr::vector<typename D::Action> actions;
    for (std::size_t k = 0; k < states.size(); ++k) domain_.list_actions(situation, states, k, actions);
    const bool result = std::any_of(actions.begin(), actions.end(), [&](const auto& action) {
      const Branches<D> found = branches(domain_, states, action, depth);
      if (found.lost) return false;
      return std::all_of(found.open.begin(), found.open.end(), [&](const auto& branch) {
        return (*this)(domain_.next(situation, action, branch.first), branch.second,
                       depth - (domain_.carried_out(branch.first) ? 1 : 0));
      });
    });
    return known_[{situation, states, depth}] = result;
  }

 private:
  const D& domain_;
  std::map<std::tuple<typename D::Situation, std::vector<typename D::State>, int>, bool> known_;
};

template <Domain D>
bool holds(const D& domain, const typename D::Situation& situation, const std::vector<typename D::State>& states,
           const Plan<D>& plan, int depth) {
  const Branches<D> found = branches(domain, states, plan.action, depth);
  if (found.lost) return false;
  return std::all_of(found.open.begin(), found.open.end(), [&](const auto& branch) {
    const auto next = std::find_if(plan.branches.begin(), plan.branches.end(), [&](const auto& planned) {
      return planned.next != nullptr && planned.percept == branch.first;
    });
    return next != plan.branches.end() &&
           holds(domain, domain.next(situation, plan.action, branch.first), branch.second, *next->next,
                 depth - (domain.carried_out(branch.first) ? 1 : 0));
  });
}

}  // namespace blindmate::search
