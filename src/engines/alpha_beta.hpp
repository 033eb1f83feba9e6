// AlphaBeta: the engine that is built in. Iterative deepening, principal variation search with a transposition table,
// quiescence over captures, passing as a bound, later moves reduced; moves ordered by the table, by captures, by
// killers and by history. Made for thousands of shallow searches a second, and sound in deeper ones.
#pragma once

#include <array>
#include <vector>

#include "blindmate/chess/movegen.hpp"
#include "blindmate/engines/engine.hpp"

namespace blindmate::engines {

struct Best {
  chess::Move move{};  // of the last depth that was finished
  int value = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
};

class AlphaBeta : public Engine {
 public:
  explicit AlphaBeta(std::size_t table_bytes = kTableBytes);

  Evaluation evaluate(const chess::Position& position, const Effort& effort) override;

  // The best move of a position that has a legal one.
  Best search(const chess::Position& position, const Effort& effort);

 private:
  static constexpr int kMostPlies = 128;

  enum class Bound : std::uint8_t { none, lower, upper, exact };
  struct Entry {
    std::uint64_t hash = 0;
    chess::Move move{};
    std::int16_t value = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
  };
  struct Stopped {};  // thrown when the effort is spent

  int search(const chess::Position& position, int alpha, int beta, int depth, int ply, bool may_pass);
  int quiesce(const chess::Position& position, int alpha, int beta, int ply);
  void order(const chess::Position& position, chess::MoveList& moves, chess::Move first, int ply,
             std::array<int, chess::MoveList::kCapacity>& keys) const;
  bool is_repetition(const chess::Position& position, int ply) const;
  Entry& entry(std::uint64_t hash) { return table_[hash & (table_.size() - 1)]; }
  void remember(std::uint64_t hash, chess::Move move, int value, int depth, Bound bound, int ply);
  void count_node();

  std::vector<Entry> table_;
  std::array<std::array<chess::Move, 2>, kMostPlies> killers_{};
  std::array<std::array<std::array<int, 64>, 64>, 2> history_{};
  std::array<std::uint64_t, kMostPlies> path_{};  // hashes from the root
  chess::Move root_move_{};
  Effort effort_{};
  std::uint64_t nodes_ = 0;
};

}  // namespace blindmate::engines
