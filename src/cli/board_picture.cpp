#include "board_picture.hpp"

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

}  // namespace blindmate::cli
