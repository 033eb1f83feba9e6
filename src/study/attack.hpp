// Attack: what the attacker of a checkmate problem knows while he carries it out, step by step, and all that the
// referee could say next. As for the solver, repetition, fifty moves and lack of material end nothing.
#pragma once

#include <optional>
#include <vector>

#include "blindmate/belief/man_map.hpp"
#include "blindmate/view/own_board.hpp"
#include "blindmate/view/problem.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::study {

class Attack {
 public:
  explicit Attack(const referee::Problem& problem);

  const referee::RuleSet& rules() const { return *problem_.rules; }
  chess::Side attacker() const { return attacker_; }
  chess::Side turn() const { return problem_.states.front().turn(); }
  // What is possible, and what was refused and answered in this turn; a problem in the attacker's turn.
  const referee::Problem& problem() const { return problem_; }
  const std::vector<chess::Position>& states() const { return problem_.states; }  // each once
  referee::OwnBoard own_board() const { return {problem_.states.front(), attacker_}; }
  belief::ManMap men() const;  // of the defender

  // In the attacker's turn; announced is what he has heard of it.
  const referee::Turn& announced() const { return turn_; }
  chess::MoveList askable() const;
  bool is_askable(chess::Move tried) const;
  bool may_ask_any() const;

  // What can be heard, and what is known then.
  struct Step;
  std::optional<Attack> refused(chess::Move tried) const;
  std::optional<Attack> answered(bool yes) const;  // to the question
  std::vector<Step> played(chess::Move tried) const;
  std::vector<Step> replied() const;  // in the defender's turn

 private:
  Attack(const Attack& before, std::vector<chess::Position> states);

  chess::Bitboard askable_targets(const referee::OwnBoard& own, chess::Man man, chess::Square from) const;

  referee::Problem problem_;
  chess::Side attacker_;
  referee::Turn turn_;
};

struct Attack::Step {
  referee::Heard heard;  // with the end checkmate or stalemate where the side to move has no move
  Attack after;
};

}  // namespace blindmate::study
