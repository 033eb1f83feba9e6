#include "blindmate/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace blindmate {
namespace {

constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";

}  // namespace

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t begin = text.find_first_not_of(kWhiteSpace); begin != std::string_view::npos;) {
    const std::size_t end = text.find_first_of(kWhiteSpace, begin);
    result.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(kWhiteSpace, end);
  }
  return result;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> result;
  for (std::size_t end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    result.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  result.push_back(text);
  return result;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) - begin + 1);
}

std::optional<int> number(std::string_view digits, int limit) {
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool signed_text = !digits.empty() && digits.front() == '-';
  if (error != std::errc() || end != digits.data() + digits.size() || signed_text || value > limit) return std::nullopt;
  return value;
}

Error error_at(std::string_view text, std::size_t offset, std::string reason) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  return {std::move(reason), static_cast<int>(line), static_cast<int>(before.size() - line_start) + 1};
}

}  // namespace blindmate
