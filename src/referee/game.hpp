// Game: the referee at the table. Holds the true position, answers tries, keeps both players' views and ends the game.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "blindmate/chess/position.hpp"
#include "blindmate/view/heard.hpp"
#include "blindmate/view/player_view.hpp"
#include "blindmate/view/rule_set.hpp"

namespace blindmate::referee {

struct Announcement {
  Heard heard;
  bool opponent_hears = true;
};

class Game {
 public:
  explicit Game(const RuleSet& rules, const chess::Position& start = chess::Position::start());

  const RuleSet& rules() const { return *rules_; }
  const chess::Position& start() const { return positions_.front(); }
  const chess::Position& position() const { return positions_.back(); }  // the true one
  int plies() const { return static_cast<int>(positions_.size()) - 1; }
  int occurrences() const;  // of the true position so far, where they matter: since the last capture or pawn move
  const PlayerView& view(chess::Side side) const { return views_[chess::index(side)]; }
  const std::optional<Outcome>& outcome() const { return view(chess::Side::white).outcome(); }

  // All that was asked but nonsense, in order: with the start and the outcome, the whole game.
  std::vector<Event> record() const;

  // The side to move asks.
  Announcement ask(const Ask& ask);

  // Ends the game from outside the rules: resignation, adjudication, a flag.
  void conclude(const Outcome& outcome);

 private:
  Announcement nonsense(chess::Move tried);
  Heard play(chess::Move legal_move);
  End end_by_history() const;
  void tell(const Event& event, bool opponent_hears);

  const RuleSet* rules_;
  std::array<PlayerView, 2> views_;
  std::vector<chess::Position> positions_;
};

}  // namespace blindmate::referee
