#include "blindmate/base/printable.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// Of ASCII, or of the block U+0080 to U+009F, in which terminals find a second set.
bool is_control(std::string_view character) {
  const unsigned char first = byte(character.front());
  if (character.size() == 1) return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
  return first == 0xC2 && byte(character[1]) < 0xA0;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(size, 1));
    if (size == 0 || is_control(character)) {
      for (const char c : character) result += fmt::format("\\x{:02x}", byte(c));
    } else {
      result += character;
    }
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace blindmate
