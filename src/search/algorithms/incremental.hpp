// The tree that DBU and DUB grow: a plan for the states looked at so far, extended to one further state at a time
// (Russell & Wolfe 2005, section 6.2, figures 6 to 8).
//
// Invariant: in each OR-node, the current action and the plans below it win in all integrated states, as far as the
// percepts go that the algorithm looks at. When a state breaks the plan, the node goes on to another action and begins
// with all of its states again.
//
// Departs from the figures: successors are constructed one at a time, so that a disproof needs only one of them, as the
// cost model of section 6.4 has it; and actions come up only when they are feasible in a state looked at (section 6.2).
#pragma once

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/owned.hpp"
#include "blindmate/search/state_list.hpp"

namespace blindmate::search {

// Which percepts of an AND-node a plan is extended for at once: all (DBU), or only the one that came first (DUB, whose
// outer recursion comes back for the others).
enum class Breadth : std::uint8_t { all_percepts, first_percept };

struct IncrementalOptions {
  Breadth breadth = Breadth::all_percepts;
  First first = First::any;
  bool greedy = false;
};

template <Domain D>
class Incremental {
 public:
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;
  using Pointer = typename Policy<D>::Pointer;

  struct AndNode;

  struct OrNode {
    OrNode(const Situation& in, int left, std::pmr::memory_resource* memory)
        : situation(in), depth(left), states(memory), choices(memory) {}

    Situation situation;
    int depth;  // left
    StateList<State> states;
    std::size_t integrated = 0;  // of the states, from the front
    Choices<D> choices;
    Owned<AndNode> current{};  // the action of the plan
    Pointer proved{};          // what is left of a node that needs no further work
  };

  struct Child {
    Percept percept;
    Owned<OrNode> node;
  };

  struct AndNode {
    AndNode(const Action& by, std::pmr::memory_resource* memory) : action(by), children(memory) {}

    Action action;
    std::pmr::vector<Child> children;  // in the order in which their percepts came
  };

  Incremental(const Search<D>& search, const IncrementalOptions& options) : search_(search), options_(options) {}

  Owned<OrNode> new_node(const Situation& situation, int depth) {
    return make_owned<OrNode>(search_.meter.memory(), situation, depth, search_.meter.memory());
  }

  // Integrates the states of a node that are still to be. False is a disproof of the node.
  bool extend(OrNode& node) {
    while (node.integrated < node.states.size()) {
      if (node.integrated++ == 0) search_.meter.count_node();
      if (!node.current) {
        if (!replan(node)) return false;
        continue;
      }
      const Extended extended = integrate(node, node.states[node.integrated - 1]);
      if (extended == Extended::hopeless || (extended == Extended::failed && !replan(node))) return false;
    }
    return true;
  }

  // Drops the current action, which has failed, and finds one that works in all integrated states.
  bool replan(OrNode& node) {
    Extended extended = Extended::failed;
    while (extended == Extended::failed) {
      if (salvage(node, extended)) continue;
      const auto action =
          node.choices.next(search_.domain, node.situation, node.states.first(node.integrated), search_.shuffle);
      if (!action) return false;
      node.current = make_owned<AndNode>(search_.meter.memory(), *action, search_.meter.memory());
      extended = integrate_all(node);
    }
    return extended == Extended::yes;
  }

  // Whether the disproof of a child disproves the node, not only its action.
  bool is_hopeless(const OrNode& node, const Child& child) const {
    return options_.greedy && search_.is_subproblem(node.situation, child.percept, child.node->situation);
  }

  // The plan of a node whose states are all integrated.
  Pointer policy(const OrNode& node) const {
    if (node.proved) return node.proved;
    std::pmr::vector<std::pair<Percept, Pointer>> then(search_.meter.memory());
    for (const Child& child : node.current->children) then.emplace_back(child.percept, policy(*child.node));
    return search_.policy(node.current->action, std::move(then));
  }

  // Keeps of a proved node nothing but its plan.
  void finish(OrNode& node) const {
    node.proved = policy(node);
    node.current.reset();
    node.states = StateList<State>(search_.meter.memory());
    node.choices = Choices<D>(search_.meter.memory());
  }

 private:
  enum class Extended : std::uint8_t { yes, failed, hopeless };

  Extended integrate_all(OrNode& node) {
    const bool two_rounds = options_.first != First::any && node.integrated > 1;
    for (int round = 0; round < (two_rounds ? 2 : 1); ++round) {
      for (const State& s : node.states.first(node.integrated)) {
        if (two_rounds && feasible(s, node.current->action) != (round == 0)) continue;
        if (const Extended extended = integrate(node, s); extended != Extended::yes) return extended;
      }
    }
    return Extended::yes;
  }

  bool feasible(const State& s, const Action& action) const { return !search_.domain.heard_in_place(s, action); }

  // Extends the current action's branches to one more state.
  Extended integrate(OrNode& node, const State& s) {
    if (const auto heard = search_.domain.heard_in_place(s, node.current->action)) return give(node, *heard, s);
    Extended extended = Extended::yes;
    search_.domain.outcomes(s, node.current->action, search_.shuffle,
                            [&](const State& next, const typename D::Event& event) {
                              search_.meter.count_state();
                              if (search_.domain.won(next)) return true;
                              extended = node.depth == 1 || search_.domain.lost(next)
                                             ? Extended::failed
                                             : give(node, search_.domain.percept(s, event, next), next);
                              return extended == Extended::yes;
                            });
    return extended;
  }

  Extended give(OrNode& node, const Percept& percept, const State& s) {
    Child& child = child_for(node, percept);
    if (!child.node->states.insert(s)) return Extended::yes;
    if (options_.breadth == Breadth::first_percept && &child != &node.current->children.front()) return Extended::yes;
    if (extend(*child.node)) return Extended::yes;
    return is_hopeless(node, child) ? Extended::hopeless : Extended::failed;
  }

  Child& child_for(OrNode& node, const Percept& percept) {
    AndNode& current = *node.current;
    for (Child& child : current.children) {
      if (child.percept == percept) return child;
    }
    current.children.push_back({percept, new_node(search_.domain.next(node.situation, current.action, percept),
                                                  search_.depth_after(node.depth, percept))});
    return current.children.back();
  }

  // When the current action fails in a state in which it is feasible, the plan for the states in which it is not still
  // stands, and all that failed there fails here: it becomes the plan of the node (Russell & Wolfe 2005, footnote 10).
  // Unless that plan begins with an action that has failed here: then what is left of it after a refusal. False when
  // there is no such plan.
  bool salvage(OrNode& node, Extended& extended) {
    if (!options_.greedy || options_.breadth != Breadth::all_percepts || !node.current) return false;
    const Owned<AndNode> failed = std::move(node.current);
    OrNode* left = after_refusal(node, *failed);
    while (left != nullptr && node.choices.has_given(left->current->action))
      left = after_refusal(*left, *left->current);
    if (left == nullptr) return false;
    node.choices.take_over(left->choices);
    node.current = std::move(left->current);
    extended = Extended::yes;
    for (const State& s : node.states.first(node.integrated)) {
      if (extended == Extended::yes && !left->states.contains(s)) extended = integrate(node, s);
    }
    return true;
  }

  OrNode* after_refusal(const OrNode& node, const AndNode& action) const {
    for (const Child& child : action.children) {
      if (is_hopeless(node, child) && child.node->current) return child.node.get();
    }
    return nullptr;
  }

  Search<D> search_;
  IncrementalOptions options_;
};

}  // namespace blindmate::search
