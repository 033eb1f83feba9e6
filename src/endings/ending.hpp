// Endings with a lone king and few men against it, and where those men can stand: placements, of which those that a
// symmetry of the board turns into each other are one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "blindmate/view/own_board.hpp"

namespace blindmate::endings {

// One of the eight symmetries of the board: flip files (1), flip ranks (2), then swap files and ranks (4).
class Symmetry {
 public:
  constexpr explicit Symmetry(unsigned bits) : bits_(bits) {}

  chess::Square of(chess::Square s) const;
  chess::Bitboard of(chess::Bitboard set) const;
  chess::Move of(chess::Move move) const { return {of(move.from()), of(move.to()), move.promotion()}; }
  Symmetry inverse() const;

 private:
  unsigned bits_;
};

// What the attacker has beside the king: one man or two. The name is as chess players write it, in lower case: "krrk".
struct Ending {
  constexpr explicit Ending(std::string_view its_name) : name(its_name) {
    for (std::size_t i = 1; i + 1 < name.size(); ++i) men[i - 1] = chess::man_of_letter(name[i]);
  }

  constexpr int count() const { return men[1] == chess::Man::none ? 1 : 2; }
  constexpr bool has(chess::Man man) const { return men[0] == man || men[1] == man; }

  std::string_view name;
  std::array<chess::Man, 2> men{chess::Man::none, chess::Man::none};
};

// All placements of an ending, numbered, for an attacker that has White.
class Placements {
 public:
  explicit Placements(const Ending& ending);

  std::size_t size() const { return boards_.size(); }
  const referee::OwnBoard& board(std::size_t number) const { return boards_[number]; }

  // The number of a board's placement, and how to get from the board to it: in several ways where the placement is
  // symmetric. None when other men are there, or two bishops on squares of one colour. A board of Black is seen from
  // the other side.
  struct Place {
    std::size_t number;
    Symmetry symmetry;
  };
  std::vector<Place> find(const referee::OwnBoard& own) const;

 private:
  using Squares3 = std::array<chess::Square, 3>;  // of the king and the men

  unsigned symmetries() const { return ending_.has(chess::Man::pawn) ? 2 : 8; }
  static std::size_t key(const Squares3& squares);
  Squares3 turned(Squares3 squares, Symmetry symmetry) const;

  Ending ending_;
  std::vector<referee::OwnBoard> boards_;
  std::vector<std::int32_t> numbers_;  // by key; -1 where there is none
};

}  // namespace blindmate::endings
