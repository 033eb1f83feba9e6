// Review: what a side could have known at each moment of a game that is over: how many positions were possible, where
// the opponent's men stood in them, and whether there was a guaranteed mate.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/man_map.hpp"
#include "blindmate/kriegspiel/solver.hpp"
#include "blindmate/referee/game.hpp"

namespace blindmate::study {

struct ReviewLimits {
  std::uint64_t states = 20'000;          // with more, a random part of them is followed
  std::uint64_t mate_states = 500;        // with more, no mate is looked for
  int mate_ply = 5;                       // the longest mate that is looked for
  std::uint64_t search_states = 200'000;  // that one search may construct
};

// A guaranteed mate, whose plan has passed the checker.
struct Mate {
  int length = 0;
  referee::Problem problem{};
  kriegspiel::Plan plan{};
};

// Before the first observation, or after one.
struct Moment {
  int ply = 0;            // moves that were made before, of both sides
  std::size_t asked = 0;  // tries and questions of the side since the last of them
  std::uint64_t states = 1;
  bool is_exact = true;  // otherwise there are at least so many
  belief::ManMap men{};
  kriegspiel::Verdict verdict = kriegspiel::Verdict::unknown;  // looked for when a turn of the side begins
  std::optional<Mate> mate{};
};

class Reviewer {
 public:
  Reviewer(const referee::Game& ended, chess::Side side, const ReviewLimits& limits = {});

  std::size_t size() const { return observations_.size() + 1; }  // moments in all
  // The next moment; nothing when there is none, or when it was interrupted.
  std::optional<Moment> next();

 private:
  bool hear(const belief::Observation& observation);
  void keep_to_limit();
  void look_for_mate(Moment& moment) const;

  ReviewLimits limits_;
  std::vector<chess::Position> positions_;  // the true ones, by ply
  std::vector<belief::Observation> observations_;
  belief::BeliefState belief_;
  Random random_{1};
  std::size_t next_ = 0;
  int ply_ = 0;
  std::size_t asked_ = 0;
  bool is_exact_ = true;
};

// Of the moments of a side, in order, those whose mate was not carried out: neither was the game over with the next
// move, nor was a shorter mate there in the next turn.
std::vector<std::size_t> missed_mates(const std::vector<Moment>& moments, const referee::Game& ended);

}  // namespace blindmate::study
