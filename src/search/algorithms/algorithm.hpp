// An algorithm as its users see it: a row of the table.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "blindmate/search/algorithms/dbu.hpp"

namespace blindmate::search {

template <Domain D>
struct Algorithm {
  std::string_view name;
  std::string_view alias;  // empty when there is none
  std::string_view summary;
  Solver<D> (*begin)(const Search<D>& search);
  std::optional<DbuOptions> one_at_a_time{};  // for those that can take states while they are still being found

  typename Policy<D>::Pointer solve(const Search<D>& search, const Problem<D>& problem) const {
    return begin(search)(problem);
  }
};

// All rows. table.hpp defines it; each domain of the project instantiates it once, in its algorithms.cpp, because that
// takes the compiler half a minute.
template <Domain D>
std::span<const Algorithm<D>> algorithms();

// By its name or its alias.
template <Domain D>
const Algorithm<D>* find_algorithm(std::string_view name) {
  for (const Algorithm<D>& algorithm : algorithms<D>()) {
    if (name == algorithm.name || (!name.empty() && name == algorithm.alias)) return &algorithm;
  }
  return nullptr;
}

}  // namespace blindmate::search
