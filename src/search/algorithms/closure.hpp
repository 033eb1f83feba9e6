// Turn closure: belief states as sets of states, refuted by single states wherever possible.
//
// Within one turn good tries are taken out of the belief state one by one (closure_turn.hpp). Each recursion has less
// depth, fewer states, or a situation that is never left again in the turn: so there are no cycles. What is found holds
// for subsets or supersets, too (closure_verdicts.hpp).
//
// A domain that knows the relaxed problem (relaxation.hpp) refutes most sets and tries by one state alone
// (closure_states.hpp). Proofs are looked for in confined passes, too, each with a limited number of states.
#pragma once

#include "blindmate/search/algorithms/closure_turn.hpp"

namespace blindmate::search {

template <Domain D>
class ClosurePass {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using Set = typename ClosureStates<D>::Set;

  // On a level of the relaxation, the last one if the agent is not confined.
  ClosurePass(const Search<D>& search, std::size_t level)
      : search_(search), states_(search, level), verdicts_(states_, search.meter.memory()) {}
  ClosurePass(const ClosurePass&) = delete;
  ClosurePass& operator=(const ClosurePass&) = delete;

  bool proves(const Problem<D>& problem) {
    Set core(search_.meter.memory());
    const Set set = states_.set_of(problem.situation, problem.states);
    root_ = &set;
    const bool proved = solve(set, problem.depth, core);
    root_ = nullptr;
    return proved;
  }

  // Of what proves() has found.
  Pointer policy(const Problem<D>& problem) {
    return policy(states_.set_of(problem.situation, problem.states), problem.depth);
  }

  // Whether there is a plan. If not, `core` becomes a subset that has none either.
  bool solve(const Set& set, int depth, Set& core) {
    using Known = typename ClosureVerdicts<D>::Known;
    search_.meter.count_node();
    switch (verdicts_.look_up(set, depth, core)) {
      case Known::proved: return true;
      case Known::disproved: return false;
      case Known::nothing: break;
    }
    if (&set == root_) search_.meter.tell_depth(depth);
    if (!states_.may_be_solvable(set, depth, core)) return false;
    if (depth > kRound && solve(set, depth - kRound, core)) return true;
    if (&set == root_) search_.meter.tell_depth(depth);
    ClosureTurn<D> turn(*this, set, depth);
    if (turn.solve()) {
      verdicts_.note_proof(set, depth, turn.take_actions());
      return true;
    }
    core = turn.core();
    verdicts_.note_disproof(core, depth);
    return false;
  }

  const Search<D>& search() const { return search_; }
  ClosureStates<D>& states() { return states_; }
  ClosureVerdicts<D>& verdicts() { return verdicts_; }

 private:
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;

  static constexpr int kRound = round_of<D>();

  Pointer policy(const Set& set, int depth) {
    typename ClosureVerdicts<D>::Proof* const found = verdicts_.find_proof(set, depth);
    BLINDMATE_CHECK(found != nullptr, "a proof that was not kept");
    if (found->policy) return found->policy;
    std::pmr::vector<State> states(search_.meter.memory());
    for (const Element element : found->set) states.push_back(states_.state(element));
    return found->policy = follow(states_.situation_of(set), states, found->actions, found->depth);
  }

  Pointer follow(const Situation& situation, std::span<const State> states, std::span<const Action> actions,
                 int depth) {
    Parts<D> parts(search_.meter.memory());
    BLINDMATE_CHECK(!actions.empty() && apply(search_.domain, states, actions.front(), depth, true, search_.meter,
                                              search_.shuffle, parts),
                    "a proof that does not hold");
    std::pmr::vector<std::pair<Percept, Pointer>> then(search_.meter.memory());
    for (auto& [percept, part] : parts) {
      const Situation next = search_.domain.next(situation, actions.front(), percept);
      const int left = search_.depth_after(depth, percept);
      if (search_.is_subproblem(situation, percept, next)) {
        Pointer rest = follow(situation, part.all(), actions.subspan(1), depth);
        if (part.size() == states.size()) return rest;  // feasible in none of these
        then.emplace_back(percept, std::move(rest));
      } else if (search_.domain.agent_acts(next)) {
        then.emplace_back(percept, policy(states_.set_of(next, part.all()), left));
      } else {
        const Action wait = states_.wait_in(next, part[0]);
        then.emplace_back(percept, follow(next, part.all(), std::span<const Action>(&wait, 1), left));
      }
    }
    return search_.policy(actions.front(), std::move(then));
  }

  const Set* root_ = nullptr;  // of the problem that is being solved
  Search<D> search_;
  ClosureStates<D> states_;
  ClosureVerdicts<D> verdicts_;
};

// The passes: a little with all actions, which is enough for most problems; then the confined ones, each with the
// states that the domain gives it; then all actions without a limit. What is found with all actions is kept from
// problem to problem. Where the environment acts, somebody asks for the value of an action and mostly knows the problem
// above.
template <Domain D>
class Closure {
 public:
  using Pointer = typename Policy<D>::Pointer;

  explicit Closure(const Search<D>& search) : search_(search), whole_(search, kBudgets.size()) {}

  Pointer solve(const Problem<D>& problem) {
    if (!kBudgets.empty() && !search_.without.levels && search_.domain.agent_acts(problem.situation)) {
      if (const auto proved = within(kFirstBudget, whole_, problem)) return *proved ? whole_.policy(problem) : nullptr;
      for (std::size_t level = 0; level < kBudgets.size(); ++level) {
        ClosurePass<D> confined(search_, level);
        if (within(kBudgets[level], confined, problem) == true) return confined.policy(problem);
      }
    }
    return whole_.proves(problem) ? whole_.policy(problem) : nullptr;
  }

 private:
  static constexpr auto kBudgets = Relaxation<D>::kBudgets;
  static constexpr std::uint64_t kFirstBudget = 16'000;

  // Nothing when that takes more states.
  std::optional<bool> within(std::uint64_t budget, ClosurePass<D>& pass, const Problem<D>& problem) {
    std::optional<bool> proved;
    search_.meter.pause_after(budget);
    try {
      proved = pass.proves(problem);
    } catch (const Paused&) {
    }
    search_.meter.do_not_pause();
    return proved;
  }

  Search<D> search_;
  ClosurePass<D> whole_;
};

}  // namespace blindmate::search
