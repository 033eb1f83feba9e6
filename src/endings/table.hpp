// Table: sure mates of an ending. For each placement of the attacker's men a list of wins: if the lone king is on one
// of these squares, whichever, this try begins a mate. The shortest come first. What the first win says that holds all
// possible squares is what to do: each answer leads to a win that comes before it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "blindmate/endings/ending.hpp"

namespace blindmate::endings {

struct Win {
  chess::Bitboard kings = 0;
  chess::Move tried{};
  std::uint8_t moves = 0;  // of the attacker, to mate, at most
};

class Table {
 public:
  Table(const Ending& ending, std::vector<std::vector<Win>> wins)
      : ending_(ending), placements_(ending), wins_(std::move(wins)) {}

  const Ending& ending() const { return ending_; }
  const Placements& placements() const { return placements_; }
  const std::vector<Win>& wins(std::size_t placement) const { return wins_[placement]; }

  // The first that holds all these squares, as seen on this board; nothing when none does, or when it is not a board of
  // this ending.
  std::optional<Win> find(const referee::OwnBoard& own, chess::Bitboard kings) const;

 private:
  Ending ending_;
  Placements placements_;
  std::vector<std::vector<Win>> wins_;  // by placement
};

}  // namespace blindmate::endings
