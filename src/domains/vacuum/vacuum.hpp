// The vacuum world of Wolfe & Russell 2007: the smallest complete domain. Read it first.
//
// A robot on a board of squares, some of them dirty, sees where it is and whether that square is dirty. It can suck, or
// go to a neighbouring square; going right or down may drop dirt on the square it leaves. The goal is a clean board,
// which it notices.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

#include "blindmate/search/domain.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::vacuum {

class Vacuum {
 public:
  struct State {
    std::uint64_t dirt = 0;  // a bit for each square, row by row from the upper left
    int square = 0;          // of the robot

    auto operator<=>(const State&) const = default;
    std::uint64_t hash() const {
      const std::uint64_t mixed = (dirt ^ static_cast<std::uint64_t>(square) << 56) * 0x9E3779B97F4A7C15U;
      return mixed ^ mixed >> 32;
    }
  };

  enum class Action : std::uint8_t { suck, left, right, up, down };

  struct Percept {
    int square = 0;
    bool dirty = false;  // that square
    bool goal = false;

    bool operator==(const Percept&) const = default;
  };

  // The robot always acts, and a percept follows from the state alone.
  struct Situation {
    auto operator<=>(const Situation&) const = default;
  };
  struct Event {};

  static constexpr int kMostSquares = 56;

  // A robot that does not see dirt learns only where it is, and when the board is clean.
  Vacuum(int width, int height, bool sees_dirt = true) : width_(width), height_(height), sees_dirt_(sees_dirt) {}

  // The robot in the upper left, dirt in the bottom right only.
  State start() const { return {.dirt = bit(width_ * height_ - 1), .square = 0}; }

  bool agent_acts(const Situation& /*always the same*/) const { return true; }

  void list_actions(const Situation& /*always the same*/, std::span<const State> states, std::size_t k,
                    std::pmr::vector<Action>& actions) const {
    if (k > 0) return;  // the robot's square, and with it what it can do, is the same in all states
    const int column = states[0].square % width_;
    const int row = states[0].square / width_;
    actions.push_back(Action::suck);
    if (column > 0) actions.push_back(Action::left);
    if (column < width_ - 1) actions.push_back(Action::right);
    if (row > 0) actions.push_back(Action::up);
    if (row < height_ - 1) actions.push_back(Action::down);
  }

  // Every listed action is feasible.
  std::optional<Percept> heard_in_place(const State& /*s*/, Action /*action*/) const { return std::nullopt; }

  template <class Visit>
  void outcomes(const State& s, Action action, search::Shuffle& shuffle, const Visit& visit) const {
    if (action == Action::suck) {
      visit(State{.dirt = s.dirt & ~bit(s.square), .square = s.square}, Event{});
      return;
    }
    const int steps[] = {0, -1, 1, -width_, width_};
    State next[] = {{.dirt = s.dirt, .square = s.square + steps[static_cast<int>(action)]}, {}};
    if (action == Action::left || action == Action::up) {
      visit(next[0], Event{});
      return;
    }
    next[1] = {.dirt = s.dirt | bit(s.square), .square = next[0].square};
    shuffle(std::begin(next), std::end(next));
    if (visit(next[0], Event{})) visit(next[1], Event{});
  }

  Percept percept(const State& /*before*/, const Event& /*event*/, const State& s) const {
    return {.square = s.square, .dirty = sees_dirt_ && (s.dirt & bit(s.square)) != 0, .goal = won(s)};
  }

  bool won(const State& s) const { return s.dirt == 0; }
  bool lost(const State& /*s*/) const { return false; }

  // For algorithms that know the relaxed problem (search/relaxation.hpp): all states of a belief state have the robot
  // on one square.
  class Relaxation;
  std::uint64_t frame(const State& s) const { return static_cast<std::uint64_t>(s.square); }

  Situation next(const Situation& situation, Action /*action*/, const Percept& /*percept*/) const { return situation; }
  bool carried_out(const Percept& /*percept*/) const { return true; }

 private:
  static std::uint64_t bit(int square) { return std::uint64_t{1} << square; }

  int width_;
  int height_;
  bool sees_dirt_;
};

// A robot that sees all dirt, and drops none, sucks once on each dirty square and goes to the farthest.
class Vacuum::Relaxation {
 public:
  static constexpr std::array<std::uint64_t, 0> kBudgets{};

  Relaxation(const Vacuum& world, search::Meter& /*meter*/, std::size_t /*level*/) : world_(world) {}

  bool solvable(const State& s, int depth) const {
    int farthest = 0;
    for (std::uint64_t left = s.dirt; left != 0; left &= left - 1) {
      const int square = std::countr_zero(left);
      farthest = std::max(farthest, std::abs(square % world_.width_ - s.square % world_.width_) +
                                        std::abs(square / world_.width_ - s.square / world_.width_));
    }
    return std::popcount(s.dirt) + farthest <= depth;
  }
  bool solvable_by(const State& s, Action action, int depth) const {
    bool result = true;
    search::Shuffle as_listed;
    world_.outcomes(s, action, as_listed,
                    [&](const State& next, const Event& /*event*/) { return result = solvable(next, depth - 1); });
    return result;
  }
  bool allows(const State& /*s*/, Action /*action*/) const { return true; }
  bool likes(const State& s, Action action) const { return action == Action::suck && (s.dirt & bit(s.square)) != 0; }

 private:
  const Vacuum& world_;
};

static_assert(search::Domain<Vacuum>);

}  // namespace blindmate::vacuum
