// The packed files of data/endings as part of the program (embedded.cpp.in).
#pragma once

#include <string_view>

namespace blindmate::endings {

std::string_view embedded(std::string_view ending);

}  // namespace blindmate::endings
