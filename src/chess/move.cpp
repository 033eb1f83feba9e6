#include "blindmate/chess/move.hpp"

namespace blindmate::chess {

std::string text(Move move) {
  std::string result = text(move.from()) + text(move.to());
  if (move.promotion() != Man::none) result += letter(move.promotion());
  return result;
}

std::optional<Move> parse_coordinates(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const std::optional<Square> from = parse_square(text.substr(0, 2));
  const std::optional<Square> to = parse_square(text.substr(2, 2));
  if (!from || !to) return std::nullopt;
  if (text.size() == 4) return Move(*from, *to);
  const Man promotion = man_of_letter(text[4]);
  if (promotion == Man::none || promotion == Man::pawn || promotion == Man::king) return std::nullopt;
  return Move(*from, *to, promotion);
}

}  // namespace blindmate::chess
