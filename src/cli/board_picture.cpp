#include "board_picture.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace blindmate::cli {
namespace {

std::string_view symbol(char letter, bool unicode) {
  constexpr std::string_view kLetters = "KQRBNPkqrbnp";
  static constexpr const char* kSymbols[] = {"♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟"};
  static constexpr const char* kPlain[] = {"K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"};
  const std::size_t i = kLetters.find(letter);
  if (i == std::string_view::npos) return unicode ? "·" : ".";
  return unicode ? kSymbols[i] : kPlain[i];
}

}  // namespace

std::string board_picture(int size, const std::function<char(chess::Square)>& letter_at, const Picture& picture) {
  const bool white = picture.seen_by == chess::Side::white;
  std::string result;
  for (int row = 0; row < size; ++row) {
    const int rank = white ? size - 1 - row : row;
    result += "  ";
    result += static_cast<char>('1' + rank);
    result += " ";
    for (int column = 0; column < size; ++column) {
      const int file = white ? column : size - 1 - column;
      result += " ";
      result += symbol(letter_at(chess::square(file, rank)), picture.unicode);
    }
    result += "\n";
  }
  result += "    ";
  for (int column = 0; column < size; ++column) {
    result += " ";
    result += static_cast<char>('a' + (white ? column : size - 1 - column));
  }
  return result + "\n";
}

bool terminal_shows_unicode() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') continue;
    std::string locale = value;
    std::transform(locale.begin(), locale.end(), locale.begin(), [](unsigned char c) { return std::tolower(c); });
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
  }
  return false;
}

std::string board_picture(const referee::OwnBoard& own, bool unicode) {
  const auto letter_at = [&](chess::Square s) { return chess::letter(own.man_at(s), own.side()); };
  return board_picture(own.size(), letter_at, {.unicode = unicode, .seen_by = own.side()});
}

}  // namespace blindmate::cli
