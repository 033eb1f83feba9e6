// PNS: proof-number search of the AND-OR tree of belief states, each belief state a black box (Russell & Wolfe 2005,
// section 5.1; Allis 1994). At each step it expands a most-proving node: one that the cheapest proof and the cheapest
// disproof have in common.
//
// A goal is reached only by an action of the agent (footnote 9): a leaf in which the environment is to move cannot be
// proved by its own expansion, so its proof number starts at two, not at one. L: among equals, branches of a feasible
// action come before that of an infeasible one. E: as in DFS, a belief state is not constructed to its end once a state
// in it fails.
//
// Invariant: the numbers of every node are those of its actions and branches. Disproved actions are forgotten, and of
// proved nodes only their plan is kept. How the paper altered its initialisation is not known: docs/algorithms.md.
#pragma once

#include "blindmate/search/algorithms/proof_numbers.hpp"
#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/owned.hpp"
#include "blindmate/search/parts.hpp"

namespace blindmate::search {

template <Domain D>
class Pns {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;
  using States = StateList<typename D::State>;

  Pns(const Search<D>& search, const PnsOptions& options)
      : search_(search), options_(options), memory_(search.meter.memory()) {}

  Pointer solve(const Problem<D>& problem) {
    States states(memory_);
    for (const auto& state : problem.states) states.insert(state);
    OrNode root(nullptr, Percept{}, problem.situation, problem.depth, std::move(states), memory_);
    while (!root.numbers.proved() && !root.numbers.disproved()) {
      OrNode& leaf = most_proving(root);
      expand(leaf);
      update(leaf);
    }
    return root.proved;
  }

 private:
  struct AndNode;

  struct OrNode {
    OrNode(AndNode* above, const Percept& heard, const Situation& in, int left, States&& of,
           std::pmr::memory_resource* memory)
        : parent(above), percept(heard), situation(in), depth(left), states(std::move(of)), actions(memory) {}

    ProofNumbers numbers{};
    AndNode* parent;
    Percept percept;
    Situation situation;
    int depth;  // left
    States states;
    std::pmr::vector<Owned<AndNode>> actions;  // those not disproved, once the node is expanded
    Pointer proved{};
  };

  struct AndNode {
    AndNode(OrNode& above, const typename D::Action& by, std::pmr::memory_resource* memory)
        : parent(above), action(by), branches(memory) {}

    ProofNumbers numbers{};
    OrNode& parent;
    typename D::Action action;
    std::pmr::vector<Owned<OrNode>> branches;
  };

  OrNode& most_proving(OrNode& root) {
    OrNode* node = &root;
    while (!node->actions.empty()) node = &easiest_to_disprove(easiest_to_prove(node->actions).branches);
    return *node;
  }

  void expand(OrNode& node) {
    search_.meter.count_node();
    Choices<D> choices(memory_);
    while (const auto action = choices.next(search_.domain, node.situation, node.states.all(), search_.shuffle)) {
      Parts<D> parts(memory_);
      if (!apply(search_.domain, node.states.all(), *action, node.depth, options_.early, search_.meter, search_.shuffle,
                 parts))
        continue;
      node.actions.push_back(make_owned<AndNode>(memory_, node, *action, memory_));
      if (parts.empty()) break;  // all states won
      add_branches(*node.actions.back(), parts);
    }
    node.states = States(memory_);
  }

  void add_branches(AndNode& node, Parts<D>& parts) {
    order_branches(search_, options_.first, parts);
    for (auto& [percept, states] : parts) {
      const Situation next = search_.domain.next(node.parent.situation, node.action, percept);
      node.branches.push_back(make_owned<OrNode>(
          memory_, &node, percept, next, search_.depth_after(node.parent.depth, percept), std::move(states), memory_));
      if (!search_.domain.agent_acts(next)) node.branches.back()->numbers.proof = 2;
    }
  }

  // From an expanded node up, as far as numbers change.
  void update(OrNode& leaf) {
    for (const auto& action : leaf.actions) action->numbers = all_of(action->branches);
    for (OrNode* node = &leaf; node != nullptr;) {
      const ProofNumbers numbers = any_of(node->actions);
      if (numbers == node->numbers && node != &leaf) return;
      node->numbers = numbers;
      if (numbers.proved()) keep_plan(*node);
      AndNode* const above = node->parent;
      if (above == nullptr) return;
      above->numbers = all_of(above->branches);
      node = &above->parent;
      if (above->numbers.disproved()) {
        std::erase_if(node->actions, [above](const auto& action) { return action.get() == above; });
      }
    }
  }

  void keep_plan(OrNode& node) {
    const AndNode& best = easiest_to_prove(node.actions);
    std::pmr::vector<std::pair<Percept, Pointer>> then(memory_);
    for (const auto& branch : best.branches) then.emplace_back(branch->percept, branch->proved);
    node.proved = search_.policy(best.action, std::move(then));
    node.actions.clear();
  }

  Search<D> search_;
  PnsOptions options_;
  std::pmr::memory_resource* memory_;
};

}  // namespace blindmate::search
