#include "blindmate/endings/table.hpp"

namespace blindmate::endings {

std::optional<Win> Table::find(const referee::OwnBoard& own, chess::Bitboard kings) const {
  const std::optional<Placements::Place> place = placements_.find(own);
  if (!place) return std::nullopt;
  const chess::Bitboard wanted = place->symmetry.of(kings);
  for (const Win& win : wins_[place->number]) {
    if ((wanted & ~win.kings) != 0) continue;
    const Symmetry back = place->symmetry.inverse();
    return Win{back.of(win.kings), back.of(win.tried), win.moves};
  }
  return std::nullopt;
}

}  // namespace blindmate::endings
