// The smallest words of chess: sides, men, squares.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace blindmate::chess {

enum class Side : std::uint8_t { white, black };

constexpr Side other(Side side) { return side == Side::white ? Side::black : Side::white; }
constexpr unsigned index(Side side) { return static_cast<unsigned>(side); }
constexpr std::string_view name(Side side) { return side == Side::white ? "white" : "black"; }
constexpr std::string_view title(Side side) { return side == Side::white ? "White" : "Black"; }

// What a man is, whatever its side.
enum class Man : std::uint8_t { pawn, knight, bishop, rook, queen, king, none };

constexpr unsigned index(Man man) { return static_cast<unsigned>(man); }
constexpr char letter(Man man) { return "pnbrqk."[index(man)]; }  // as in FEN, lower case
constexpr char letter(Man man, Side side) {                       // as in FEN
  return side == Side::white && man != Man::none ? static_cast<char>(letter(man) - 'a' + 'A') : letter(man);
}
constexpr Man man_of_letter(char lower_case) {
  for (unsigned i = 0; i < 6; ++i) {
    if ("pnbrqk"[i] == lower_case) return static_cast<Man>(i);
  }
  return Man::none;
}

// Squares count rank by rank from a1 = 0 to h8 = 63 on boards of every size: a smaller board is the corner at a1.
enum Square : std::uint8_t { kNoSquare = 64 };

inline constexpr int kSmallestBoard = 4;
inline constexpr int kLargestBoard = 8;

constexpr Square square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }

inline std::string text(Square s) { return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))}; }
constexpr std::optional<Square> parse_square(std::string_view text) {
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
  return square(text[0] - 'a', text[1] - '1');
}

}  // namespace blindmate::chess
