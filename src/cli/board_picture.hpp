// A board as text, with coordinates.
#pragma once

#include <functional>
#include <string>

#include "blindmate/chess/types.hpp"
#include "blindmate/view/own_board.hpp"

namespace blindmate::cli {

struct Picture {
  bool unicode = true;
  chess::Side seen_by = chess::Side::white;  // whose first rank is at the bottom
};

// `letter_at` gives FEN letters, '.' for an empty square.
std::string board_picture(int size, const std::function<char(chess::Square)>& letter_at, const Picture& picture);

bool terminal_shows_unicode();

// A player's own men, from his side.
std::string board_picture(const referee::OwnBoard& own, bool unicode = true);

}  // namespace blindmate::cli
