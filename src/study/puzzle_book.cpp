#include "blindmate/study/puzzle_book.hpp"

#include <algorithm>

#include "blindmate/base/check.hpp"
#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/study/embedded.hpp"

namespace blindmate::study {
namespace {

constexpr std::size_t kSmall = 5;
constexpr std::size_t kMedium = 25;
constexpr std::array<std::string_view, 3> kSizes = {"small", "medium", "large"};

std::vector<referee::Problem> read_book() {
  std::vector<referee::Problem> book;
  for (const char* file : {"mates-3", "mates-5", "mates-7", "mates-9"}) {
    const Expected<std::string> lines = unpacked(embedded(file));
    for (const std::string_view line : split(*lines, '\n')) {
      if (!line.empty()) book.push_back(*referee::read_problem(line));
    }
  }
  return book;
}

}  // namespace

std::string_view name(Size size) { return kSizes[static_cast<std::size_t>(size)]; }

std::optional<Size> find_size(std::string_view name) {
  const auto found = std::find(kSizes.begin(), kSizes.end(), name);
  return found == kSizes.end() ? std::nullopt : std::optional(static_cast<Size>(found - kSizes.begin()));
}

Size size_of(const referee::Problem& problem) {
  if (problem.states.size() <= kSmall) return Size::small;
  return problem.states.size() <= kMedium ? Size::medium : Size::large;
}

const std::vector<referee::Problem>& puzzle_book() {
  static const std::vector<referee::Problem> book = read_book();
  return book;
}

const referee::Problem* find_puzzle(std::string_view id) {
  const std::vector<referee::Problem>& book = puzzle_book();
  const auto found =
      std::find_if(book.begin(), book.end(), [&](const referee::Problem& puzzle) { return puzzle.id == id; });
  return found == book.end() ? nullptr : &*found;
}

}  // namespace blindmate::study
