// IPNS: incremental proof-number search (Russell & Wolfe 2005, section 6.1). The leaves of the proof are physical
// states: each step expands one state of one belief state, the one that the cheapest proof and the cheapest disproof of
// the root have in common.
//
// A belief state is proved when one action works in all of its states, so every state that is not expanded yet adds to
// its proof number; and it is disproved as soon as some of its states are (theorem 2), so it takes at most one more.
// Where a deeper state disproves as cheaply as one of the node itself, the deeper one is expanded.
//
// As in PNS, a state in which the environment is to move counts two for a proof. Invariant: the expanded states of a
// node are in all of its actions that are not disproved. The paper gives no more than the idea; the rest is ours.
#pragma once

#include "blindmate/search/algorithms/proof_numbers.hpp"
#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/owned.hpp"
#include "blindmate/search/state_list.hpp"

namespace blindmate::search {

template <Domain D>
class Ipns {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;

  explicit Ipns(const Search<D>& search) : search_(search), memory_(search.meter.memory()) {}

  Pointer solve(const Problem<D>& problem) {
    OrNode root(nullptr, Percept{}, problem.situation, problem.depth, memory_);
    for (const State& state : problem.states) root.states.insert(state);
    root.numbers = numbers(root);
    while (!root.numbers.proved() && !root.numbers.disproved()) {
      OrNode& node = most_proving(root);
      expand(node);
      update(node);
    }
    return root.numbers.proved() ? policy(root) : nullptr;
  }

 private:
  struct AndNode;

  struct OrNode {
    OrNode(AndNode* above, const Percept& heard, const Situation& in, int left, std::pmr::memory_resource* memory)
        : parent(above), percept(heard), situation(in), depth(left), states(memory), actions(memory), failed(memory) {}

    std::size_t unexpanded() const { return states.size() - expanded; }

    ProofNumbers numbers{};
    AndNode* parent;
    Percept percept;
    Situation situation;
    int depth;  // left
    StateList<State> states;
    std::size_t expanded = 0;                  // of the states, from the front
    std::pmr::vector<Owned<AndNode>> actions;  // those not disproved
    std::pmr::vector<Action> failed;           // those disproved
  };

  struct AndNode {
    AndNode(OrNode& above, const Action& by, std::pmr::memory_resource* memory)
        : parent(above), action(by), branches(memory) {}

    ProofNumbers numbers{};
    OrNode& parent;
    Action action;
    std::pmr::vector<Owned<OrNode>> branches;
  };

  ProofNumbers numbers(const OrNode& node) const {
    const std::size_t each = search_.domain.agent_acts(node.situation) ? 1 : 2;
    const auto to_expand = static_cast<ProofNumber>(each * node.unexpanded());
    if (node.expanded == 0) return {.proof = to_expand, .disproof = 1};
    ProofNumbers result = any_of(node.actions);
    result.proof = add(result.proof, to_expand);
    if (to_expand > 0) result.disproof = std::min<ProofNumber>(result.disproof, 1);
    return result;
  }

  OrNode& most_proving(OrNode& root) {
    OrNode* node = &root;
    while (node->unexpanded() == 0 || (node->expanded > 0 && any_of(node->actions).disproof <= 1)) {
      node = &easiest_to_disprove(easiest_to_prove(node->actions).branches);
    }
    return *node;
  }

  // Integrates the next state of a node into its actions, and adds the actions that it makes worth trying.
  void expand(OrNode& node) {
    if (node.expanded++ == 0) search_.meter.count_node();
    const auto states = node.states.first(node.expanded);
    std::pmr::vector<Action> added(memory_);
    search_.domain.list_actions(node.situation, states, node.expanded - 1, added);
    std::erase_if(added, [&node](const Action& action) { return is_known(node, action); });
    search_.shuffle(added.begin(), added.end());

    for (std::size_t i = node.actions.size(); i-- > 0;) {
      if (!integrate(*node.actions[i], states.last(1))) fail(node, i);
    }
    for (const Action& action : added) {
      node.actions.push_back(make_owned<AndNode>(memory_, node, action, memory_));
      if (!integrate(*node.actions.back(), states)) fail(node, node.actions.size() - 1);
    }
  }

  static bool is_known(const OrNode& node, const Action& action) {
    return std::find(node.failed.begin(), node.failed.end(), action) != node.failed.end() ||
           std::any_of(node.actions.begin(), node.actions.end(),
                       [&action](const auto& known) { return known->action == action; });
  }

  static void fail(OrNode& node, std::size_t action) {
    node.failed.push_back(node.actions[action]->action);
    node.actions.erase(node.actions.begin() + static_cast<std::ptrdiff_t>(action));
  }

  // Hands what the states become to the branches of an action; false when the action fails in one of them.
  bool integrate(AndNode& node, std::span<const State> states) {
    const OrNode& above = node.parent;
    bool failed = false;
    for (const State& s : states) {
      if (const auto heard = search_.domain.heard_in_place(s, node.action)) {
        branch_for(node, *heard).states.insert(s);
        continue;
      }
      search_.domain.outcomes(s, node.action, search_.shuffle, [&](const State& next, const auto& event) {
        search_.meter.count_state();
        if (search_.domain.won(next)) return true;
        failed = above.depth == 1 || search_.domain.lost(next);
        if (!failed) branch_for(node, search_.domain.percept(s, event, next)).states.insert(next);
        return !failed;
      });
      if (failed) return false;
    }
    for (const auto& branch : node.branches) branch->numbers = numbers(*branch);
    node.numbers = all_of(node.branches);
    return true;
  }

  OrNode& branch_for(AndNode& node, const Percept& percept) {
    for (const auto& branch : node.branches) {
      if (branch->percept == percept) return *branch;
    }
    const OrNode& above = node.parent;
    node.branches.push_back(make_owned<OrNode>(memory_, &node, percept,
                                               search_.domain.next(above.situation, node.action, percept),
                                               search_.depth_after(above.depth, percept), memory_));
    return *node.branches.back();
  }

  // From an expanded node up to the root.
  void update(OrNode& expanded) {
    for (OrNode* node = &expanded;;) {
      node->numbers = numbers(*node);
      AndNode* const action = node->parent;
      if (action == nullptr) return;
      action->numbers = all_of(action->branches);
      node = &action->parent;
      if (!action->numbers.disproved()) continue;
      for (std::size_t i = 0; i < node->actions.size(); ++i) {
        if (node->actions[i].get() == action) {
          fail(*node, i);
          break;
        }
      }
    }
  }

  Pointer policy(const OrNode& node) const {
    const AndNode& best = easiest_to_prove(node.actions);
    std::pmr::vector<std::pair<Percept, Pointer>> then(memory_);
    for (const auto& branch : best.branches) then.emplace_back(branch->percept, policy(*branch));
    return search_.policy(best.action, std::move(then));
  }

  Search<D> search_;
  std::pmr::memory_resource* memory_;
};

}  // namespace blindmate::search
