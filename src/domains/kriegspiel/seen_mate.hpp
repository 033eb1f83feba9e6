// SeenMate: checkmate in ordinary chess, in which the attacker sees everything. A plan for a belief state is a plan in
// each of its positions, so a position without such a mate refutes every belief state that holds it.
//
// Proof numbers (df-pn, Nagai 2002) guide the search above the last kDepthFirst moves; below them it goes depth first,
// checks first, with the replies first that have refuted before. Both keep what they find in one table of bounds.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <vector>

#include "blindmate/chess/mate_in_one.hpp"
#include "blindmate/chess/movegen.hpp"
#include "blindmate/kriegspiel/position_table.hpp"
#include "blindmate/search/meter.hpp"

namespace blindmate::kriegspiel {

class Checkmate;

// What is known of a position with the attacker to move.
struct MateBounds {
  static constexpr std::uint16_t kNever = 65535;

  std::uint16_t lower = 1;       // no win with fewer moves
  std::uint16_t upper = kNever;  // a win with so many
};
// The smallest number of leaves to prove, or to disprove, that would decide a node.
struct ProofNumbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;

  bool decided() const { return proof == 0 || disproof == 0; }
  bool operator==(const ProofNumbers&) const = default;
};

// What is known; and where several threads search the same positions together, who is at which.
class MateKnowledge {
 public:
  MateKnowledge(std::pmr::memory_resource* memory, std::size_t most_bytes)
      : bounds(memory, most_bytes), numbers(memory, most_bytes) {}
  explicit MateKnowledge(std::size_t bytes, std::size_t threads)
      : bounds(bytes), numbers(bytes), threads_(threads), busy_(threads * kMostMoves) {}

  bool is_shared() const { return threads_ > 0; }
  void enter(std::size_t thread, int moves, const chess::Position& p) {
    place(thread, moves).store(p.hash(), std::memory_order_relaxed);
  }
  void leave(std::size_t thread, int moves) { place(thread, moves).store(0, std::memory_order_relaxed); }
  // Whether another thread is there.
  bool is_busy(std::size_t thread, int moves, const chess::Position& p) {
    for (std::size_t other = 0; other < threads_; ++other) {
      if (other != thread && place(other, moves).load(std::memory_order_relaxed) == p.hash()) return true;
    }
    return false;
  }

  PositionTable<MateBounds> bounds;
  PositionTable<ProofNumbers> numbers;

 private:
  static constexpr std::size_t kMostMoves = 64;

  std::atomic<std::uint64_t>& place(std::size_t thread, int moves) {
    return busy_[thread * kMostMoves + static_cast<std::size_t>(moves) % kMostMoves];
  }

  std::size_t threads_ = 0;
  std::vector<std::atomic<std::uint64_t>> busy_;  // the position that a thread is at, by the moves that are left
};

class SeenMate {
 public:
  static constexpr int kAnyFlights = 9;  // more than a king has

  // With fewer `flights` than kAnyFlights, the attacker makes only moves that mate, or leave the king at most so many
  // squares to go to. Threads may share what they know, with the same flights.
  SeenMate(const Checkmate& domain, search::Meter& meter, int flights = kAnyFlights, MateKnowledge* shared = nullptr,
           std::size_t thread = 0);

  // Whether the attacker, who is to move, wins with so many moves.
  bool wins(const chess::Position& p, int moves);
  // Whether this legal move begins such a win.
  bool wins_by(const chess::Position& p, chess::Move move, int moves);
  // Whether it is known already that he does not, where threads share what they know.
  bool is_known_lost(const chess::Position& p, int moves) const {
    return known_.is_shared() && bounds(p).lower > moves;
  }
  bool is_known_lost_by(const chess::Position& p, chess::Move move, int moves) const;
  // Whether the attacker may make this legal move.
  bool allows(const chess::Position& p, chess::Move move);

 private:
  static constexpr int kDepthFirst = 3;
  static constexpr std::uint32_t kInfinite = 1U << 30;

  using Numbers = ProofNumbers;
  static constexpr Numbers kWin{0, kInfinite};
  static constexpr Numbers kNoWin{kInfinite, 0};
  static Numbers of(bool wins) { return wins ? kWin : kNoWin; }

  struct Child {
    chess::Position position;
    Numbers numbers;
  };
  struct Choice;
  class Visit;

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
  Numbers keep(const chess::Position& p, int moves, Numbers now);
  Numbers latest(const Child& child, int moves) const;
  std::pair<Choice, Choice> choose(std::pmr::vector<Child>& children, int moves, std::uint32_t Numbers::* mine,
                                   std::uint32_t Numbers::* theirs);

  MateBounds bounds(const chess::Position& p) const;
  bool search_by(const chess::Position& defender_to_move, chess::Move last, int moves);
  void note_win(const chess::Position& p, int moves);
  void note_no_win(const chess::Position& p, int moves);
  void note(const chess::Position& p, MateBounds bounds);

  const Checkmate& domain_;
  search::Meter& meter_;
  int flights_;
  std::optional<MateKnowledge> own_;
  MateKnowledge& known_;
  std::size_t thread_;
  // Replies that refuted a move with so many moves left: the last two, and the last one to each move.
  std::pmr::vector<std::array<chess::Move, 2>> killers_;
  std::pmr::vector<chess::Move> counters_;
};

}  // namespace blindmate::kriegspiel
