// What a domain may tell beyond the concept. An algorithm works without it, and better with it.
//
// static constexpr int D::kRound
//   Actions carried out from one of the agent's to its next, those of the environment included. The default is 1.
// std::uint64_t D::frame(state)
//   A hash of what the agent knows for sure: equal for all states of a belief state.
// bool D::asks(situation)
//   Whether several states together can make an action worth trying that none of them does alone.
// class D::Relaxation
//   The fully observable problem, made from the domain, the meter and a level.
//
// A relaxation has:
// - solvable(state, depth): false if there is no plan for this state within the depth.
// - solvable_by(state, action, depth): false if there is none that begins with this feasible action.
// - is_known_unsolvable(state, depth), is_known_unsolvable_by(state, action, depth), if threads share what they know:
//   true if that was found already.
// - likes(state, action): whether the action is worth trying before others.
// - allows(state, action): whether the agent may choose this feasible action on this level.
// - static constexpr std::array kBudgets: for each level that confines the agent, the tightest first, the states that a
//   search on it is worth. What is proved there is proved; what is disproved there is not. One more level confines
//   nothing.
#pragma once

#include <array>

#include "blindmate/search/domain.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::search {

// Nothing is known before it is searched.
template <Domain D>
class NoRelaxation {
 public:
  static constexpr std::array<std::uint64_t, 0> kBudgets{};

  NoRelaxation(const D& /*domain*/, Meter& /*meter*/, std::size_t /*level*/) {}

  static constexpr bool solvable(const typename D::State& /*s*/, int /*depth*/) { return true; }
  static constexpr bool solvable_by(const typename D::State& /*s*/, const typename D::Action& /*action*/,
                                    int /*depth*/) {
    return true;
  }
  static constexpr bool allows(const typename D::State& /*s*/, const typename D::Action& /*action*/) { return true; }
  static constexpr bool likes(const typename D::State& /*s*/, const typename D::Action& /*action*/) { return false; }
};

template <Domain D>
struct RelaxationOf {
  using Type = NoRelaxation<D>;
};
template <Domain D>
  requires requires { typename D::Relaxation; }
struct RelaxationOf<D> {
  using Type = typename D::Relaxation;
};
template <Domain D>
using Relaxation = typename RelaxationOf<D>::Type;

template <Domain D>
bool is_known_unsolvable(const Relaxation<D>& relaxation, const typename D::State& s, int depth) {
  if constexpr (requires { relaxation.is_known_unsolvable(s, depth); }) {
    return relaxation.is_known_unsolvable(s, depth);
  } else {
    return false;
  }
}

template <Domain D>
bool is_known_unsolvable_by(const Relaxation<D>& relaxation, const typename D::State& s,
                            const typename D::Action& action, int depth) {
  if constexpr (requires { relaxation.is_known_unsolvable_by(s, action, depth); }) {
    return relaxation.is_known_unsolvable_by(s, action, depth);
  } else {
    return false;
  }
}

template <Domain D>
constexpr int round_of() {
  if constexpr (requires { D::kRound; }) {
    return D::kRound;
  } else {
    return 1;
  }
}

template <Domain D>
std::uint64_t frame_of(const D& domain, const typename D::State& s) {
  if constexpr (requires { domain.frame(s); }) {
    return domain.frame(s);
  } else {
    return 0;
  }
}

template <Domain D>
bool asks(const D& domain, const typename D::Situation& situation) {
  if constexpr (requires { domain.asks(situation); }) {
    return domain.asks(situation);
  } else {
    return true;
  }
}

}  // namespace blindmate::search
