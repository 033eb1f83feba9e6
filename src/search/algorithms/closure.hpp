// Turn closure: belief states as sets of states, refuted by single states wherever possible.
//
// Whether a try is good depends only on the states in which it is feasible, and stays so when the belief state shrinks,
// as long as its refusal changes nothing else. So within one turn good tries are taken out of the belief state in any
// order, until it is empty (proved) or none helps (disproved, and so is every superset): no permutations of tries.
//
// Invariant: a disproved set is disproved with every superset and with less depth, a proved one with every subset and
// with more. Each recursion has less depth, fewer states, or a situation that is never left again in the turn: so
// there are no cycles. A refutation of a try holds while the states that support it are there.
//
// A domain that knows the relaxed problem (relaxation.hpp) refutes most sets and tries by one state alone. Proofs are
// looked for in confined passes, too, each with a limited number of states.
#pragma once

#include <bit>
#include <deque>
#include <limits>
#include <unordered_map>

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/relaxation.hpp"

namespace blindmate::search {

template <Domain D>
class ClosurePass {
 public:
  using Pointer = typename Policy<D>::Pointer;
  using State = typename D::State;
  using Action = typename D::Action;
  using Percept = typename D::Percept;
  using Situation = typename D::Situation;

  // On a level of the relaxation, the last one if the agent is not confined.
  ClosurePass(const Search<D>& search, std::size_t level)
      : search_(search),
        relaxation_(search.domain, search.meter, level),
        memory_(search.meter.memory()),
        arena_(memory_),
        situations_(memory_),
        members_(memory_),
        slots_(kFirstSlots, kNoElement, memory_),
        frames_(memory_),
        frame_numbers_(memory_),
        hearings_(1, Hearing{{}, 0, std::pmr::vector<std::uint32_t>(memory_)}, memory_),
        actions_(memory_) {}
  ClosurePass(const ClosurePass&) = delete;
  ClosurePass& operator=(const ClosurePass&) = delete;

  bool proves(const Problem<D>& problem) {
    Set core(memory_);
    const Set set = set_of(situation_number(problem.situation), problem.states);
    root_ = &set;
    const bool proved = solve(set, problem.depth, core);
    root_ = nullptr;
    return proved;
  }

  // Of what proves() has found.
  Pointer policy(const Problem<D>& problem) {
    return policy(set_of(situation_number(problem.situation), problem.states), problem.depth);
  }

 private:
  using Element = std::uint32_t;  // a state in a situation
  using Set = std::pmr::vector<Element>;
  using SituationNumber = std::uint32_t;

  static constexpr int kForever = std::numeric_limits<int>::max();
  static constexpr int kRound = round_of<D>();
  static constexpr Element kNoElement = 0xFFFFFFFFU;
  static constexpr std::size_t kFirstSlots = 64;

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

  struct Member {
    State state;
    SituationNumber situation;
    std::uint32_t frame;
    std::uint64_t bit;     // of signatures
    int lower = 1;         // no belief state that holds it has a plan with less depth
    int upper = kForever;  // in the relaxed problem, it has a plan with so much
    bool listed = false;
    std::span<Step> steps{};
  };

  struct Disproof {
    std::uint64_t signature;
    int depth;
    Set set;
  };
  struct Proof {
    std::uint64_t signature;
    int depth;
    Set set;
    std::pmr::vector<Action> actions;  // one after the other, until one is carried out
    Pointer policy{};                  // once it was asked for
  };

  // Belief states that may be related: of one situation, and the same in what the agent knows for sure.
  struct Frame {
    explicit Frame(std::pmr::memory_resource* memory) : proofs(memory), disproofs(memory), promise(memory) {}

    std::uint32_t members = 0;
    std::pmr::vector<Proof> proofs;
    std::pmr::vector<Disproof> disproofs;
    std::pmr::vector<std::pair<Action, std::uint64_t>> promise;  // of actions that were tried

    bool signatures_are_exact() const { return members <= 64; }
  };

  struct Hearing {
    Percept percept;
    int cost;  // actions carried out so far
    std::pmr::vector<std::uint32_t> next;
  };

  enum class Known : std::uint8_t { nothing, proved, disproved };

  class Turn;

  // Whether there is a plan. If not, `core` becomes a subset that has none either.
  bool solve(const Set& set, int depth, Set& core) {
    search_.meter.count_node();
    switch (look_up(set, depth, core)) {
      case Known::proved: return true;
      case Known::disproved: return false;
      case Known::nothing: break;
    }
    if (&set == root_) search_.meter.tell_depth(depth);
    if (!may_be_solvable(set, depth, core)) return false;
    if (depth > kRound && solve(set, depth - kRound, core)) return true;
    if (&set == root_) search_.meter.tell_depth(depth);
    Turn turn(*this, set, depth);
    if (turn.solve()) {
      note_proof(set, depth, turn.take_actions());
      return true;
    }
    core = turn.core();
    note_disproof(core, depth);
    return false;
  }

  Known look_up(const Set& set, int depth, Set& core) {
    for (const Element element : set) {
      if (depth > 0 && members_[element].lower <= depth) continue;
      core.assign(1, element);
      return Known::disproved;
    }
    const Frame& frame = frames_[members_[set.front()].frame];
    const std::uint64_t signature = signature_of(set);
    for (const Disproof& known : frame.disproofs) {
      if (known.depth < depth || (known.signature & ~signature) != 0) continue;
      if (!frame.signatures_are_exact() && !includes(set, known.set)) continue;
      core = known.set;
      return Known::disproved;
    }
    return find_proof(frame, set, depth) == nullptr ? Known::nothing : Known::proved;
  }

  static bool includes(const Set& set, const Set& subset) {
    return std::includes(set.begin(), set.end(), subset.begin(), subset.end());
  }

  const Proof* find_proof(const Frame& frame, const Set& set, int depth) const {
    const std::uint64_t signature = signature_of(set);
    for (const Proof& known : frame.proofs) {
      if (known.depth > depth || (signature & ~known.signature) != 0) continue;
      if (frame.signatures_are_exact() || includes(known.set, set)) return &known;
    }
    return nullptr;
  }

  std::uint64_t signature_of(const Set& set) const {
    std::uint64_t result = 0;
    for (const Element element : set) result |= members_[element].bit;
    return result;
  }

  // By the relaxed problem, the state first that has resisted longest.
  bool may_be_solvable(const Set& set, int depth, Set& core) {
    if (search_.without.bound || !search_.domain.agent_acts(situation_of(set))) return true;
    for (const Element element : set) {
      if (!is_known_unsolvable<D>(relaxation_, members_[element].state, depth)) continue;
      members_[element].lower = std::max(members_[element].lower, depth + 1);
      core.assign(1, element);
      return false;
    }
    const Element first = *std::max_element(
        set.begin(), set.end(), [this](Element a, Element b) { return members_[a].lower < members_[b].lower; });
    const auto may_be = [&](Element element) {
      Member& member = members_[element];
      if (member.upper <= depth) return true;
      if (relaxation_.solvable(member.state, depth)) {
        member.upper = depth;
        return true;
      }
      member.lower = depth + 1;
      core.assign(1, element);
      return false;
    };
    return may_be(first) && std::all_of(set.begin(), set.end(), may_be);
  }

  void note_proof(const Set& set, int depth, std::pmr::vector<Action> actions) {
    Frame& frame = frames_[members_[set.front()].frame];
    std::erase_if(frame.proofs, [&](const Proof& known) { return known.depth >= depth && includes(set, known.set); });
    frame.proofs.push_back({signature_of(set), depth, Set(set, memory_), std::move(actions), nullptr});
  }

  void note_disproof(const Set& set, int depth) {
    if (set.size() == 1) {
      members_[set.front()].lower = std::max(members_[set.front()].lower, depth + 1);
      return;
    }
    Frame& frame = frames_[members_[set.front()].frame];
    std::erase_if(frame.disproofs,
                  [&](const Disproof& known) { return known.depth <= depth && includes(known.set, set); });
    frame.disproofs.push_back({signature_of(set), depth, Set(set, memory_)});
  }

  // States and what they lead to.

  SituationNumber situation_number(const Situation& situation) {
    const auto found = std::find(situations_.begin(), situations_.end(), situation);
    const auto number = static_cast<SituationNumber>(found - situations_.begin());
    if (found == situations_.end()) situations_.push_back(situation);
    return number;
  }
  Situation situation_of(const Set& set) const { return situations_[members_[set.front()].situation]; }

  template <class States>
  Set set_of(SituationNumber situation, const States& states) {
    Set result(memory_);
    for (const State& s : states) result.push_back(element_of(situation, s));
    std::sort(result.begin(), result.end());
    return result;
  }

  Element element_of(SituationNumber situation, const State& s) {
    std::size_t slot = slot_of(situation, s);
    if (slots_[slot] != kNoElement) return slots_[slot];
    if (2 * (members_.size() + 1) > slots_.size()) {
      std::pmr::vector<Element> larger(2 * slots_.size(), kNoElement, memory_);
      slots_.swap(larger);
      for (Element element = 0; element < members_.size(); ++element)
        slots_[slot_of(members_[element].situation, members_[element].state)] = element;
      slot = slot_of(situation, s);
    }
    const std::uint64_t key = (frame_of(search_.domain, s) + situation) * 0x9E3779B97F4A7C15U;
    const auto [known, is_new] = frame_numbers_.try_emplace(key, static_cast<std::uint32_t>(frames_.size()));
    if (is_new) frames_.emplace_back(memory_);
    const std::uint64_t bit = std::uint64_t{1} << (frames_[known->second].members++ & 63);
    members_.push_back({.state = s, .situation = situation, .frame = known->second, .bit = bit});
    return slots_[slot] = static_cast<Element>(members_.size() - 1);
  }

  std::size_t slot_of(SituationNumber situation, const State& s) const {
    std::size_t slot = (s.hash() + situation * 0x9E3779B97F4A7C15U) & (slots_.size() - 1);
    while (slots_[slot] != kNoElement &&
           !(members_[slots_[slot]].situation == situation && members_[slots_[slot]].state == s))
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  template <class T>
  std::span<T> keep(const std::pmr::vector<T>& values) {
    auto* const room = static_cast<T*>(arena_.allocate(values.size() * sizeof(T), alignof(T)));
    std::uninitialized_copy(values.begin(), values.end(), room);
    return {room, values.size()};
  }

  std::span<Step> steps_of(Element element) {
    Member& member = members_[element];
    if (member.listed) return member.steps;
    const Situation situation = situations_[member.situation];
    actions_.clear();
    search_.domain.list_actions(situation, std::span<const State>(&member.state, 1), 0, actions_);
    search_.shuffle(actions_.begin(), actions_.end());
    const bool agent_acts = search_.domain.agent_acts(situation);
    std::pmr::vector<Step> steps(memory_);
    steps.reserve(actions_.size());
    for (const Action& action : actions_) {
      Step step{.action = action};
      step.in_place = search_.domain.heard_in_place(member.state, action).has_value();
      if (!step.in_place) {
        step.wins = wins_at_once(member.state, action);
        if (agent_acts && !step.wins && !relaxation_.allows(member.state, action)) step.lower = kForever;
      }
      steps.push_back(step);
    }
    member.steps = keep(steps);
    member.listed = true;
    return member.steps;
  }

  bool wins_at_once(const State& s, const Action& action) {
    bool wins = true;
    search_.domain.outcomes(s, action, search_.shuffle, [&](const State& next, const typename D::Event& /*event*/) {
      search_.meter.count_state();
      return wins = search_.domain.won(next);
    });
    return wins;
  }

  // Of a feasible action that does not win at once. False when it fails whatever the depth.
  bool expand(Element element, Step& step) {
    if (step.expanded) return step.lower < kForever;
    const State s = members_[element].state;
    const Situation situation = situations_[members_[element].situation];
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
        found.push_back({now, element_of(situation_number(then), next)});
      } else {
        lost = !follow(next, then, wait_in(then, next), now, found);
      }
      return !lost;
    });
    return !lost;
  }

  // The one action there is where the agent does not act.
  Action wait_in(const Situation& situation, const State& s) {
    std::pmr::vector<Action> only(memory_);
    search_.domain.list_actions(situation, std::span<const State>(&s, 1), 0, only);
    return only.front();
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

  // Plans.

  Pointer policy(const Set& set, int depth) {
    Frame& frame = frames_[members_[set.front()].frame];
    const Proof* const found = find_proof(frame, set, depth);
    BLINDMATE_CHECK(found != nullptr, "a proof that was not kept");
    if (found->policy) return found->policy;
    const auto number = static_cast<std::size_t>(found - frame.proofs.data());
    std::pmr::vector<State> states(memory_);
    for (const Element element : found->set) states.push_back(members_[element].state);
    const Pointer result = follow(situation_of(set), states, found->actions, found->depth);
    return frame.proofs[number].policy = result;
  }

  Pointer follow(const Situation& situation, std::span<const State> states, std::span<const Action> actions,
                 int depth) {
    Parts<D> parts(memory_);
    BLINDMATE_CHECK(!actions.empty() && apply(search_.domain, states, actions.front(), depth, true, search_.meter,
                                              search_.shuffle, parts),
                    "a proof that does not hold");
    std::pmr::vector<std::pair<Percept, Pointer>> then(memory_);
    for (auto& [percept, part] : parts) {
      const Situation next = search_.domain.next(situation, actions.front(), percept);
      const int left = search_.depth_after(depth, percept);
      if (search_.is_subproblem(situation, percept, next)) {
        Pointer rest = follow(situation, part.all(), actions.subspan(1), depth);
        if (part.size() == states.size()) return rest;  // feasible in none of these
        then.emplace_back(percept, std::move(rest));
      } else if (search_.domain.agent_acts(next)) {
        then.emplace_back(percept, policy(set_of(situation_number(next), part.all()), left));
      } else {
        const Action wait = wait_in(next, part[0]);
        then.emplace_back(percept, follow(next, part.all(), std::span<const Action>(&wait, 1), left));
      }
    }
    return search_.policy(actions.front(), std::move(then));
  }

  const Set* root_ = nullptr;  // of the problem that is being solved
  Search<D> search_;
  Relaxation<D> relaxation_;
  std::pmr::memory_resource* memory_;
  std::pmr::monotonic_buffer_resource arena_;  // what stays as long as the pass
  std::pmr::vector<Situation> situations_;
  std::pmr::deque<Member> members_;
  std::pmr::vector<Element> slots_;  // a power of two
  std::pmr::deque<Frame> frames_;
  std::pmr::unordered_map<std::uint64_t, std::uint32_t> frame_numbers_;
  std::pmr::deque<Hearing> hearings_;
  std::pmr::vector<Action> actions_;
};

// One turn of the agent: the closure.
template <Domain D>
class ClosurePass<D>::Turn {
 public:
  Turn(ClosurePass& pass, const Set& set, int depth)
      : pass_(pass),
        set_(set),
        depth_(depth),
        situation_(pass.situation_of(set)),
        alive_(set.size(), true, pass.memory_),
        left_(set.size()),
        refuted_(set.size(), 0, pass.memory_),
        candidates_(pass.memory_),
        order_(pass.memory_),
        done_(pass.memory_) {}

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
    Set result(pass_.memory_);
    for (std::size_t i = 0; i < set_.size(); ++i) {
      if (alive_[i]) result.push_back(set_[i]);
    }
    return result;
  }

 private:
  using Index = std::uint32_t;  // of a state in the set

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
      for (Step& step : pass_.steps_of(set_[i])) candidate_for(step.action, hint).listed.emplace_back(i, &step);
    }
    if (set_.size() == 1 || !asks(pass_.search_.domain, situation_)) return;
    std::pmr::vector<State> states(pass_.memory_);
    for (const Element element : set_) states.push_back(pass_.members_[element].state);
    std::pmr::vector<Action> actions(pass_.memory_);
    for (std::size_t k = 1; k < states.size(); ++k) pass_.search_.domain.list_actions(situation_, states, k, actions);
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
    candidates_.emplace_back(action, pass_.memory_);
    hint = candidates_.size();
    return candidates_.back();
  }

  // What the relaxation likes comes first among equals.
  std::uint64_t promise_of(const Candidate& candidate) {
    const auto& known = frame().promise;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == candidate.action; });
    const std::uint64_t nodes = found == known.end() || pass_.search_.without.history ? 0 : found->second;
    const bool liked =
        !candidate.listed.empty() && pass_.relaxation_.likes(state(candidate.listed.front().first), candidate.action);
    return 2 * nodes + (liked ? 1 : 0);
  }
  void set_promise(const Action& action, std::uint64_t nodes) {
    auto& known = frame().promise;
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == action; });
    if (found == known.end()) {
      known.emplace_back(action, nodes);
    } else {
      found->second = nodes;
    }
  }
  Frame& frame() { return pass_.frames_[pass_.members_[set_.front()].frame]; }

  // What has worked, or nearly, comes first.
  void put_in_order() {
    std::pmr::vector<std::pair<std::uint64_t, Index>> promises(pass_.memory_);
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
      const std::optional<Percept> heard = pass_.search_.domain.heard_in_place(state(i), action);
      if (first && !(heard == first)) return true;
      first = heard;
    }
    return false;
  }

  const State& state(std::size_t i) const { return pass_.members_[set_[i]].state; }

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
      const std::uint64_t before = pass_.search_.meter.nodes();
      const bool good = is_solved(candidate) && rest_is_solved(candidate);
      set_promise(candidate.action, good ? kWorked : std::min(kWorked - 1, pass_.search_.meter.nodes() - before));
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
    const D& domain = pass_.search_.domain;
    const std::optional<Percept> heard = domain.heard_in_place(state(i), candidate.action);
    return !heard ||
           !pass_.search_.is_subproblem(situation_, *heard, domain.next(situation_, candidate.action, *heard));
  }

  bool refute(Candidate& candidate, std::pmr::vector<Index> support) {
    for (const Index i : support) ++refuted_[i];
    candidate.support = std::move(support);
    return false;
  }
  bool refute(Candidate& candidate, Index i) { return refute(candidate, std::pmr::vector<Index>(1, i, pass_.memory_)); }

  // Where the action is feasible.
  bool is_solved(Candidate& candidate) {
    std::pmr::vector<std::pair<Index, Step*>> feasible(pass_.memory_);
    for (const auto& [i, step] : candidate.listed) {
      if (alive_[i] && !step->in_place && !step->wins) feasible.emplace_back(i, step);
    }
    std::stable_sort(feasible.begin(), feasible.end(),
                     [this](const auto& a, const auto& b) { return refuted_[a.first] > refuted_[b.first]; });
    for (const auto& [i, step] : feasible) {
      if (step->lower > depth_) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (is_known_unsolvable(i, *step)) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (!may_be_solvable(i, *step)) return refute(candidate, i);
    }
    for (const auto& [i, step] : feasible) {
      if (!pass_.expand(set_[i], *step)) return refute(candidate, i);
    }
    std::pmr::vector<Child> open(pass_.memory_);
    Set core(pass_.memory_);
    for (Child& child : children(feasible)) {
      switch (pass_.look_up(child.set, depth_after(child), core)) {
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

  bool is_known_unsolvable(Index i, Step& step) {
    if (pass_.search_.without.bound || !pass_.search_.domain.agent_acts(situation_)) return false;
    if (!is_known_unsolvable_by<D>(pass_.relaxation_, state(i), step.action, depth_)) return false;
    step.lower = depth_ + 1;
    return true;
  }

  int depth_after(const Child& child) const { return depth_ - pass_.hearings_[child.heard].cost; }

  bool may_be_solvable(Index i, Step& step) {
    if (step.upper <= depth_ || pass_.search_.without.bound || !pass_.search_.domain.agent_acts(situation_))
      return true;
    if (pass_.relaxation_.solvable_by(state(i), step.action, depth_)) {
      step.upper = depth_;
      return true;
    }
    step.lower = depth_ + 1;
    return false;
  }

  std::pmr::vector<Child> children(std::span<const std::pair<Index, Step*>> feasible) const {
    std::pmr::vector<Successor> all(pass_.memory_);
    for (const auto& [i, step] : feasible) all.insert(all.end(), step->successors.begin(), step->successors.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::pmr::vector<Child> result(pass_.memory_);
    for (const Successor& successor : all) {
      if (result.empty() || result.back().heard != successor.heard)
        result.push_back({successor.heard, Set(pass_.memory_)});
      result.back().set.push_back(successor.element);
    }
    return result;
  }

  // States that together lead to all of a core, the one that leads to most of it first.
  std::pmr::vector<Index> supporters(std::span<const std::pair<Index, Step*>> feasible, std::uint32_t heard,
                                     const Set& core) const {
    const std::size_t words = (core.size() + 63) / 64;
    std::pmr::vector<std::uint64_t> open(words, 0, pass_.memory_);  // of the core, a bit for each element
    for (std::size_t k = 0; k < core.size(); ++k) open[k / 64] |= std::uint64_t{1} << k % 64;
    std::pmr::vector<std::uint64_t> reached(feasible.size() * words, 0, pass_.memory_);  // the same, by state
    for (std::size_t f = 0; f < feasible.size(); ++f) {
      const std::span<const Successor> successors = feasible[f].second->successors;
      auto next = std::lower_bound(successors.begin(), successors.end(), Successor{heard, core.front()});
      for (std::size_t k = 0; k < core.size() && next != successors.end() && next->heard == heard; ++k) {
        while (next != successors.end() && *next < Successor{heard, core[k]}) ++next;
        if (next != successors.end() && *next == Successor{heard, core[k]})
          reached[f * words + k / 64] |= std::uint64_t{1} << k % 64;
      }
    }
    std::pmr::vector<Index> result(pass_.memory_);
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
    const D& domain = pass_.search_.domain;
    Parts<D> parts(pass_.memory_);
    for (Index i = 0; i < set_.size(); ++i) {
      if (!alive_[i]) continue;
      if (!leaves(candidate, i)) continue;
      if (const auto heard = domain.heard_in_place(state(i), candidate.action)) parts.insert(*heard, state(i));
    }
    Set core(pass_.memory_);
    for (auto& [percept, part] : parts) {
      const Situation next = domain.next(situation_, candidate.action, percept);
      if (pass_.solve(pass_.set_of(pass_.situation_number(next), part.all()), depth_, core)) continue;
      std::pmr::vector<Index> support(pass_.memory_);
      for (const Element element : core) {
        for (Index i = 0; i < set_.size(); ++i) {
          if (state(i) == pass_.members_[element].state) support.push_back(i);
        }
      }
      return refute(candidate, std::move(support));
    }
    return true;
  }

  static constexpr std::uint64_t kWorked = 1'000'000;

  ClosurePass& pass_;
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
