#include "blindmate/chess/san.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "blindmate/chess/movegen.hpp"

namespace blindmate::chess {
namespace {

constexpr std::string_view kShortCastling = "O-O";
constexpr std::string_view kLongCastling = "O-O-O";

// What a text says, before anyone asks which move it means. Files and ranks are -1 where it is silent.
struct Pattern {
  Man man = Man::pawn;
  int from_file = -1;
  int from_rank = -1;
  Square to = kNoSquare;
  Man promotion = Man::none;
  bool straight = false;  // a pawn without a file of its own does not capture
  int castling = 0;       // +2 short, -2 long: the king's way

  bool fits(Move move, Man moving) const {
    const int files = file_of(move.to()) - file_of(move.from());
    const bool castles = moving == Man::king && std::abs(files) == 2;
    if (castling != 0) return castles && files == castling;
    return moving == man && !castles && move.to() == to && move.promotion() == promotion &&
           (from_file < 0 || file_of(move.from()) == from_file) &&
           (from_rank < 0 || rank_of(move.from()) == from_rank) && (!straight || files == 0);
  }
};

char upper_letter(Man man) { return letter(man, Side::white); }

// Cuts the last character off if it is between two others.
int take_last(std::string_view& text, char first, char last) {
  if (text.empty() || text.back() < first || text.back() > last) return -1;
  const int value = text.back() - first;
  text.remove_suffix(1);
  return value;
}

std::string_view without_marks(std::string_view text) { return text.substr(0, text.find_last_not_of("+#!?") + 1); }

std::optional<Pattern> parse(std::string_view text) {
  Pattern pattern;
  std::string castling(text);
  std::replace(castling.begin(), castling.end(), '0', 'O');
  if (castling == kShortCastling || castling == kLongCastling) {
    pattern.castling = castling == kShortCastling ? 2 : -2;
    return pattern;
  }
  if (!text.empty() && std::isupper(static_cast<unsigned char>(text.front())) != 0) {
    pattern.man = man_of_letter(static_cast<char>(text.front() - 'A' + 'a'));
    if (pattern.man == Man::none) return std::nullopt;
    text.remove_prefix(1);
  }
  if (!text.empty() && std::isupper(static_cast<unsigned char>(text.back())) != 0) {
    pattern.promotion = man_of_letter(static_cast<char>(text.back() - 'A' + 'a'));
    if (std::find(kPromotions.begin(), kPromotions.end(), pattern.promotion) == kPromotions.end()) return std::nullopt;
    text.remove_suffix(1);
    if (!text.empty() && text.back() == '=') text.remove_suffix(1);
  }
  const int to_rank = take_last(text, '1', '8');
  const int to_file = take_last(text, 'a', 'h');
  if (to_rank < 0 || to_file < 0) return std::nullopt;
  pattern.to = square(to_file, to_rank);
  const bool capture = take_last(text, 'x', 'x') == 0;
  pattern.from_rank = take_last(text, '1', '8');
  pattern.from_file = take_last(text, 'a', 'h');
  if (!text.empty()) return std::nullopt;
  pattern.straight = pattern.man == Man::pawn && !capture && pattern.from_file < 0;
  return pattern;
}

}  // namespace

std::string write_san(Move move, const MoveList& candidates, const ManAt& man_at, bool capture) {
  const Man man = man_at(move.from());
  const int files = file_of(move.to()) - file_of(move.from());
  if (man == Man::king && std::abs(files) == 2) return std::string(files > 0 ? kShortCastling : kLongCastling);

  std::string result;
  if (man == Man::pawn) {
    capture = files != 0;
    if (capture) result += text(move.from())[0];
  } else {
    result += upper_letter(man);
    bool rivals = false, same_file = false, same_rank = false;
    for (const Move rival : candidates) {
      if (rival.to() != move.to() || rival.from() == move.from() || man_at(rival.from()) != man) continue;
      rivals = true;
      same_file |= file_of(rival.from()) == file_of(move.from());
      same_rank |= rank_of(rival.from()) == rank_of(move.from());
    }
    if (rivals && (!same_file || same_rank)) result += text(move.from())[0];
    if (rivals && same_file) result += text(move.from())[1];
  }
  if (capture) result += 'x';
  result += text(move.to());
  if (move.promotion() != Man::none) result += {'=', upper_letter(move.promotion())};
  return result;
}

Expected<Move> read_san(std::string_view text, const MoveList& candidates, const ManAt& man_at) {
  const std::optional<Move> coordinates = parse_coordinates(without_marks(text));
  const std::optional<Pattern> pattern = parse(without_marks(text));
  if (!coordinates && !pattern) return Error{fmt::format("\"{}\" is not a move", text)};

  std::optional<Move> found;
  for (const Move move : candidates) {
    if (coordinates ? move != *coordinates : !pattern->fits(move, man_at(move.from()))) continue;
    if (found) {
      return Error{fmt::format("\"{}\" is ambiguous: {} or {}", text, chess::text(*found), chess::text(move))};
    }
    found = move;
  }
  if (!found) return Error{fmt::format("\"{}\" is not possible here", text)};
  return *found;
}

std::string san(const Position& position, Move legal_move) {
  const ManAt man_at = [&](Square s) { return position.man_at(s); };
  std::string result =
      write_san(legal_move, legal_moves(position), man_at, position.captured_by(legal_move) != kNoSquare);
  const Position after = position.after(legal_move);
  if (after.checkers() != 0) result += has_legal_move(after) ? '+' : '#';
  return result;
}

Expected<Move> read_san(std::string_view text, const Position& position) {
  return read_san(text, legal_moves(position), [&](Square s) { return position.man_at(s); });
}

}  // namespace blindmate::chess
