// A lone king that the attacker does not see. All that is known of it is a set of squares, one Bitboard, because the
// rest of the position is the attacker's own men; so what a try can bring is found for all squares at once.
#pragma once

#include <utility>
#include <vector>

#include "blindmate/view/own_board.hpp"

namespace blindmate::endings {

// All squares that a king reaches in one step from one of these.
constexpr chess::Bitboard next_to(chess::Bitboard set) {
  const chess::Bitboard beside = chess::shift<1>(set & ~chess::kFileH) | chess::shift<-1>(set & ~chess::kFileA);
  const chess::Bitboard row = set | beside;
  return beside | row << 8 | row >> 8;
}

// What the men attack or protect, also through the lone king.
chess::Bitboard guarded(const referee::OwnBoard& own);

// Where the lone king can be when the attacker is to move.
chess::Bitboard possible_squares(const referee::OwnBoard& own);

// The attacker's men on the ordinary board.
referee::OwnBoard board_of(const std::array<chess::Bitboard, 6>& men, chess::Side side);

std::array<chess::Bitboard, 6> men_of(const referee::OwnBoard& own);
// What is left when the king has taken a man.
referee::OwnBoard without(const referee::OwnBoard& own, chess::Square lost);

// Of the possible squares those from which the king can take nothing.
chess::Bitboard safe_squares(const referee::OwnBoard& own);

// A try, wherever the lone king may be. Captures by pawns and castling are none: there is nothing to capture, and it
// is too late to castle.
class Attempt {
 public:
  Attempt(const referee::OwnBoard& own, chess::Move tried);

  const referee::OwnBoard& after() const { return after_; }
  chess::Bitboard refused() const { return refused_; }  // if the king is there
  // For the king's move afterwards: squares that it can go to, and men that it can take.
  chess::Bitboard allowed() const { return allowed_; }
  chess::Bitboard capturable() const { return capturable_; }

  // Squares of the king, on which the try is legal, by the check that is announced.
  struct Part {
    referee::Directions check;
    chess::Bitboard kings;
  };
  std::vector<Part> parts(chess::Bitboard kings) const;
  // Of these kings, on which the try is legal, those without a move: mated where a check is heard, else stalemated.
  chess::Bitboard stuck(chess::Bitboard kings) const { return kings & ~next_to(allowed_ | capturable_); }

 private:
  referee::OwnBoard after_;
  chess::Bitboard refused_ = 0;
  chess::Bitboard allowed_ = 0;
  chess::Bitboard capturable_ = 0;
};

// The tries that make sense against a lone king.
chess::MoveList attempts(const referee::OwnBoard& own);

}  // namespace blindmate::endings
