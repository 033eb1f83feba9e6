// Statistics of a database of checkmate problems: a table (statistics.md) and histograms (statistics.png).
#pragma once

#include <optional>
#include <string>

#include "blindmate/lab/problems/database.hpp"

namespace blindmate::lab {

Expected<void> write_statistics(const Database& database, const std::string& folder);

}  // namespace blindmate::lab
