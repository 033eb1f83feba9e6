// Every algorithm of the table, compiled for this domain.
#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/search/algorithms/all.hpp"

namespace blindmate::search {

template Solver<kriegspiel::Checkmate> make_solver(const Algorithm& algorithm,
                                                   const Search<kriegspiel::Checkmate>& search);

}  // namespace blindmate::search
