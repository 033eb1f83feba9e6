// Every algorithm of the table, compiled for the worlds of the tests.
#include "blindmate/search/algorithms/all.hpp"
#include "corridor.hpp"
#include "table_world.hpp"

namespace blindmate::search {

template Solver<Corridor> make_solver(const Algorithm& algorithm, const Search<Corridor>& search);
template Solver<TableWorld> make_solver(const Algorithm& algorithm, const Search<TableWorld>& search);

}  // namespace blindmate::search
