// One turn of the agent in turn closure. Whether a try is good depends only on the states in which it is feasible, and
// stays so when the belief state shrinks, as long as its refusal changes nothing else. So good tries are taken out of
// the belief state in any order, until it is empty (proved) or none helps (disproved, and so is every superset): no
// permutations of tries. A refutation of a try holds while the states that support it are there.
#pragma once

#include <bit>

#include "blindmate/search/algorithms/closure_verdicts.hpp"

namespace blindmate::search {

template <Domain D>
class ClosurePass;

template <Domain D>
class ClosureTurn {
 public:
  using Set = typename ClosureStates<D>::Set;
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;

  ClosureTurn(ClosurePass<D>& pass, const Set& set, int depth)
      : pass_(pass),
        search_(pass.search()),
        states_(pass.states()),
        verdicts_(pass.verdicts()),
        memory_(search_.meter.memory()),
        set_(set),
        depth_(depth),
        situation_(states_.situation_of(set)),
        alive_(set.size(), true, memory_),
        left_(set.size()),
        refuted_(set.size(), 0, memory_),
        candidates_(memory_),
        order_(memory_),
        done_(memory_) {}

  bool solve() {
    collect();
    put_in_order();
    while (left_ > 0) {
      if (!take_sure_one() && !take_next()) return false;
    }
    return true;
  }

  std::pmr::vector<Action> take_actions() { return std::move(done_); }

  // After solve() has failed.
  Set core() const {
    Set result(memory_);
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (alive_[i]) result.push_back(set_[i]);
    }
    return result;
  }

 private:
  using Index = std::uint32_t;  // of a state in the set
  using Step = typename ClosureStates<D>::Step;
  using Successor = typename ClosureStates<D>::Successor;
  using Known = typename ClosureVerdicts<D>::Known;

  struct Candidate {
    Candidate(const Action& which, std::pmr::memory_resource* memory)
        : action(which), listed(memory), support(memory) {}

    Action action;
    std::pmr::vector<std::pair<Index, Step*>> listed;  // where it is worth trying; nowhere if all of them together ask
    bool done = false;
    std::pmr::vector<Index> support;  // of its refutation; empty while there is none
  };
  struct Child {
    std::uint32_t heard;
    Set set;
  };

  void collect() {
    for (Index i = 0; i < set_.size(); ++i) {
      std::size_t hint = 0;
      for (Step& step : states_.steps_of(set_[i])) candidate_for(step.action, hint).listed.emplace_back(i, &step);
    }
    if (set_.size() == 1 || !asks(search_.domain, situation_)) return;
    std::pmr::vector<State> states(memory_);
    for (const Element element : set_) states.push_back(states_.state(element));
    std::pmr::vector<Action> actions(memory_);
    for (std::size_t k = 1; k < states.size(); ++k) search_.domain.list_actions(situation_, states, k, actions);
    std::size_t hint = 0;
    for (const Action& action : actions) candidate_for(action, hint);
  }

  // States list nearly the same actions in nearly the same order, so the search begins where the last one was found.
  Candidate& candidate_for(const Action& action, std::size_t& hint) {
    for (std::size_t n = 0; n < candidates_.size(); ++n) {
      if (hint >= candidates_.size()) hint = 0;
      Candidate& candidate = candidates_[hint++];
      if (candidate.action == action) return candidate;
    }
    candidates_.emplace_back(action, memory_);
    hint = candidates_.size();
    return candidates_.back();
  }

  // What the relaxation likes comes first among equals.
  std::uint64_t promise_of(const Candidate& candidate) {
    const std::uint64_t promise = search_.without.history ? 0 : verdicts_.promise_of(set_, candidate.action);
    const bool liked =
        !candidate.listed.empty() && states_.likes(set_[candidate.listed.front().first], candidate.action);
    return 2 * promise + (liked ? 1 : 0);
  }

  // What has worked, or nearly, comes first.
  void put_in_order() {
    std::pmr::vector<std::pair<std::uint64_t, Index>> promises(memory_);
    for (Index k = 0; k < candidates_.size(); ++k) promises.emplace_back(promise_of(candidates_[k]), k);
    std::stable_sort(promises.begin(), promises.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [promise, k] : promises) order_.push_back(k);
  }

  bool is_open(Candidate& candidate) {
    if (candidate.done) return false;
    if (!candidate.support.empty()) {
      if (std::all_of(candidate.support.begin(), candidate.support.end(), [this](Index i) { return alive_[i]; }))
        return false;
      candidate.support.clear();
    }
    const auto is_there = [this](const auto& listed) { return alive_[listed.first]; };
    return candidate.listed.empty() ? tells_apart(candidate.action)
                                    : std::any_of(candidate.listed.begin(), candidate.listed.end(), is_there);
  }

  // Whether different things can be heard.
  bool tells_apart(const Action& action) const {
    std::optional<Percept> first;
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (!alive_[i]) continue;
      const std::optional<Percept> heard = search_.domain.heard_in_place(state(i), action);
      if (first && !(heard == first)) return true;
      first = heard;
    }
    return false;
  }

  const State& state(std::size_t i) const { return states_.state(set_[i]); }

  // An action that wins at once wherever it is feasible.
  bool take_sure_one() {
    for (const Index k : order_) {
      Candidate& candidate = candidates_[k];
      if (candidate.done || candidate.listed.empty()) continue;
      bool there = false;
      const bool sure = std::all_of(candidate.listed.begin(), candidate.listed.end(), [&](const auto& listed) {
        there = there || alive_[listed.first];
        return !alive_[listed.first] || listed.second->wins;
      });
      if (sure && there && is_open(candidate) && rest_is_solved(candidate)) {
        take(candidate);
        return true;
      }
    }
    return false;
  }

  bool take_next() {
    for (const Index k : order_) {
      Candidate& candidate = candidates_[k];
      if (!is_open(candidate)) continue;
      const std::uint64_t before = search_.meter.nodes();
      const bool good = is_solved(candidate) && rest_is_solved(candidate);
      verdicts_.set_promise(set_, candidate.action,
                            good ? kWorked : std::min(kWorked - 1, search_.meter.nodes() - before));
      if (!good) continue;
      take(candidate);
      return true;
    }
    return false;
  }

  void take(Candidate& candidate) {
    candidate.done = true;
    done_.push_back(candidate.action);
    for (Index i = 0; i < set_.size(); ++i) {
      if (alive_[i] && leaves(candidate, i)) {
        alive_[i] = false;
        --left_;
      }
    }
  }

  // Whether the turn goes on otherwise, or not at all, after this action in this state.
  bool leaves(const Candidate& candidate, Index i) const {
    const D& domain = search_.domain;
    const std::optional<Percept> heard = domain.heard_in_place(state(i), candidate.action);
    return !heard || !search_.is_subproblem(situation_, *heard, domain.next(situation_, candidate.action, *heard));
  }

  bool refute(Candidate& candidate, std::pmr::vector<Index> support) {
    for (const Index i : support) ++refuted_[i];
    candidate.support = std::move(support);
    return false;
  }
  bool refute(Candidate& candidate, Index i) { return refute(candidate, std::pmr::vector<Index>(1, i, memory_)); }

  // Where the action is feasible.
  bool is_solved(Candidate& candidate) {
    std::pmr::vector<std::pair<Index, Step*>> feasible(memory_);
    for (const auto& [i, step] : candidate.listed) {
      if (alive_[i] && !step->in_place && !step->wins) feasible.emplace_back(i, step);
    }
    std::stable_sort(feasible.begin(), feasible.end(),
                     [this](const auto& a, const auto& b) { return refuted_[a.first] > refuted_[b.first]; });
    for (const auto& [i, step] : feasible) {
      if (step->lower > depth_) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (states_.is_known_unsolvable_by(set_[i], *step, depth_)) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (!states_.may_be_solvable_by(set_[i], *step, depth_)) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (!states_.expand(set_[i], *step)) return refute(candidate, i);
    }
    std::pmr::vector<Child> open(memory_);
    Set core(memory_);
    for (Child& child : children(feasible)) {
      switch (verdicts_.look_up(child.set, depth_after(child), core)) {
        case Known::proved: break;
        case Known::disproved: return refute(candidate, supporters(feasible, child.heard, core));
        case Known::nothing: open.push_back(std::move(child)); break;
      }
    }
    std::stable_sort(open.begin(), open.end(),
                     [](const Child& a, const Child& b) { return a.set.size() > b.set.size(); });
    for (const Child& child : open) {
      if (!pass_.solve(child.set, depth_after(child), core))
        return refute(candidate, supporters(feasible, child.heard, core));
    }
    return true;
  }

  int depth_after(const Child& child) const { return depth_ - states_.cost(child.heard); }

  std::pmr::vector<Child> children(std::span<const std::pair<Index, Step*>> feasible) const {
    std::pmr::vector<Successor> all(memory_);
    for (const auto& [i, step] : feasible) all.insert(all.end(), step->successors.begin(), step->successors.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::pmr::vector<Child> result(memory_);
    for (const Successor& successor : all) {
      if (result.empty() || result.back().heard != successor.heard) result.push_back({successor.heard, Set(memory_)});
      result.back().set.push_back(successor.element);
    }
    return result;
  }

  // States that together lead to all of a core, the one that leads to most of it first.
  std::pmr::vector<Index> supporters(std::span<const std::pair<Index, Step*>> feasible, std::uint32_t heard,
                                     const Set& core) const {
    const std::size_t words = (core.size() + 63) / 64;
    std::pmr::vector<std::uint64_t> open(words, 0, memory_);  // of the core, a bit for each element
    for (std::size_t k = 0; k < core.size(); ++k) open[k / 64] |= std::uint64_t{1} << k % 64;
    std::pmr::vector<std::uint64_t> reached(feasible.size() * words, 0, memory_);  // the same, by state
    for (std::size_t f = 0; f < feasible.size(); ++f) {
      const std::span<const Successor> successors = feasible[f].second->successors;
      auto next = std::lower_bound(successors.begin(), successors.end(), Successor{heard, core.front()});
      for (std::size_t k = 0; k < core.size() && next != successors.end() && next->heard == heard; ++k) {
        while (next != successors.end() && *next < Successor{heard, core[k]}) ++next;
        if (next != successors.end() && *next == Successor{heard, core[k]})
          reached[f * words + k / 64] |= std::uint64_t{1} << k % 64;
      }
    }
    std::pmr::vector<Index> result(memory_);
    for (int left = static_cast<int>(core.size()); left > 0;) {
      std::size_t best = 0;
      int most = 0;
      for (std::size_t f = 0; f < feasible.size(); ++f) {
        int count = 0;
        for (std::size_t w = 0; w < words; ++w) count += std::popcount(reached[f * words + w] & open[w]);
        if (count > most) {
          best = f;
          most = count;
        }
      }
      BLINDMATE_CHECK(most > 0, "a state that nothing leads to");
      result.push_back(feasible[best].first);
      for (std::size_t w = 0; w < words; ++w) open[w] &= ~reached[best * words + w];
      left -= most;
    }
    return result;
  }

  // Where the action is only heard, and changes what the agent may do: another problem, of the same depth.
  bool rest_is_solved(Candidate& candidate) {
    const D& domain = search_.domain;
    Parts<D> parts(memory_);
    for (Index i = 0; i < set_.size(); ++i) {
      if (!alive_[i]) continue;
      if (!leaves(candidate, i)) continue;
      if (const auto heard = domain.heard_in_place(state(i), candidate.action)) parts.insert(*heard, state(i));
    }
    Set core(memory_);
    for (auto& [percept, part] : parts) {
      const Situation next = domain.next(situation_, candidate.action, percept);
      if (pass_.solve(states_.set_of(next, part.all()), depth_, core)) continue;
      std::pmr::vector<Index> support(memory_);
      for (const Element element : core) {
        for (Index i = 0; i < set_.size(); ++i) {
          if (state(i) == states_.state(element)) support.push_back(i);
        }
      }
      return refute(candidate, std::move(support));
    }
    return true;
  }

  static constexpr std::uint64_t kWorked = 1'000'000;

  ClosurePass<D>& pass_;
  const Search<D>& search_;
  ClosureStates<D>& states_;
  ClosureVerdicts<D>& verdicts_;
  std::pmr::memory_resource* memory_;
  const Set set_;
  int depth_;  // left
  const Situation situation_;
  std::pmr::vector<bool> alive_;             // the states that are still in the belief state
  std::size_t left_;                         // so many
  std::pmr::vector<std::uint32_t> refuted_;  // how many candidates a state has helped to refute
  std::pmr::vector<Candidate> candidates_;
  std::pmr::vector<Index> order_;
  std::pmr::vector<Action> done_;
};

}  // namespace blindmate::search
