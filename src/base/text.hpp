// Helpers for reading text.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/base/expected.hpp"

namespace blindmate {

// The words between runs of white space.
std::vector<std::string_view> words(std::string_view text);

// The parts between separators, empty ones included; the empty text has one, empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

std::string_view trimmed(std::string_view text);

// A number in decimal digits and nothing else, at most `limit`.
std::optional<int> number(std::string_view digits, int limit);

// An error at an offset of a text, as line and column.
Error error_at(std::string_view text, std::size_t offset, std::string reason);

}  // namespace blindmate
