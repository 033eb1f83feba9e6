// The packed files of data/endings as part of the program (cmake/embed_data.cmake).
#pragma once

#include <string_view>

namespace blindmate::endings {

std::string_view embedded(std::string_view name);

}  // namespace blindmate::endings
