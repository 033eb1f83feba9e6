#include "blindmate/endings/table.hpp"

#include <algorithm>
#include <limits>

namespace blindmate::endings {

std::optional<Win> Table::find(const referee::OwnBoard& own, chess::Bitboard kings) const {
  std::optional<Win> best;
  std::size_t best_number = std::numeric_limits<std::size_t>::max();
  for (const auto& [placement, symmetry] : placements_.find(own)) {
    const chess::Bitboard wanted = symmetry.of(kings);
    const std::vector<Win>& wins = wins_[placement];
    const auto first =
        std::find_if(wins.begin(), wins.end(), [wanted](const Win& win) { return (wanted & ~win.kings) == 0; });
    const auto number = static_cast<std::size_t>(first - wins.begin());
    if (first == wins.end() || number >= best_number) continue;
    const Symmetry back = symmetry.inverse();
    best = Win{back.of(first->kings), back.of(first->tried), first->moves};
    best_number = number;
  }
  return best;
}

}  // namespace blindmate::endings
