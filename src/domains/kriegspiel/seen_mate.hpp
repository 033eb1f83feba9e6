// SeenMate: checkmate in ordinary chess, in which the attacker sees everything. A plan for a belief state is a plan in
// each of its positions, so a position without such a mate refutes every belief state that holds it.
//
// Proof numbers (df-pn, Nagai 2002) guide the search above the last kDepthFirst moves; below them it goes depth first,
// checks first, with the replies first that have refuted before. Both keep what they find in one table of bounds.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "blindmate/chess/mate_in_one.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/kriegspiel/position_table.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::kriegspiel {

class Checkmate;

class SeenMate {
 public:
  static constexpr int kAnyFlights = 9;  // more than a king has

  // With fewer `flights` than kAnyFlights, the attacker makes only moves that mate, or leave the king at most so many
  // squares to go to.
  SeenMate(const Checkmate& domain, search::Meter& meter, int flights = kAnyFlights);

  // Whether the attacker, who is to move, wins with so many moves.
  bool wins(const chess::Position& p, int moves);
  // Whether this legal move begins such a win.
  bool wins_by(const chess::Position& p, chess::Move move, int moves);
  // Whether the attacker may make this legal move.
  bool allows(const chess::Position& p, chess::Move move);

 private:
  static constexpr int kDepthFirst = 3;
  static constexpr std::uint32_t kInfinite = 1U << 30;

  // The smallest number of leaves to prove, or to disprove, that would decide a node.
  struct Numbers {
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;

    bool decided() const { return proof == 0 || disproof == 0; }
    bool operator==(const Numbers&) const = default;
  };
  static constexpr Numbers kWin{0, kInfinite};
  static constexpr Numbers kNoWin{kInfinite, 0};
  static Numbers of(bool wins) { return wins ? kWin : kNoWin; }

  struct Child {
    chess::Position position;
    Numbers numbers;
  };

  struct Bounds {
    std::uint8_t lower = 1;    // no win with fewer moves
    std::uint8_t upper = 255;  // a win with so many
  };

  chess::Position make(const chess::Position& p, chess::Move move) {
    meter_.count_state();
    return p.after(move);
  }
  bool is_won(const chess::Position& defender_to_move) const;
  bool is_too_free(const chess::Position& defender_to_move) const;
  bool wins_at_once(const chess::Position& p);
  bool wins_depth_first(const chess::Position& p, int moves);
  bool wins_after(const chess::Position& defender_to_move, chess::Move last, int moves);

  Numbers first_numbers(const chess::Position& p, int moves);
  Numbers first_numbers_after(const chess::Position& defender_to_move, int moves);
  Numbers improve(const chess::Position& p, int moves, Numbers limits);
  Numbers improve_after(const chess::Position& defender_to_move, int moves, Numbers limits);

  Bounds bounds(const chess::Position& p) const;
  void note_win(const chess::Position& p, int moves);
  void note_no_win(const chess::Position& p, int moves);
  void note(const chess::Position& p, Bounds bounds);

  const Checkmate& domain_;
  search::Meter& meter_;
  int flights_;
  PositionTable<Bounds> bounds_;
  PositionTable<Numbers> numbers_;
  // Replies that refuted a move with so many moves left: the last two, and the last one to each move.
  std::pmr::vector<std::array<chess::Move, 2>> killers_;
  std::pmr::vector<chess::Move> counters_;
};

}  // namespace blindmate::kriegspiel
