// The mates of data/problems that begin with a turn, for people to find: by ply, by the number of positions that are
// possible, and the classics, which composers have made.
#pragma once

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "blindmate/view/problem.hpp"

namespace blindmate::study {

enum class Size : std::uint8_t { small, medium, large };  // up to 5 positions, up to 25, more
std::string_view name(Size size);
std::optional<Size> find_size(std::string_view name);
Size size_of(const referee::Problem& problem);

// Each with ply and an id of its own. Read when it is asked for first.
const std::vector<referee::Problem>& puzzle_book();

const referee::Problem* find_puzzle(std::string_view id);

struct Origin {
  std::optional<std::string> author;
  std::string source;
};
// Of a classic; null for others.
const Origin* origin_of(const referee::Problem& puzzle);

// Of a puzzle of the book, as docs/formats.md writes plans.
const boost::json::value& plan_of(const referee::Problem& puzzle);

}  // namespace blindmate::study
