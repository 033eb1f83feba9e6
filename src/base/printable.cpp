#include "blindmate/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace blindmate {
namespace {

unsigned char byte(char c) { return static_cast<unsigned char>(c); }

// How many bytes the UTF-8 character at the front has; 0 when there is none.
std::size_t character_size(std::string_view text) {
  const unsigned char first = byte(text.front());
  const std::size_t size = first < 0x80   ? 1
                           : first < 0xC2 ? 0
                           : first < 0xE0 ? 2
                           : first < 0xF0 ? 3
                           : first < 0xF5 ? 4
                                          : 0;
  const bool whole =
      size <= text.size() &&
      std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(size, 1)),
                  [](char c) { return (byte(c) & 0xC0) == 0x80; });
  return whole ? size : 0;
}

// Those by which a text can pretend to be another: they turn the direction of what follows them.
constexpr std::array<std::string_view, 12> kDirections = {"\u061C", "\u200E", "\u200F", "\u202A", "\u202B", "\u202C",
                                                          "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"};

bool is_white_space(std::string_view character) { return character == "\n" || character == "\t"; }

// Of ASCII, of the block U+0080 to U+009F, in which terminals find a second set, or of directions.
bool is_control(std::string_view character) {
  const unsigned char first = byte(character.front());
  if (character.size() == 1) return (first < 0x20 && !is_white_space(character)) || first == 0x7F;
  if (first == 0xC2 && byte(character[1]) < 0xA0) return true;
  return std::find(kDirections.begin(), kDirections.end(), character) != kDirections.end();
}

// With each character, and whether it may be shown; of what is no UTF-8, with each byte.
template <class Visit>
void for_each_character(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    visit(character, size > 0 && !is_control(character));
    text.remove_prefix(character.size());
  }
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  for_each_character(text, [&](std::string_view character, bool may_be_shown) {
    if (may_be_shown) {
      result += character;
    } else {
      for (const char c : character) result += fmt::format("\\x{:02x}", byte(c));
    }
  });
  return result;
}

std::string without_controls(std::string_view text) {
  std::string result;
  for_each_character(text, [&](std::string_view character, bool may_be_shown) {
    if (may_be_shown && !is_white_space(character)) result += character;
  });
  return result;
}

}  // namespace blindmate
