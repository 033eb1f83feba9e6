// Domain: the world as an algorithm sees it, and nothing more. An agent does one action after another; the state it
// is in can change in several ways, and it hears a percept of each change. Environments that move by themselves, such
// as an opponent, are situations in which there is one action, to wait (Wolfe & Russell 2007, footnote 4): the
// EXPAND-nodes of Russell & Wolfe 2005.
//
// Some actions can leave the state as it is and cost nothing, and the agent hears only that: tries that turn out not to
// be feasible, and questions. docs/add-a-domain.md builds a domain step by step.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "blindmate/search/shuffle.hpp"

namespace blindmate::search {

template <class D>
concept Domain =
    requires(const D& d, const typename D::State& s, const typename D::Situation& situation,
             const typename D::Action& action, const typename D::Percept& percept, const typename D::Event& event,
             std::span<const typename D::State> states, std::size_t k, std::pmr::vector<typename D::Action>& actions,
             Shuffle& shuffle, bool (*visit)(const typename D::State&, const typename D::Event&)) {
      // A physical state. Equal states have equal hashes.
      { s == s } -> std::convertible_to<bool>;
      { s.hash() } -> std::convertible_to<std::uint64_t>;

      // What the agent knows beyond the set of possible states: whose turn it is, what it has asked. Two belief states
      // are one problem only if their situations are equal.
      { situation == situation } -> std::convertible_to<bool>;
      { action == action } -> std::convertible_to<bool>;
      { percept == percept } -> std::convertible_to<bool>;

      // Whether the agent acts; otherwise there is nothing to do but wait, and no goal is reached by it.
      { d.agent_acts(situation) } -> std::same_as<bool>;

      // Appends the actions that state k makes worth trying in a belief state that begins with states 0 to k. An action
      // that leaves all of these and the situation as they are, with the same percept, is not: it changes nothing. May
      // repeat what is there.
      { d.list_actions(situation, states, k, actions) };

      // What is heard when the action leaves s as it is, at no cost; nothing when the action is carried out.
      { d.heard_in_place(s, action) } -> std::same_as<std::optional<typename D::Percept>>;

      // Constructs every state that the action can turn s into and calls visit(next, event), until that returns false.
      // The event is what else decides about the percept.
      { d.outcomes(s, action, shuffle, visit) };
      { d.percept(s, event, s) } -> std::same_as<typename D::Percept>;

      { d.won(s) } -> std::same_as<bool>;   // the goal
      { d.lost(s) } -> std::same_as<bool>;  // the goal cannot be reached any more; asked only where it is not won

      // The situation after an action and its percept, and whether that action was carried out: it costs one of the
      // depth then.
      { d.next(situation, action, percept) } -> std::same_as<typename D::Situation>;
      { d.carried_out(percept) } -> std::same_as<bool>;
    };

// A set of possible states, in a situation, and how many actions may be carried out until the goal.
template <Domain D>
struct Problem {
  typename D::Situation situation{};
  std::vector<typename D::State> states{};  // each once
  int depth = 1;
};

}  // namespace blindmate::search
