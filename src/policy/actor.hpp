// Actor: a net at a table. It follows one game, decision by decision, since what it believed at the last one is part of
// what it sees at the next.
#pragma once

#include <memory>

#include "blindmate/policy/net.hpp"

namespace blindmate::policy {

class Actor {
 public:
  // For the player of this view, from the beginning of the game.
  Actor(std::shared_ptr<const Net> net, const referee::PlayerView& view);

  // What the net says now, in the player's turn. Always the same game, whose view grows; decisions that were made
  // without the net are caught up with.
  const Evaluation& consider(const referee::PlayerView& view);

  // Of the decision that was considered last.
  const Record& record() const { return record_; }

 private:
  void decide();

  std::shared_ptr<const Net> net_;
  referee::PlayerView seen_;
  Knowledge knowledge_;
  Memory memory_;
  Record record_{};
  Evaluation evaluation_{};
  bool considered_ = false;  // this decision
};

// How likely each action is: those that are askable and, as far as the player can tell, possible; where none is, all
// that are askable. The lower the temperature, the likelier are the likeliest; at 0 there is only one.
std::vector<std::pair<int, float>> probabilities(const Evaluation& evaluation, const Record& record,
                                                 double temperature = 1);

}  // namespace blindmate::policy
