// Choices: the actions of an OR-node in the order in which they are tried. They are listed state by state, and only
// when those of the states before are used up: so an action that is feasible in none of the states looked at so far is
// put off until one comes in which it is (Russell & Wolfe 2005, section 6.2).
#pragma once

#include <algorithm>
#include <optional>

#include "blindmate/search/domain.hpp"

namespace blindmate::search {

template <Domain D>
class Choices {
 public:
  using Action = typename D::Action;

  explicit Choices(std::pmr::memory_resource* memory) : actions_(memory) {}

  // The next action that was not given out yet; nothing when these states make no further one worth trying.
  std::optional<Action> next(const D& domain, const typename D::Situation& situation,
                             std::span<const typename D::State> states, Shuffle& shuffle) {
    while (given_ == actions_.size()) {
      if (listed_ == states.size()) return std::nullopt;
      const std::size_t known = actions_.size();
      domain.list_actions(situation, states, listed_++, actions_);
      if (known != 0) drop_repeated(known);
      shuffle(actions_.begin() + static_cast<std::ptrdiff_t>(known), actions_.end());
    }
    return actions_[given_++];
  }

  bool has_given(const Action& action) { return std::find(actions_.begin(), given_end(), action) != given_end(); }

  // Gives out an action that may not be listed yet; false when it was given out before.
  bool give(const Action& action) {
    if (has_given(action)) return false;
    const auto found = std::find(given_end(), actions_.end(), action);
    const auto at = found - actions_.begin();
    if (found == actions_.end()) actions_.push_back(action);
    std::swap(actions_[given_], actions_[static_cast<std::size_t>(at)]);
    ++given_;
    return true;
  }

  // Counts all that `part`, the choices of a subset of the states, has given out as given out here.
  void take_over(const Choices& part) {
    for (std::size_t i = 0; i < part.given_; ++i) give(part.actions_[i]);
  }

 private:
  auto given_end() { return actions_.begin() + static_cast<std::ptrdiff_t>(given_); }

  // States of one belief state list nearly the same actions in nearly the same order, so the search for each begins
  // where the last one was found.
  void drop_repeated(std::size_t known) {
    const auto begin = actions_.begin();
    const auto first_new = begin + static_cast<std::ptrdiff_t>(known);
    auto hint = begin;
    const auto is_known = [&](const Action& action) {
      auto found = std::find(hint, first_new, action);
      if (found == first_new) {
        found = std::find(begin, hint, action);
        if (found == hint) return false;
      }
      hint = std::next(found);
      return true;
    };
    actions_.erase(std::remove_if(first_new, actions_.end(), is_known), actions_.end());
  }

  std::pmr::vector<Action> actions_;
  std::size_t given_ = 0;   // of the actions, from the front
  std::size_t listed_ = 0;  // of the states
};

}  // namespace blindmate::search
