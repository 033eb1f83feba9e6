#include "blindmate/study/puzzle_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/referee/json.hpp"
#include "blindmate/study/embedded.hpp"

namespace blindmate::study {
namespace {

constexpr std::size_t kSmall = 5;
constexpr std::size_t kMedium = 25;
constexpr std::size_t kMostLevels = 1000;  // of a plan
constexpr std::array<std::string_view, 3> kSizes = {"small", "medium", "large"};

// Of the file for each number of ply.
template <class Visit>
void for_each_line(std::string_view ending, const Visit& visit) {
  for (const int ply : {3, 5, 7, 9}) {
    const Expected<std::string> lines = unpacked(embedded(fmt::format("mates-{}{}", ply, ending)));
    for (const std::string_view line : split(*lines, '\n')) {
      if (!line.empty()) visit(line);
    }
  }
}

std::vector<referee::Problem> read_book() {
  std::vector<referee::Problem> book;
  for_each_line(".jsonl.zst", [&](std::string_view line) {
    const Expected<referee::Problem> problem = referee::read_problem(line);
    const bool begins_a_turn = problem->refused.empty() && !problem->any_answer;
    if (begins_a_turn) book.push_back(*problem);
  });
  return book;
}

using Plans = std::map<std::string, boost::json::value, std::less<>>;

Plans read_plans() {
  Plans plans;
  for_each_line(".plans.jsonl.zst", [&](std::string_view line) {
    const Expected<boost::json::value> read = referee::read_json(line, kMostLevels);
    plans.emplace(read->at("id").as_string(), read->at("plan"));
  });
  return plans;
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

const boost::json::value& plan_of(const referee::Problem& puzzle) {
  static const Plans plans = read_plans();
  return plans.find(puzzle.id)->second;
}

}  // namespace blindmate::study
