// PlayerView: all that one player knows. It is fed with that player's own tries and with what he hears, and with
// nothing else, so it cannot hold what he does not know; of a Position it holds only the start, which both players
// know. Players, servers and browsers see views only, and Game itself decides from the mover's view what is nonsense.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "blindmate/chess/position.hpp"
#include "blindmate/view/heard.hpp"
#include "blindmate/view/own_board.hpp"
#include "blindmate/view/rule_set.hpp"
#include "blindmate/view/turn.hpp"

namespace blindmate::referee {

// One thing the referee said, as one player knows it.
struct Event {
  chess::Side by = chess::Side::white;  // whose turn it was
  std::optional<Ask> ask;               // what was asked; a player knows it of himself only
  Heard heard;
  bool nonsense = false;  // the asked try was nonsense, whatever it was answered
  int times = 1;          // refusals of the opponent in a row are one event

  bool operator==(const Event&) const = default;
};

// How a game ended: an End's name, or a reason from outside the rules such as "resignation".
struct Outcome {
  std::string reason;
  std::optional<chess::Side> winner;

  bool operator==(const Outcome&) const = default;
};

class PlayerView {
 public:
  PlayerView(const chess::Position& start, chess::Side side, const RuleSet& rules);

  chess::Side side() const { return own_.side(); }
  const RuleSet& rules() const { return *rules_; }
  const chess::Position& start() const { return start_; }
  const OwnBoard& own_board() const { return own_; }
  chess::Side turn() const { return turn_; }
  const std::vector<Event>& log() const { return log_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }

  // What was last announced about this player's own turn.
  Directions check() const { return own_turn_.check; }
  const PawnTriesHeard& pawn_tries() const { return own_turn_.pawn_tries; }

  // Not nonsense at this moment. Never looks beyond the own board and what was announced.
  bool askable(chess::Move tried) const;
  chess::MoveList askable_tries() const;
  bool may_ask_any() const;
  bool capture_duty() const { return own_turn_.capture_duty; }  // after "Any?" = yes

  void hear(const Event& event);
  void conclude(Outcome outcome);

 private:
  chess::Bitboard askable_targets(chess::Man man, chess::Square from) const;
  void log(const Event& event);
  void hear_own(const Event& event);
  void hear_opponent(const Heard& heard);

  chess::Position start_;
  const RuleSet* rules_;
  OwnBoard own_;
  chess::Side turn_;
  Turn own_turn_;
  std::vector<chess::Move> refused_;  // in the own turn
  std::vector<Event> log_;
  std::optional<Outcome> outcome_;
};

// Who wins when the move of `mover` brings this end.
std::optional<chess::Side> winner_of(End end, chess::Side mover, const RuleSet& rules);

}  // namespace blindmate::referee
