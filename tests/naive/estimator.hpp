// A naive exact estimator, written from the rule page alone: the independent check of the fast one. It keeps every
// position that one player's observations allow as a FEN, and asks the naive referee about each of them.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "referee.hpp"

namespace naive {

// What one player heard of one whole turn of the opponent.
struct OpponentTurn {
  int refused_before = 0;      // refusals heard before the question "Any?" (all of them when it was not asked)
  std::string any;             // "" not asked, "yes", "no"
  int refused_after = 0;       // refusals heard after the question
  std::optional<Heard> moved;  // what was heard of the move; nullopt while the turn is unfinished
};

// Every position that one player's observations allow, as FENs: clocks always "0 1", the en-passant square only where
// a capture is legal. An event out of turn throws std::logic_error.
class Estimator {
 public:
  Estimator(const std::string& rules, const std::string& start_fen, bool white);  // white: whose belief state this is
  void own_refused(const std::string& tried);
  void own_question(bool yes);
  void own_move(const std::string& tried, const Heard& heard);
  void opponent_turn(const OpponentTurn& turn);  // an unfinished turn only drops states, and may be told again later
  const std::set<std::string>& states() const;

 private:
  void expect_turn(bool own) const;
  bool can_sound_like(const std::string& fen, const OpponentTurn& turn) const;  // the move of the turn aside

  std::string rules_;
  bool own_turn_;
  std::set<std::string> states_;
};

}  // namespace naive
