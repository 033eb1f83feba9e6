#include "blindmate/policy/actions.hpp"

#include <algorithm>

namespace blindmate::policy {

using chess::Move;
using chess::Square;

int action_of(const referee::Ask& ask, const OwnSide& own_side) {
  const Move* move = std::get_if<Move>(&ask);
  if (move == nullptr) return BM_ACTION_ANY;
  const Square from = own_side.of(move->from());
  const Square to = own_side.of(move->to());
  const auto lesser = std::find(kLesserMen.begin(), kLesserMen.end(), move->promotion());
  if (lesser == kLesserMen.end()) return 64 * from + to;
  return kUnderPromotions + 24 * static_cast<int>(lesser - kLesserMen.begin()) + 3 * chess::file_of(from) +
         chess::file_of(to) - chess::file_of(from) + 1;
}

std::optional<referee::Ask> ask_of(int action, const referee::PlayerView& view) {
  const referee::OwnBoard& own = view.own_board();
  return ask_of(action, view.side(), own.size(), [&](Move move) { return own.promotes(move); });
}

}  // namespace blindmate::policy
