// A naive solver of guaranteed checkmates in Kriegspiel, written from the design pages alone: the independent check of
// the fast algorithms. It tries everything there is to try, in every order, and remembers nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace naive {

struct Problem {
  std::string rules;                 // berkeley berkeley-any cincinnati wild16 rand english
  int ply = 1;                       // moves that may be made, both sides together; odd
  std::vector<std::string> states;   // FEN; the attacker is to move in all of them, and his men are the same in all
  std::string any;                   // the answer to "Any?" this turn: "" not asked, "yes", "no"
  bool duty = false;                 // a pawn capture is owed now
  std::vector<std::string> refused;  // tries refused earlier this turn; they are illegal in all states
};

// Whether the attacker has a guaranteed checkmate. Nothing when more than `budget` legal moves, of both sides, would
// have to be made to find out.
std::optional<bool> guaranteed_mate(const Problem& problem, long budget);

// Every first try that starts one, "any" among them, sorted. Tries that are legal in no state are left out, unless one
// of them pays the duty of english. The budget is for all of them together.
std::optional<std::vector<std::string>> keys(const Problem& problem, long budget);

}  // namespace naive
