// What turn closure knows of single states: a small number for each, what the agent may try in it, where that leads,
// and what the relaxed problem says of it.
#pragma once

#include <deque>
#include <limits>
#include <unordered_map>

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/caches/interner.hpp"
#include "blindmate/search/relaxation.hpp"

namespace blindmate::search {

template <Domain D>
class ClosureStates {
 public:
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;
  using Set = std::pmr::vector<Element>;  // in order

  static constexpr int kForever = std::numeric_limits<int>::max();

  struct Successor {
    std::uint32_t heard;  // all that is heard until the agent acts again
    Element element;

    auto operator<=>(const Successor&) const = default;
  };

  // An action that a state alone makes worth trying.
  struct Step {
    Action action;
    bool in_place = false;  // only heard, not carried out
    bool wins = false;      // at once
    bool expanded = false;
    int lower = 1;         // no plan begins with it that has less depth
    int upper = kForever;  // in the relaxed problem, one does that has so much
    std::span<const Successor> successors{};
  };

  // On a level of the relaxation, the last one if the agent is not confined.
  ClosureStates(const Search<D>& search, std::size_t level)
      : search_(search),
        relaxation_(search.domain, search.meter, level),
        memory_(search.meter.memory()),
        arena_(memory_),
        numbers_(memory_),
        members_(memory_),
        frames_(memory_),
        frame_numbers_(memory_),
        hearings_(1, Hearing{{}, 0, std::pmr::vector<std::uint32_t>(memory_)}, memory_),
        actions_(memory_) {}
  ClosureStates(const ClosureStates&) = delete;
  ClosureStates& operator=(const ClosureStates&) = delete;

  const State& state(Element element) const { return numbers_.state(element); }
  Situation situation_of(const Set& set) const { return numbers_.situation(set.front()); }

  template <class States>
  Set set_of(const Situation& situation, const States& states) {
    Set result(memory_);
    for (const State& s : states) result.push_back(element_of(situation, s));
    std::sort(result.begin(), result.end());
    return result;
  }

  // Belief states that may be related have the same frame: of one situation, and the same in what the agent knows for
  // sure.
  std::uint32_t frame_of(const Set& set) const { return members_[set.front()].frame; }

  // A bit for each state; with more than 64 in a frame, several share one.
  std::uint64_t signature_of(const Set& set) const {
    std::uint64_t result = 0;
    for (const Element element : set) result |= members_[element].bit;
    return result;
  }
  bool signatures_are_exact(std::uint32_t frame) const { return frames_[frame] <= 64; }

  std::span<Step> steps_of(Element element) {
    Member& member = members_[element];
    if (member.listed) return member.steps;
    const State& s = state(element);
    const Situation situation = numbers_.situation(element);
    actions_.clear();
    search_.domain.list_actions(situation, std::span<const State>(&s, 1), 0, actions_);
    search_.shuffle(actions_.begin(), actions_.end());
    const bool agent_acts = search_.domain.agent_acts(situation);
    std::pmr::vector<Step> steps(memory_);
    steps.reserve(actions_.size());
    for (const Action& action : actions_) {
      Step step{.action = action};
      step.in_place = search_.domain.heard_in_place(s, action).has_value();
      if (!step.in_place) {
        step.wins = wins_at_once(s, action);
        if (agent_acts && !step.wins && !relaxation_.allows(s, action)) step.lower = kForever;
      }
      steps.push_back(step);
    }
    member.steps = keep(steps);
    member.listed = true;
    return member.steps;
  }

  // The successors of a feasible action that does not win at once. False when it fails whatever the depth.
  bool expand(Element element, Step& step) {
    if (step.expanded) return step.lower < kForever;
    const State s = state(element);
    const Situation situation = numbers_.situation(element);
    std::pmr::vector<Successor> found(memory_);
    if (follow(s, situation, step.action, 0, found)) {
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      step.successors = keep(found);
    } else {
      step.lower = kForever;
    }
    step.expanded = true;
    return step.lower < kForever;
  }

  // Actions carried out until then.
  int cost(std::uint32_t heard) const { return hearings_[heard].cost; }

  // The one action there is where the agent does not act.
  Action wait_in(const Situation& situation, const State& s) {
    std::pmr::vector<Action> only(memory_);
    search_.domain.list_actions(situation, std::span<const State>(&s, 1), 0, only);
    return only.front();
  }

  // The bound. Whether it is known that no belief state that holds this state has a plan.
  bool is_refuted(Element element, int depth) const { return members_[element].lower > depth; }
  void note_refuted(Element element, int depth) {
    members_[element].lower = std::max(members_[element].lower, depth + 1);
  }

  // By the relaxed problem, what threads know already first, then the state that has resisted longest. A state without
  // a plan becomes the core.
  bool may_be_solvable(const Set& set, int depth, Set& core) {
    if (!has_bound(situation_of(set))) return true;
    for (const Element element : set) {
      if (!is_known_unsolvable<D>(relaxation_, state(element), depth)) continue;
      note_refuted(element, depth);
      core.assign(1, element);
      return false;
    }
    const Element first = *std::max_element(
        set.begin(), set.end(), [this](Element a, Element b) { return members_[a].lower < members_[b].lower; });
    const auto may_be = [&](Element element) {
      Member& member = members_[element];
      if (member.upper <= depth) return true;
      if (relaxation_.solvable(state(element), depth)) {
        member.upper = depth;
        return true;
      }
      member.lower = depth + 1;
      core.assign(1, element);
      return false;
    };
    return may_be(first) && std::all_of(set.begin(), set.end(), may_be);
  }

  bool is_known_unsolvable_by(Element element, Step& step, int depth) {
    if (!has_bound(numbers_.situation(element))) return false;
    if (!search::is_known_unsolvable_by<D>(relaxation_, state(element), step.action, depth)) return false;
    step.lower = depth + 1;
    return true;
  }

  bool may_be_solvable_by(Element element, Step& step, int depth) {
    if (step.upper <= depth || !has_bound(numbers_.situation(element))) return true;
    if (relaxation_.solvable_by(state(element), step.action, depth)) {
      step.upper = depth;
      return true;
    }
    step.lower = depth + 1;
    return false;
  }

  bool likes(Element element, const Action& action) { return relaxation_.likes(state(element), action); }

 private:
  struct Member {
    std::uint32_t frame;
    std::uint64_t bit;     // of signatures
    int lower = 1;         // no belief state that holds it has a plan with less depth
    int upper = kForever;  // in the relaxed problem, it has a plan with so much
    bool listed = false;
    std::span<Step> steps{};
  };

  struct Hearing {
    Percept percept;
    int cost;  // actions carried out so far
    std::pmr::vector<std::uint32_t> next;
  };

  bool has_bound(const Situation& situation) const {
    return !search_.without.bound && search_.domain.agent_acts(situation);
  }

  Element element_of(const Situation& situation, const State& s) {
    const Element element = numbers_.intern(situation, s);
    if (element < members_.size()) return element;
    const std::uint64_t key =
        (search::frame_of(search_.domain, s) + numbers_.situation_number(element)) * 0x9E3779B97F4A7C15U;
    const auto [known, is_new] = frame_numbers_.try_emplace(key, static_cast<std::uint32_t>(frames_.size()));
    if (is_new) frames_.push_back(0);
    const std::uint64_t bit = std::uint64_t{1} << (frames_[known->second]++ & 63);
    members_.push_back({.frame = known->second, .bit = bit});
    return element;
  }

  template <class T>
  std::span<T> keep(const std::pmr::vector<T>& values) {
    auto* const room = static_cast<T*>(arena_.allocate(values.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), room);
    return {room, values.size()};
  }

  bool wins_at_once(const State& s, const Action& action) {
    bool wins = true;
    search_.domain.outcomes(s, action, search_.shuffle, [&](const State& next, const typename D::Event& /*event*/) {
      search_.meter.count_state();
      return wins = search_.domain.won(next);
    });
    return wins;
  }

  // Until the agent acts again. False when a state is lost.
  bool follow(const State& s, const Situation& situation, const Action& action, std::uint32_t heard,
              std::pmr::vector<Successor>& found) {
    bool lost = false;
    search_.domain.outcomes(s, action, search_.shuffle, [&](const State& next, const typename D::Event& event) {
      search_.meter.count_state();
      if (search_.domain.won(next)) return true;
      if (search_.domain.lost(next)) {
        lost = true;
        return false;
      }
      const Percept percept = search_.domain.percept(s, event, next);
      const Situation then = search_.domain.next(situation, action, percept);
      const std::uint32_t now = hearing(heard, percept);
      if (search_.domain.agent_acts(then)) {
        found.push_back({now, element_of(then, next)});
      } else {
        lost = !follow(next, then, wait_in(then, next), now, found);
      }
      return !lost;
    });
    return !lost;
  }

  std::uint32_t hearing(std::uint32_t before, const Percept& percept) {
    for (const std::uint32_t next : hearings_[before].next) {
      if (hearings_[next].percept == percept) return next;
    }
    const auto number = static_cast<std::uint32_t>(hearings_.size());
    hearings_.push_back({percept, hearings_[before].cost + 1, std::pmr::vector<std::uint32_t>(memory_)});
    hearings_[before].next.push_back(number);
    return number;
  }

  Search<D> search_;
  Relaxation<D> relaxation_;
  std::pmr::memory_resource* memory_;
  std::pmr::monotonic_buffer_resource arena_;  // steps and successors, which stay as long as the states
  Interner<D> numbers_;
  std::pmr::deque<Member> members_;         // by number
  std::pmr::vector<std::uint32_t> frames_;  // how many states each has
  std::pmr::unordered_map<std::uint64_t, std::uint32_t> frame_numbers_;
  std::pmr::deque<Hearing> hearings_;
  std::pmr::vector<Action> actions_;
};

}  // namespace blindmate::search
