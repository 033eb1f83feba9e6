// Every algorithm of the table, compiled for this domain.
#include "blindmate/kriegspiel/checkmate.hpp"
#include "blindmate/search/algorithms/table.hpp"

namespace blindmate::search {

template std::span<const Algorithm<kriegspiel::Checkmate>> algorithms<kriegspiel::Checkmate>();

}  // namespace blindmate::search
