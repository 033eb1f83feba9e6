// Whether what was heard of a move can be true, as far as the own board tells: the check of games that are read from
// outside, where no referee stands behind the announcements. What only all possible positions together can tell is not
// looked at. Each function returns what contradicts, or an empty text; `last` is true when the game may have ended with
// the move, in a way that is not known.
#pragma once

#include <string>

#include "blindmate/view/heard.hpp"
#include "blindmate/view/own_board.hpp"

namespace blindmate::referee {

// Of an own move; `own` is the board before it.
std::string contradiction(const OwnBoard& own, chess::Move played, const Heard& heard, const RuleSet& rules, bool last);

// Of the opponent's move.
std::string contradiction(const OwnBoard& own, const Heard& heard, const RuleSet& rules, bool last);

}  // namespace blindmate::referee
