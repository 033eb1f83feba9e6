// LastObservation: random positions that fit a player's own men, the number of the opponent's, and the latest
// observation alone: everything heard since the opponent's last move (Parker, Nau & Subrahmanian 2005, section 2). No
// history leads to them; they are plausible: men that captures and promotions allow, one king, not left in check, no
// pawns on the edge ranks.
//
// Men are placed at random, those first that the observation asks for (the man that captured, those that check, one in
// the way of each refused try); what does not fit after all is thrown away.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "blindmate/base/random.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::belief {

// The own men of a view as a position without the opponent's.
chess::Position own_position(const referee::PlayerView& view);

class LastObservation {
 public:
  // It is the turn of the view's player, and the game goes on.
  LastObservation(const referee::PlayerView& view, std::uint64_t seed);

  // A position that fits; nothing when none was found in so many attempts.
  std::optional<chess::Position> sample(int attempts = 1000);

  bool fits(const chess::Position& position) const;

 private:
  class Draft;  // a position in the making

  std::optional<chess::Position> attempt();
  std::optional<std::vector<chess::Man>> draw_men();
  bool place_mover(Draft& draft);
  bool place_checkers(Draft& draft);
  void place_blockers(Draft& draft);

  const referee::RuleSet* rules_;
  referee::OwnBoard own_;
  chess::Position own_men_;  // without the opponent's men
  chess::CastlingRights start_rights_ = 0;
  std::vector<chess::Man> start_men_;  // the opponent's, without the king
  int captured_ = 0;
  int captured_pawns_ = 0;          // where the rule set tells kinds
  int promotions_heard_ = 0;        // where the rule set tells them
  int most_promotions_ = 0;         // that the opponent's moves can have brought
  referee::Heard heard_;            // of the opponent's last move
  bool can_be_en_passant_ = false;  // that move, where the rule set does not name it
  std::vector<chess::Move> refused_;
  std::optional<bool> any_answer_;
  Random random_;
};

}  // namespace blindmate::belief
