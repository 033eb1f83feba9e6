// What a domain may tell beyond the concept. An algorithm works without it, and better with it.
//
//   static constexpr int D::kRound       actions carried out from one of the agent's to his next, those of the
//                                        environment included; 1 if it is not said
//   std::uint64_t frame(state)           a hash of what the agent knows for sure: equal for all states of a belief
//   state bool asks(situation)                 whether several states together can make an action worth trying that
//   none of
//                                        them does alone
//   class D::Relaxation                  the relaxed problem, in which the agent sees everything:
//     Relaxation(domain, meter, level)
//     bool solvable(state, depth)             false: no plan for this state within the depth
//     bool solvable_by(state, action, depth)  false: none that begins with this feasible action
//     bool allows(state, action)              whether the agent confines himself to this feasible action
//     bool likes(state, action)               whether it is worth trying before others
//     static constexpr std::array kBudgets    for each level on which the agent is confined, the tightest first, the
//                                             states it is worth; what is proved there is proved, what is disproved is
//                                             not. One level more is not confined
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
