// A naive solver of guaranteed checkmates in Kriegspiel, written from the design pages alone: the independent check of
// the fast algorithms. It tries everything there is to try, in every order, and remembers nothing.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
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

// The same definition for thousands of deep problems of one rule set without pawns, in which positions come round
// again: what was found of a set of states and a number of ply is remembered, by equality of the whole set alone, and
// no branch is cut because it comes back. Without pawns a turn has no past: a refused try is illegal in all states that
// are left, and "Any?" tells nothing.
class PawnlessSolver {
 public:
  explicit PawnlessSolver(std::string rules) : rules_(std::move(rules)) {}

  bool guaranteed_mate(const std::vector<std::string>& fens, int ply);

 private:
  using States = std::vector<int>;  // numbers, in order

  // What a legal try leads to: nothing to come after a mate, otherwise a state after each reply, with the number of all
  // that was heard.
  struct Try {
    bool mates = false;
    bool fails = false;  // stalemate, or a reply that ends the game
    std::vector<std::pair<int, int>> heard_and_state{};
  };

  int number_of(const std::string& fen);
  const std::map<std::string, Try>& tries_in(int state);
  bool mates(const States& states, int ply);
  bool mates_by(const std::string& move, const States& states, int ply);

  std::string rules_;
  std::map<std::string, int> numbers_;  // by FEN
  std::map<std::string, int> heard_;
  std::vector<std::string> fens_;
  std::map<int, std::map<std::string, Try>> tries_;
  std::map<std::pair<States, int>, bool> known_;
};

}  // namespace naive
