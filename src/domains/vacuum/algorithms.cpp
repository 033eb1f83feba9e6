// Every algorithm of the table, compiled for this domain.
#include "blindmate/search/algorithms/all.hpp"
#include "blindmate/vacuum/vacuum.hpp"

namespace blindmate::search {

template Solver<vacuum::Vacuum> make_solver(const Algorithm& algorithm, const Search<vacuum::Vacuum>& search);

}  // namespace blindmate::search
