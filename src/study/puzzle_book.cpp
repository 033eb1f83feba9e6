#include "blindmate/study/puzzle_book.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <span>

#include "blindmate/base/files.hpp"
#include "blindmate/base/text.hpp"
#include "blindmate/study/embedded.hpp"
#include "blindmate/view/json.hpp"

namespace blindmate::study {
namespace {

constexpr std::size_t kSmall = 5;
constexpr std::size_t kMedium = 25;
constexpr std::size_t kMostLevels = 1000;  // of a plan
constexpr std::array<std::string_view, 3> kSizes = {"small", "medium", "large"};

constexpr std::string_view kClassics = "classics";
constexpr std::array<std::string_view, 7> kBooks = {"mates-3",        "mates-5",      "mates-7", "mates-9",
                                                    "wild16-mates-5", "rand-mates-5", kClassics};

template <class Visit>
void for_each_line(std::span<const std::string_view> books, std::string_view ending, const Visit& visit) {
  for (const std::string_view book : books) {
    const Expected<std::string> lines = unpacked(embedded(fmt::format("{}{}", book, ending)));
    for (const std::string_view line : split(*lines, '\n')) {
      if (!line.empty()) visit(line);
    }
  }
}

std::vector<referee::Problem> read_book() {
  std::vector<referee::Problem> book;
  for_each_line(kBooks, ".jsonl.zst", [&](std::string_view line) {
    const Expected<referee::Problem> problem = referee::read_problem(line);
    const bool begins_a_turn = problem->refused.empty() && !problem->any_answer;
    if (begins_a_turn) book.push_back(*problem);
  });
  return book;
}

using Plans = std::map<std::string, boost::json::value, std::less<>>;

Plans read_plans() {
  Plans plans;
  for_each_line(kBooks, ".plans.jsonl.zst", [&](std::string_view line) {
    const Expected<boost::json::value> read = referee::read_json(line, kMostLevels);
    plans.emplace(read->at("id").as_string(), read->at("plan"));
  });
  return plans;
}

using Origins = std::map<std::string, Origin, std::less<>>;

Origins read_origins() {
  Origins origins;
  for_each_line(std::span(&kClassics, 1), ".jsonl.zst", [&](std::string_view line) {
    const boost::json::value read = boost::json::parse(line);
    const boost::json::value& author = read.at("author");
    origins[std::string(read.at("id").as_string())] = {
        .author = author.is_null() ? std::nullopt : std::optional<std::string>(author.as_string()),
        .source = std::string(read.at("source").as_string())};
  });
  return origins;
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

const Origin* origin_of(const referee::Problem& puzzle) {
  static const Origins origins = read_origins();
  const auto found = origins.find(puzzle.id);
  return found == origins.end() ? nullptr : &found->second;
}

const boost::json::value& plan_of(const referee::Problem& puzzle) {
  static const Plans plans = read_plans();
  return plans.find(puzzle.id)->second;
}

}  // namespace blindmate::study
