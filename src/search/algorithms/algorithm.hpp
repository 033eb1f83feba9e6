// An algorithm of the table at work in a domain.
#pragma once

#include "blindmate/search/algorithms/search.hpp"
#include "blindmate/search/algorithms/table.hpp"

namespace blindmate::search {

// all.hpp defines it; each domain of the project instantiates it once, in its algorithms.cpp, because that takes the
// compiler half a minute.
template <Domain D>
Solver<D> make_solver(const Algorithm& algorithm, const Search<D>& search);

}  // namespace blindmate::search
