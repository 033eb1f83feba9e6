// Every algorithm of the table, compiled for the worlds of the tests.
#include "blindmate/search/algorithms/table.hpp"
#include "corridor.hpp"
#include "table_world.hpp"

namespace blindmate::search {

template std::span<const Algorithm<Corridor>> algorithms<Corridor>();
template std::span<const Algorithm<TableWorld>> algorithms<TableWorld>();

}  // namespace blindmate::search
