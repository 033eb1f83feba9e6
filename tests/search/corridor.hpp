// The example of docs/add-a-domain.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blindmate/search/domain.hpp"

// A dark corridor: somebody walks from room to room and bumps into the walls at its ends. He wants to be in the last
// room.
struct Corridor {
  struct State {
    int room = 0;
    bool operator==(const State&) const = default;
    std::uint64_t hash() const { return static_cast<std::uint64_t>(room); }
  };
  enum class Action { left, right };
  enum class Percept { steps, bump };
  struct Situation {
    bool operator==(const Situation&) const = default;
  };
  struct Event {};

  int rooms;

  bool agent_acts(const Situation&) const { return true; }

  void list_actions(const Situation&, std::span<const State> states, std::size_t k,
                    std::pmr::vector<Action>& actions) const {
    if (states[k].room > 0) actions.push_back(Action::left);
    if (states[k].room + 1 < rooms) actions.push_back(Action::right);
  }

  std::optional<Percept> heard_in_place(const State& s, Action action) const {
    const bool wall = action == Action::left ? s.room == 0 : s.room + 1 == rooms;
    return wall ? std::optional(Percept::bump) : std::nullopt;
  }

  template <class Visit>
  void outcomes(const State& s, Action action, blindmate::search::Shuffle&, const Visit& visit) const {
    visit(State{.room = s.room + (action == Action::right ? 1 : -1)}, Event{});
  }

  Percept percept(const State&, const Event&, const State&) const { return Percept::steps; }
  bool won(const State& s) const { return s.room + 1 == rooms; }
  bool lost(const State&) const { return false; }
  Situation next(const Situation& situation, Action, Percept) const { return situation; }
  bool carried_out(Percept percept) const { return percept == Percept::steps; }
};

static_assert(blindmate::search::Domain<Corridor>);
