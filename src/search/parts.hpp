// Parts: an AND-node in the making. An action is applied to the states of a belief state, and what they become is
// partitioned by percept, duplicates removed inside each part.
#pragma once

#include "blindmate/search/domain.hpp"
#include "blindmate/search/meter.hpp"
#include "blindmate/search/state_list.hpp"

namespace blindmate::search {

template <Domain D>
class Parts {
 public:
  using State = typename D::State;
  using Percept = typename D::Percept;

  struct Part {
    Percept percept;
    StateList<State> states;
  };

  explicit Parts(std::pmr::memory_resource* memory) : memory_(memory), parts_(memory) {}

  bool empty() const { return parts_.empty(); }
  auto begin() { return parts_.begin(); }
  auto end() { return parts_.end(); }

  void insert(const Percept& percept, const State& state) {
    for (Part& part : parts_) {
      if (part.percept == percept) {
        part.states.insert(state);
        return;
      }
    }
    parts_.push_back({percept, StateList<State>(memory_)});
    parts_.back().states.insert(state);
  }

 private:
  std::pmr::memory_resource* memory_;
  std::pmr::vector<Part> parts_;
};

// Applies an action to all states (EXPAND of Russell & Wolfe 2005, figure 3). States that reach the goal drop out.
// False when one is lost, or not won at the depth limit: then the action proves nothing. With `early`, no state is
// constructed after that one (section 5.2, early termination).
template <Domain D>
bool apply(const D& domain, std::span<const typename D::State> states, const typename D::Action& action, int depth,
           bool early, Meter& meter, Shuffle& shuffle, Parts<D>& parts) {
  bool failed = false;
  for (const typename D::State& s : states) {
    if (const auto heard = domain.heard_in_place(s, action)) {
      if (!failed) parts.insert(*heard, s);
      continue;
    }
    domain.outcomes(s, action, shuffle, [&](const typename D::State& next, const typename D::Event& event) {
      meter.count_state();
      if (domain.won(next)) return true;
      failed = failed || depth == 1 || domain.lost(next);
      if (!failed) parts.insert(domain.percept(s, event, next), next);
      return !(failed && early);
    });
    if (failed && early) break;
  }
  return !failed;
}

}  // namespace blindmate::search
