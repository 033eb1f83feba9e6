// BeliefState: every position that one player's observations allow, exactly, updated breadth first
// (Russell & Wolfe 2005, section 2). Any side, any rule set, from the start of a game or from given positions.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"
#include "blindmate/base/random.hpp"
#include "blindmate/belief/observation.hpp"
#include "blindmate/belief/state.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::belief {

struct EstimateLimits {
  std::uint64_t states = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t bytes = std::numeric_limits<std::uint64_t>::max();
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  int threads = 1;
};

// Why an update was not finished.
enum class Stop : std::uint8_t { none, states, memory, time, interrupted };
std::string_view name(Stop stop);

// How far an update has come; may be read while it runs.
struct Work {
  std::atomic<std::uint64_t> states_done{0};  // of the old belief state
  std::atomic<std::uint64_t> states_made{0};  // successors constructed, before filter and duplicates
  std::atomic<std::uint64_t> bytes{0};        // in use, at most so far
};

class BeliefState {
 public:
  // At the start of a game, which both players know.
  BeliefState(const chess::Position& start, chess::Side side, const referee::RuleSet& rules);

  // Given positions: one or more, with the same own men and side to move, and the same announcement where the rule set
  // makes one before a turn.
  static Expected<BeliefState> from(const std::vector<chess::Position>& positions, chess::Side side,
                                    const referee::RuleSet& rules);

  // States that are known to fit what was heard, `announced` last.
  BeliefState(const Frame& frame, std::vector<State> states, const referee::Turn& announced,
              const referee::RuleSet& rules);

  chess::Side side() const { return frame_.side(); }
  chess::Side turn() const { return frame_.turn(); }
  const referee::RuleSet& rules() const { return *rules_; }
  const referee::Turn& announced() const { return turn_; }
  const Frame& frame() const { return frame_; }
  const std::vector<State>& states() const { return states_; }  // ordered, each once
  std::size_t size() const { return states_.size(); }
  std::uint64_t bytes() const { return states_.size() * sizeof(State); }
  chess::Position position(std::size_t i) const { return frame_.position(states_[i]); }
  bool contains(const chess::Position& position) const;

  // No state is left when the observation contradicts those before. On a limit the belief state is as it was.
  Stop hear(const Observation& observation, const EstimateLimits& limits = {}, Work* work = nullptr);

  // One more position, which the caller knows to be possible.
  void add(const chess::Position& position);

  // A random part of the states, for those who cannot afford all.
  void thin(std::size_t most, Random& random);

 private:
  Frame frame_;
  const referee::RuleSet* rules_;
  referee::Turn turn_;  // what was announced to the side to move
  std::vector<State> states_;
};

}  // namespace blindmate::belief
