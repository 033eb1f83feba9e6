// Every algorithm of the table, compiled for this domain.
#include "blindmate/search/algorithms/table.hpp"
#include "blindmate/vacuum/vacuum.hpp"

namespace blindmate::search {

template std::span<const Algorithm<vacuum::Vacuum>> algorithms<vacuum::Vacuum>();

}  // namespace blindmate::search
