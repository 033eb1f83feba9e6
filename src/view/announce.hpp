// announce(): the one place that knows what is said. Play, belief tracking and search all call it.
//
// Mover and opponent never hear different things, one of them may only hear nothing; Game decides that from the rule
// set. Ends that need a game's history (repetition, fifty moves) are Game's too.
#pragma once

#include "blindmate/chess/position.hpp"
#include "blindmate/view/heard.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::referee {

// What is said when a legal move has been made.
Heard announce(const chess::Position& before, chess::Move legal_move, const chess::Position& after,
               const RuleSet& rules);

// The same for those who go on whatever ended: nothing is said of an end. And the part of it that is about the side to
// move.
Heard announce_going_on(const chess::Position& before, chess::Move legal_move, const chess::Position& after,
                        const RuleSet& rules);
Heard announce_turn(const chess::Position& position, const RuleSet& rules);

// The answer to "Any?": yes when a pawn capture is legal.
Heard announce_any(const chess::Position& position);

inline constexpr int kFiftyMoves = 100;  // of both sides together

// What counts as announced before the first try: check, pawn tries, and an end if there is one already.
Heard announce_start(const chess::Position& position, const RuleSet& rules);

// Of a check by a man that attacks the king, on a board of this size.
Direction check_direction(chess::Square checker, chess::Square king, int size);
// The directions in which the side to move is in check.
Directions check_directions(const chess::Position& position);

// True when a diagonal through s, parallel to a1-h8 or not, is the long one (both are where they are equally long).
bool is_long_diagonal(chess::Square s, bool parallel_to_a1h8, int size);

}  // namespace blindmate::referee
