// Actions: everything a player can ask, as a number below BM_ACTIONS, seen from the own side (docs/environment.md).
#pragma once

#include <optional>

#include "blindmate.h"
#include "blindmate/policy/own_side.hpp"
#include "blindmate/view/player_view.hpp"

namespace blindmate::policy {

inline constexpr int kUnderPromotions = 64 * 64;  // the first of 72
inline constexpr std::array kLesserMen = {chess::Man::rook, chess::Man::bishop, chess::Man::knight};

int action_of(const referee::Ask& ask, const OwnSide& own_side);

// Nothing where the number stands for no try on a board of this size. `promotes` decides whether an action below
// kUnderPromotions makes a queen.
template <class Promotes>
std::optional<referee::Ask> ask_of(int action, chess::Side side, int size, const Promotes& promotes);

// What the player of a view means by an action.
std::optional<referee::Ask> ask_of(int action, const referee::PlayerView& view);

template <class Promotes>
std::optional<referee::Ask> ask_of(int action, chess::Side side, int size, const Promotes& promotes) {
  if (action < 0 || action >= BM_ACTIONS) return std::nullopt;
  if (action == BM_ACTION_ANY) return referee::AnyAsked{};
  const OwnSide own_side(side, size);
  const auto on_board = [size](int file, int rank) { return file >= 0 && file < size && rank < size; };
  if (action < kUnderPromotions) {
    const auto from = static_cast<chess::Square>(action / 64);
    const auto to = static_cast<chess::Square>(action % 64);
    if (!on_board(chess::file_of(from), chess::rank_of(from)) || !on_board(chess::file_of(to), chess::rank_of(to)))
      return std::nullopt;
    const chess::Move move(own_side.of(from), own_side.of(to));
    return promotes(move) ? chess::Move(move.from(), move.to(), chess::Man::queen) : move;
  }
  const int number = action - kUnderPromotions;
  const int file = number % 24 / 3;
  const int to_file = file + number % 3 - 1;
  if (!on_board(file, 0) || !on_board(to_file, 0)) return std::nullopt;
  return chess::Move(own_side.of(chess::square(file, size - 2)), own_side.of(chess::square(to_file, size - 1)),
                     kLesserMen[static_cast<unsigned>(number / 24)]);
}

}  // namespace blindmate::policy
