#include "blindmate/chess/perft.hpp"

#include "blindmate/chess/movegen.hpp"

namespace blindmate::chess {

std::uint64_t perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  if (depth == 1) return count_legal_moves(position);
  std::uint64_t total = 0;
  for (const Move move : legal_moves(position)) total += perft(position.after(move), depth - 1);
  return total;
}

}  // namespace blindmate::chess
