// State: one physical state of a belief state in 16 bytes. The listener's own men are the same in all states, so only
// the opponent's are stored: where they stand, what they are as three bits a man, and what else decides about legality.
// Frame: what the states of a belief state have in common, and the way to a Position and back.
#pragma once

#include <compare>
#include <cstdint>

#include "blindmate/chess/position.hpp"

namespace blindmate::belief {

struct State {
  chess::Bitboard men = 0;  // the opponent's; never empty, so an empty slot of a table is recognised by it
  std::uint64_t kinds = 0;  // three times 16 bits, one of each man's kind in the order of the squares; then 16 bits of
                            // rights: the opponent's castling rights, and the en-passant file + 1 above them

  auto operator<=>(const State&) const = default;

  std::uint64_t hash() const {
    std::uint64_t h = men * 0x9E3779B97F4A7C15U;
    h = (h ^ h >> 32 ^ kinds) * 0xBF58476D1CE4E5B9U;
    h = (h ^ h >> 29) * 0x94D049BB133111EBU;
    return h ^ h >> 32;
  }
};
static_assert(sizeof(State) == 16);

class Frame {
 public:
  // Of a position of the belief state of `side`.
  Frame(const chess::Position& position, chess::Side side)
      : opponent_(other(side)), own_(position.without_men(opponent_)) {
    for (const chess::Castling& castling : chess::kCastlings) {
      if (castling.side == opponent_) opponent_rights_ |= castling.right;
    }
  }

  chess::Side side() const { return other(opponent_); }
  chess::Side turn() const { return own_.turn(); }
  int size() const { return own_.size(); }

  // For a set that has no state left: the own men are then not known any more, but the turn is.
  void pass_turn() { own_ = own_.with_turn(other(own_.turn())); }

  // True when a position has the same own men, rights and side to move.
  bool fits(const chess::Position& position) const { return position.without_men(opponent_) == own_; }

  State state(const chess::Position& position) const;
  chess::Position position(const State& state) const;

 private:
  chess::Side opponent_;
  chess::CastlingRights opponent_rights_ = 0;  // all it can have
  chess::Position own_;                        // without the opponent's men
};

}  // namespace blindmate::belief
