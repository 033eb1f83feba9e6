#include "blindmate/chess/fen.hpp"

#include <fmt/format.h>

#include <cctype>

#include "blindmate/base/text.hpp"

namespace blindmate::chess {
namespace {

// The board field; fills in size and men.
Expected<void> read_board(std::string_view field, Setup& setup) {
  const std::vector<std::string_view> ranks = split(field, '/');
  setup.size = static_cast<int>(ranks.size());
  if (setup.size < kSmallestBoard || setup.size > kLargestBoard) {
    return Error{fmt::format("{} ranks; a board has {} to {}", ranks.size(), kSmallestBoard, kLargestBoard)};
  }
  for (int rank = 0; rank < setup.size; ++rank) {
    const std::string_view row = ranks[static_cast<std::size_t>(setup.size - 1 - rank)];
    int file = 0;
    bool after_digit = false;
    for (const char c : row) {
      const bool digit = c >= '1' && c <= '8';
      if (digit && after_digit) return Error{fmt::format("rank {}: two digits in a row", rank + 1)};
      after_digit = digit;
      const bool black = c >= 'a' && c <= 'z';
      const Man man = man_of_letter(black ? c : static_cast<char>(c - 'A' + 'a'));
      if (!digit && man == Man::none) {
        const bool printable = std::isprint(static_cast<unsigned char>(c)) != 0;
        return Error{
            fmt::format("rank {}: {} is not a man or a digit", rank + 1,
                        printable ? fmt::format("'{}'", c) : fmt::format("byte {}", static_cast<unsigned char>(c)))};
      }
      if (!digit && file < setup.size) {
        setup.men[square(file, rank)] = {man, black ? Side::black : Side::white};
      }
      file += digit ? c - '0' : 1;
      if (file > setup.size) return Error{fmt::format("rank {}: more than {} files", rank + 1, setup.size)};
    }
    if (file < setup.size) return Error{fmt::format("rank {}: {} files instead of {}", rank + 1, file, setup.size)};
  }
  return {};
}

Expected<void> read_castling(std::string_view field, Setup& setup) {
  if (field == "-") return {};
  for (const char c : field) {
    bool known = false;
    for (const Castling& castling : kCastlings) {
      if (castling.letter != c) continue;
      known = (setup.castling & castling.right) == 0;
      setup.castling |= castling.right;
    }
    if (!known) return Error{fmt::format("castling rights \"{}\" are not '-' or some of KQkq, each once", field)};
  }
  return {};
}

}  // namespace

Expected<Setup> read_fen(std::string_view text) {
  const std::vector<std::string_view> fields = words(text);
  if (fields.size() < 4 || fields.size() > 6) {
    return Error{
        fmt::format("{} fields; needed are board, side to move, castling rights, en-passant square and "
                    "perhaps two clocks",
                    fields.size())};
  }
  Setup setup;
  if (const auto read = read_board(fields[0], setup); !read) return read.error();
  if (fields[1] != "w" && fields[1] != "b") return Error{fmt::format("side to move \"{}\" is not w or b", fields[1])};
  setup.turn = fields[1] == "w" ? Side::white : Side::black;
  if (const auto read = read_castling(fields[2], setup); !read) return read.error();
  if (fields[3] != "-") {
    const std::optional<Square> s = parse_square(fields[3]);
    if (!s) return Error{fmt::format("en-passant square \"{}\" is not '-' or a square", fields[3])};
    setup.en_passant = *s;
  }
  if (fields.size() > 4) {
    const std::optional<int> clock = number(fields[4], kLargestClock);
    if (!clock)
      return Error{fmt::format("halfmove clock \"{}\" is not a number from 0 to {}", fields[4], kLargestClock)};
    setup.halfmove_clock = *clock;
  }
  if (fields.size() > 5) {
    const std::optional<int> move = number(fields[5], kLargestClock);
    if (!move) return Error{fmt::format("move number \"{}\" is not a number from 0 to {}", fields[5], kLargestClock)};
    setup.fullmove_number = *move;
  }
  return setup;
}

Expected<Position> read_position(std::string_view fen) {
  const Expected<Setup> setup = read_fen(fen);
  if (!setup) return setup.error();
  return Position::from(*setup);
}

std::string board_field(int size, const std::function<char(Square)>& letter_at) {
  std::string result;
  for (int rank = size - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < size; ++file) {
      const char letter = letter_at(square(file, rank));
      if (letter == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) result += static_cast<char>('0' + empty);
      empty = 0;
      result += letter;
    }
    if (empty > 0) result += static_cast<char>('0' + empty);
    if (rank > 0) result += '/';
  }
  return result;
}

std::string fen(const Position& position) {
  std::string result = board_field(position.size(), [&](Square s) {
    return letter(position.man_at(s), contains(position.men(Side::white), s) ? Side::white : Side::black);
  });
  result += position.turn() == Side::white ? " w " : " b ";
  for (const Castling& castling : kCastlings) {
    if ((position.castling() & castling.right) != 0) result += castling.letter;
  }
  if (position.castling() == 0) result += '-';
  const std::string en_passant = position.en_passant() == kNoSquare ? "-" : text(position.en_passant());
  return fmt::format("{} {} {} {}", result, en_passant, position.halfmove_clock(), position.fullmove_number());
}

}  // namespace blindmate::chess
