// Information: what a player learns from each thing that the referee says, in bits.
//
// A thing heard keeps some of the positions that were possible just before it, and drops the others. It tells
// log2(positions before / positions kept) bits. Every position counts as equally likely, which they are not in play: a
// bit here halves what is possible, not what is probable.
#pragma once

#include <string_view>
#include <vector>

#include "blindmate/belief/belief_state.hpp"
#include "blindmate/belief/observation.hpp"

namespace blindmate::lab {

struct Told {
  std::string_view by;    // where it was heard; one of those below
  std::string_view what;  // "capture", "no check"; of a try, its kind
  double bits;
};

inline constexpr std::string_view kOpponentMoved = "opponent's move";
inline constexpr std::string_view kOpponentAsked = "opponent's tries";
inline constexpr std::string_view kOwnMove = "own move";
inline constexpr std::string_view kOwnQuestion = "own question";
inline constexpr std::string_view kRefused = "refused try";
inline constexpr std::string_view kAccepted = "accepted try";

// All that an observation tells the listener, thing by thing. A move is first made in every position that it is
// possible in, in every way that is open to the opponent; then what is said of it is taken in the order capture, kind
// of the captured man, promotion, check, that the game goes on, pawn tries. Each part tells what the parts before it
// have left open, so that they add up to "all". "silence" is "all" where nothing but the move was announced.
std::vector<Told> told_by(const belief::Observation& observation, const belief::BeliefState& before);

}  // namespace blindmate::lab
